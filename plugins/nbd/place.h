/* place.h - an export has no names: the one file on it, as it were. */
#ifndef NBD_PLACE_H
#define NBD_PLACE_H

#include <pthread.h>
#include "bench_plugin.h"

/* Of the target's sessions together. */
struct place {
	pthread_mutex_t lock;
	char *name; /* of the file that the export is, or NULL */
};

int place_init(struct place *place);
void place_free(struct place *place);
/* Whether the export may be the file of that name; -ENOTSUP says why not. */
int place_take(struct place *place, const char *name, unsigned flags,
               struct bench_ctx *ctx);

/* Operations of a session. */
int place_stat(void *session, const char *name, struct bench_stat *st);
int place_unlink(void *session, const char *name);

#endif
