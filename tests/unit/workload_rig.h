/* workload_rig.h - a backend in memory for the tests of the workload: it keeps
 * one file, writes down what it is asked, and has a clock of its own, so that
 * times are known exactly. */
#ifndef BENCH_TESTS_WORKLOAD_RIG_H
#define BENCH_TESTS_WORKLOAD_RIG_H

#include <stdatomic.h>
#include <stdbool.h>
#include "base/text.h"
#include "workload/workload.h"

enum { RIG_MOST = 1 << 20, RIG_DEPTH = 16 };

/* rig_set_up() makes it; then a test changes what it needs to. */
struct workload_rig {
	struct bench_backend backend; /* with a clock of its own unless taken out */
	struct workload_cell cell;
	struct workload_lane lane;
	struct histogram latency, service;
	atomic_bool stop;

	unsigned char file[RIG_MOST];
	uint64_t size;
	bool exists;
	struct text calls;

	int64_t now;                                /* of its clock, ns */
	int64_t op_ns, flush_ns, open_ns, close_ns; /* how long each takes */
	uint64_t ops; /* reads, writes and pings so far */
	/* The nth of these, from 1; 0: none. */
	uint64_t slow_at, fail_at, stop_at, lie_at;
	int64_t slow_ns; /* what the slow one takes on top */
	struct bench_io *flying[RIG_DEPTH];
	unsigned flying_count;
	struct bench_pattern expected; /* the last that was told to expect() */
	unsigned expects, dropped;
};

/* One for each test at a time; zeroed, with that test's cell, prepared by
 * rig_prepare(). */
struct workload_rig *rig_set_up(const char *test, uint64_t file,
                                uint64_t record);
/* workload_open() and workload_prepare(), and forgets the calls. */
void rig_prepare(struct workload_rig *rig);
void rig_tear_down(struct workload_rig *rig);
/* The same lane with another test's cell. */
void rig_go_on(struct workload_rig *rig, const char *test);
/* Fails the test and shows both if it is not just that. */
void rig_called(const struct workload_rig *rig, const char *calls);
/* The same for the lane's sentence, of which this is a part. */
void rig_says(const struct workload_rig *rig, const char *words);

#endif
