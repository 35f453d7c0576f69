/* trace_rig.h - a backend without a store, for files of any size: it writes
 * down each operation with its offset and length, and what the first bytes
 * were. */
#ifndef BENCH_TESTS_TRACE_RIG_H
#define BENCH_TESTS_TRACE_RIG_H

#include <stdatomic.h>
#include <stdbool.h>
#include "workload/workload.h"

enum { TRACE_MOST = 20000 };

struct trace_call {
	char what; /* o(pen), r(ead), w(rite), f(lush), c(lose), u(nlink) */
	unsigned flags;
	size_t length;
	uint64_t offset;
	uint64_t first; /* the first 8 bytes, or as many as there are */
	uint64_t hash;  /* of all bytes of a record up to 64 KiB */
	const void *at; /* the bytes */
};

struct trace_rig {
	struct bench_backend backend;
	struct workload_cell cell;
	struct workload_lane lane;
	struct histogram latency;
	atomic_bool stop;
	struct trace_call calls[TRACE_MOST];
	size_t count;     /* of them, also of those that were not kept */
	size_t stop_at;   /* the nth call says stop; 0: none */
	size_t short_at;  /* the nth call moves a byte less; 0: none */
	uint64_t pattern; /* what reads give is a hash of offset and this */
};

/* A lane of that test, prepared, with its calls so far forgotten.  `filled`:
 * its file counts as made, so that no one has to write 5 GiB. */
struct trace_rig *trace_set_up(const char *test, uint64_t file, uint64_t record,
                               bool filled);
void trace_tear_down(struct trace_rig *rig);
/* One slice of one pass; fails the test if that does not work. */
void trace_slice(struct trace_rig *rig);
/* The calls as text, "open+seq r0+4096 w0+4096 flush close"; the caller frees
 * it. */
char *trace_text(const struct trace_rig *rig);
/* Fails the test and shows both if it is not just that. */
void trace_called(const struct trace_rig *rig, const char *calls);
/* The byte that reads give at an offset. */
unsigned char trace_byte(const struct trace_rig *rig, uint64_t offset);
uint64_t trace_hash(const unsigned char *bytes, size_t length);

#endif
