/* pool.h - the memory of the store: blocks under a quota.
 *
 * Blocks that were given back are handed out again before fresh ones, so that
 * rewriting a file does not fault its pages in anew.  Thread-safe. */
#ifndef SOCKET_POOL_H
#define SOCKET_POOL_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#define POOL_BLOCK ((size_t)65536)
#define POOL_SLAB  ((size_t)2 << 20)

struct pool {
	pthread_mutex_t lock;
	size_t quota, used;           /* blocks */
	size_t books_quota, books;    /* bytes for names and tables */
	unsigned char **slabs;        /* each POOL_SLAB bytes */
	size_t slab_count, slab_room; /* made; places in slabs */
	size_t carved;                /* blocks that were ever handed out */
	unsigned char *spare;         /* a list through the blocks themselves */
	const unsigned char *zeros;   /* a block of zeros, for holes */
};

/* memory in bytes. */
int pool_init(struct pool *pool, uint64_t memory);
void pool_free(struct pool *pool);
/* 0, -ENOSPC at the quota, -ENOMEM.  The block's bytes are whatever they were.
 */
int pool_take(struct pool *pool, unsigned char **block);
void pool_give(struct pool *pool, unsigned char *block);
/* Book-keeping has a quota too, so that no client fills memory with names.
 * 0 or -ENOSPC. */
int pool_charge(struct pool *pool, size_t bytes);
void pool_credit(struct pool *pool, size_t bytes);
/* Memory that nobody wrote to costs a fault when somebody does.  Makes one more
 * slab, writes to all of its pages and returns its bytes; 0 at the quota. */
int64_t pool_reserve(struct pool *pool);
uint64_t pool_total(const struct pool *pool);
uint64_t pool_left(struct pool *pool);

#endif
