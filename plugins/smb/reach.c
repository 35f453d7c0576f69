/* reach.c - resolves the server and reaches its port within the time limit.
 *
 * The library would ask name servers of its own and wait for as long as it
 * likes; so it is handed a numeric address that has just answered. */
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "smb.h"

/* The host without brackets; free(). */
static char *plain_host(const char *host)
{
	size_t length = strlen(host);

	if (host[0] == '[' && host[length - 1] == ']')
		return strndup(host + 1, length - 2);
	return strdup(host);
}

static int resolve(const struct connection *connection, struct addrinfo **list)
{
	struct addrinfo hints = {.ai_socktype = SOCK_STREAM,
	                         .ai_flags = AI_NUMERICSERV};
	char *host = plain_host(connection->config->host);
	char port[16];
	int error;

	if (!host)
		return -ENOMEM;
	snprintf(port, sizeof(port), "%d", (int)connection->config->port);
	error = getaddrinfo(host, port, &hints, list);
	if (error)
		bench->fail(connection->ctx, "host `%s`: %s", host,
		            gai_strerror(error));
	free(host);
	if (!error)
		return 0;
	return error == EAI_MEMORY ? -ENOMEM : -EHOSTUNREACH;
}

/* Waits for a connect in progress; 0 or a positive errno. */
static int await_connect(int fd, int64_t deadline)
{
	struct pollfd waiting = {.fd = fd, .events = POLLOUT};
	socklen_t length = sizeof(int);
	int error = 0, ready;

	do {
		int64_t left = (deadline - bench->now_ns() + 999999) / 1000000;

		ready = poll(&waiting, 1, left > 0 ? (int)left : 0);
	} while (ready < 0 && errno == EINTR);
	if (ready < 0)
		return errno;
	if (ready == 0)
		return ETIMEDOUT;
	if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length))
		return errno;
	return error;
}

/* The socket stays non-blocking.  0 or a positive errno. */
static int try_address(const struct addrinfo *address, int64_t deadline,
                       int *out)
{
	int fd = socket(address->ai_family,
	                SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	int error = 0;

	if (fd < 0)
		return errno;
	if (connect(fd, address->ai_addr, address->ai_addrlen) < 0)
		error = errno == EINPROGRESS ? await_connect(fd, deadline) : errno;
	if (error) {
		close(fd);
		return error;
	}
	*out = fd;
	return 0;
}

static int keep_address(struct connection *connection,
                        const struct addrinfo *address)
{
	char host[NI_MAXHOST];

	if (getnameinfo(address->ai_addr, address->ai_addrlen, host, sizeof(host),
	                NULL, 0, NI_NUMERICHOST))
		return -EINVAL;
	free(connection->peer);
	connection->peer = strdup(host);
	memcpy(&connection->address, address->ai_addr, address->ai_addrlen);
	connection->address_length = address->ai_addrlen;
	return connection->peer ? 0 : -ENOMEM;
}

static int cannot_reach(const struct connection *connection, int error)
{
	const struct smb_config *config = connection->config;

	if (error == ETIMEDOUT)
		bench->fail(connection->ctx,
		            "%s port %d did not answer within %g s (option `timeout`)",
		            config->host, (int)config->port,
		            (double)config->timeout / 1e9);
	else
		bench->fail(connection->ctx, "cannot connect to %s port %d: %s",
		            config->host, (int)config->port, strerror(error));
	return -error;
}

int reach_server(struct connection *connection, int *fd)
{
	int64_t deadline = bench->now_ns() + connection->config->timeout;
	struct addrinfo *list = NULL;
	int64_t count = 0;
	int error = resolve(connection, &list);

	if (error)
		return error;
	for (const struct addrinfo *a = list; a; a = a->ai_next)
		count++;
	error = EHOSTUNREACH;
	/* Each address may use its part of the time that is left. */
	for (const struct addrinfo *a = list; a && error; a = a->ai_next) {
		int64_t now = bench->now_ns();

		error = try_address(a, now + (deadline - now) / count--, fd);
		if (!error) {
			error = keep_address(connection, a);
			if (error)
				close(*fd);
			freeaddrinfo(list);
			return error;
		}
	}
	freeaddrinfo(list);
	return cannot_reach(connection, error);
}
