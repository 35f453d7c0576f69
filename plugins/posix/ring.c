/* ring.c - io = uring: a ring for each session, and the files that it knows.
 *
 * Buffers are not registered: they come with each record and bench may map
 * others at the same address, into which the kernel would then not read.  The
 * gain was within 2 % where it was measured. */
#include "ring.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef HAVE_LIBURING

/* Enough that any depth of everyday use fits. */
#define ENTRIES_LEAST 64

/* From the best that a kernel may have to what all have. */
static const struct {
	unsigned flags;
	const char *name;
} kinds[] = {
        {IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN,
         "single_issuer defer_taskrun"},
        {IORING_SETUP_COOP_TASKRUN, "coop_taskrun"},
        {0, "none"},
};

static int refuse(struct bench_ctx *ctx, int error)
{
	if (error == ENOSYS)
		bench->fail(ctx, "io = uring: this kernel has no io_uring");
	else if (error == EPERM || error == EACCES)
		bench->fail(ctx, "io = uring: this system forbids io_uring (sysctl "
		                 "kernel.io_uring_disabled, or a container's filter)");
	else
		bench->fail(ctx, "io = uring: the ring cannot be made: %s",
		            strerror(error));
	return error == ENOSYS || error == EPERM || error == EACCES ? -ENOTSUP
	                                                            : -error;
}

/* Returns the kind, or a negative errno with its sentence. */
static int make(struct io_uring *uring, unsigned entries, struct bench_ctx *ctx)
{
	int rc = -EINVAL;

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		struct io_uring_params params;

		memset(&params, 0, sizeof(params));
		params.flags = kinds[i].flags | IORING_SETUP_CLAMP;
		rc = io_uring_queue_init_params(entries, uring, &params);
		if (rc == -EINVAL)
			continue;
		if (rc < 0)
			break;
		if (params.features & IORING_FEAT_EXT_ARG)
			return (int)i;
		io_uring_queue_exit(uring);
		bench->fail(ctx, "io = uring needs Linux 5.11");
		return -ENOTSUP;
	}
	return refuse(ctx, -rc);
}

int ring_check(struct bench_ctx *ctx)
{
	(void)ctx; /* whether the kernel has it is asked by ring_probe() */
	return 0;
}

int ring_probe(struct bench_ctx *ctx, int describe)
{
	struct io_uring uring;
	int kind = make(&uring, 1, ctx);

	if (kind < 0)
		return kind;
	io_uring_queue_exit(&uring);
	if (describe)
		bench->fact(ctx, "ring_flags", "%s", kinds[kind].name);
	return 0;
}

int ring_open(struct posix_session *session, unsigned depth)
{
	struct ring *ring = (struct ring *)calloc(1, sizeof(*ring));
	int rc;

	if (!ring)
		return -ENOMEM;
	if (depth < ENTRIES_LEAST)
		depth = ENTRIES_LEAST;
	/* One more for the request to cancel. */
	rc = make(&ring->uring, (depth < RING_MOST ? depth : RING_MOST) + 1,
	          session->ctx);
	if (rc < 0) {
		free(ring);
		return rc;
	}
	ring->ctx = session->ctx;
	ring->entries = ring->uring.sq.ring_entries - 1;
	atomic_init(&ring->cancelled, false);
	/* Both only save look-ups; without them it is the plain descriptors. */
	(void)io_uring_register_ring_fd(&ring->uring);
	if (io_uring_register_files_sparse(&ring->uring, RING_SLOTS) == 0)
		ring->free_slots = UINT64_MAX;
	session->ring = ring;
	return 0;
}

void ring_close(struct posix_session *session)
{
	struct ring *ring = session->ring;

	if (!ring)
		return;
	flight_settle(ring, true);
	io_uring_queue_exit(&ring->uring);
	free(ring);
	session->ring = NULL;
}

void ring_forget_file(struct posix_file *file)
{
	struct ring *ring = file->session->ring;
	int none = -1;

	if (!ring)
		return;
	flight_settle(ring, false);
	if (file->slot == RING_NO_SLOT)
		return;
	if (io_uring_register_files_update(&ring->uring, (unsigned)file->slot,
	                                   &none, 1) == 1)
		ring->free_slots |= UINT64_C(1) << file->slot;
	file->slot = RING_NO_SLOT;
}

int ring_cancel(void *session)
{
	struct ring *ring = ((struct posix_session *)session)->ring;

	if (!ring)
		return -ENOTSUP;
	atomic_store(&ring->cancelled, true);
	return 0;
}

#else /* no liburing */

int ring_check(struct bench_ctx *ctx)
{
	bench->fail(ctx, "io = uring: this bench was built without liburing");
	return -ENOTSUP;
}

int ring_probe(struct bench_ctx *ctx, int describe)
{
	(void)describe;
	return ring_check(ctx);
}

int ring_open(struct posix_session *session, unsigned depth)
{
	(void)depth;
	return ring_check(session->ctx);
}

void ring_close(struct posix_session *session)
{
	(void)session;
}

void ring_forget_file(struct posix_file *file)
{
	(void)file;
}

int64_t ring_read(struct posix_file *file, void *buf, size_t len, uint64_t off)
{
	(void)buf;
	(void)len;
	(void)off;
	return ring_check(file->session->ctx);
}

int64_t ring_write(struct posix_file *file, const void *buf, size_t len,
                   uint64_t off)
{
	(void)buf;
	(void)len;
	(void)off;
	return ring_check(file->session->ctx);
}

static int refuse_depth(void *session)
{
	bench->fail(
	        ((struct posix_session *)session)->ctx,
	        "more than one record in flight (depth) needs io = uring, which "
	        "this bench was built without (liburing)");
	return -ENOTSUP;
}

int ring_submit(void *session, struct bench_io *const *v, unsigned n)
{
	(void)v;
	(void)n;
	return refuse_depth(session);
}

int ring_reap(void *session, struct bench_io **done, unsigned min, unsigned max,
              int64_t timeout_ns)
{
	(void)done;
	(void)min;
	(void)max;
	(void)timeout_ns;
	return refuse_depth(session);
}

int ring_cancel(void *session)
{
	(void)session;
	return -ENOTSUP;
}

#endif
