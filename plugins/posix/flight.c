/* flight.c - io = uring: records in flight.
 *
 * user_data is the record, which has in priv how many of its bytes are done.  A
 * completion that is short goes on with the rest, unless it is the end of the
 * data.  A single read or write is a record in flight as well, on the caller's
 * stack, and is not left before it came back. */
#include "ring.h"

#include <errno.h>
#include <string.h>

#ifdef HAVE_LIBURING

/* How often a wait looks whether it was cancelled. */
#define GLANCE_NS INT64_C(100000000)
/* One request; the field has 32 bits, and the kernel moves less than 2 GiB. */
#define REQUEST_MOST ((size_t)1 << 30)

static size_t bytes_done(const struct bench_io *io)
{
	return (size_t)(uintptr_t)io->priv;
}

/* The first record of a file makes it known to the ring, so that files which
 * are only opened cost nothing more. */
static void register_file(struct ring *ring, struct posix_file *file)
{
	int slot;

	if (ring->free_slots == 0)
		return;
	slot = __builtin_ctzll(ring->free_slots);
	if (io_uring_register_files_update(&ring->uring, (unsigned)slot, &file->fd,
	                                   1) != 1) {
		ring->free_slots = 0; /* it will not go better next time */
		return;
	}
	ring->free_slots &= ring->free_slots - 1;
	file->slot = slot;
}

static void prepare(struct io_uring_sqe *sqe, const struct bench_io *io)
{
	const struct posix_file *file = (const struct posix_file *)io->file;
	int fd = file->slot == RING_NO_SLOT ? file->fd : file->slot;
	size_t done = bytes_done(io), left = io->len - done;
	char *at = io->op == BENCH_OP_FLUSH ? NULL : (char *)io->buf + done;

	if (left > REQUEST_MOST)
		left = REQUEST_MOST;
	if (io->op == BENCH_OP_READ)
		io_uring_prep_read(sqe, fd, at, (unsigned)left, io->off + done);
	else if (io->op == BENCH_OP_WRITE)
		io_uring_prep_write(sqe, fd, at, (unsigned)left, io->off + done);
	else
		io_uring_prep_fsync(sqe, fd, 0);
	if (io->op == BENCH_OP_FLUSH)
		sqe->flags |= IOSQE_IO_DRAIN; /* it is for all writes before it */
	else
		sqe->rw_flags = file->rw_flags;
	if (file->slot != RING_NO_SLOT)
		sqe->flags |= IOSQE_FIXED_FILE;
}

/* There is always room: the ring has more entries than records may fly. */
static void queue(struct ring *ring, struct bench_io *io)
{
	struct io_uring_sqe *sqe = io_uring_get_sqe(&ring->uring);

	prepare(sqe, io);
	io_uring_sqe_set_data(sqe, io);
}

static void start(struct ring *ring, struct bench_io *io)
{
	struct posix_file *file = (struct posix_file *)io->file;

	if (file->slot == RING_NO_SLOT)
		register_file(ring, file);
	io->priv = NULL;
	io->done_ns = 0;
	queue(ring, io);
	ring->flying++;
}

/* Not worth a word: the kernel was interrupted or is short of something. */
static bool passes(int rc)
{
	return rc >= 0 || rc == -EINTR || rc == -ETIME || rc == -EAGAIN ||
	       rc == -EBUSY;
}

static int judge(struct ring *ring, int rc)
{
	if (passes(rc))
		return 0;
	ring->broken = rc;
	return posix_failure(ring->ctx, -rc, "io_uring_enter");
}

/* Submits what is queued and waits until so many completions are there. */
static int enter(struct ring *ring, unsigned want, int64_t wait_ns)
{
	int64_t ns = wait_ns < GLANCE_NS ? wait_ns : GLANCE_NS;
	struct __kernel_timespec limit = {.tv_sec = ns / 1000000000,
	                                  .tv_nsec = ns % 1000000000};
	struct io_uring_cqe *cqe;

	if (ring->broken)
		return ring->broken;
	return judge(ring, io_uring_submit_and_wait_timeout(&ring->uring, &cqe,
	                                                    want, &limit, NULL));
}

