/* order.h - in which order the records of a file are visited. */
#ifndef BENCH_WORKLOAD_ORDER_H
#define BENCH_WORKLOAD_ORDER_H

#include <stdint.h>

/* A seeded permutation of 0 .. count - 1 (Fisher and Yates), each record
 * exactly once; the same for the same seed on every machine.  The caller frees
 * it; NULL when count is 0, above 2^32 - 1, or memory ran out. */
uint32_t *order_random(uint64_t count, uint64_t seed);

/* How many records a file has; the last may be short.  record_size > 0. */
static inline uint64_t order_records(uint64_t file_size, uint64_t record_size)
{
	return file_size / record_size + (file_size % record_size != 0);
}

#endif
