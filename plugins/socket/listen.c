/* listen.c - the sockets on which the far end waits for clients. */
#include "listen.h"

#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "address.h"

#define BACKLOG 128

static int listen_failure(int error, const char *where, struct bench_ctx *ctx)
{
	bench->fail(ctx, "cannot listen on %s: %s%s", where, strerror(error),
	            error == EADDRINUSE ? " (iperf3 uses the same port; choose "
	                                  "another one with `port`)"
	                                : "");
	return -error;
}

/* `::` is meant to take IPv4 in as well; an address of its own is not. */
static bool is_any6(const struct sockaddr *address)
{
	const struct sockaddr_in6 *in6 = (const void *)address;

	return address->sa_family == AF_INET6 &&
	       IN6_IS_ADDR_UNSPECIFIED(&in6->sin6_addr);
}

static int bind_and_listen(int fd, const struct sockaddr *address,
                           socklen_t length)
{
	int on = 1, only6 = !is_any6(address);

	if (address->sa_family != AF_UNIX &&
	    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)))
		return errno;
	if (address->sa_family == AF_INET6 &&
	    setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &only6, sizeof(only6)))
		return errno;
	if (bind(fd, address, length) || listen(fd, BACKLOG))
		return errno;
	return 0;
}

/* Returns 0, a positive errno of the kernel's (nothing said yet), or a negative
 * one (said). */
static int add(const struct sockaddr *address, socklen_t length,
               const struct socket_config *config, struct bench_ctx *ctx,
               struct listeners *out)
{
	int fd = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0), error;

	if (fd < 0)
		return errno;
	error = address_tune(fd, address->sa_family, config, ctx);
	if (!error)
		error = bind_and_listen(fd, address, length);
	if (error) {
		close(fd);
		return error;
	}
	out->fds[out->count++] = fd;
	return 0;
}

/* Says where the newest listener is; returns its port, or a negative errno. */
static int name_newest(struct listeners *out, struct bench_ctx *ctx)
{
	union {
		struct sockaddr any;
		struct sockaddr_in four;
		struct sockaddr_in6 six;
	} address = {0};
	socklen_t length = sizeof(address);
	size_t newest = out->count - 1;

	if (getsockname(out->fds[newest], &address.any, &length))
		return listen_failure(errno, "the new socket", ctx);
	out->where[newest] = address_print(&address.any, length, true);
	if (!out->where[newest])
		return -ENOMEM;
	if (address.any.sa_family == AF_INET6)
		return ntohs(address.six.sin6_port);
	return ntohs(address.four.sin_port);
}

/* All addresses of one host.  *port is 0 for any; then it is set. */
static int add_host(const char *host, int64_t *port,
                    const struct socket_config *config, struct bench_ctx *ctx,
                    struct listeners *out)
{
	struct address address = {NULL, *port};
	struct addrinfo *list = NULL;
	int error = address_parse(host, *port, ctx, &address);

	if (!error)
		error = address_resolve(&address, true, ctx, &list);
	for (const struct addrinfo *a = list; !error && a; a = a->ai_next) {
		if (out->count == LISTEN_MAX)
			break;
		error = add(a->ai_addr, a->ai_addrlen, config, ctx, out);
		if (error > 0) {
			char *where = address_print(a->ai_addr, a->ai_addrlen, true);

			error = listen_failure(error, where ? where : host, ctx);
			free(where);
		} else if (!error) {
			int got = name_newest(out, ctx);

			*port = got;
			error = got < 0 ? got : 0;
		}
	}
	if (list)
		freeaddrinfo(list);
	address_free(&address);
	return error;
}

/* IPv4 and, where this machine has it, IPv6 on the same port. */
static int add_loopbacks(const struct socket_config *config,
                         struct bench_ctx *ctx, struct listeners *out)
{
	struct sockaddr_in6 six = {.sin6_family = AF_INET6,
	                           .sin6_addr = IN6ADDR_LOOPBACK_INIT};
	int64_t port;
	int error;

	for (int attempt = 0;; attempt++) {
		port = config->port;
		error = add_host("127.0.0.1", &port, config, ctx, out);
		if (error)
			return error;
		six.sin6_port = htons((uint16_t)port);
		error = add((void *)&six, sizeof(six), config, ctx, out);
		/* A port of the kernel's choice may be free on one side only. */
		if (error != EADDRINUSE || config->port != 0 || attempt == 8)
			break;
		listeners_close(out);
	}
	if (error == EADDRINUSE)
		return listen_failure(error, "[::1] with the same port", ctx);
	if (error > 0)
		bench->note(ctx, "no IPv6 loopback here: %s", strerror(error));
	if (error == 0) {
		int got = name_newest(out, ctx);

		return got < 0 ? got : 0;
	}
	return error > 0 ? 0 : error;
}

/* A socket file may stay behind a killed server: nobody answers on it. */
static int clear_path(const struct sockaddr_un *address, struct bench_ctx *ctx)
{
	struct stat st;
	int fd, error;

	if (lstat(address->sun_path, &st))
		return errno == ENOENT ? 0
		                       : listen_failure(errno, address->sun_path, ctx);
	if (!S_ISSOCK(st.st_mode)) {
		bench->fail(ctx, "%s is there and is no socket; it stays untouched",
		            address->sun_path);
		return -EEXIST;
	}
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return listen_failure(errno, address->sun_path, ctx);
	error = connect(fd, (const void *)address, sizeof(*address)) ? errno : 0;
	close(fd);
	if (error != ECONNREFUSED) {
		bench->fail(ctx, "%s: another server answers on this socket",
		            address->sun_path);
		return -EADDRINUSE;
	}
	return unlink(address->sun_path)
	               ? listen_failure(errno, address->sun_path, ctx)
	               : 0;
}

static int add_unix(const struct socket_config *config, struct bench_ctx *ctx,
                    struct listeners *out)
{
	struct sockaddr_un address;
	struct stat st;
	int error = address_unix(config->path, ctx, &address);

	if (!error)
		error = clear_path(&address, ctx);
	if (error)
		return error;
	error = add((void *)&address, sizeof(address), config, ctx, out);
	if (error > 0)
		return listen_failure(error, config->path, ctx);
	if (error)
		return error;
	out->where[0] = strdup(config->path);
	out->path = strdup(config->path);
	if (!out->where[0] || !out->path || lstat(config->path, &st))
		return -ENOMEM;
	out->device = st.st_dev;
	out->inode = st.st_ino;
	return 0;
}

int listeners_open(const struct socket_config *config, struct bench_ctx *ctx,
                   struct listeners *out)
{
	int64_t port = config->port;
	int error;

	*out = (struct listeners){.count = 0};
	if (config->path)
		error = add_unix(config, ctx, out);
	else if (config->host)
		error = add_host(config->host, &port, config, ctx, out);
	else
		error = add_loopbacks(config, ctx, out);
	if (error)
		listeners_close(out);
	return error;
}

void listeners_close(struct listeners *listeners)
{
	struct stat st;

	for (size_t i = 0; i < listeners->count; i++) {
		close(listeners->fds[i]);
		free(listeners->where[i]);
	}
	/* Someone may have put another file in its place meanwhile. */
	if (listeners->path && lstat(listeners->path, &st) == 0 &&
	    st.st_dev == listeners->device && st.st_ino == listeners->inode)
		unlink(listeners->path);
	free(listeners->path);
	*listeners = (struct listeners){.count = 0};
}
