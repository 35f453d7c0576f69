/* address.c - reading, resolving and printing addresses. */
#include "address.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int read_port(const char *text, struct bench_ctx *ctx, int64_t *port)
{
	size_t digits = strspn(text, "0123456789");
	long value = digits > 0 && digits < 6 ? strtol(text, NULL, 10) : -1;

	if (text[digits] != '\0' || value < 1 || value > 65535) {
		bench->fail(ctx, "port `%s`: expected a number from 1 to 65535", text);
		return -EINVAL;
	}
	*port = value;
	return 0;
}

/* A link-local address means nothing without the interface it is on. */
static int check_zone(const char *host, struct bench_ctx *ctx)
{
	struct in6_addr in6;

	if (inet_pton(AF_INET6, host, &in6) == 1 && IN6_IS_ADDR_LINKLOCAL(&in6)) {
		bench->fail(ctx,
		            "%s is a link-local address and needs the name of its "
		            "network interface: %s%%eth0",
		            host, host);
		return -EINVAL;
	}
	return 0;
}

int address_parse(const char *text, struct bench_ctx *ctx, char **host,
                  int64_t *port)
{
	const char *colon = strchr(text, ':'), *given = NULL;
	const char *end = text + strlen(text);
	int error = 0;

	*host = NULL;
	if (text[0] == '[') {
		end = strchr(++text, ']');
		if (!end || (end[1] != '\0' && end[1] != ':')) {
			bench->fail(ctx, "host `[%s`: expected [ADDRESS] or [ADDRESS]:PORT",
			            text);
			return -EINVAL;
		}
		given = end[1] == ':' ? end + 2 : NULL;
	} else if (colon && !strchr(colon + 1, ':')) {
		end = colon;
		given = colon + 1;
	}
	if (end == text) {
		bench->fail(ctx, "the host is empty; expected a name or an address");
		return -EINVAL;
	}
	*host = strndup(text, (size_t)(end - text));
	if (!*host)
		return -ENOMEM;
	if (given)
		error = read_port(given, ctx, port);
	if (!error)
		error = check_zone(*host, ctx);
	if (error) {
		free(*host);
		*host = NULL;
	}
	return error;
}

int address_resolve(const char *host, int64_t port, struct bench_ctx *ctx,
                    struct addrinfo **list)
{
	struct addrinfo hints = {.ai_family = AF_UNSPEC,
	                         .ai_socktype = SOCK_STREAM,
	                         .ai_flags = AI_NUMERICSERV};
	char text[16];
	int error;

	snprintf(text, sizeof(text), "%d", (int)port);
	error = getaddrinfo(host, text, &hints, list);
	if (error == 0)
		return 0;
	*list = NULL;
	bench->fail(ctx, "host `%s`: %s", host, gai_strerror(error));
	return error == EAI_MEMORY ? -ENOMEM : -EHOSTUNREACH;
}

char *address_print(const struct sockaddr *address, socklen_t length,
                    bool with_port)
{
	char host[NI_MAXHOST], port[NI_MAXSERV], *text = NULL;
	int printed;

	if (getnameinfo(address, length, host, sizeof(host), port, sizeof(port),
	                NI_NUMERICHOST | NI_NUMERICSERV))
		return strdup("an unknown address");
	if (!with_port)
		return strdup(host);
	printed = asprintf(&text, strchr(host, ':') ? "[%s]:%s" : "%s:%s", host,
	                   port);
	return printed < 0 ? NULL : text;
}
