/* socket_batch.h - several records at once, for tests of submit and reap. */
#ifndef BENCH_TESTS_SOCKET_BATCH_H
#define BENCH_TESTS_SOCKET_BATCH_H

#include "socket_rig.h"

/* Up to so many records with their buffers. */
struct batch {
	unsigned count;
	struct bench_io *ios, **list, **done;
	unsigned char *bytes;
};

/* One behind the other from offset 0 on. */
void batch_make(struct batch *batch, unsigned count, size_t record);
void batch_free(struct batch *batch);
/* All of one file and kind. */
void batch_aim(struct batch *batch, enum bench_op op, void *file);
/* Submits all and reaps all; returns how many came back. */
unsigned batch_run(struct rig_client *c, struct batch *batch);
/* Opens it or ends the test. */
void *rig_open_file(struct rig_client *c, const char *name, unsigned flags);

#endif
