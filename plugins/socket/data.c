/* data.c - the contents of one file in the store. */
#include "data.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A block of the file; NULL is a hole.  Only its first `valid` bytes were ever
 * written, the rest reads as zeros: a block comes with old bytes in it. */
struct part {
	unsigned char *block;
	size_t valid;
};

struct data {
	struct pool *pool;
	atomic_uint holds;
	pthread_mutex_t lock; /* of all below */
	struct part *parts;
	size_t count, room;
	uint64_t size;
	int64_t changed;
};

static int64_t wall_clock(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

struct data *data_new(struct pool *pool)
{
	struct data *data = calloc(1, sizeof(*data));

	if (!data)
		return NULL;
	data->pool = pool;
	atomic_init(&data->holds, 1);
	data->changed = wall_clock();
	pthread_mutex_init(&data->lock, NULL);
	return data;
}

struct data *data_hold(struct data *data)
{
	atomic_fetch_add(&data->holds, 1);
	return data;
}

void data_release(struct data *data)
{
	if (!data || atomic_fetch_sub(&data->holds, 1) != 1)
		return;
	/* Backwards, so that the next file gets the blocks in their order. */
	while (data->count > 0)
		if (data->parts[--data->count].block)
			pool_give(data->pool, data->parts[data->count].block);
	pool_credit(data->pool, data->room * sizeof(*data->parts));
	free(data->parts);
	pthread_mutex_destroy(&data->lock);
	free(data);
}

/* Makes the table long enough for `count` blocks. */
static int grow(struct data *data, size_t count)
{
	size_t room = data->room ? data->room : 1;

	while (room < count)
		room *= 2;
	if (room > data->room) {
		size_t more = (room - data->room) * sizeof(struct part);
		int error = pool_charge(data->pool, more);
		struct part *parts;

		if (error)
			return error;
		parts = realloc(data->parts, room * sizeof(*parts));
		if (!parts) {
			pool_credit(data->pool, more);
			return -ENOMEM;
		}
		data->parts = parts;
		data->room = room;
	}
	for (; data->count < count; data->count++)
		data->parts[data->count] = (struct part){NULL, 0};
	return 0;
}

/* Appends to the vector, joining what lies side by side. */
static bool append(struct iovec *vector, int *count, const unsigned char *place,
                   size_t length)
{
	struct iovec *last = *count > 0 ? &vector[*count - 1] : NULL;

	if (last &&
	    (const unsigned char *)last->iov_base + last->iov_len == place) {
		last->iov_len += length;
		return true;
	}
	if (*count == DATA_PARTS)
		return false;
	vector[(*count)++] = (struct iovec){(void *)place, length};
	return true;
}

/* Bytes from `offset` to the end of its block, or `length` if that is less. */
static size_t within_block(uint64_t offset, uint64_t length)
{
	size_t rest = POOL_BLOCK - (size_t)(offset % POOL_BLOCK);

	return length < rest ? (size_t)length : rest;
}

static int prepare(struct data *data, struct part *part, size_t from, size_t to)
{
	if (!part->block) {
		int error = pool_take(data->pool, &part->block);

		if (error)
			return error;
		part->valid = 0;
	}
	if (from > part->valid)
		memset(part->block + part->valid, 0, from - part->valid);
	if (to > part->valid)
		part->valid = to;
	return 0;
}

static int64_t room_locked(struct data *data, uint64_t offset, uint64_t length,
                           struct iovec *vector, int *count)
{
	uint64_t done = 0;
	int error = grow(data, (size_t)((offset + length - 1) / POOL_BLOCK + 1));

	while (!error && done < length) {
		struct part *part = &data->parts[(offset + done) / POOL_BLOCK];
		size_t from = (size_t)((offset + done) % POOL_BLOCK);
		size_t piece = within_block(offset + done, length - done);

		error = prepare(data, part, from, from + piece);
		if (error || !append(vector, count, part->block + from, piece))
			break;
		done += piece;
	}
	return done > 0 ? (int64_t)done : error;
}

int64_t data_room(struct data *data, uint64_t offset, uint64_t length,
                  struct iovec *vector, int *count)
{
	uint64_t limit = pool_total(data->pool);
	int64_t room;

	*count = 0;
	if (length > DATA_PARTS * POOL_BLOCK)
		length = DATA_PARTS * POOL_BLOCK;
	if (offset >= limit)
		return -ENOSPC;
	if (length > limit - offset)
		length = limit - offset;
	pthread_mutex_lock(&data->lock);
	room = room_locked(data, offset, length, vector, count);
	pthread_mutex_unlock(&data->lock);
	return room;
}

void data_commit(struct data *data, uint64_t offset, uint64_t length)
{
	int64_t now = wall_clock();

	pthread_mutex_lock(&data->lock);
	if (data->size < offset + length)
		data->size = offset + length;
	data->changed = now;
	pthread_mutex_unlock(&data->lock);
}

/* The longest piece from offset on that lies in one place. */
static const unsigned char *look(const struct data *data, uint64_t offset,
                                 size_t *length)
{
	size_t index = (size_t)(offset / POOL_BLOCK);
	size_t from = (size_t)(offset % POOL_BLOCK);
	const struct part *part = index < data->count ? data->parts + index : NULL;

	if (!part || !part->block || from >= part->valid)
		return data->pool->zeros + from;
	if (*length > part->valid - from)
		*length = part->valid - from;
	return part->block + from;
}

uint64_t data_view(struct data *data, uint64_t offset, uint64_t length,
                   struct iovec *vector, int *count)
{
	uint64_t done = 0;

	*count = 0;
	pthread_mutex_lock(&data->lock);
	if (offset >= data->size)
		length = 0;
	else if (length > data->size - offset)
		length = data->size - offset;
	while (done < length) {
		size_t piece = within_block(offset + done, length - done);
		const unsigned char *place = look(data, offset + done, &piece);

		if (!append(vector, count, place, piece))
			break;
		done += piece;
	}
	pthread_mutex_unlock(&data->lock);
	return done;
}

uint64_t data_size(struct data *data)
{
	uint64_t size;

	pthread_mutex_lock(&data->lock);
	size = data->size;
	pthread_mutex_unlock(&data->lock);
	return size;
}

int64_t data_changed(struct data *data)
{
	int64_t changed;

	pthread_mutex_lock(&data->lock);
	changed = data->changed;
	pthread_mutex_unlock(&data->lock);
	return changed;
}
