/* workload.h - the tests: what is done to a file, and what of it is timed.
 *
 * A test is data: which operation, in which order of records, over a new file
 * or an existing one.  A lane is one thread's part of a cell: its session, its
 * file, its buffers and what it counted.  Everything here knows only the
 * contract of bench_plugin.h. */
#ifndef BENCH_WORKLOAD_WORKLOAD_H
#define BENCH_WORKLOAD_WORKLOAD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "bench_plugin.h"
#include "measure/histogram.h"
#include "workload/data.h"

enum workload_action { WORKLOAD_READ, WORKLOAD_WRITE, WORKLOAD_PING };
enum workload_order { WORKLOAD_SEQUENTIAL, WORKLOAD_RANDOM };

struct workload_test {
	const char *name;
	const char *unit;    /* what its headline is given in: MB/s, ms */
	const char *summary; /* one line for help */
	enum workload_action action;
	enum workload_order order;
	bool new_file; /* each pass makes the file anew */
};

/* All tests, in the order in which they are done within a block. */
extern const struct workload_test workload_tests[];
extern const size_t workload_test_count;

/* The test of that name, or NULL. */
const struct workload_test *workload_find(const char *name);
/* Does it go over a file, so that file and record sizes matter? */
bool workload_has_sizes(const struct workload_test *test);
/* Why a backend's table of operations cannot do this test, as a sentence in
 * static memory; NULL if it can. */
const char *workload_lacks_operation(const struct workload_test *test,
                                     const struct bench_backend *backend);
/* The same for what a target said of itself (caps). */
const char *workload_lacks_property(const struct workload_test *test,
                                    const struct bench_caps *caps);

/* A suite is a named list of tests; ends with NULL. */
struct workload_suite {
	const char *name;
	const char *summary;
	const char *const *tests;
};
extern const struct workload_suite workload_suites[];
extern const size_t workload_suite_count;

/* What all lanes of a cell share. */
struct workload_cell {
	const struct workload_test *test;
	uint64_t file_size, record_size; /* bytes; 0 for ping */
	unsigned open_flags;  /* BENCH_O_DIRECT, BENCH_O_SYNC, BENCH_O_DONTCACHE */
	bool flush;           /* a writing pass ends with flush() */
	uint64_t flush_every; /* records between two flushes in a pass; 0: none */
	bool drop_cache;      /* before each reading pass */
	bool close_to_open;   /* the writer closes, the reader opens anew */
	unsigned verify;      /* enum config_verify */
	double rate_bytes, rate_ops; /* of one lane, per second; 0: none */
	uint64_t buffers;            /* bytes that records rotate through */
	uint64_t layout; /* record size of the file's filling; 0: record_size */
	unsigned depth;  /* records in flight; above 1 by submit and reap */
	bool reopen;     /* open and close around each pass, not around a slice */
	uint64_t seed;
};

/* What a lane did in one slice.  Times in ns; set-up, filling, cache control
 * and removing old files are in none of them. */
struct workload_tally {
	uint64_t passes, bytes, ops;
	uint64_t verified_bytes; /* checked and right; its time is in nothing */
	bool cut; /* ended in the middle, because another lane was done */
	int64_t open_ns, io_ns, flush_ns, close_ns;
	int64_t start_ns, end_ns; /* of the slice, on the clock */
};

struct pipeline;
struct clock_source;

struct workload_lane {
	/* Set by the owner before the first verb. */
	const struct bench_backend *backend;
	struct bench_ctx *ctx;
	void *session;
	char *name;     /* of its file */
	unsigned index; /* 0 .. lanes - 1 */
	const struct workload_cell *cell;
	/* What operations are timed by (measure/clock.h); NULL, and with a backend
	 * that has a clock of its own: ns. */
	const struct clock_source *clock;
	/* Of every operation, in the clock's ticks.  Paced: from its intended
	 * start; then `service`, from its real one, is not NULL. */
	struct histogram *latency, *service;
	/* Set by the first lane that is done, obeyed by the others; NULL: all do
	 * all of their work. */
	atomic_bool *stop;
	int64_t deadline_ns; /* on the clock; passes end there */

	/* The lane's own. */
	void *file;
	bool made;       /* a file of that name was made and not yet removed */
	uint64_t layout; /* record size that it was filled with; 0: not whole */
	uint32_t *order; /* of record numbers; NULL: sequential */
	struct data_pool data;
	struct pipeline *pipeline; /* NULL at depth 1 */
	struct workload_tally tally;

	/* After a verb failed. */
	int error; /* negative errno; -ETIMEDOUT: the deadline came */
	char *why; /* one sentence */
};

/* Gets the buffers, once per block: all of its cells have one record size. */
int workload_open(struct workload_lane *lane);
/* Gets the order of records and, for tests over an existing file, the file.
 * Once per cell. */
int workload_prepare(struct workload_lane *lane);
/* `passes` passes; the tally starts at zero.  At the deadline the tally holds
 * what was done until then and the result is -ETIMEDOUT. */
int workload_slice(struct workload_lane *lane, uint64_t passes);
/* Reads the lane's file back, outside of all times, and holds it against what
 * was written (cell->verify).  -EILSEQ and a sentence that says the file, the
 * offset, and what stood there, for the first wrong byte. */
int workload_verify(struct workload_lane *lane);
/* Forgets a failure, so that the next cell can be tried. */
void workload_clear(struct workload_lane *lane);
/* Removes the lane's file and frees what the lane owns.  Safe after a failure
 * and before workload_open(); a failure of its own is in error and why. */
int workload_close(struct workload_lane *lane);

#endif
