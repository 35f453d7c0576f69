/* ahead.c - reading a client's bytes with few system calls.
 *
 * A record's data go straight to where they belong, and what follows it in the
 * socket is taken along: of small records many at once, at the price of a copy
 * that is cheaper than a call; of others the next header only. */
#include "serve.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include "net.h"

#define SMALL 16384

static size_t take(struct client *client, void *buffer, size_t length)
{
	if (length > client->ahead_length)
		length = client->ahead_length;
	if (length > 0)
		memcpy(buffer, client->ahead + client->ahead_start, length);
	client->ahead_start += length;
	client->ahead_length -= length;
	return length;
}

int client_receive(struct client *client, void *buffer, size_t length)
{
	size_t taken = take(client, buffer, length);

	return net_receive(client->fd, (char *)buffer + taken, length - taken);
}

int client_discard(struct client *client, uint64_t length)
{
	size_t skipped = client->ahead_length;

	if (skipped > length)
		skipped = (size_t)length;
	client->ahead_start += skipped;
	client->ahead_length -= skipped;
	return net_discard(client->fd, length - skipped);
}

/* Who waits for an answer is not to be hurried: only streams are watched. */
static struct net_watch *watch(struct client *client)
{
	return client->streaming ? &client->watch : NULL;
}

int client_fill(struct client *client, struct iovec *vector, int count,
                size_t length, bool more)
{
	size_t tail = length < SMALL ? sizeof(client->ahead) : WIRE_HEADER;
	int64_t got;

	for (int i = 0; i < count && client->ahead_length > 0; i++) {
		size_t taken = take(client, vector[i].iov_base, vector[i].iov_len);

		vector[i].iov_base = (char *)vector[i].iov_base + taken;
		vector[i].iov_len -= taken;
		length -= taken;
	}
	if (length == 0)
		return 0;
	client->ahead_start = 0;
	vector[count] = (struct iovec){client->ahead, tail};
	got = net_scatter(client->fd, vector, count + more, length, watch(client));
	if (got < 0)
		return (int)got;
	client->ahead_length = (size_t)got - length;
	return 0;
}

/* More of a header; 1, or as client_next(). */
static int await_header(struct client *client)
{
	struct iovec place;
	struct msghdr message = {.msg_iov = &place, .msg_iovlen = 1};
	ssize_t got;

	if (client->ahead_start > sizeof(client->ahead) - WIRE_HEADER) {
		memmove(client->ahead, client->ahead + client->ahead_start,
		        client->ahead_length);
		client->ahead_start = 0;
	}
	place.iov_base = client->ahead + client->ahead_start + client->ahead_length;
	place.iov_len = WIRE_HEADER - client->ahead_length;
	got = net_receive_watching(client->fd, &message, watch(client));
	if (got > 0) {
		client->ahead_length += (size_t)got;
		return 1;
	}
	if (got == 0)
		return client->ahead_length > 0 ? -ECONNRESET : 0;
	/* Silence between requests is fine for ever: keep-alive finds the dead. */
	if (errno == EINTR || (errno == EAGAIN && client->ahead_length == 0))
		return 1;
	return errno == EAGAIN ? -ETIMEDOUT : -errno;
}

int client_next(struct client *client, struct wire_request *request)
{
	unsigned char header[WIRE_HEADER];

	if (client->ahead_length == 0)
		client->ahead_start = 0;
	while (client->ahead_length < WIRE_HEADER) {
		int state = await_header(client);

		if (state <= 0)
			return state;
	}
	take(client, header, sizeof(header));
	wire_get_request(header, request);
	return 1;
}