/* Submits what is queued and takes in what is complete, without waiting. */
static int push(struct ring *ring)
{
	if (ring->broken)
		return ring->broken;
	return judge(ring, io_uring_submit_and_get_events(&ring->uring));
}

static void fail_record(const struct bench_io *io, int error)
{
	const struct posix_file *file = (const struct posix_file *)io->file;

	if (io->op == BENCH_OP_FLUSH)
		posix_failure(file->session->ctx, error, "fsync");
	else
		posix_record_failure(file, io->op == BENCH_OP_READ ? "read" : "write",
		                     io->len, io->off, error);
}

/* One completion.  Returns false when the record goes on. */
static bool complete(struct ring *ring, struct bench_io *io, int res)
{
	size_t done = bytes_done(io) + (res > 0 ? (size_t)res : 0);

	if (res == 0 && io->op == BENCH_OP_WRITE && io->len > 0)
		res = -EIO;
	io->priv = (void *)(uintptr_t)done;
	if (res == -EINTR || res == -EAGAIN ||
	    (res > 0 && done < io->len &&
	     !(io->op == BENCH_OP_READ &&
	       posix_is_end((const struct posix_file *)io->file, done)))) {
		queue(ring, io);
		return false;
	}
	io->result = res < 0 ? res : (int64_t)done;
	if (res < 0)
		fail_record(io, -res);
	ring->flying--;
	return true;
}

/* Takes in completions, at most max records. */
static unsigned harvest(struct ring *ring, struct bench_io **done, unsigned max)
{
	struct io_uring_cqe *cqe;
	unsigned head, seen = 0, count = 0;

	io_uring_for_each_cqe(&ring->uring, head, cqe)
	{
		struct bench_io *io;

		if (count == max)
			break;
		io = (struct bench_io *)io_uring_cqe_get_data(cqe);
		/* None: the answer to a request to cancel. */
		if (io && complete(ring, io, cqe->res))
			done[count++] = io;
		seen++;
	}
	io_uring_cq_advance(&ring->uring, seen);
	return count;
}

static void keep(struct ring *ring, struct bench_io *io)
{
	io->done_ns = bench->now_ns();
	io->priv = NULL;
	if (ring->first)
		ring->last->priv = io;
	else
		ring->first = io;
	ring->last = io;
}

static unsigned hand_out(struct ring *ring, struct bench_io **done,
                         unsigned max)
{
	unsigned count = 0;

	while (count < max && ring->first) {
		struct bench_io *io = ring->first;

		ring->first = (struct bench_io *)io->priv;
		done[count++] = io;
	}
	return count;
}

/* Asks the kernel once to end what has not begun. */
static void tell_to_end(struct ring *ring)
{
	struct io_uring_sqe *sqe;

	if (ring->told || ring->flying == 0)
		return;
	sqe = io_uring_get_sqe(&ring->uring);
	if (!sqe) {
		(void)push(ring);
		sqe = io_uring_get_sqe(&ring->uring);
	}
	if (!sqe)
		return;
	io_uring_prep_cancel(sqe, NULL,
	                     IORING_ASYNC_CANCEL_ANY | IORING_ASYNC_CANCEL_ALL);
	io_uring_sqe_set_data(sqe, NULL);
	ring->told = true;
}

static int refuse_cancelled(struct ring *ring)
{
	bench->fail(ring->ctx, "cancelled");
	return -ECANCELED;
}

/* Memory of the caller's must not be left to the kernel, so there is no way out
 * but with the record; a broken ring has not taken it. */
static int64_t one(struct posix_file *file, struct bench_io *io)
{
	struct ring *ring = file->session->ring;
	bool back = false;
	int rc;

	if (ring->broken)
		return ring->broken;
	if (atomic_load_explicit(&ring->cancelled, memory_order_relaxed))
		return refuse_cancelled(ring);
	if (io->len == 0)
		return 0;
	if (ring->flying == ring->entries)
		return posix_record_failure(file, "a record beside those in flight",
		                            io->len, io->off, EBUSY);
	start(ring, io);
	while (!back) {
		struct bench_io *done[1];

		rc = enter(ring, 1, GLANCE_NS);
		while (harvest(ring, done, 1) == 1)
			if (done[0] == io)
				back = true;
			else
				keep(ring, done[0]);
		if (rc != 0 && !back)
			return rc;
		if (!back &&
		    atomic_load_explicit(&ring->cancelled, memory_order_relaxed))
			tell_to_end(ring);
	}
	return io->result;
}

