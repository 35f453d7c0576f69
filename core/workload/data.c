/* data.c - buffers full of random bytes. */
#include "workload/data.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#define HUGE_PAGE     ((size_t)2 << 20)
#define BLOCK         ((size_t)4096)
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

int data_pool_open(struct data_pool *pool, uint64_t record_size, size_t slots,
                   uint64_t seed, unsigned lane)
{
	size_t length;

	if (record_size > SIZE_MAX / 4)
		return -ENOMEM;
	pool->record = round_up(record_size ? (size_t)record_size : 1, BLOCK);
	pool->slots =
	        pool->record >= POOL_AT_LEAST ? 1 : POOL_AT_LEAST / pool->record;
	if (pool->slots < slots)
		pool->slots = slots;
	if (__builtin_mul_overflow(pool->record, pool->slots, &length) ||
	    length > SIZE_MAX / 2)
		return -ENOMEM;
	pool->next = 0;
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
	seed ^= (uint64_t)lane << 32;
	/* The stamps of lanes and of seeds start far from each other. */
	pool->stamp = data_random(&seed);
	fill_random(pool->bytes, length, seed);
	return 0;
}

void data_pool_close(struct data_pool *pool)
{
	if (pool->map)
		munmap(pool->map, pool->map_length);
	memset(pool, 0, sizeof *pool);
}
