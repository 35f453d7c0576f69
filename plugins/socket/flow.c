/* flow.c - sends records and takes their replies in, in order.
 *
 * Neither waits for the other: what is left to send goes on when the socket has
 * room, and replies are taken in meanwhile. */
#include "flow.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include "file.h"
#include "net.h"

/* As in ahead.c: behind small records all that came is taken along, behind
 * middling ones the next header. */
#define SMALL 16384
#define LARGE 65536
/* Of one call that sends: parts, and bytes beyond which no record is added. */
#define PARTS   64
#define AT_ONCE 262144

const struct flow_kind *flow_kind(enum bench_op op)
{
	static const struct flow_kind kinds[] = {
	        [BENCH_OP_READ] = {WIRE_READ, "read"},
	        [BENCH_OP_WRITE] = {WIRE_WRITE, "write to"},
	        [BENCH_OP_FLUSH] = {WIRE_FLUSH, "flush"}};

	return &kinds[op];
}

struct record *flow_record(struct flight *flight, uint64_t number)
{
	return &flight->ring[number % FLIGHT_MAX];
}

static size_t bytes_to_send(const struct record *record)
{
	const struct bench_io *io = record->io;

	return WIRE_HEADER + (io->op == BENCH_OP_WRITE ? io->len : 0);
}

/* The part of the record behind its first `skip` bytes; returns how many parts
 * it takes. */
static int add_parts(struct record *record, size_t skip, struct iovec *vector)
{
	size_t rest = bytes_to_send(record) - WIRE_HEADER;
	int count = 0;

	if (skip < WIRE_HEADER) {
		vector[count++] =
		        (struct iovec){record->header + skip, WIRE_HEADER - skip};
		skip = WIRE_HEADER;
	}
	skip -= WIRE_HEADER;
	if (rest > skip)
		vector[count++] =
		        (struct iovec){(char *)record->io->buf + skip, rest - skip};
	return count;
}

static void count_sent(struct flight *flight, size_t bytes)
{
	flight->quiet_ns = 0;
	flight->sent_bytes += bytes;
	while (flight->sent < flight->taken) {
		size_t whole = bytes_to_send(flow_record(flight, flight->sent));

		if (flight->sent_bytes < whole)
			break;
		flight->sent_bytes -= whole;
		flight->sent++;
	}
}

/* Not more than one call's worth, or replies would wait where a fast far end
 * takes all that is offered. */
int flow_push(struct connection *connection)
{
	struct flight *flight = connection->flight;
	struct iovec vector[PARTS];
	size_t skip = flight->sent_bytes, bytes = 0;
	int64_t sent;
	int count = 0;

	for (uint64_t i = flight->sent;
	     i < flight->taken && count + 2 <= PARTS && bytes < AT_ONCE; i++) {
		struct record *record = flow_record(flight, i);

		count += add_parts(record, skip, vector + count);
		bytes += bytes_to_send(record) - skip;
		skip = 0;
	}
	if (count == 0)
		return 0;
	sent = net_send_some(connection->fd, vector, count);
	if (sent == -EAGAIN)
		return 0;
	if (sent < 0)
		return connection_lost(connection, (int)sent);
	count_sent(flight, (size_t)sent);
	return 0;
}

void flow_answer(struct flight *flight, int64_t result)
{
	struct bench_io *io = flow_record(flight, flight->answered)->io;

	io->result = result;
	io->done_ns = bench->now_ns();
	flight->answered++;
	flight->in_reply = false;
}

/* An error of the record's own is its result; only what the connection dies of
 * is returned. */
static int start_reply(struct connection *connection)
{
	struct flight *flight = connection->flight;
	const struct record *record = flow_record(flight, flight->answered);
	const struct bench_io *io = record->io;
	const struct flow_kind *kind = flow_kind(io->op);
	struct subject subject = {kind->verb, file_name(io->file), NULL};
	struct wire_reply reply;
	int error = connection_judge(connection, kind->op, &subject,
	                             flight->ahead + flight->start, &reply);

	if (connection->broken)
		return connection->broken;
	flight->start += WIRE_HEADER;
	flight->length -= WIRE_HEADER;
	flight->in_reply = true;
	flight->got = flight->due = 0;
	flight->result = error ? error : (int64_t)io->len;
	if (error)
		return 0;
	if (io->op == BENCH_OP_FLUSH)
		flight->result = file_settled(io->file, subject.verb, reply.value,
		                              record->unflushed);
	if (io->op != BENCH_OP_READ)
		return 0;
	if (reply.value > io->len)
		return connection_lost(connection, -EPROTO);
	flight->due = (size_t)reply.value;
	flight->result = (int64_t)reply.value;
	return 0;
}

