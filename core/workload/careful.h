/* careful.h - the loop for cells that are paced, verified, or flushed between
 * records: one record at a time, and more than two clock reads for each. */
#ifndef BENCH_WORKLOAD_CAREFUL_H
#define BENCH_WORKLOAD_CAREFUL_H

#include "workload/workload.h"

/* Does the cell need it? */
bool careful_wanted(const struct workload_cell *cell);
/* One pass, as lane_run_records(). */
int careful_run(struct workload_lane *lane);

#endif
