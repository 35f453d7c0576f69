/* pipeline.h - several records of a lane in flight, by submit and reap. */
#ifndef BENCH_WORKLOAD_PIPELINE_H
#define BENCH_WORKLOAD_PIPELINE_H

#include "workload/workload.h"

/* Room for `depth` records in flight; NULL when there is no memory. */
struct pipeline *pipeline_new(unsigned depth);
void pipeline_free(struct pipeline *pipeline);
/* One pass over the records of the open file, as lane_run_records().  Latency
 * counts from the call of submit that took a record, or, paced, from its
 * intended start, to its completion (done_ns, else the return of reap).  After
 * a failure or at the deadline what is in flight is waited for, and not
 * counted; where it does not come back, the lane is of no more use and says so.
 *
 * Records that are verified are made and checked while others are in flight:
 * that is in none of the latencies, but in io_ns. */
int pipeline_run(struct workload_lane *lane);

#endif
