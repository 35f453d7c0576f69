/* data.h - the bytes that are written: incompressible and never the same,
 * unless they are asked for otherwise.
 *
 * A pool holds random bytes, at least 256 KiB of them, so that a compressor's
 * window does not see a record twice.  Records are taken from it in turn and
 * each 4 KiB of a record gets a number of its own before it is written, so that
 * no two blocks of a file, of files, or of threads are equal.
 *
 * Reads go to the pool too: into the same memory each time, or through all of
 * it in turn; behind it where blocks of it are to stay as they are. */
#ifndef BENCH_WORKLOAD_DATA_H
#define BENCH_WORKLOAD_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a pool is to be for. */
struct data_shape {
	uint64_t record_size;
	size_t depth;     /* records that are in use at once */
	uint64_t buffers; /* bytes that records rotate through; 0: hot */
	uint64_t seed;
	unsigned lane;
	bool zeroes; /* instead of random bytes */
	/* Shares of what is written: that a compressor can save, and that is the
	 * same block, or record where that is smaller, again and again. */
	double compressible, dedupable;
};

struct data_pool {
	unsigned char *bytes; /* 2 MiB aligned; huge pages where there are any */
	size_t record;        /* room for one record, rounded up to 4 KiB */
	size_t slots;         /* records that there is room for */
	size_t read_slots;    /* of these, those that reads go to */
	unsigned char *write_next, *write_end, *read_next, *read_end;
	unsigned char *reads; /* where those slots begin */
	uint64_t stamp;
	bool shaped; /* not just random: zeroes, or blocks that are left equal */
	bool zeroes;
	uint64_t equal; /* share of blocks that are left equal, of 2^32 */
	void *map;
	size_t map_length;
};

/* Random bytes of (seed, lane), `depth` records of them or more.  0 or -ENOMEM.
 */
int data_pool_open(struct data_pool *pool, const struct data_shape *shape);
/* The same memory without the random bytes: for what is never looked at. */
int data_pool_map(struct data_pool *pool, const struct data_shape *shape);
void data_pool_close(struct data_pool *pool);

/* The same for a record of several blocks of 4 KiB, or a shaped one. */
void data_stamp_blocks(struct data_pool *pool, unsigned char *record,
                       size_t length);

/* Makes a record of the pool new for writing. */
static inline void data_stamp(struct data_pool *pool, unsigned char *record,
                              size_t length)
{
	if (length > 4096 || pool->shaped)
		data_stamp_blocks(pool, record, length);
	else if (length >= sizeof pool->stamp)
		__builtin_memcpy(record, &pool->stamp, sizeof pool->stamp);
	pool->stamp++;
}

/* The room of the next record to write, as it is. */
static inline unsigned char *data_write_room(struct data_pool *pool)
{
	unsigned char *record = pool->write_next;
	unsigned char *next = record + pool->record;

	pool->write_next = next == pool->write_end ? pool->bytes : next;
	return record;
}

/* The next record to write.  Valid until the pool has gone round once. */
static inline unsigned char *data_next(struct data_pool *pool, size_t length)
{
	unsigned char *record = data_write_room(pool);

	data_stamp(pool, record, length);
	return record;
}

/* Where the next record is to be read to. */
static inline unsigned char *data_read_room(struct data_pool *pool)
{
	unsigned char *record = pool->read_next;
	unsigned char *next = record + pool->record;

	pool->read_next = next == pool->read_end ? pool->reads : next;
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