int64_t ring_read(struct posix_file *file, void *buf, size_t len, uint64_t off)
{
	struct bench_io io = {.op = BENCH_OP_READ,
	                      .file = file,
	                      .buf = buf,
	                      .len = len,
	                      .off = off};

	return one(file, &io);
}

int64_t ring_write(struct posix_file *file, const void *buf, size_t len,
                   uint64_t off)
{
	struct bench_io io = {.op = BENCH_OP_WRITE,
	                      .file = file,
	                      .buf = (void *)(uintptr_t)buf,
	                      .len = len,
	                      .off = off};

	return one(file, &io);
}

static int needs_ring(const struct posix_session *posix)
{
	bench->fail(posix->ctx,
	            "more than one record in flight (depth) needs io = uring");
	return -ENOTSUP;
}

int ring_submit(void *session, struct bench_io *const *v, unsigned n)
{
	struct posix_session *posix = (struct posix_session *)session;
	struct ring *ring = posix->ring;
	unsigned taken = 0;
	int rc;

	if (!ring)
		return needs_ring(posix);
	if (ring->broken)
		return ring->broken;
	if (atomic_load_explicit(&ring->cancelled, memory_order_relaxed))
		return refuse_cancelled(ring);
	while (taken < n && ring->flying < ring->entries)
		start(ring, v[taken++]);
	rc = push(ring);
	if (rc == 0)
		return (int)taken;
	ring->flying -= taken;
	return rc;
}

/* Waits for the rest of `min`, of which count is there. */
static int await(struct ring *ring, struct bench_io **done, unsigned count,
                 unsigned min, unsigned max, int64_t timeout_ns)
{
	int64_t now = bench->now_ns(), end = INT64_MAX;

	if (timeout_ns >= 0 && timeout_ns < INT64_MAX - now)
		end = now + timeout_ns;
	while (count < min && ring->flying > 0) {
		int64_t left = end - now;
		bool cancelled = atomic_load(&ring->cancelled);
		unsigned want;
		int rc;

		if (cancelled)
			tell_to_end(ring);
		want = min - count < ring->flying ? min - count : ring->flying;
		rc = enter(ring, want, left > 0 ? left : 0);
		count += harvest(ring, done + count, max - count);
		if (rc == 0 && cancelled && count == 0)
			rc = refuse_cancelled(ring);
		if (rc != 0)
			return count > 0 ? (int)count : rc;
		if (left <= 0)
			break;
		now = bench->now_ns();
	}
	return (int)count;
}

int ring_reap(void *session, struct bench_io **done, unsigned min, unsigned max,
              int64_t timeout_ns)
{
	struct posix_session *posix = (struct posix_session *)session;
	struct ring *ring = posix->ring;
	unsigned count;

	if (!ring)
		return needs_ring(posix);
	count = hand_out(ring, done, max);
	count += harvest(ring, done + count, max - count);
	if (min > max)
		min = max;
	if (count < min && ring->flying > 0)
		return await(ring, done, count, min, max, timeout_ns);
	/* Rests of short records, or somebody who only looks. */
	if (io_uring_sq_ready(&ring->uring) > 0 || (count == 0 && ring->flying)) {
		int rc = push(ring);

		if (rc != 0)
			return count > 0 ? (int)count : rc;
		count += harvest(ring, done + count, max - count);
	}
	return (int)count;
}

void flight_settle(struct ring *ring, bool end)
{
	struct bench_io *done[1];

	while (ring->flying > 0) {
		if (end || atomic_load(&ring->cancelled))
			tell_to_end(ring);
		if (enter(ring, 1, GLANCE_NS) != 0)
			return;
		while (harvest(ring, done, 1) == 1)
			keep(ring, done[0]);
	}
}

#endif
