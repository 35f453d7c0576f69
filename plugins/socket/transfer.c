/* transfer.c - the far end's data path: from the socket into the store's blocks
 * and back, without a copy of its own and without a lock held. */
#include "serve.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include "net.h"

/* Of a stream.  A client that wants no more waits for the end of one. */
#define FRAME (DATA_PARTS * POOL_BLOCK / 2)

/* As data_room(), for bytes that are thrown away: one block again and again,
 * which stays in the cache. */
static int64_t sink_room(const struct client *client, uint64_t offset,
                         uint64_t length, struct iovec *vector, int *count)
{
	uint64_t done = 0;

	if (offset > INT64_MAX - length)
		return -EINVAL;
	for (*count = 0; done < length && *count < DATA_PARTS; ++*count) {
		size_t piece = length - done < POOL_BLOCK ? (size_t)(length - done)
		                                          : POOL_BLOCK;

		vector[*count] = (struct iovec){client->sink, piece};
		done += piece;
	}
	return (int64_t)done;
}

/* Receives `length` bytes.  What did not come reads as zeros: the blocks have
 * bytes of other files in them. */
static int fill(struct client *client, struct iovec *vector, int count,
                uint64_t length, bool last)
{
	int error = client_fill(client, vector, count, (size_t)length, last);

	for (int i = 0; error && i < count; i++)
		if (vector[i].iov_len > 0)
			memset(vector[i].iov_base, 0, vector[i].iov_len);
	return error;
}

/* One part of a write: receives it and, where its bytes are known, checks it.
 * *problem: it is wrong. */
static int take(struct client *client, struct handle *handle,
                struct iovec *vector, int count, uint64_t offset,
                uint64_t length, bool last, int *problem)
{
	const struct expect *expect = &handle->expect;
	struct iovec places[DATA_PARTS];
	uint64_t wrong;
	int error;

	/* Receiving uses the vector up. */
	if (expect->writes)
		memcpy(places, vector, (size_t)count * sizeof(*places));
	error = fill(client, vector, count, length, last);
	if (error || !expect->writes)
		return error;
	if (expect_holds_all(expect, places, count, offset, &wrong)) {
		client->checked += length;
		return 0;
	}
	handle->wrong = wrong;
	*problem = -EILSEQ;
	return 0;
}

/* Takes the data of a write off the wire.  data: NULL if there is a problem
 * already.  *problem: why they are lost. */
static int receive(struct client *client, struct handle *handle,
                   struct data *data, const struct wire_request *request,
                   int *problem)
{
	struct iovec vector[DATA_PARTS + 1];
	uint64_t offset = request->offset, length = request->length;
	bool discard = handle && (handle->flags & WIRE_DISCARD);
	int count;

	while (length > 0 && !*problem) {
		int64_t room =
		        discard ? sink_room(client, offset, length, vector, &count)
		                : data_room(data, offset, length, vector, &count);
		int error;

		if (room < 0) {
			*problem = (int)room;
			break;
		}
		error = take(client, handle, vector, count, offset, (uint64_t)room,
		             (uint64_t)room == length, problem);
		if (error)
			return error;
		data_commit(data, offset, (uint64_t)room);
		offset += (uint64_t)room;
		length -= (uint64_t)room;
	}
	return client_discard(client, length);
}

int transfer_write(struct client *client, struct handle *handle,
                   const struct wire_request *request)
{
	struct data *data = NULL;
	int problem = 0, error;

	if (!handle || !(handle->flags & WIRE_FOR_WRITE))
		problem = -EBADF;
	else if ((request->flags & WIRE_QUIET) && handle->error)
		problem = handle->error;
	else
		data = store_data(client->server->store, handle->node);
	error = receive(client, handle, data, request, &problem);
	data_release(data);
	if (error)
		return error;
	if (!(request->flags & WIRE_QUIET))
		return client_reply(
		        client,
		        &(struct wire_reply){.op = WIRE_WRITE,
		                             .status = wire_status(problem),
		                             .value = request->length,
		                             .extra = handle ? handle->wrong : 0});
	if (!handle)
		return -EBADF;
	if (problem && !handle->error)
		handle->error = problem;
	if (!problem)
		handle->streamed += request->length;
	return 0;
}

