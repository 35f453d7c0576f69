/* conversation.c - one client's requests, one after the other.
 *
 * A client is not trusted: whatever it says, it gets an answer or loses its
 * connection, and costs no more memory than the quota allows. */
#include "serve.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "net.h"

int client_reply(struct client *client, const struct wire_reply *reply)
{
	unsigned char bytes[WIRE_HEADER];
	struct iovec vector = {bytes, sizeof(bytes)};

	wire_put_reply(bytes, reply);
	return net_send(client->fd, &vector, 1);
}

static int reply_status(struct client *client, uint8_t op, int error)
{
	return client_reply(
	        client,
	        &(struct wire_reply){.op = op, .status = wire_status(error)});
}

static struct handle *find_handle(struct client *client, uint32_t number)
{
	if (number >= client->handle_count || !client->handles[number].node)
		return NULL;
	return &client->handles[number];
}

/* A free handle; the table grows as the client really opens files. */
static int free_handle(struct client *client, uint32_t *number)
{
	size_t count = client->handle_count;
	struct handle *handles;

	for (size_t i = 0; i < count; i++) {
		if (!client->handles[i].node) {
			*number = (uint32_t)i;
			return 0;
		}
	}
	if (count == CLIENT_HANDLES)
		return -EMFILE;
	handles = realloc(client->handles, (count + 16) * sizeof(*handles));
	if (!handles)
		return -ENOMEM;
	memset(handles + count, 0, 16 * sizeof(*handles));
	client->handles = handles;
	client->handle_count = count + 16;
	*number = (uint32_t)count;
	return 0;
}

static int serve_open(struct client *client, const struct wire_request *request,
                      const char *name)
{
	struct wire_reply reply = {.op = WIRE_OPEN};
	struct node *node = NULL;
	struct data *data;
	int error = free_handle(client, &reply.handle);

	if (!error && (request->flags & WIRE_DISCARD) && !client->sink) {
		client->sink = malloc(POOL_BLOCK);
		error = client->sink ? 0 : -ENOMEM;
	}
	if (!error)
		error = store_open(client->server->store, name, request->flags, &node);
	if (error)
		return reply_status(client, WIRE_OPEN, error);
	client->handles[reply.handle] =
	        (struct handle){.node = node, .flags = request->flags};
	data = store_data(client->server->store, node);
	reply.value = data_size(data);
	data_release(data);
	return client_reply(client, &reply);
}

/* The count of quiet writes since the last time, or what went wrong. */
static int serve_flush(struct client *client,
                       const struct wire_request *request)
{
	struct wire_reply reply = {.op = request->op};
	struct handle *handle = find_handle(client, request->handle);

	reply.status = wire_status(handle ? handle->error : -EBADF);
	if (handle) {
		reply.value = handle->streamed;
		reply.extra = handle->wrong;
		handle->streamed = 0;
		handle->error = 0;
	}
	if (handle && request->op == WIRE_CLOSE) {
		store_close(client->server->store, handle->node);
		handle->node = NULL;
	}
	if (request->flags & WIRE_QUIET)
		return 0;
	return client_reply(client, &reply);
}

/* From now on the handle's bytes are known. */
static int serve_expect(struct client *client,
                        const struct wire_request *request)
{
	struct handle *handle = find_handle(client, request->handle);
	struct bench_pattern pattern;
	unsigned char bytes[WIRE_PATTERN];
	int error = client_receive(client, bytes, sizeof(bytes));

	if (error)
		return error;
	wire_get_pattern(bytes, &pattern);
	error = handle ? expect_set(&handle->expect,
	                            (handle->flags & WIRE_FOR_WRITE) != 0, &pattern)
	               : -EBADF;
	return reply_status(client, WIRE_EXPECT, error);
}

static int serve_stat(struct client *client, const char *name)
{
	struct store_stat st = {0};
	int error = store_stat(client->server->store, name, &st);

	return client_reply(
	        client,
	        &(struct wire_reply){.op = WIRE_STAT,
	                             .flags = st.directory ? WIRE_DIRECTORY : 0,
	                             .status = wire_status(error),
	                             .value = st.size,
	                             .extra = (uint64_t)st.changed});
}

