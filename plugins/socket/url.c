/* url.c - tcp://HOST[:PORT] and unix:///PATH become options. */
#include "address.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The rest of the text after a prefix in any case, or NULL. */
static const char *after(const char *text, const char *prefix)
{
	size_t length = strlen(prefix);

	return strncasecmp(text, prefix, length) == 0 ? text + length : NULL;
}

/* A zone's percent sign is written %25 in a URL; a bare one is taken too. */
static void plain_zone(char *host)
{
	char *escape = strstr(host, "%25");

	if (escape && escape[3] != '\0')
		memmove(escape + 1, escape + 3, strlen(escape + 3) + 1);
}

static int from_tcp(const char *url, const char *rest, struct bench_ctx *ctx,
                    int (*set)(void *arg, const char *key, const char *value),
                    void *arg)
{
	size_t length = strcspn(rest, "/?#");
	struct address address = {NULL, SOCKET_PORT};
	char *host, port[16];
	int error;

	if (strspn(rest + length, "/") != strlen(rest + length) ||
	    memchr(rest, '@', length)) {
		bench->fail(ctx, "%s: expected tcp://HOST or tcp://HOST:PORT", url);
		return -EINVAL;
	}
	host = strndup(rest, length);
	if (!host)
		return -ENOMEM;
	plain_zone(host);
	error = address_parse(host, SOCKET_PORT, ctx, &address);
	free(host);
	if (error)
		return error;
	snprintf(port, sizeof(port), "%d", (int)address.port);
	error = set(arg, "host", address.host);
	if (!error)
		error = set(arg, "port", port);
	address_free(&address);
	return error;
}

int address_from_url(const char *url, struct bench_ctx *ctx,
                     int (*set)(void *arg, const char *key, const char *value),
                     void *arg)
{
	const char *rest = after(url, "tcp://");

	if (rest)
		return from_tcp(url, rest, ctx, set, arg);
	rest = after(url, "unix://");
	if (rest && rest[0] == '/' && rest[1] != '\0')
		return set(arg, "path", rest);
	bench->fail(ctx, "%s: expected tcp://HOST:PORT or unix:///PATH", url);
	return -EINVAL;
}