/* Makes of what came ahead as many answers as it has. */
static int digest(struct connection *connection)
{
	struct flight *flight = connection->flight;

	while (flight->answered < flight->sent) {
		struct bench_io *io = flow_record(flight, flight->answered)->io;
		size_t piece;
		int error = 0;

		if (!flight->in_reply && flight->length >= WIRE_HEADER)
			error = start_reply(connection);
		if (error || !flight->in_reply)
			return error;
		piece = flight->due - flight->got;
		if (piece > flight->length)
			piece = flight->length;
		if (piece > 0)
			memcpy((char *)io->buf + flight->got, flight->ahead + flight->start,
			       piece);
		flight->got += piece;
		flight->start += piece;
		flight->length -= piece;
		if (flight->got < flight->due)
			return 0;
		flow_answer(flight, flight->result);
		/* After its time was taken. */
		if (io->op == BENCH_OP_READ)
			io->result = file_checked(io->file, io->buf, io->result, io->off);
	}
	return flight->length > 0 ? connection_lost(connection, -EPROTO) : 0;
}

/* How far to read behind the reply that is coming in, or, while its header is
 * not there, ahead of it. */
static size_t look_ahead(struct flight *flight)
{
	const struct bench_io *io = flow_record(flight, flight->answered)->io;
	size_t size = io->op == BENCH_OP_READ ? io->len : 0;

	if (!flight->in_reply)
		return (size < SMALL ? FLOW_AHEAD : WIRE_HEADER) - flight->length;
	if (flight->answered + 1 == flight->sent)
		return 0;
	return size < SMALL ? FLOW_AHEAD : size < LARGE ? WIRE_HEADER : 0;
}

/* One call that receives, and what follows from it.  wait: for as long as the
 * socket's own limit. */
static int pull(struct connection *connection, bool wait)
{
	struct flight *flight = connection->flight;
	struct bench_io *io = flow_record(flight, flight->answered)->io;
	size_t want = flight->in_reply ? flight->due - flight->got : 0;
	struct iovec vector[2];
	int count = 0, flags = MSG_DONTWAIT;
	int64_t got;

	if (flight->start > 0 && flight->length > 0)
		memmove(flight->ahead, flight->ahead + flight->start, flight->length);
	flight->start = 0;
	if (want > 0)
		vector[count++] = (struct iovec){(char *)io->buf + flight->got, want};
	vector[count] =
	        (struct iovec){flight->ahead + flight->length, look_ahead(flight)};
	count += vector[count].iov_len > 0;
	if (wait)
		flags = want > 0 && count == 1 ? MSG_WAITALL : 0;
	got = net_receive_some(connection->fd, vector, count, flags);
	if (got == -EAGAIN)
		return wait ? connection_lost(connection, -ETIMEDOUT) : 0;
	if (got < 0)
		return connection_lost(connection, (int)got);
	flight->quiet_ns = 0;
	if ((size_t)got > want) {
		flight->length += (size_t)got - want;
		got = (int64_t)want;
	}
	flight->got += (size_t)got;
	return digest(connection);
}

/* Waits at most that long for the socket to move either way. */
static int await(struct connection *connection, int64_t wait_ns)
{
	struct flight *flight = connection->flight;
	int64_t left = connection->config->timeout - flight->quiet_ns;
	int64_t before = bench->now_ns(), ns = wait_ns < left ? wait_ns : left;
	struct timespec limit = {(time_t)(ns / 1000000000), ns % 1000000000};
	struct pollfd waiting = {.fd = connection->fd};
	int ready;

	waiting.events = (short)((flight->answered < flight->sent ? POLLIN : 0) |
	                         (flight->sent < flight->taken ? POLLOUT : 0));
	ready = ppoll(&waiting, 1, &limit, NULL);
	if (ready < 0 && errno != EINTR)
		return connection_lost(connection, -errno);
	if (ready > 0 && (waiting.revents & ~POLLOUT))
		return pull(connection, false);
	if (ready > 0)
		return 0;
	flight->quiet_ns += bench->now_ns() - before;
	if (flight->quiet_ns >= connection->config->timeout)
		return connection_lost(connection, -ETIMEDOUT);
	return 0;
}

int flow_turn(struct connection *connection, int64_t wait_ns)
{
	struct flight *flight = connection->flight;
	int error = flow_push(connection);

	if (error)
		return error;
	/* Nothing to send and no hurry: one call instead of two. */
	if (flight->sent == flight->taken && wait_ns >= connection->config->timeout)
		return pull(connection, true);
	return await(connection, wait_ns);
}
