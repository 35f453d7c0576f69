/* toy_sleeps.c - a read never returns and cannot be cancelled. */
#include <unistd.h>
#include "toy.h"

static int64_t sleep_for_ever(void *file, void *buf, size_t len, uint64_t off)
{
	(void)file;
	(void)buf;
	(void)len;
	(void)off;
	while (pause() != 0) {
		/* -1 after each signal */
	}
	return -EINTR;
}

#define TOY_NAME "toy_sleeps"
#define TOY_READ sleep_for_ever
#include "toy_backend.h"

BENCH_REGISTER(backend)
