/* flight.c - submit and reap: a ring of records, answered in order. */
#include "flight.h"

#include <errno.h>
#include <stdlib.h>
#include "file.h"
#include "flow.h"

static unsigned collect(struct connection *connection, struct bench_io **done,
                        unsigned max)
{
	struct flight *flight = connection->flight;
	unsigned count = 0;

	while (connection->broken && flight->answered < flight->taken)
		flow_answer(flight, connection->broken);
	while (count < max && flight->reaped < flight->answered)
		done[count++] = flow_record(flight, flight->reaped++)->io;
	return count;
}

/* The first submit of a session makes the ring. */
static int prepare(struct connection *connection)
{
	int error = connection_usable(connection);

	if (!error && connection->streaming)
		error = file_stop_stream(connection);
	if (error || connection->flight)
		return error;
	connection->flight = calloc(1, sizeof(*connection->flight));
	return connection->flight ? 0 : -ENOMEM;
}

int flight_submit(void *session, struct bench_io *const *v, unsigned n)
{
	struct connection *connection = session;
	struct flight *flight;
	unsigned taken = 0;
	int error = prepare(connection);

	if (error)
		return error;
	flight = connection->flight;
	if (flight->answered == flight->taken)
		flight->quiet_ns = 0;
	while (taken < n && flight->taken - flight->reaped < FLIGHT_MAX) {
		struct record *record = flow_record(flight, flight->taken);
		struct wire_request request = {.op = flow_kind(v[taken]->op)->op};

		error = file_request(v[taken], &request, &record->unflushed);
		if (error)
			break;
		wire_put_request(record->header, &request);
		record->io = v[taken++];
		flight->taken++;
	}
	if (taken == 0)
		return error;
	/* If the connection breaks here, reap hands the records back. */
	(void)flow_push(connection);
	return (int)taken;
}

int flight_reap(void *session, struct bench_io **done, unsigned min,
                unsigned max, int64_t timeout_ns)
{
	struct connection *connection = session;
	struct flight *flight = connection->flight;
	int64_t now = bench->now_ns(), end = INT64_MAX;
	unsigned count;

	if (!flight)
		return 0;
	if (timeout_ns >= 0 && timeout_ns < INT64_MAX - now)
		end = now + timeout_ns;
	count = collect(connection, done, max);
	while (count < min && count < max && flight->reaped < flight->taken) {
		int64_t left = end - bench->now_ns();

		(void)flow_turn(connection, left > 0 ? left : 0);
		count += collect(connection, done + count, max - count);
		if (left <= 0)
			break;
	}
	return (int)count;
}

int flight_settle(struct connection *connection)
{
	struct flight *flight = connection->flight;
	int error = 0;

	while (flight && !error && flight->answered < flight->taken)
		error = flow_turn(connection, INT64_MAX);
	return error;
}

void flight_free(struct connection *connection)
{
	free(connection->flight);
	connection->flight = NULL;
}
