/* data.h - the bytes that are written: incompressible and never the same.
 *
 * A pool holds random bytes, at least 256 KiB of them, so that a compressor's
 * window does not see a record twice.  Records are taken from it in turn and
 * each 4 KiB of a record gets a number of its own before it is written, so that
 * no two blocks of a file, of files, or of threads are equal. */
#ifndef BENCH_WORKLOAD_DATA_H
#define BENCH_WORKLOAD_DATA_H

#include <stddef.h>
#include <stdint.h>

struct data_pool {
	unsigned char *bytes; /* 2 MiB aligned; huge pages where there are any */
	size_t record;        /* room for one record, rounded up to 4 KiB */
	size_t slots, next;
	uint64_t stamp;
	void *map;
	size_t map_length;
};

/* Random bytes of (seed, lane), at least `slots` records of them.  0 or
 * -ENOMEM. */
int data_pool_open(struct data_pool *pool, uint64_t record_size, size_t slots,
                   uint64_t seed, unsigned lane);
void data_pool_close(struct data_pool *pool);

/* The record of a slot, made new for writing. */
static inline unsigned char *data_slot(struct data_pool *pool, size_t slot,
                                       size_t length)
{
	unsigned char *record = pool->bytes + slot * pool->record;

	for (size_t at = 0; at + sizeof pool->stamp <= length; at += 4096) {
		__builtin_memcpy(record + at, &pool->stamp, sizeof pool->stamp);
		pool->stamp++;
	}
	return record;
}

/* The next record to write.  Valid until the pool has gone round once. */
static inline unsigned char *data_next(struct data_pool *pool, size_t length)
{
	unsigned char *record = data_slot(pool, pool->next, length);

	if (++pool->next == pool->slots)
		pool->next = 0;
	return record;
}

/* A small, fast generator for data and orders (splitmix64, Steele, Lea and
 * Flood, OOPSLA 2014): not for secrets. */
static inline uint64_t data_random(uint64_t *state)
{
	uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

#endif
