/* toy_flips.c - a store that lies: now and then one byte of what it was given
 * is another.  Only who reads back and compares can know.
 *
 * TOY_FLIP=N,AT in the environment: the N-th write of the process, from 1, has
 * the lowest bit of its byte AT turned over. */
#include "toy.h"
#include <stdio.h>

static unsigned long writes; /* under the lock of no one: one thread only */

static void flip(struct toy_file *handle, size_t len, uint64_t off)
{
	const char *order = getenv("TOY_FLIP");
	unsigned long number = 0, at = 0;

	if (!order || sscanf(order, "%lu,%lu", &number, &at) != 2)
		return;
	if (++writes == number && at < len)
		handle->node->bytes[off + at] ^= 1;
}

static int64_t flips(void *file, const void *buf, size_t len, uint64_t off)
{
	int64_t written = toy_write(file, buf, len, off);

	if (written > 0)
		flip((struct toy_file *)file, len, off);
	return written;
}

#define TOY_NAME  "toy_flips"
#define TOY_WRITE flips
#include "toy_backend.h"

BENCH_REGISTER(backend)
