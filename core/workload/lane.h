/* lane.h - the steps that tests are made of: open, flush and close, each timed
 * apart, and how a lane fails. */
#ifndef BENCH_WORKLOAD_LANE_H
#define BENCH_WORKLOAD_LANE_H

#include "workload/workload.h"

/* Keeps the first failure: the plugin's sentence, else the errno's, behind what
 * was tried.  Returns error. */
int lane_fail(struct workload_lane *lane, int64_t error, const char *what);

/* The same with a sentence of its own, which it takes. */
int lane_fail_with(struct workload_lane *lane, int error, char *sentence);

/* Each adds its time to the tally. */
int lane_open_file(struct workload_lane *lane, unsigned flags);
int lane_flush_file(struct workload_lane *lane);
int lane_close_file(struct workload_lane *lane);
/* Closes without a time and without a word; after a failure. */
void lane_drop_file(struct workload_lane *lane);
/* Removes the lane's file from the target; it need not be there. */
int lane_unlink_file(struct workload_lane *lane);

/* Makes the file that reading and rewriting tests go over, in order, record by
 * record.  In no tally and no histogram. */
int lane_fill_file(struct workload_lane *lane);
/* How the lane opens its file for a pass of its test. */
unsigned lane_flags(const struct workload_test *test);

/* When a pass ends at the latest, by workload_now_ns(): with its slice where it
 * may be cut, else at the deadline. */
int64_t lane_end_ns(const struct workload_lane *lane);
/* What the lane is to stop at between two records, or NULL. */
const atomic_bool *lane_stop(const struct workload_lane *lane);
/* The end of a pass that came to `done` of `records`: 0, also for one that is
 * cut, or -ETIMEDOUT where it is late. */
int lane_finish(struct workload_lane *lane, uint64_t done, uint64_t records,
                bool late);

/* One pass over the records of the open file, in lane->order, or
 * round trips, or the test's own pass: adds to the tally's bytes, ops and io_ns
 * and to the histograms. */
int lane_run_records(struct workload_lane *lane);

#endif
