/* toy_pipeline.c - several records in flight: takes few at a time and hands
 * them back in the wrong order. */
#include "toy.h"

#define TOY_MAX_DEPTH 64
#define AT_A_TIME     3u

/* One session in a worker is all that this toy is asked for. */
static struct bench_io *flying[TOY_MAX_DEPTH];
static unsigned count;

static int submit(void *session, struct bench_io *const *v, unsigned n)
{
	unsigned taken = 0;

	(void)session;
	while (taken < n && taken < AT_A_TIME && count < TOY_MAX_DEPTH)
		flying[count++] = v[taken++];
	return (int)taken;
}

/* The last one that was taken comes back first, so that some wait long. */
static int reap(void *session, struct bench_io **done, unsigned min,
                unsigned max, int64_t timeout_ns)
{
	unsigned got = 0;

	(void)session;
	(void)min;
	(void)timeout_ns;
	while (count && got < max && got < AT_A_TIME - 1) {
		struct bench_io *io = flying[--count];

		io->result = io->op == BENCH_OP_READ
		                     ? toy_read(io->file, io->buf, io->len, io->off)
		                     : toy_write(io->file, io->buf, io->len, io->off);
		io->done_ns = bench->now_ns();
		done[got++] = io;
	}
	return (int)got;
}

#define TOY_NAME   "toy_pipeline"
#define TOY_SUBMIT submit
#define TOY_REAP   reap
#include "toy_backend.h"

BENCH_REGISTER(backend)
