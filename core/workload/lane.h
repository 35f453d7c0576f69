/* lane.h - the steps that tests are made of: open, flush and close, each timed
 * apart, and how a lane fails. */
#ifndef BENCH_WORKLOAD_LANE_H
#define BENCH_WORKLOAD_LANE_H

#include "workload/workload.h"

/* Keeps the first failure: the plugin's sentence, else the errno's, behind what
 * was tried.  Returns error. */
int lane_fail(struct workload_lane *lane, int64_t error, const char *what);

/* Each adds its time to the tally. */
int lane_open_file(struct workload_lane *lane, unsigned flags);
int lane_flush_file(struct workload_lane *lane);
int lane_close_file(struct workload_lane *lane);
/* Closes without a time and without a word; after a failure. */
void lane_drop_file(struct workload_lane *lane);
/* Removes the lane's file from the target; it need not be there. */
int lane_unlink_file(struct workload_lane *lane);

/* One pass of records over the open file, in lane->order: adds to the tally's
 * bytes, ops and io_ns and to the histogram. */
int lane_read_records(struct workload_lane *lane);
int lane_write_records(struct workload_lane *lane);
/* WORKLOAD_PINGS round trips. */
int lane_ping(struct workload_lane *lane);
#define WORKLOAD_PINGS 100

#endif
