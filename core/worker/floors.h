/* floors.h - the harness's own time per operation, once for each shape. */
#ifndef BENCH_WORKER_FLOORS_H
#define BENCH_WORKER_FLOORS_H

#include "measure/clock.h"
#include "workload/workload.h"

#define FLOOR_SHAPES 8

/* The shapes that a worker met; of more than that the oldest is forgotten. */
struct floors {
	struct {
		struct workload_cell cell;
		double ns;
	} shapes[FLOOR_SHAPES];
	unsigned count;
};

/* ns per operation; NAN where it cannot be measured. */
double floors_find(struct floors *list, const struct workload_cell *cell,
                   const struct clock_source *clock);

#endif
