/* walk.h - which record of a file comes when, where it lies and how long it
 * is. */
#ifndef BENCH_WORKLOAD_WALK_H
#define BENCH_WORKLOAD_WALK_H

#include "workload/lane.h"
#include "workload/order.h"

struct walk {
	const uint32_t *order; /* NULL: sequential */
	uint64_t records, file_size, record_size;
};

/* Round trips are records of no bytes. */
static inline struct walk walk_of(const struct workload_lane *lane)
{
	const struct workload_cell *cell = lane->cell;

	if (cell->test->action == WORKLOAD_PING)
		return (struct walk){.records = cell->test->operations};
	return (struct walk){
	        .order = lane->order,
	        .file_size = cell->file_size,
	        .record_size = cell->record_size,
	        .records = order_records(cell->file_size, cell->record_size)};
}

static inline uint64_t walk_number(const struct walk *walk, uint64_t index)
{
	return walk->order ? walk->order[index] : index;
}

static inline uint64_t walk_offset(const struct walk *walk, uint64_t index)
{
	return walk_number(walk, index) * walk->record_size;
}

/* The last record of a file may be short. */
static inline size_t walk_length(const struct walk *walk, uint64_t offset)
{
	uint64_t left = walk->file_size - offset;

	return (size_t)(left < walk->record_size ? left : walk->record_size);
}

#endif
