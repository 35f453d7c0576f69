/* data.c - buffers full of random bytes. */
#include "workload/data.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#define HUGE_PAGE     ((size_t)2 << 20)
#define BLOCK         ((size_t)4096)
#define CACHE_LINE    ((size_t)64)
#define POOL_AT_LEAST ((size_t)256 << 10)

static size_t round_up(size_t value, size_t to)
{
	return (value + to - 1) / to * to;
}

static void fill_random(unsigned char *bytes, size_t length, uint64_t seed)
{
	for (size_t at = 0; at < length; at += sizeof seed) {
		uint64_t word = data_random(&seed);

		memcpy(bytes + at, &word, sizeof word);
	}
}

static size_t at_least(size_t value, size_t least)
{
	return value > least ? value : least;
}

/* How many records fit into what was asked for, one for each that is in use at
 * the least. */
static void count_slots(struct data_pool *pool, const struct data_shape *shape)
{
	uint64_t bytes = shape->buffers ? shape->buffers : POOL_AT_LEAST;
	size_t depth = at_least(shape->depth, 1);

	pool->slots = at_least((size_t)(bytes / pool->record), depth);
	pool->read_slots = shape->buffers ? pool->slots : depth;
}

static int map_bytes(struct data_pool *pool, size_t length)
{
	/* Room to align by hand: mmap aligns to 4 KiB only. */
	pool->map_length = round_up(length, HUGE_PAGE) + HUGE_PAGE;
	pool->map = mmap(NULL, pool->map_length, PROT_READ | PROT_WRITE,
	                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (pool->map == MAP_FAILED) {
		pool->map = NULL;
		return -ENOMEM;
	}
	pool->bytes = (unsigned char *)round_up((uintptr_t)pool->map, HUGE_PAGE);
	(void)madvise(pool->bytes, round_up(length, HUGE_PAGE), MADV_HUGEPAGE);
	return 0;
}

int data_pool_map(struct data_pool *pool, const struct data_shape *shape)
{
	size_t length;
	uint64_t seed = shape->seed ^ (uint64_t)shape->lane << 32;
	int error;

	memset(pool, 0, sizeof *pool);
	if (shape->record_size > SIZE_MAX / 4)
		return -ENOMEM;
	pool->record = round_up(at_least((size_t)shape->record_size, 1), BLOCK);
	count_slots(pool, shape);
	if (__builtin_mul_overflow(pool->record, pool->slots, &length) ||
	    length > SIZE_MAX / 4)
		return -ENOMEM;
	error = map_bytes(pool, length);
	if (error)
		return error;
	pool->write_next = pool->read_next = pool->bytes;
	pool->write_end = pool->bytes + length;
	pool->read_end = pool->bytes + pool->read_slots * pool->record;
	/* The stamps of lanes and of seeds start far from each other. */
	pool->stamp = data_random(&seed);
	return 0;
}

int data_pool_open(struct data_pool *pool, const struct data_shape *shape)
{
	int error = data_pool_map(pool, shape);

	if (!error)
		fill_random(pool->bytes, pool->slots * pool->record, pool->stamp);
	return error;
}

void data_pool_close(struct data_pool *pool)
{
	if (pool->map)
		munmap(pool->map, pool->map_length);
	memset(pool, 0, sizeof *pool);
}

/* Not all numbers stand at the start of their block: at 4 KiB from one to the
 * next they would push each other out of the processor's caches.  Where a block
 * has its number depends on its place in the pool alone, so that it replaces
 * the one before. */
void data_stamp_blocks(struct data_pool *pool, unsigned char *record,
                       size_t length)
{
	size_t place = (size_t)(record - pool->bytes) / BLOCK * CACHE_LINE;

	for (size_t at = 0; at < length; at += BLOCK, place += CACHE_LINE) {
		size_t within = at + place % BLOCK;

		if (length - at < BLOCK)
			within = at;
		if (length - within < sizeof pool->stamp)
			continue;
		memcpy(record + within, &pool->stamp, sizeof pool->stamp);
		pool->stamp++;
	}
}
