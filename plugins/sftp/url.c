/* url.c - sftp://[USER[:PASSWORD]@]HOST[:PORT][/PATH] becomes options.
 *
 * The path is absolute; one that begins with /~/ is relative to where the login
 * leads. */
#include "config.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct sink {
	struct bench_ctx *ctx;
	int (*set)(void *arg, const char *key, const char *value);
	void *arg;
};

static int bad(const struct sink *sink, const char *why)
{
	/* Not the URL itself: it may hold a password. */
	bench->fail(sink->ctx,
	            "%s; expected sftp://[USER[:PASSWORD]@]HOST[:PORT]/PATH", why);
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

/* $NAME and @FILE stand for a password that is kept elsewhere.  One that really
 * begins so would be mistaken for such a word. */
static int give_password(const struct sink *sink, const char *text,
                         size_t length)
{
	if (length >= 3 &&
	    (strncmp(text, "%24", 3) == 0 || strncmp(text, "%40", 3) == 0))
		return bad(sink, "a password that begins with `$` or `@` has to be "
		                 "given as password = @FILE or $NAME");
	return give(sink, "password", text, length);
}

static int give_login(const struct sink *sink, const char *text, size_t length)
{
	const char *colon = memchr(text, ':', length);
	size_t user = colon ? (size_t)(colon - text) : length;
	int error;

	if (user == 0)
		return bad(sink, "the user's name before @ is empty");
	error = give(sink, "user", text, user);
	if (!error && colon)
		error = give_password(sink, colon + 1, length - user - 1);
	return error;
}

static int give_host(const struct sink *sink, const char *text, size_t length)
{
	const char *end = text + length, *host_end, *port;
	int error;

	if (length > 0 && text[0] == '[') {
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

static int give_path(const struct sink *sink, const char *path)
{
	if (strncmp(path, "/~/", 3) == 0)
		path += 3;
	else if (strcmp(path, "/~") == 0)
		path += 2;
	return path[0] ? give(sink, "path", path, strlen(path)) : 0;
}

int url_read(const char *url, struct bench_ctx *ctx,
             int (*set)(void *arg, const char *key, const char *value),
             void *arg)
{
	struct sink sink = {ctx, set, arg};
	const char *rest = url + 7, *at = NULL;
	size_t authority;
	int error = 0;

	if (strncasecmp(url, "sftp://", 7) != 0)
		return bad(&sink, "it is no address of an SFTP server");
	authority = strcspn(rest, "/");
	/* The last @ ends the password, which may hold one. */
	for (size_t i = 0; i < authority; i++)
		if (rest[i] == '@')
			at = rest + i;
	if (at) {
		error = give_login(&sink, rest, (size_t)(at - rest));
		authority -= (size_t)(at + 1 - rest);
		rest = at + 1;
	}
	if (!error)
		error = give_host(&sink, rest, authority);
	return error ? error : give_path(&sink, rest + authority);
}
