/* worker_rig.h - one worker of several that use one server at once, each with a
 * file of its own, for the tests of the backends. */
#ifndef BENCH_TESTS_WORKER_RIG_H
#define BENCH_TESTS_WORKER_RIG_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include "plugin/host.h"

enum {
	WORKER_RECORD = 65536,
	WORKER_RECORDS = 128,
	WORKER_MOST = 8,
	WORKER_DEPTH = 8
};

struct worker {
	struct board *board;
	unsigned number;
	uint64_t random;
	char name[32];
	void *target, *session, *file;
	struct bench_ctx *ctx;
	struct bench_io ios[WORKER_DEPTH];
	unsigned char generation[WORKER_RECORDS]; /* what the file holds there */
	int64_t began, ended;
	bool good;
	char why[256]; /* the first fault */
};

/* What they have in common, zero but for what it is given; lies in memory that
 * their processes share. */
struct board {
	pthread_barrier_t start; /* of all workers */
	atomic_uint finished;    /* workers */
	atomic_ulong turns;      /* of whoever keeps a processor busy */
	unsigned count, depth;
	const struct bench_backend *backend;
	struct worker workers[WORKER_MOST];
};

/* A thread's function: opens a session of its target, waits for the others,
 * writes its file, flushes, reads at random offsets, writes half of the records
 * once more in a random order, closes, opens, and reads all. */
void *worker_live(void *worker);
/* Notes the first fault only; returns false. */
bool worker_fault(struct worker *w, const char *what, uint64_t at, int64_t got);
/* Is that file, byte by byte, what the worker left? */
bool worker_left(struct worker *w, const char *path);

#endif
