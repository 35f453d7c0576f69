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

/* So many passes that took no time at all, on a simulated clock, will not take
 * any however many there are. */
#define WORKLOAD_EMPTY_PASSES 64

/* What is done to a record. */
enum workload_action {
	WORKLOAD_READ,
	WORKLOAD_WRITE,
	WORKLOAD_PING,   /* no record: a round trip */
	WORKLOAD_MODIFY, /* read, change a word, write back to the same place */
	/* These choose for each record: */
	WORKLOAD_MIX,  /* read or write, cell->mix of them reads */
	WORKLOAD_SEEK, /* read; each tenth is a WORKLOAD_MODIFY */
	/* Whatever the test's own pass does. */
	WORKLOAD_OWN,
	WORKLOAD_ACTIONS
};
/* Which record comes next. */
enum workload_order {
	WORKLOAD_SEQUENTIAL,
	WORKLOAD_RANDOM,   /* each once, in a seeded permutation */
	WORKLOAD_BACKWARD, /* from the last to the first */
	WORKLOAD_SAME,     /* the first, as often as there are records */
	WORKLOAD_STRIDE, /* each once, WORKLOAD_STRIDE_RECORDS further each time */
	WORKLOAD_DRAWN   /* any, with replacement */
};
#define WORKLOAD_STRIDE_RECORDS 17
/* What stands between the test and the backend. */
enum workload_layer {
	WORKLOAD_BARE,
	WORKLOAD_STDIO, /* a buffer of the record's size, as fread and fwrite */
	WORKLOAD_CHARS  /* the same, filled and emptied byte by byte */
};
/* Which sizes make a difference to it, so that there is a cell for each. */
enum workload_sizes {
	WORKLOAD_BOTH_SIZES,
	WORKLOAD_FILE_SIZE, /* the record's is the test's own */
	WORKLOAD_NO_SIZES
};
/* What a test needs: operations, and properties of the target. */
enum {
	WORKLOAD_NEEDS_OPEN = 1 << 0, /* and close */
	WORKLOAD_NEEDS_READ = 1 << 1,
	WORKLOAD_NEEDS_WRITE = 1 << 2,
	WORKLOAD_NEEDS_FLUSH = 1 << 3,
	WORKLOAD_NEEDS_STAT = 1 << 4,
	WORKLOAD_NEEDS_RENAME = 1 << 5,
	WORKLOAD_NEEDS_UNLINK = 1 << 6,
	WORKLOAD_NEEDS_MKDIR = 1 << 7,
	WORKLOAD_NEEDS_RMDIR = 1 << 8,
	WORKLOAD_NEEDS_READDIR = 1 << 9,
	WORKLOAD_NEEDS_PING = 1 << 10,
	WORKLOAD_NEEDS_RANDOM = 1 << 16, /* without it: files are opened with the
	                                    promise to go forward only */
	WORKLOAD_NEEDS_REWRITE = 1 << 17,
	WORKLOAD_NEEDS_KEEPS = 1 << 18
};
/* Phases that belong to a test's elapsed time whatever the key include says;
 * the same bits as CONFIG_INCLUDE_*. */
enum {
	WORKLOAD_INCLUDE_OPEN = 1,
	WORKLOAD_INCLUDE_FLUSH = 2, /* then it is flushed whatever sync says */
	WORKLOAD_INCLUDE_CLOSE = 4
};
/* As enum config_verify has them. */
enum workload_verify {
	WORKLOAD_VERIFY_NO,
	WORKLOAD_VERIFY_ALL,
	WORKLOAD_VERIFY_SAMPLE /* one record in WORKLOAD_SAMPLE, first and last */
};
#define WORKLOAD_SAMPLE 64
/* The most verbs that a test has. */
#define WORKLOAD_VERBS 4
/* What the metadata tests go over where cell->files says nothing. */
#define WORKLOAD_FILES 1000

struct workload_lane;

/* The one source for planning, --help, `bench list tests` and docs/tests.md.
 * No test needs another to have run before it: each makes the file that it goes
 * over, unless the lane has one just like it. */
