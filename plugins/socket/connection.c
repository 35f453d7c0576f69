/* connection.c - requests and replies over the client's connection. */
#include "connection.h"

#include <errno.h>
#include <string.h>
#include "flight.h"
#include "net.h"

int connection_lost(struct connection *connection, int error)
{
	double limit = (double)connection->config->timeout / 1e9;

	connection->streaming = NULL;
	if (atomic_load(&connection->cancelled))
		error = -ECANCELED;
	connection->broken = error;
	if (error == -ECANCELED)
		bench->fail(connection->ctx, "%s: cancelled", connection->label);
	else if (error == -ETIMEDOUT)
		bench->fail(connection->ctx,
		            "%s moved no byte for %g s (option `timeout`)",
		            connection->label, limit);
	else if (error == -ECONNRESET)
		bench->fail(connection->ctx, "%s closed the connection",
		            connection->label);
	else if (error == -EPROTO)
		bench->fail(connection->ctx,
		            "%s sent what does not belong to the protocol",
		            connection->label);
	else
		bench->fail(connection->ctx, "the connection to %s broke: %s",
		            connection->label, strerror(-error));
	return error;
}

int connection_usable(struct connection *connection)
{
	if (!connection->broken)
		return 0;
	bench->fail(connection->ctx, "the connection to %s broke before: %s",
	            connection->label, strerror(-connection->broken));
	return connection->broken;
}

int connection_ready(struct connection *connection)
{
	int error = connection_usable(connection);

	if (!error && connection->streaming)
		error = file_stop_stream(connection);
	return error ? error : flight_settle(connection);
}

/* The far end knows the bytes and saw another one. */
static int found_wrong(struct connection *connection,
                       const struct subject *subject,
                       const struct wire_reply *reply)
{
	bool held = reply->op == WIRE_READ || reply->op == WIRE_STREAM;

	bench->fail(connection->ctx,
	            "%s %s at %s: the far end %s another byte at offset %llu than "
	            "was written%s",
	            subject->verb, subject->name ? subject->name : "",
	            connection->label, held ? "holds" : "received",
	            (unsigned long long)reply->extra,
	            held ? ", and did not send it" : "");
	return -EILSEQ;
}

static int refused(struct connection *connection, const struct subject *subject,
                   const struct wire_reply *reply)
{
	int error = wire_error(reply->status);

	if (error == -EILSEQ)
		return found_wrong(connection, subject, reply);
	bench->fail(connection->ctx, "%s %s%s%s at %s: %s", subject->verb,
	            subject->name ? subject->name : "",
	            subject->second ? " to " : "",
	            subject->second ? subject->second : "", connection->label,
	            wire_error_text(error));
	return error;
}

static int check_name(struct connection *connection, const char *name)
{
	if (strlen(name) <= WIRE_NAME_MAX)
		return 0;
	bench->fail(connection->ctx, "%s: a name has at most %d bytes", name,
	            WIRE_NAME_MAX);
	return -ENAMETOOLONG;
}

int connection_send(struct connection *connection, struct wire_request *request,
                    const struct subject *subject, const void *data,
                    size_t length)
{
	static const char zeros[WIRE_ALIGN];
	unsigned char header[WIRE_HEADER];
	struct iovec vector[5] = {{header, sizeof(header)}};
	size_t names = request->name_length;
	int count = 1, error = connection_ready(connection);

	if (!error && subject->name)
		error = check_name(connection, subject->name);
	if (!error && subject->second)
		error = check_name(connection, subject->second);
	if (error)
		return error;
	wire_put_request(header, request);
	if (request->name_length)
		vector[count++] =
		        (struct iovec){(void *)subject->name, request->name_length};
	if (subject->second) {
		vector[count++] = (struct iovec){(void *)subject->second,
		                                 (size_t)request->length};
		names += (size_t)request->length;
	}
	if (wire_padding(names) > 0)
		vector[count++] = (struct iovec){(void *)zeros, wire_padding(names)};
	if (length > 0)
		vector[count++] = (struct iovec){(void *)data, length};
	/* A streamed record is followed by another one or by the flush: without
	 * this each would leave in a segment of its own, and the rest of a large
	 * one in a tiny segment. */
	if (request->op == WIRE_WRITE && (request->flags & WIRE_QUIET))
		error = net_send_more(connection->fd, vector, count);
	else
		error = net_send(connection->fd, vector, count);
	return error ? connection_lost(connection, error) : 0;
}

int connection_judge(struct connection *connection, uint8_t op,
                     const struct subject *subject, const unsigned char *bytes,
                     struct wire_reply *reply)
{
	wire_get_reply(bytes, reply);
	if (reply->op != op)
		return connection_lost(connection, -EPROTO);
	if (reply->status)
		return refused(connection, subject, reply);
	return 0;
}

int connection_receive(struct connection *connection, uint8_t op,
                       const struct subject *subject, struct wire_reply *reply)
{
	unsigned char header[WIRE_HEADER];
	int error = net_receive(connection->fd, header, sizeof(header));

	if (error)
		return connection_lost(connection, error);
	return connection_judge(connection, op, subject, header, reply);
}

int connection_call(struct connection *connection, struct wire_request *request,
                    const struct subject *subject, struct wire_reply *reply)
{
	int error = connection_send(connection, request, subject, NULL, 0);

	if (error)
		return error;
	return connection_receive(connection, request->op, subject, reply);
}
