/* pool.c - the memory of the store: blocks under a quota. */
#include "pool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define PER_SLAB (POOL_SLAB / POOL_BLOCK)

int pool_init(struct pool *pool, uint64_t memory)
{
	*pool = (struct pool){.quota = (size_t)(memory / POOL_BLOCK)};
	if (pool->quota == 0)
		pool->quota = 1;
	pool->books_quota = ((size_t)64 << 20) + (size_t)(memory / 64);
	pool->zeros = calloc(1, POOL_BLOCK);
	if (!pool->zeros)
		return -ENOMEM;
	pthread_mutex_init(&pool->lock, NULL);
	return 0;
}

void pool_free(struct pool *pool)
{
	if (!pool->zeros)
		return;
	for (size_t i = 0; i < pool->slab_count; i++)
		free(pool->slabs[i]);
	free(pool->slabs);
	free((void *)pool->zeros);
	pthread_mutex_destroy(&pool->lock);
}

/* Large pages, where there are any, make the first writing cheaper. */
static int add_slab(struct pool *pool)
{
	unsigned char *slab;

	if (pool->slab_count == pool->slab_room) {
		size_t room = pool->slab_room ? pool->slab_room * 2 : 64;
		unsigned char **slabs =
		        realloc(pool->slabs, room * sizeof(*pool->slabs));

		if (!slabs)
			return -ENOMEM;
		pool->slabs = slabs;
		pool->slab_room = room;
	}
	slab = aligned_alloc(POOL_SLAB, POOL_SLAB);
	if (!slab)
		return -ENOMEM;
	(void)madvise(slab, POOL_SLAB, MADV_HUGEPAGE);
	pool->slabs[pool->slab_count++] = slab;
	return 0;
}

static int take_locked(struct pool *pool, unsigned char **block)
{
	if (pool->used >= pool->quota)
		return -ENOSPC;
	if (pool->spare) {
		*block = pool->spare;
		memcpy(&pool->spare, *block, sizeof(pool->spare));
	} else {
		size_t slab = pool->carved / PER_SLAB;
		int error = slab == pool->slab_count ? add_slab(pool) : 0;

		if (error)
			return error;
		*block = pool->slabs[slab] + pool->carved++ % PER_SLAB * POOL_BLOCK;
	}
	pool->used++;
	return 0;
}

int pool_take(struct pool *pool, unsigned char **block)
{
	int error;

	pthread_mutex_lock(&pool->lock);
	error = take_locked(pool, block);
	pthread_mutex_unlock(&pool->lock);
	return error;
}

void pool_give(struct pool *pool, unsigned char *block)
{
	pthread_mutex_lock(&pool->lock);
	memcpy(block, &pool->spare, sizeof(pool->spare));
	pool->spare = block;
	pool->used--;
	pthread_mutex_unlock(&pool->lock);
}

int pool_charge(struct pool *pool, size_t bytes)
{
	int error = 0;

	pthread_mutex_lock(&pool->lock);
	if (bytes > pool->books_quota - pool->books)
		error = -ENOSPC;
	else
		pool->books += bytes;
	pthread_mutex_unlock(&pool->lock);
	return error;
}

void pool_credit(struct pool *pool, size_t bytes)
{
	pthread_mutex_lock(&pool->lock);
	pool->books -= bytes;
	pthread_mutex_unlock(&pool->lock);
}

int64_t pool_reserve(struct pool *pool)
{
	int64_t result = 0;

	pthread_mutex_lock(&pool->lock);
	if (pool->slab_count * PER_SLAB < pool->quota) {
		result = add_slab(pool);
		if (result == 0) {
			memset(pool->slabs[pool->slab_count - 1], 1, POOL_SLAB);
			result = (int64_t)POOL_SLAB;
		}
	}
	pthread_mutex_unlock(&pool->lock);
	return result;
}

uint64_t pool_total(const struct pool *pool)
{
	return (uint64_t)pool->quota * POOL_BLOCK;
}

uint64_t pool_left(struct pool *pool)
{
	uint64_t left;

	pthread_mutex_lock(&pool->lock);
	left = (uint64_t)(pool->quota - pool->used) * POOL_BLOCK;
	pthread_mutex_unlock(&pool->lock);
	return left;
}
