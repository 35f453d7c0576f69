/* address.c - reading, resolving and printing addresses. */
#include "address.h"

#include <arpa/inet.h>
#include <errno.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int read_port(const char *text, struct bench_ctx *ctx, int64_t *port)
{
	size_t digits = strspn(text, "0123456789");
	long value = digits > 0 && digits < 6 ? strtol(text, NULL, 10) : -1;

	if (text[digits] != '\0' || value < 0 || value > 65535) {
		bench->fail(ctx, "port `%s`: expected a number from 0 to 65535", text);
		return -EINVAL;
	}
	*port = value;
	return 0;
}

/* Cuts text into host and the rest after its colon (NULL where none is). */
static int split(const char *text, struct bench_ctx *ctx, char **host,
                 const char **port)
{
	const char *colon = strchr(text, ':');
	const char *end = text + strlen(text);

	*port = NULL;
	if (text[0] == '[') {
		end = strchr(++text, ']');
		if (!end || (end[1] != '\0' && end[1] != ':')) {
			bench->fail(ctx, "host `[%s`: expected [ADDRESS] or [ADDRESS]:PORT",
			            text);
			return -EINVAL;
		}
		*port = end[1] == ':' ? end + 2 : NULL;
	} else if (colon && !strchr(colon + 1, ':')) {
		end = colon;
		*port = colon + 1;
	}
	if (end == text) {
		bench->fail(ctx, "the host is empty; expected a name or an address");
		return -EINVAL;
	}
	*host = strndup(text, (size_t)(end - text));
	return *host ? 0 : -ENOMEM;
}

/* A link-local address means nothing without the interface it is on. */
static int check_zone(const char *host, struct bench_ctx *ctx)
{
	const char *zone = strchr(host, '%');
	struct in6_addr in6;

	if (!zone && inet_pton(AF_INET6, host, &in6) == 1 &&
	    IN6_IS_ADDR_LINKLOCAL(&in6)) {
		bench->fail(ctx,
		            "%s is a link-local address and needs the name of its "
		            "network interface: %s%%eth0",
		            host, host);
		return -EINVAL;
	}
	if (zone && zone[1 + strspn(zone + 1, "0123456789")] != '\0' &&
	    if_nametoindex(zone + 1) == 0) {
		bench->fail(ctx, "%s: this machine has no network interface `%s`", host,
		            zone + 1);
		return -EINVAL;
	}
	return 0;
}

int address_parse(const char *text, int64_t port, struct bench_ctx *ctx,
                  struct address *out)
{
	const char *given;
	int error;

	*out = (struct address){NULL, port};
	if (!text)
		return 0;
	error = split(text, ctx, &out->host, &given);
	if (!error && given)
		error = read_port(given, ctx, &out->port);
	if (!error)
		error = check_zone(out->host, ctx);
	if (error)
		address_free(out);
	return error;
}

void address_free(struct address *address)
{
	free(address->host);
	address->host = NULL;
}

int address_resolve(const struct address *address, bool passive,
                    struct bench_ctx *ctx, struct addrinfo **list)
{
	struct addrinfo hints = {.ai_family = AF_UNSPEC,
	                         .ai_socktype = SOCK_STREAM,
	                         .ai_flags = AI_NUMERICSERV |
	                                     (passive ? AI_PASSIVE : 0)};
	const char *host = address->host ? address->host : "127.0.0.1";
	char port[16];
	int error;

	snprintf(port, sizeof(port), "%d", (int)address->port);
	error = getaddrinfo(host, port, &hints, list);
	if (error == 0)
		return 0;
	bench->fail(ctx, "host `%s`: %s", host, gai_strerror(error));
	return error == EAI_MEMORY ? -ENOMEM : -EHOSTUNREACH;
}

int address_unix(const char *path, struct bench_ctx *ctx,
                 struct sockaddr_un *out)
{
	size_t length = strlen(path);

	*out = (struct sockaddr_un){.sun_family = AF_UNIX};
	if (length >= sizeof(out->sun_path)) {
		bench->fail(ctx,
		            "%s: the path of a Unix socket has at most %zu bytes, this "
		            "one has %zu",
		            path, sizeof(out->sun_path) - 1, length);
		return -ENAMETOOLONG;
	}
	memcpy(out->sun_path, path, length);
	return 0;
}

char *address_print(const struct sockaddr *address, socklen_t length,
                    bool with_port)
{
	char host[NI_MAXHOST], port[NI_MAXSERV], *text = NULL;
	int printed;

	if (address->sa_family == AF_UNIX)
		return strdup("a Unix socket");
	if (getnameinfo(address, length, host, sizeof(host), port, sizeof(port),
	                NI_NUMERICHOST | NI_NUMERICSERV))
		return strdup("an unknown address");
	if (!with_port)
		return strdup(host);
	printed = asprintf(&text, strchr(host, ':') ? "[%s]:%s" : "%s:%s", host,
	                   port);
	return printed < 0 ? NULL : text;
}
