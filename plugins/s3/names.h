/* names.h - names and round trips; the members of the backend's table that need
 * no open file. */
#ifndef S3_NAMES_H
#define S3_NAMES_H

#include "link.h"

struct found {
	bool has_size;
	uint64_t bytes;
	int64_t mtime_ns; /* 0: not known */
};

/* What is behind the name?  0 or -ENOENT, or why that could not be learnt. */
int names_look(struct link *link, const char *name, struct found *found);

int names_stat(void *session, const char *name, struct bench_stat *st);
int names_unlink(void *session, const char *name);
int names_ping(void *session);

/* list.c */
int names_readdir(void *session, const char *name,
                  int (*each)(void *arg, const char *entry), void *arg);

#endif