struct workload_test {
	const char *name;
	const char *unit;    /* what its headline is given in: MB/s, ops/s, ms */
	const char *summary; /* one line for help */
	const char *family;  /* tests that are built and told of together */
	enum workload_action action;
	enum workload_order order;
	enum workload_layer layer;
	enum workload_sizes sizes;
	uint64_t record;     /* bytes; WORKLOAD_FILE_SIZE only */
	uint64_t layout;     /* what its file is filled by; 0: its records */
	uint64_t operations; /* of a pass, where the file's records are not what
	                        counts; 0: its records */
	unsigned threads;    /* that work where nobody says how many; 0: one */
	bool shared;         /* operations are those of all lanes together, and each
	                        lane does all of its share */
	bool new_file;       /* each pass makes the file anew */
	bool own_files;      /* the pass opens and removes files by itself */
	bool own_work;    /* its time is the processor's as much as the backend's,
	                     on purpose: there is no floor to hold it against */
	unsigned needs;   /* WORKLOAD_NEEDS_* */
	unsigned include; /* WORKLOAD_INCLUDE_* */
	/* One pass, instead of records in order.  As lane_run_records() it adds to
	 * the tally's bytes, ops and io_ns and to the latencies, looks at
	 * lane_stop() and the deadline, and ends with lane_finish(); its depth is 1
	 * and it keeps no rate and verifies nothing.  The lane's file is open
	 * unless own_files. */
	int (*pass)(struct workload_lane *lane);
	/* With a pass of its own, both optional: what is to be there before the
	 * first pass of a cell, outside of all times; and its removal, also after a
	 * failure, before the next cell or the end.  lane->own is theirs. */
	int (*prepare)(struct workload_lane *lane);
	int (*finish)(struct workload_lane *lane);
	/* What an operation of such a pass consists of: the latencies of each go
	 * to lane->verbs beside that of the whole.  Ends with NULL; NULL: none. */
	const char *const *verbs;
};

/* All tests, in the order in which they are done within a block. */
extern const struct workload_test workload_tests[];
extern const size_t workload_test_count;

/* The test of that name, or NULL. */
const struct workload_test *workload_find(const char *name);
/* Does it go over a file, so that the file's size matters? */
bool workload_has_sizes(const struct workload_test *test);
/* Is its figure one of bytes per second, and not of operations? */
bool workload_counts_bytes(const struct workload_test *test);
/* Does it read, or write, the records of the lane's file? */
bool workload_reads(const struct workload_test *test);
bool workload_writes(const struct workload_test *test);
/* How many operations a pass of one of so many lanes has. */
uint64_t workload_operations(const struct workload_test *test,
                             uint64_t file_size, uint64_t record_size,
                             unsigned lane, unsigned lanes);
/* Why a backend's table of operations cannot do this test, as a sentence in
 * static memory; NULL if it can. */
const char *workload_lacks_operation(const struct workload_test *test,
                                     const struct bench_backend *backend);
/* The same for what a target said of itself (caps). */
const char *workload_lacks_property(const struct workload_test *test,
                                    const struct bench_caps *caps);

struct workload_cell;
/* The same for what a cell asks for beyond its test: depth, verification,
 * flushes within a pass, pacing.  caps may be NULL, where they are not known
 * yet. */
const char *workload_lacks_for_cell(const struct workload_cell *cell,
                                    const struct bench_backend *backend,
                                    const struct bench_caps *caps);

/* What all lanes of a cell share. */
struct workload_cell {
	const struct workload_test *test;
	uint64_t file_size, record_size; /* bytes; 0 for tests without sizes */
	unsigned open_flags;  /* BENCH_O_DIRECT, BENCH_O_SYNC, BENCH_O_DONTCACHE */
	bool flush;           /* a writing pass ends with flush() */
	uint64_t flush_every; /* records between two flushes in a pass, and one
	                         after the last; 0: none */
	bool drop_cache;      /* before each reading pass */
	bool close_to_open;   /* the writer closes, the reader opens anew */
	unsigned verify;      /* enum workload_verify */
	double rate_bytes, rate_ops; /* of one lane, per second; 0: none */
	uint64_t buffers; /* bytes that records rotate through; 0: hot, which is one
	                     record (of each that is in flight) for reads, and for
	                     writes the least that no compressor sees twice */
	uint64_t layout;  /* record size of the file's filling; 0: record_size */
	unsigned depth;   /* records in flight; above 1 by submit and reap */
	bool reopen;      /* open and close around each pass, not around a slice */
	unsigned lanes;   /* that are at work; 0: one */
	double mix;       /* share of reads of WORKLOAD_MIX */
	uint64_t files;   /* of a lane's tree; 0: WORKLOAD_FILES */
	int64_t think_ns; /* between two operations; 0: none */
	bool share_file;  /* all lanes go over the file of the first */
	bool zeroes;      /* what is written */
	double compressible, dedupable; /* shares of it */
	uint64_t seed;
};

