/* floor.h - what an operation costs where the backend costs nothing. */
#ifndef BENCH_WORKLOAD_FLOOR_H
#define BENCH_WORKLOAD_FLOOR_H

#include "workload/workload.h"

struct clock_source;

/* The harness's own ns per operation for a cell of that shape: the same loops,
 * over operations that return at once; the median of five slices of slice_ns.
 * The cell's pace, verification and flushes are left out, because their cost is
 * in no operation; records over 8 MiB are made smaller, and more than 65536 of
 * them fewer.  room: memory for the records, of a lane of that cell which does
 * nothing meanwhile, since fresh memory takes longer than a short floor; NULL:
 * its own, of 8 MiB at most.  0, -ENOMEM, or -ENOTSUP for tests that have none.
 */
int workload_floor(const struct workload_cell *cell,
                   const struct clock_source *clock, int64_t slice_ns,
                   const struct data_pool *room, double *ns_per_op);

#endif