/* Is what is about to be sent what the client expects?  0 or -EILSEQ and, in
 * the reply, where. */
static int check_stored(struct client *client, const struct handle *handle,
                        struct data *data, uint64_t offset,
                        struct wire_reply *reply)
{
	struct iovec vector[DATA_PARTS];
	uint64_t end = offset + reply->value, wrong;
	int count;

	if (!handle->expect.reads)
		return 0;
	while (offset < end) {
		uint64_t seen = data_view(data, offset, end - offset, vector, &count);

		if (seen == 0)
			return 0;
		if (!expect_holds_all(&handle->expect, vector, count, offset, &wrong)) {
			reply->status = wire_status(-EILSEQ);
			reply->value = 0;
			reply->extra = wrong;
			return -EILSEQ;
		}
		client->checked += seen;
		offset += seen;
	}
	return 0;
}

/* Sends a reply and `length` bytes of data, which the caller holds and which
 * are there. */
static int send_data(struct client *client, const struct wire_reply *reply,
                     struct data *data, uint64_t offset, uint64_t length)
{
	unsigned char header[WIRE_HEADER];
	struct iovec vector[DATA_PARTS + 1] = {{header, sizeof(header)}};
	bool more = reply->op == WIRE_STREAM && !(reply->flags & WIRE_LAST);
	int count, head = 1, error;

	wire_put_reply(header, reply);
	do {
		uint64_t seen = data_view(data, offset, length, vector + head, &count);

		offset += seen;
		length -= seen;
		/* All but the end of a stream or a reply is followed at once. */
		if (length > 0 || more)
			error = net_send_more(client->fd, vector, count + head);
		else
			error = net_send(client->fd, vector, count + head);
		head = 0;
	} while (!error && length > 0);
	return error;
}

static int refuse_read(struct client *client, int error)
{
	return client_reply(client,
	                    &(struct wire_reply){.op = WIRE_READ,
	                                         .status = wire_status(error)});
}

int transfer_read(struct client *client, struct handle *handle,
                  const struct wire_request *request)
{
	struct wire_reply reply = {.op = WIRE_READ};
	uint64_t size;
	struct data *data;
	int error;

	if (!handle || !(handle->flags & WIRE_FOR_READ))
		return refuse_read(client, -EBADF);
	if (request->length > WIRE_RECORD_MAX)
		return refuse_read(client, -EINVAL);
	data = store_data(client->server->store, handle->node);
	size = data_size(data);
	if (request->offset < size) {
		reply.value = size - request->offset;
		if (reply.value > request->length)
			reply.value = request->length;
	}
	(void)check_stored(client, handle, data, request->offset, &reply);
	error = send_data(client, &reply, data, request->offset, reply.value);
	data_release(data);
	return error;
}

/* Did the client say something?  In mid-stream that can only be "stop". */
static bool has_word(const struct client *client)
{
	char byte;

	return client->ahead_length > 0 ||
	       recv(client->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) >= 0;
}

static int send_frames(struct client *client, const struct handle *handle,
                       struct data *data, uint64_t offset)
{
	struct wire_reply reply = {.op = WIRE_STREAM};
	bool first = true;
	int error = 0;

	while (!error && !(reply.flags & WIRE_LAST)) {
		uint64_t size = data_size(data);

		reply.value = size > offset ? size - offset : 0;
		if (reply.value > FRAME)
			reply.value = FRAME;
		if (!first && has_word(client))
			reply.value = 0;
		first = false;
		if (check_stored(client, handle, data, offset, &reply) ||
		    reply.value == 0 || offset + reply.value == size)
			reply.flags = WIRE_LAST;
		error = send_data(client, &reply, data, offset, reply.value);
		offset += reply.value;
	}
	return error;
}

int transfer_stream(struct client *client, struct handle *handle,
                    const struct wire_request *request)
{
	struct data *data;
	int error;

	if (!handle || !(handle->flags & WIRE_FOR_READ))
		return client_reply(
		        client, &(struct wire_reply){.op = WIRE_STREAM,
		                                     .flags = WIRE_LAST,
		                                     .status = wire_status(-EBADF)});
	data = store_data(client->server->store, handle->node);
	error = send_frames(client, handle, data, request->offset);
	data_release(data);
	return error;
}
