/* floors.h - the harness's own time per operation, once for each shape. */
#ifndef BENCH_WORKER_FLOORS_H
#define BENCH_WORKER_FLOORS_H

#include "measure/clock.h"
#include "workload/workload.h"

#define FLOOR_SHAPES 8

/* A slice of a floor.  Where a cell is one pass, which may be over in
 * microseconds, its floor is not to take longer than the cells do. */
#define FLOOR_SLICE_NS (CLOCK_NS_PER_S / 1000)
#define FLOOR_QUICK_NS (CLOCK_NS_PER_S / 50000)

/* The shapes that a worker met; of more than that the oldest is forgotten. */
struct floors {
	struct {
		struct workload_cell cell;
		double ns;
	} shapes[FLOOR_SHAPES];
	unsigned count;
	bool quick;
};

/* ns per operation; NAN where it cannot be measured.  room: as for
 * workload_floor(). */
double floors_find(struct floors *list, const struct workload_cell *cell,
                   const struct data_pool *room,
                   const struct clock_source *clock);

#endif
