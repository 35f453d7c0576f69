/* walk.h - which record of a file comes when, what is done to it, where it lies
 * and how long it is. */
#ifndef BENCH_WORKLOAD_WALK_H
#define BENCH_WORKLOAD_WALK_H

#include "workload/lane.h"
#include "workload/order.h"

struct walk {
	enum workload_action action;
	enum workload_order order;
	const uint32_t *table; /* of WORKLOAD_RANDOM; NULL: computed */
	uint64_t records;      /* that are visited, some of them again perhaps */
	uint64_t places;       /* records of the file */
	uint64_t file_size, record_size;
	uint64_t order_seed, action_seed;
	uint64_t mix; /* share of reads, of 2^32 */
};

/* Every so many seeks writes back. */
#define WALK_SEEKS 10

/* Round trips are records of no bytes. */
static inline struct walk walk_of(const struct workload_lane *lane)
{
	const struct workload_cell *cell = lane->cell;
	const struct workload_test *test = cell->test;
	bool sizes = test->action != WORKLOAD_PING;
	uint64_t file_size = sizes ? cell->file_size : 0;
	uint64_t record_size = sizes ? cell->record_size : 0;
	uint64_t seed = cell->seed + lane->index;

	return (struct walk){
	        .action = test->action,
	        .order = test->order,
	        .table = lane->order,
	        .records = workload_operations(test, file_size, record_size,
	                                       lane->index, cell->lanes),
	        .places = record_size ? order_records(file_size, record_size) : 0,
	        .file_size = file_size,
	        .record_size = record_size,
	        /* A later pass draws other records. */
	        .order_seed = test->order == WORKLOAD_DRAWN
	                              ? order_hash(seed, lane->drawn)
	                              : seed,
	        .action_seed = ~seed,
	        .mix = (uint64_t)(cell->mix * 0x1p32)};
}

static inline uint64_t walk_number(const struct walk *walk, uint64_t index)
{
	switch (walk->order) {
	case WORKLOAD_RANDOM:
		return walk->table
		               ? walk->table[index]
		               : order_permuted(walk->places, walk->order_seed, index);
	case WORKLOAD_BACKWARD:
		return walk->places - 1 - index;
	case WORKLOAD_SAME:
		return 0;
	case WORKLOAD_STRIDE:
		return order_strided(walk->places, WORKLOAD_STRIDE_RECORDS, index);
	case WORKLOAD_DRAWN:
		return order_drawn(walk->places, walk->order_seed, index);
	default:
		return index;
	}
}

/* One of READ, WRITE, PING and MODIFY. */
static inline enum workload_action walk_action(const struct walk *walk,
                                               uint64_t index)
{
	switch (walk->action) {
	case WORKLOAD_MIX:
		return order_hash(walk->action_seed, index) >> 32 < walk->mix
		               ? WORKLOAD_READ
		               : WORKLOAD_WRITE;
	case WORKLOAD_SEEK:
		return index % WALK_SEEKS == WALK_SEEKS - 1 ? WORKLOAD_MODIFY
		                                            : WORKLOAD_READ;
	default:
		return walk->action;
	}
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
