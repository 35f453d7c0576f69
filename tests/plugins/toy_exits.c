/* toy_exits.c - a library that ends the process when a file is opened. */
#include "toy.h"

static int leave(void *session, const char *name, unsigned flags,
                 uint64_t size_hint, void **file)
{
	(void)session;
	(void)name;
	(void)flags;
	(void)size_hint;
	(void)file;
	exit(7);
}

#define TOY_NAME "toy_exits"
#define TOY_OPEN leave
#include "toy_backend.h"

BENCH_REGISTER(backend)
