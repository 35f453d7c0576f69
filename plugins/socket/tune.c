/* tune.c - the socket options that a target asks for.
 *
 * What the kernel really granted is told by facts.c. */
#include "address.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>

static int set_number(int fd, int level, int name, int64_t value,
                      const char *option, struct bench_ctx *ctx)
{
	int number = (int)value, error;

	if (setsockopt(fd, level, name, &number, sizeof(number)) == 0)
		return 0;
	error = errno;
	bench->fail(ctx, "option `%s`: the kernel refuses %d: %s", option, number,
	            strerror(error));
	return -error;
}

static void say_available(const char *wanted, struct bench_ctx *ctx)
{
	char line[512] = "";
	FILE *file =
	        fopen("/proc/sys/net/ipv4/tcp_available_congestion_control", "re");

	if (file) {
		if (!fgets(line, sizeof(line), file))
			line[0] = '\0';
		fclose(file);
	}
	line[strcspn(line, "\n")] = '\0';
	bench->fail(ctx, "congestion control `%s` is not available; there is: %s",
	            wanted, line[0] ? line : "unknown");
}

static int set_congestion(int fd, const char *name, struct bench_ctx *ctx)
{
	int error;

	if (setsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, name,
	               (socklen_t)strlen(name)) == 0)
		return 0;
	error = errno;
	if (error == EPERM)
		bench->fail(ctx,
		            "congestion control `%s` is reserved for root on this "
		            "machine",
		            name);
	else
		say_available(name, ctx);
	return -error;
}

int address_tune(int fd, int family, const struct socket_config *config,
                 struct bench_ctx *ctx)
{
	int error = 0;

	if (config->send_buffer)
		error = set_number(fd, SOL_SOCKET, SO_SNDBUF,
		                   (int64_t)config->send_buffer, "send_buffer", ctx);
	if (!error && config->receive_buffer)
		error = set_number(fd, SOL_SOCKET, SO_RCVBUF,
		                   (int64_t)config->receive_buffer, "receive_buffer",
		                   ctx);
	if (error || family == AF_UNIX)
		return error;
	if (config->mss)
		error = set_number(fd, IPPROTO_TCP, TCP_MAXSEG, config->mss, "mss",
		                   ctx);
	if (!error && config->congestion)
		error = set_congestion(fd, config->congestion, ctx);
	if (!error)
		error = set_number(fd, IPPROTO_TCP, TCP_NODELAY, config->nodelay != 0,
		                   "nodelay", ctx);
	return error;
}