/* What a lane did in one slice.  Times in ns; set-up, filling, cache control,
 * making and checking records that are verified (at depth 1), and removing old
 * files are in none of them.
 *
 * io_ns is the time of all operations; of a paced pass its whole span, up to
 * when its next record would be due.  A flush between records (flush_every) is
 * part of the latency of the record that it follows, and of flush_ns, but not
 * of io_ns: io_ns + flush_ns counts nothing twice. */
struct workload_tally {
	uint64_t passes;         /* whole ones */
	uint64_t bytes, ops;     /* of the partial one too */
	uint64_t reads;          /* of the ops; WORKLOAD_MIX only */
	uint64_t verified_bytes; /* checked and right */
	bool cut; /* the last pass is partial, because another lane was done */
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
	/* One for each of the test's verbs; NULL: they are not kept apart. */
	struct histogram *verbs;
	/* Set by the first lane whose slice ends, obeyed by the others; the owner
	 * clears it before each slice.  NULL: all do all of their work.  Lanes stop
	 * between two records; passes that write and have an open, a flush or a
	 * close of their own are ended first, else these would be left out. */
	atomic_bool *stop;
	int64_t deadline_ns; /* by workload_now_ns(); passes end there */
	/* The same for the end of a slice, which is no failure: passes are cut
	 * there as by `stop`.  0: slices have their number of passes. */
	int64_t until_ns;
	char *shared_name; /* of the file of the first lane; cells that share it */

	/* The lane's own. */
	void *file;
	bool made;       /* a file of that name was made and not yet removed */
	uint64_t layout; /* record size that it was filled with; 0: not whole */
	uint32_t *order; /* of record numbers; NULL: computed */
	uint64_t drawn;  /* passes of WORKLOAD_DRAWN so far */
	struct data_pool data;
	struct pipeline *pipeline; /* NULL at depth 1 */
	unsigned char *buffer;     /* of a layer, one record's; NULL: none */
	const struct workload_test *prepared; /* whose finish() is still to come */
	void *own;                            /* that test's */
	double behind; /* paced: ticks to the next record's time; below 0: late */
	/* What each record of the file holds, while cells are verified: the
	 * generation of its pattern; 0: not known. */
	uint32_t *written;
	uint64_t written_count;
	uint64_t generation; /* the last that was written, of all or of some */
	bool uniform;        /* all records are of it */
	struct workload_tally tally;

	/* After a verb failed. */
	int error; /* negative errno; -ETIMEDOUT: the deadline came */
	char *why; /* one sentence */
};

/* The lane's clock in ns: the backend's own where it has one, else
 * CLOCK_MONOTONIC. */
int64_t workload_now_ns(const struct workload_lane *lane);
/* Gets the buffers, once per block: all of its cells have one record size. */
int workload_open(struct workload_lane *lane);
/* Gets the order of records and, for tests over an existing file, the file,
 * unless it is there and was filled with the records that are asked for.  Once
 * per cell; leaves the histograms alone.  -ENOTSUP and a sentence for what the
 * backend's table cannot do. */
int workload_prepare(struct workload_lane *lane);
/* `passes` passes; the tally starts at zero.  At the deadline the tally holds
 * what was done until then and the result is -ETIMEDOUT. */
int workload_slice(struct workload_lane *lane, uint64_t passes);
/* After a slice of a writing test whose cell is verified: opens the lane's file
 * anew, drops it from the client's cache where the backend can, reads it back,
 * outside of all times, and holds it against what was written; also after a
 * partial pass, which leaves some records of the one before.  Adds to the
 * tally's verified_bytes.  -EILSEQ and a sentence that says the file, the
 * offset, and what stood there, for the first wrong byte; -ETIMEDOUT at the
 * deadline.  Reading tests check each record as they go: 0, like all else. */
int workload_verify(struct workload_lane *lane);
/* Forgets a failure, so that the next cell can be tried. */
void workload_clear(struct workload_lane *lane);
/* Removes the lane's file and frees what the lane owns.  Safe after a failure
 * and before workload_open(); a failure of its own is in error and why. */
int workload_close(struct workload_lane *lane);

#endif
