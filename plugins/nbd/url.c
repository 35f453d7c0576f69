/* url.c - the URLs of the NBD project become options:
 * nbd://HOST[:PORT][/EXPORT] and nbd+unix:///[EXPORT]?socket=PATH. */
#include "config.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct sink {
	const char *url;
	struct bench_ctx *ctx;
	int (*set)(void *arg, const char *key, const char *value);
	void *arg;
};

static int bad(const struct sink *sink, const char *why)
{
	bench->fail(sink->ctx,
	            "%s: %s; expected nbd://HOST[:PORT]/EXPORT or "
	            "nbd+unix:///EXPORT?socket=PATH",
	            sink->url, why);
	return -EINVAL;
}

static int hex(char digit)
{
	if (digit >= '0' && digit <= '9')
		return digit - '0';
	digit |= 0x20;
	return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

/* %20 and the like, in place; false for what is no such pair. */
static bool decode(char *text)
{
	char *to = text;

	for (const char *from = text; *from; to++) {
		int high, low;

		if (*from != '%') {
			*to = *from++;
			continue;
		}
		high = hex(from[1]);
		low = high < 0 ? -1 : hex(from[2]);
		if (low < 0 || high + low == 0)
			return false;
		*to = (char)(high << 4 | low);
		from += 3;
	}
	*to = '\0';
	return true;
}

/* Hands `length` bytes of the URL on as one option. */
static int give(const struct sink *sink, const char *key, const char *text,
                size_t length)
{
	char *value = strndup(text, length);
	int error;

	if (!value)
		return -ENOMEM;
	error = decode(value)
	                ? sink->set(sink->arg, key, value)
	                : bad(sink, "after % stand two hexadecimal digits that "
	                            "are not 00");
	free(value);
	return error;
}

static int give_host(const struct sink *sink, const char *text, size_t length)
{
	const char *end = text + length, *host_end, *port;
	bool bracketed = length > 0 && text[0] == '[';
	int error;

	if (bracketed) {
		text++;
		host_end = memchr(text, ']', (size_t)(end - text));
		if (!host_end)
			return bad(sink, "the address has no closing bracket");
		port = host_end + 1;
	} else {
		host_end = memchr(text, ':', length);
		if (!host_end)
			host_end = end;
		port = host_end;
	}
	if (host_end == text)
		return bad(sink, "it names no host");
	if (port < end && *port != ':')
		return bad(sink, "after the host stands neither : nor /");
	error = give(sink, "host", text, (size_t)(host_end - text));
	if (!error && end - port > 1)
		error = give(sink, "port", port + 1, (size_t)(end - port) - 1);
	return error;
}

static int give_export(const struct sink *sink, const char *text, size_t length)
{
	if (length > 0 && text[0] == '/') {
		text++;
		length--;
	}
	return length > 0 ? give(sink, "export", text, length) : 0;
}

static int read_tcp(const struct sink *sink, const char *rest)
{
	size_t host = strcspn(rest, "/?");
	size_t path = strcspn(rest + host, "?");
	int error;

	if (rest[host + path] != '\0')
		return bad(sink, "what follows the ? is not known");
	error = give_host(sink, rest, host);
	return error ? error : give_export(sink, rest + host, path);
}

static int read_unix(const struct sink *sink, const char *rest)
{
	size_t path = strcspn(rest, "?");
	const char *argument = rest + path;
	int error;

	if (path > 0 && rest[0] != '/')
		return bad(sink, "a host has no place here");
	if (strncmp(argument, "?socket=", 8) != 0 || argument[8] == '\0' ||
	    strchr(argument, '&'))
		return bad(sink, "it names no socket, or more than that");
	error = give_export(sink, rest, path);
	return error ? error
	             : give(sink, "socket", argument + 8, strlen(argument + 8));
}

int url_read(const char *url, struct bench_ctx *ctx,
             int (*set)(void *arg, const char *key, const char *value),
             void *arg)
{
	struct sink sink = {url, ctx, set, arg};

	if (strncasecmp(url, "nbd://", 6) == 0)
		return read_tcp(&sink, url + 6);
	if (strncasecmp(url, "nbd+unix://", 11) == 0)
		return read_unix(&sink, url + 11);
	if (strncasecmp(url, "nbds", 4) == 0)
		return bad(&sink, "NBD over TLS is not spoken");
	return bad(&sink, "it is no address of an NBD export");
}
