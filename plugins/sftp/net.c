/* net.c - the TCP connection below SSH: made here, so that it has a time limit
 * and its failure a sentence. */
#include "net.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define MILLISECOND INT64_C(1000000)

static int finish(int fd, int64_t deadline, struct bench_ctx *ctx)
{
	struct pollfd wait = {.fd = fd, .events = POLLOUT};
	socklen_t length = sizeof(int);
	int error = 0;

	for (;;) {
		int64_t left = deadline - bench->now_ns();

		if (bench->stopping(ctx))
			return -ECANCELED;
		if (left <= 0)
			return -ETIMEDOUT;
		left = left / MILLISECOND + 1;
		if (poll(&wait, 1, left < 100 ? (int)left : 100) > 0)
			break;
	}
	if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length))
		error = errno;
	return -error;
}

static int try_one(const struct addrinfo *address, int64_t deadline,
                   struct bench_ctx *ctx, int *out)
{
	int fd = socket(address->ai_family,
	                SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	int on = 1, error = 0;

	if (fd < 0)
		return -errno;
	if (connect(fd, address->ai_addr, address->ai_addrlen))
		error = errno == EINPROGRESS ? finish(fd, deadline, ctx) : -errno;
	if (error) {
		close(fd);
		return error;
	}
	/* A small request must not wait for the answer to the one before. */
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	*out = fd;
	return 0;
}

static int name_peer(const struct addrinfo *address, char **peer)
{
	char text[256];

	if (getnameinfo(address->ai_addr, address->ai_addrlen, text, sizeof(text),
	                NULL, 0, NI_NUMERICHOST))
		text[0] = '\0';
	*peer = strdup(text);
	return *peer ? 0 : -ENOMEM;
}

static void say(const struct sftp_config *config, struct bench_ctx *ctx,
                const char *why)
{
	bench->fail(ctx, "cannot connect to %s port %d: %s", config->host,
	            (int)config->port, why);
}

int net_connect(const struct sftp_config *config, struct bench_ctx *ctx,
                int *fd, char **peer)
{
	struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *list, *at;
	int64_t deadline = bench->now_ns() + config->connect_timeout;
	int error = -EHOSTUNREACH, found;
	char port[16];

	snprintf(port, sizeof(port), "%d", (int)config->port);
	found = getaddrinfo(config->host, port, &hints, &list);
	if (found) {
		say(config, ctx, gai_strerror(found));
		return -EHOSTUNREACH;
	}
	for (at = list; at; at = at->ai_next) {
		error = try_one(at, deadline, ctx, fd);
		if (!error)
			break;
	}
	if (error) {
		say(config, ctx, strerror(-error));
	} else {
		error = name_peer(at, peer);
		if (error)
			close(*fd);
	}
	freeaddrinfo(list);
	return error;
}
