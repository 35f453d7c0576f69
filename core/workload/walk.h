/* walk.h - where a pass over the records of a file stands. */
#ifndef BENCH_WORKLOAD_WALK_H
#define BENCH_WORKLOAD_WALK_H

#include "measure/clock.h"
#include "workload/lane.h"
#include "workload/order.h"

struct walk {
	const uint32_t *order; /* NULL: sequential */
	uint64_t records, file_size, record_size;
	int64_t start_ns, last_ns;
};

static inline void walk_start(struct walk *walk,
                              const struct workload_lane *lane)
{
	const struct workload_cell *cell = lane->cell;

	walk->order = lane->order;
	walk->file_size = cell->file_size;
	walk->record_size = cell->record_size;
	walk->records = order_records(cell->file_size, cell->record_size);
	walk->start_ns = walk->last_ns = clock_now_ns();
}

static inline uint64_t walk_offset(const struct walk *walk, uint64_t index)
{
	return (walk->order ? walk->order[index] : index) * walk->record_size;
}

/* The last record of a file may be short. */
static inline size_t walk_length(const struct walk *walk, uint64_t offset)
{
	uint64_t left = walk->file_size - offset;

	return (size_t)(left < walk->record_size ? left : walk->record_size);
}

#endif
