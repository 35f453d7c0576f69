/* toy_crashes.c - a write ends in a segmentation fault. */
#include <signal.h>
#include "toy.h"

static int64_t crash(void *file, const void *buf, size_t len, uint64_t off)
{
	(void)file;
	(void)buf;
	(void)len;
	(void)off;
	/* Raised, not by a bad pointer: so that sanitizers leave it alone. */
	signal(SIGSEGV, SIG_DFL);
	raise(SIGSEGV);
	return -EFAULT;
}

#define TOY_NAME  "toy_crashes"
#define TOY_WRITE crash
#include "toy_backend.h"

BENCH_REGISTER(backend)
