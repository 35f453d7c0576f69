/* flow.h - the bytes of records in flight, both ways over one socket. */
#ifndef SOCKET_FLOW_H
#define SOCKET_FLOW_H

#include <stdbool.h>
#include "connection.h"
#include "flight.h"

#define FLOW_AHEAD 65536

struct record {
	struct bench_io *io;
	uint64_t unflushed; /* of a flush: what the far end has to have */
	unsigned char header[WIRE_HEADER];
};

struct flight {
	struct record ring[FLIGHT_MAX];
	/* How many ever came so far: reaped <= answered <= sent <= taken. */
	uint64_t reaped, answered, sent, taken;
	size_t sent_bytes;    /* of the record after the sent ones */
	int64_t quiet_ns;     /* waited since a byte moved */
	bool in_reply;        /* its header has come */
	int64_t result;       /* of the record that it answers */
	size_t due, got;      /* its data */
	size_t start, length; /* of what came ahead */
	unsigned char ahead[FLOW_AHEAD];
};

/* What a record's kind is on the wire and in a sentence. */
struct flow_kind {
	uint8_t op;
	const char *verb;
};

const struct flow_kind *flow_kind(enum bench_op op);
struct record *flow_record(struct flight *flight, uint64_t number);
/* The first record without an answer gets this one. */
void flow_answer(struct flight *flight, int64_t result);
/* One call that sends what the socket takes without waiting. */
int flow_push(struct connection *connection);
/* Moves bytes both ways and waits at most that long for it, while there is a
 * record without an answer.  Like flow_push(), it returns 0 or what broke the
 * connection. */
int flow_turn(struct connection *connection, int64_t wait_ns);

#endif
