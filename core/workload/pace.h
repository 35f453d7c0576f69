/* pace.h - when the next record is to start.
 *
 * A schedule in ticks from the start of a pass, as a running double, so that
 * nothing drifts.  A lane that is behind does not sleep and leaves no record
 * out; what it is behind by at the end of a pass it is behind by at the start
 * of the next, until the slice ends. */
#ifndef BENCH_WORKLOAD_PACE_H
#define BENCH_WORKLOAD_PACE_H

#include "workload/timing.h"

struct pace {
	bool on;
	enum tick_kind kind;
	uint64_t start, deadline; /* ticks */
	const atomic_bool *stop;  /* or NULL */
	double due;               /* ticks since start */
	double per_op, per_byte;  /* ticks */
};

/* Is there a rate that this cell can keep? */
bool pace_wanted(const struct workload_cell *cell);
/* A pass begins. */
void pace_start(struct pace *pace, const struct workload_lane *lane,
                enum tick_kind kind, uint64_t start);
/* The intended start of the next record. */
uint64_t pace_due(const struct pace *pace);
/* ns until then; 0 or less: now. */
int64_t pace_left_ns(const struct pace *pace, const struct workload_lane *lane);
/* That record is taken. */
void pace_next(struct pace *pace, size_t length);
/* Waits until the next record is due.  0, PACE_STOPPED, -ETIMEDOUT at the
 * deadline, or the backend's failure. */
int pace_wait(const struct pace *pace, struct workload_lane *lane);
#define PACE_STOPPED 1
/* Lets so much time pass, whatever is due; the results of pace_wait(). */
int pace_pause(const struct pace *pace, struct workload_lane *lane, int64_t ns);
/* All records of a pass are done: waits until its schedule is, so that its span
 * is right, and keeps what it is behind by.  Returns the end in ticks. */
uint64_t pace_end(const struct pace *pace, struct workload_lane *lane);

#endif
