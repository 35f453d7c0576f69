/* pipeline.h - several records of a lane in flight, by submit and reap. */
#ifndef BENCH_WORKLOAD_PIPELINE_H
#define BENCH_WORKLOAD_PIPELINE_H

#include "workload/workload.h"

/* Room for `depth` records in flight; NULL when there is no memory. */
struct pipeline *pipeline_new(unsigned depth);
void pipeline_free(struct pipeline *pipeline);
/* One pass over the records of the open file.  Latency counts from the call of
 * submit that took a record to its completion (done_ns, else the return of
 * reap).  After a failure or at the deadline what is in flight is waited for;
 * where it does not come back, the lane is of no more use and says so. */
int pipeline_run(struct workload_lane *lane, enum bench_op op);

#endif
