/* connect.c - reaching the far end: every address it has, within the time
 * limit, up to the hello. */
#include "connection.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "address.h"
#include "flight.h"
#include "hello.h"
#include "net.h"

/* Waits for a connect in progress; returns 0 or a positive errno. */
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

/* Non-blocking as long as it connects; returns 0 or a positive errno. */
static int connect_until(int fd, const struct sockaddr *address,
                         socklen_t length, int64_t deadline)
{
	int flags = fcntl(fd, F_GETFL), error = 0;

	if (flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0)
		return errno;
	if (connect(fd, address, length) < 0) {
		error = errno;
		if (error == EINPROGRESS || error == EINTR)
			error = await_connect(fd, deadline);
	}
	if (!error && fcntl(fd, F_SETFL, flags) < 0)
		error = errno;
	return error;
}

static int cannot_connect(struct connection *connection, int error)
{
	double limit = (double)connection->config->connect_timeout / 1e9;

	if (error == ETIMEDOUT)
		bench->fail(connection->ctx, "%s did not answer within %g s",
		            connection->label, limit);
	else
		bench->fail(connection->ctx, "cannot connect to %s: %s%s",
		            connection->label, strerror(error),
		            error == ECONNREFUSED || error == ENOENT
		                    ? "; is `bench serve socket` running there?"
		                    : "");
	return -error;
}

/* One address.  On failure the connection has no fd. */
static int try_address(struct connection *connection,
                       const struct sockaddr *address, socklen_t length,
                       int64_t deadline)
{
	int fd = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0), error;

	if (fd < 0)
		return cannot_connect(connection, errno);
	error = address_tune(fd, address->sa_family, connection->config,
	                     connection->ctx);
	if (!error) {
		error = connect_until(fd, address, length, deadline);
		if (error)
			error = cannot_connect(connection, error);
	}
	if (error) {
		close(fd);
		return error;
	}
	connection->fd = fd;
	connection->family = address->sa_family;
	return 0;
}

static int name_peer(struct connection *connection,
                     const struct sockaddr *address, socklen_t length)
{
	free(connection->label);
	free(connection->peer);
	connection->label = address_print(address, length, true);
	connection->peer = address_print(address, length, false);
	return connection->label && connection->peer ? 0 : -ENOMEM;
}

/* All addresses of the host; each may use its part of the time that is left. */
static int connect_tcp(struct connection *connection, int64_t deadline)
{
	struct address address;
	struct addrinfo *list = NULL;
	int64_t count = 0;
	int error =
	        address_parse(connection->config->host, connection->config->port,
	                      connection->ctx, &address);

	if (error)
		return error;
	error = address_resolve(&address, false, connection->ctx, &list);
	for (const struct addrinfo *a = list; a; a = a->ai_next)
		count++;
	for (const struct addrinfo *a = list; a; a = a->ai_next) {
		int64_t now = bench->now_ns();

		error = name_peer(connection, a->ai_addr, a->ai_addrlen);
		if (!error)
			error = try_address(connection, a->ai_addr, a->ai_addrlen,
			                    now + (deadline - now) / count--);
		if (!error)
			break;
	}
	if (list)
		freeaddrinfo(list);
	address_free(&address);
	return error;
}

static int connect_unix(struct connection *connection, int64_t deadline)
{
	struct sockaddr_un address;
	int error =
	        address_unix(connection->config->path, connection->ctx, &address);

	if (error)
		return error;
	connection->label = strdup(connection->config->path);
	if (!connection->label)
		return -ENOMEM;
	return try_address(connection, (void *)&address, sizeof(address), deadline);
}

int connection_open(const struct socket_config *config, struct bench_ctx *ctx,
                    struct connection **out)
{
	struct connection *connection = calloc(1, sizeof(*connection));
	int64_t deadline = bench->now_ns() + config->connect_timeout;
	int error;

	if (!connection)
		return -ENOMEM;
	connection->ctx = ctx;
	connection->config = config;
	connection->fd = -1;
	atomic_init(&connection->cancelled, false);
	error = config->path ? connect_unix(connection, deadline)
	                     : connect_tcp(connection, deadline);
	if (!error)
		error = hello_client(connection->fd, connection->label,
		                     config->connect_timeout, ctx,
		                     &connection->version);
	if (!error)
		error = net_set_timeout(connection->fd, config->timeout);
	if (error) {
		connection_close(connection);
		return error;
	}
	facts_start(connection);
	*out = connection;
	return 0;
}

void connection_close(struct connection *connection)
{
	if (!connection)
		return;
	if (connection->fd >= 0)
		close(connection->fd);
	flight_free(connection);
	free(connection->label);
	free(connection->peer);
	free(connection->version);
	free(connection);
}