static int serve_list(struct client *client, const char *name)
{
	unsigned char header[WIRE_HEADER];
	struct wire_reply reply = {.op = WIRE_LIST};
	struct iovec vector[2] = {{header, sizeof(header)}};
	char *bytes = NULL;
	size_t length = 0;
	int error = store_list(client->server->store, name, &bytes, &length);

	if (error)
		return reply_status(client, WIRE_LIST, error);
	reply.value = length;
	wire_put_reply(header, &reply);
	vector[1] = (struct iovec){bytes, length};
	error = net_send(client->fd, vector, 2);
	free(bytes);
	return error;
}

static int serve_space(struct client *client)
{
	struct wire_reply reply = {.op = WIRE_SPACE};

	store_space(client->server->store, &reply.value, &reply.extra);
	return client_reply(client, &reply);
}

static int receive_name(struct client *client, uint64_t length, char *name)
{
	if (length > WIRE_NAME_MAX)
		return -EPROTO;
	name[length] = '\0';
	return client_receive(client, name, (size_t)length);
}

/* Requests with a name, and those with two. */
static int serve_names(struct client *client,
                       const struct wire_request *request)
{
	struct store *store = client->server->store;
	char name[WIRE_NAME_MAX + 1], second[WIRE_NAME_MAX + 1];
	uint64_t length = request->name_length;
	int error = receive_name(client, request->name_length, name);

	if (!error && request->op == WIRE_RENAME) {
		error = receive_name(client, request->length, second);
		length += request->length;
	}
	if (!error)
		error = client_discard(client, wire_padding(length));
	if (error)
		return error;
	switch (request->op) {
	case WIRE_OPEN:
		return serve_open(client, request, name);
	case WIRE_STAT:
		return serve_stat(client, name);
	case WIRE_LIST:
		return serve_list(client, name);
	case WIRE_RENAME:
		error = store_rename(store, name, second);
		break;
	case WIRE_UNLINK:
		error = store_unlink(store, name);
		break;
	case WIRE_MKDIR:
		error = store_mkdir(store, name);
		break;
	default:
		error = store_rmdir(store, name);
		break;
	}
	return reply_status(client, request->op, error);
}

static int serve_request(struct client *client,
                         const struct wire_request *request)
{
	struct handle *handle = find_handle(client, request->handle);

	switch (request->op) {
	case WIRE_PING:
		return reply_status(client, WIRE_PING, 0);
	case WIRE_WRITE:
		if (request->length > WIRE_RECORD_MAX)
			return -EPROTO;
		return transfer_write(client, handle, request);
	case WIRE_READ:
		return transfer_read(client, handle, request);
	case WIRE_STREAM:
		return transfer_stream(client, handle, request);
	case WIRE_STOP:
		return 0;
	case WIRE_CLOSE:
	case WIRE_FLUSH:
		return serve_flush(client, request);
	case WIRE_SPACE:
		return serve_space(client);
	case WIRE_EXPECT:
		return serve_expect(client, request);
	case WIRE_CHECKED:
		return client_reply(client,
		                    &(struct wire_reply){.op = WIRE_CHECKED,
		                                         .value = client->checked});
	case WIRE_OPEN:
	case WIRE_STAT:
	case WIRE_LIST:
	case WIRE_RENAME:
	case WIRE_UNLINK:
	case WIRE_MKDIR:
	case WIRE_RMDIR:
		return serve_names(client, request);
	default:
		return -EPROTO;
	}
}

int client_serve(struct server *server, int fd)
{
	struct client client;
	struct wire_request request;
	int state;

	client.server = server;
	client.fd = fd;
	client.ahead_start = client.ahead_length = 0;
	client.watch = (struct net_watch){.limit_ns = server->config->busy_poll};
	client.streaming = false;
	client.handles = NULL;
	client.handle_count = 0;
	client.checked = 0;
	client.sink = NULL;
	while ((state = client_next(&client, &request)) > 0) {
		client.streaming =
		        request.op == WIRE_WRITE && (request.flags & WIRE_QUIET);
		state = serve_request(&client, &request);
		if (state)
			break;
	}
	for (size_t i = 0; i < client.handle_count; i++)
		if (client.handles[i].node)
			store_close(server->store, client.handles[i].node);
	free(client.handles);
	free(client.sink);
	return state;
}
