/* data.c - buffers full of random bytes. */
#include "workload/data.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#define HUGE_PAGE     ((size_t)2 << 20)
#define BLOCK         ((size_t)4096)
#define CACHE_LINE    ((size_t)64)
#define POOL_AT_LEAST ((size_t)256 << 10)
/* So that one percent of its blocks are more than one. */
#define SHAPED_AT_LEAST ((size_t)4 << 20)

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

/* The unit of what can be compressed or is there already: a block, or a record
 * that is smaller. */
static size_t grain_of(const struct data_shape *shape)
{
	return shape->record_size && shape->record_size < BLOCK
	               ? (size_t)shape->record_size
	               : BLOCK;
}

/* Is the nth block of the pool one of those that are all equal?  They are
 * spread evenly. */
static bool is_equal(const struct data_pool *pool, uint64_t n)
{
	return (n + 1) * pool->equal >> 32 != n * pool->equal >> 32;
}

/* The equal ones are the same for all lanes.  What can be compressed is the
 * start of each grain. */
static void fill_shaped(struct data_pool *pool, const struct data_shape *shape)
{
	size_t grain = grain_of(shape);
	size_t blank = (size_t)(shape->compressible * (double)grain + 0.5);

	for (size_t n = 0; n < pool->slots * (pool->record / BLOCK); n++) {
		unsigned char *block = pool->bytes + n * BLOCK;

		if (is_equal(pool, n))
			fill_random(block, BLOCK, shape->seed);
		for (size_t at = 0; blank && at + grain <= BLOCK; at += grain)
			memset(block + at, 0, blank);
	}
}

/* How many records fit into what was asked for, one for each that is in use at
 * the least. */
static void count_slots(struct data_pool *pool, const struct data_shape *shape)
{
	uint64_t least = shape->dedupable > 0 ? SHAPED_AT_LEAST : POOL_AT_LEAST;
	uint64_t bytes = shape->buffers ? shape->buffers : least;
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
	size_t length, apart;
	uint64_t seed = shape->seed ^ (uint64_t)shape->lane << 32;
	int error;

	memset(pool, 0, sizeof *pool);
	if (shape->record_size > SIZE_MAX / 4)
		return -ENOMEM;
	pool->record = round_up(at_least((size_t)shape->record_size, 1), BLOCK);
	count_slots(pool, shape);
	/* What is read must not replace blocks that are to stay equal. */
	apart = shape->dedupable > 0 ? pool->read_slots : 0;
	if (__builtin_mul_overflow(pool->record, pool->slots + apart, &length) ||
	    length > SIZE_MAX / 4)
		return -ENOMEM;
	error = map_bytes(pool, length);
	if (error)
		return error;
	pool->write_next = pool->bytes;
	pool->write_end = pool->bytes + pool->slots * pool->record;
	pool->reads = pool->read_next = apart ? pool->write_end : pool->bytes;
	pool->read_end = pool->reads + pool->read_slots * pool->record;
	/* The stamps of lanes and of seeds start far from each other. */
	pool->stamp = data_random(&seed);
	pool->zeroes = shape->zeroes;
	pool->equal = (uint64_t)(shape->dedupable * 4294967296.0);
	pool->shaped = pool->zeroes || pool->equal;
	return 0;
}

int data_pool_open(struct data_pool *pool, const struct data_shape *shape)
{
	int error = data_pool_map(pool, shape);

	/* What was just mapped is zero. */
	if (error || shape->zeroes)
		return error;
	fill_random(pool->bytes, pool->slots * pool->record, pool->stamp);
	if (pool->shaped || shape->compressible > 0)
		fill_shaped(pool, shape);
	return 0;
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
	size_t n = (size_t)(record - pool->bytes) / BLOCK;

	if (pool->zeroes)
		return;
	for (size_t at = 0; at < length; at += BLOCK, n++) {
		size_t within = at + n * CACHE_LINE % BLOCK;

		if (is_equal(pool, n))
			continue;
		if (length - at < BLOCK)
			within = at;
		if (length - within < sizeof pool->stamp)
			continue;
		memcpy(record + within, &pool->stamp, sizeof pool->stamp);
		pool->stamp++;
	}
}
