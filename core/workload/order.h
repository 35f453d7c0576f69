/* order.h - in which order the records of a file are visited. */
#ifndef BENCH_WORKLOAD_ORDER_H
#define BENCH_WORKLOAD_ORDER_H

#include <stdint.h>
#include "workload/data.h"

/* A seeded permutation of 0 .. count - 1 (Fisher and Yates), each record
 * exactly once; the same for the same seed on every machine.  The caller frees
 * it; NULL when count is 0, above 2^32 - 1, or memory ran out. */
uint32_t *order_random(uint64_t count, uint64_t seed);
/* From so many records on a permutation is computed instead: a table of them
 * would take memory and caches away from what is measured. */
#define ORDER_TABLE_MOST (UINT64_C(1) << 24)

/* The index-th of a seeded permutation of 0 .. count - 1 without a table: a
 * Feistel network over the next power of four, walked until it comes out below
 * count.  count > 0, index < count. */
uint64_t order_permuted(uint64_t count, uint64_t seed, uint64_t index);

/* The index-th number of a stream. */
static inline uint64_t order_hash(uint64_t seed, uint64_t index)
{
	seed += index * UINT64_C(0x9e3779b97f4a7c15);
	return data_random(&seed);
}

/* The index-th of 0, stride, 2 stride, ... below count, then 1, stride + 1,
 * ..., and so on: each of 0 .. count - 1 once, whatever count is. */
static inline uint64_t order_strided(uint64_t count, uint64_t stride,
                                     uint64_t index)
{
	/* The first `longer` rounds have one more than the others. */
	uint64_t least = count / stride, longer = count % stride;
	uint64_t of_longer = longer * (least + 1);

	if (index < of_longer || least == 0)
		return index % (least + 1) * stride + index / (least + 1);
	index -= of_longer;
	return index % least * stride + longer + index / least;
}

/* The index-th of a stream of any of 0 .. count - 1, with replacement. */
static inline uint64_t order_drawn(uint64_t count, uint64_t seed,
                                   uint64_t index)
{
	uint64_t value = order_hash(seed, index);

	return count <= UINT32_MAX ? (value >> 32) * count >> 32 : value % count;
}

/* How many records a file has; the last may be short.  record_size > 0. */
static inline uint64_t order_records(uint64_t file_size, uint64_t record_size)
{
	return file_size / record_size + (file_size % record_size != 0);
}

#endif
