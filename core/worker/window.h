/* window.h - one slice on all members at once, and what they did together. */
#ifndef BENCH_WORKER_WINDOW_H
#define BENCH_WORKER_WINDOW_H

#include "worker/team.h"

/* All lanes of one slice.  The phases are those of the slowest lane.
 *
 * elapsed is the window from the first lane's start to the last lane's end,
 * less what none of them was timed for (set-up, cache control, phases that are
 * not included): for one lane that is just what was timed.  The sum of the
 * lanes' own rates would be too high: where there are more threads than
 * processors, each is fast while the others wait.
 *
 * Usually the first lane that is done ends the slice: the others stop at their
 * next record, so that all of the window is one in which all were at work. */
struct slice {
	struct workload_tally tally; /* phases of the slowest lane */
	uint64_t passes;             /* whole ones, of the lane with the most */
	uint64_t bytes, ops;         /* of all lanes */
	uint64_t reads;              /* of the ops, where reads and writes mix */
	bool by_ops;                 /* its rate is that of operations */
	int64_t elapsed_ns;
	double slowest, fastest, sum; /* lanes' own rates, bytes/s */
	struct cpu_time cpu;
	/* Run delay, switches and faults of all members; ns is one member's. */
	struct disturbance disturbance;
};

/* Runs a slice of so many passes and fills *slice, also of a broken one.  What
 * members recorded stays with them until the next. */
int window_run(struct team *team, uint64_t passes, struct slice *slice);

/* Makes *slice of what stands on the board: the tallies' part, and that of the
 * disturbance. */
void window_collect(const struct team *team, struct slice *slice);

/* Bytes/s, or operations/s where bytes are not what counts. */
double window_rate(const struct slice *slice);

/* Adds another window's figures: not the longest of threads as
 * disturbance_merge(), but the sum. */
void window_add_disturbance(struct disturbance *into,
                            const struct disturbance *from);

#endif
