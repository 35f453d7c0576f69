/* toy_one.c - a library that stands one session in a process, and ends the
 * process when it gets a second. */
#include <stdlib.h>
#include "toy.h"

static int open_only_session(void *target, const struct bench_who *who,
                             struct bench_ctx *ctx, void **session)
{
	static int sessions;

	if (++sessions > 1)
		abort();
	return toy_session_open(target, who, ctx, session);
}

#define TOY_NAME         "toy_one"
#define TOY_THREADS      BENCH_ONE_PER_PROCESS
#define TOY_SESSION_OPEN open_only_session
#include "toy_backend.h"

BENCH_REGISTER(backend)
