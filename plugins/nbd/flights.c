/* flights.c - requests in flight; one that is waited for goes the same way. */
#include "session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "file.h"

#define LONG_ENOUGH INT64_C(1000000000)

struct flight {
	struct session *session;
	struct bench_io *io;
	size_t length; /* what is left of the record before the export's end */
	bool is_waited_for, is_over;
	bool is_being_sent, is_answered;
	struct flight *next, *previous;
};

static void take_off(struct flight *flight)
{
	struct session *session = flight->session;

	flight->previous = NULL;
	flight->next = session->flying;
	if (flight->next)
		flight->next->previous = flight;
	session->flying = flight;
}

/* Out of the flying ones, with its result. */
static void land(struct flight *flight, int64_t result)
{
	struct session *session = flight->session;

	if (flight->previous)
		flight->previous->next = flight->next;
	else
		session->flying = flight->next;
	if (flight->next)
		flight->next->previous = flight->previous;
	flight->io->result = result;
	flight->is_over = true;
	if (flight->is_waited_for)
		return;
	flight->io->done_ns = bench->now_ns();
	flight->next = NULL;
	*session->done_end = flight;
	session->done_end = &flight->next;
}

static const char *word_of(enum bench_op op)
{
	return op == BENCH_OP_READ    ? "NBD_CMD_READ"
	       : op == BENCH_OP_WRITE ? "NBD_CMD_WRITE"
	                              : "NBD_CMD_FLUSH";
}

/* Called by the library, which must not be called from here. */
static int answered(void *arg, int *error)
{
	struct flight *flight = arg;
	const struct bench_io *io = flight->io;

	flight->is_answered = true;
	/* The connection is gone; whoever waits will find that out and fail all
	 * that flies. */
	if (*error == ENOTCONN)
		return !flight->is_being_sent;
	if (*error)
		bench->fail(flight->session->ctx, "%s at offset %llu: %s",
		            word_of(io->op), (unsigned long long)io->off,
		            strerror(*error));
	land(flight, *error ? -(int64_t)*error : (int64_t)flight->length);
	/* 1: the library forgets it.  That it must not while it sends: it looks at
	 * the request again afterwards. */
	return !flight->is_being_sent;
}

static int64_t request(struct flight *flight)
{
	const struct bench_io *io = flight->io;
	const struct file *file = io->file;
	struct nbd_handle *nbd = flight->session->nbd;
	nbd_completion_callback back = {.callback = answered, .user_data = flight};

	if (io->op == BENCH_OP_READ)
		return nbd_aio_pread(nbd, io->buf, flight->length, io->off, back, 0);
	if (io->op == BENCH_OP_WRITE)
		return nbd_aio_pwrite(nbd, io->buf, flight->length, io->off, back,
		                      file->is_sync ? LIBNBD_CMD_FLAG_FUA : 0);
	return nbd_aio_flush(nbd, back, 0);
}

static void send_off(struct flight *flight)
{
	struct session *session = flight->session;
	int64_t cookie;
	int error;

	flight->is_being_sent = true;
	cookie = request(flight);
	flight->is_being_sent = false;
	if (cookie >= 0) {
		if (flight->is_answered)
			nbd_aio_command_completed(session->nbd, (uint64_t)cookie);
		return;
	}
	if (flight->is_over)
		return;
	error = session_failure(session, word_of(flight->io->op));
	/* With the connection all that flew has ended. */
	if (!flight->is_over)
		land(flight, error);
}

/* Ends at once where there is nothing to send, or it cannot be sent. */
static void begin(struct flight *flight)
{
	struct session *session = flight->session;
	struct bench_io *io = flight->io;
	int error = session->nbd ? file_may(io, &flight->length) : session->lost;

	take_off(flight);
	if (error || (io->op != BENCH_OP_FLUSH && flight->length == 0) ||
	    (io->op == BENCH_OP_FLUSH && !session->traits.can_flush)) {
		land(flight, error);
		return;
	}
	send_off(flight);
}

int64_t flights_do(struct session *session, struct bench_io *io)
{
	struct flight flight = {
	        .session = session, .io = io, .is_waited_for = true};

	session->quiet = 0;
	begin(&flight);
	while (!flight.is_over)
		session_turn(session, LONG_ENOUGH);
	return io->result;
}

static struct flight *new_flight(struct session *session)
{
	struct flight *flight = session->spare;

	if (flight)
		session->spare = flight->next;
	else
		flight = malloc(sizeof(*flight));
	return flight;
}

int flights_submit(void *handle, struct bench_io *const *v, unsigned n)
{
	struct session *session = handle;
	unsigned taken = 0;

	if (session->count == 0)
		session->quiet = 0;
	for (; taken < n; taken++) {
		struct flight *flight = new_flight(session);

		if (!flight)
			break;
		*flight = (struct flight){.session = session, .io = v[taken]};
		session->count++;
		begin(flight);
	}
	return taken > 0 || n == 0 ? (int)taken : -ENOMEM;
}

static unsigned collect(struct session *session, struct bench_io **done,
                        unsigned max)
{
	unsigned count = 0;

	while (count < max && session->done) {
		struct flight *flight = session->done;

		session->done = flight->next;
		if (!session->done)
			session->done_end = &session->done;
		done[count++] = flight->io;
		flight->next = session->spare;
		session->spare = flight;
		session->count--;
	}
	return count;
}

int flights_reap(void *handle, struct bench_io **done, unsigned min,
                 unsigned max, int64_t timeout_ns)
{
	struct session *session = handle;
	int64_t end = timeout_ns < 0 ? INT64_MAX : bench->now_ns() + timeout_ns;
	unsigned count = collect(session, done, max);

	while (count < min && count < max && session->count > 0) {
		int64_t left = timeout_ns < 0 ? end : end - bench->now_ns();

		if (left <= 0)
			break;
		session_turn(session, left);
		count += collect(session, done + count, max - count);
	}
	return (int)count;
}

void flights_init(struct session *session)
{
	session->done_end = &session->done;
}

void flights_fail(struct session *session, int error)
{
	while (session->flying)
		land(session->flying, error);
}

void flights_free(struct session *session)
{
	struct bench_io *left;

	while (collect(session, &left, 1) > 0)
		;
	while (session->spare) {
		struct flight *flight = session->spare;

		session->spare = flight->next;
		free(flight);
	}
}
