/* url.c - ftp://[USER[:PASSWORD]@]HOST[:PORT][/PATH] becomes options.
 *
 * As in RFC 1738 the path is relative to where the login leads; `//` or `/%2F`
 * in front of it makes it absolute.  `?` and `#` are characters like others. */
#include "address.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct sink {
	const char *url;
	struct bench_ctx *ctx;
	int (*set)(void *arg, const char *key, const char *value);
	void *arg;
};

static int hex(char digit)
{
	if (digit >= '0' && digit <= '9')
		return digit - '0';
	digit |= 0x20;
	return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

/* Undoes %XX in place; the text holds no NUL afterwards either. */
static int decode(const struct sink *sink, char *text)
{
	char *to = text;

	for (const char *from = text; *from; from++) {
		int high, low;

		if (*from != '%') {
			*to++ = *from;
			continue;
		}
		high = hex(from[1]);
		low = high < 0 ? -1 : hex(from[2]);
		if (low < 0 || high + low == 0) {
			bench->fail(sink->ctx,
			            "after `%%` a URL needs two hexadecimal digits that "
			            "are not 00; a plain percent sign is written %%25");
			return -EINVAL;
		}
		*to++ = (char)(high << 4 | low);
		from += 2;
	}
	*to = '\0';
	return 0;
}

/* Hands `length` bytes of the URL on as one option. */
static int give(const struct sink *sink, const char *key, const char *text,
                size_t length)
{
	char *value = strndup(text, length);
	int error;

	if (!value)
		return -ENOMEM;
	error = decode(sink, value);
	if (!error)
		error = sink->set(sink->arg, key, value);
	free(value);
	return error;
}

/* $NAME and @FILE stand for a password that is kept elsewhere.  One that really
 * begins so would be mistaken for such a word. */
static int give_password(const struct sink *sink, const char *text,
                         size_t length)
{
	if (length >= 3 &&
	    (strncmp(text, "%24", 3) == 0 || strncmp(text, "%40", 3) == 0)) {
		bench->fail(sink->ctx, "a password that begins with `$` or `@` has to "
		                       "be given as password = @FILE or $NAME");
		return -EINVAL;
	}
	return give(sink, "password", text, length);
}

static int give_login(const struct sink *sink, const char *text, size_t length)
{
	const char *colon = memchr(text, ':', length);
	size_t user = colon ? (size_t)(colon - text) : length;
	int error = 0;

	if (user == 0) {
		bench->fail(sink->ctx, "the user's name before `@` is empty");
		return -EINVAL;
	}
	error = give(sink, "user", text, user);
	if (!error && colon)
		error = give_password(sink, colon + 1, length - user - 1);
	return error;
}

static int give_host(const struct sink *sink, const char *text, size_t length)
{
	char *copy = strndup(text, length), *host = NULL, port[16];
	int64_t number = 0;
	int error;

	if (!copy)
		return -ENOMEM;
	error = decode(sink, copy);
	if (!error)
		error = address_parse(copy, sink->ctx, &host, &number);
	if (!error)
		error = sink->set(sink->arg, "host", host);
	if (!error && number > 0) {
		snprintf(port, sizeof(port), "%d", (int)number);
		error = sink->set(sink->arg, "port", port);
	}
	free(host);
	free(copy);
	return error;
}

static int give_path(const struct sink *sink, const char *path)
{
	const char *type = strstr(path, ";type=");
	size_t length = type ? (size_t)(type - path) : strlen(path);

	if (type && strcasecmp(type, ";type=i") != 0) {
		bench->fail(sink->ctx, "`%s`: only binary transfers are measured",
		            type);
		return -ENOTSUP;
	}
	return length == 0 ? 0 : give(sink, "path", path, length);
}

int address_from_url(const char *url, struct bench_ctx *ctx,
                     int (*set)(void *arg, const char *key, const char *value),
                     void *arg)
{
	struct sink sink = {url, ctx, set, arg};
	const char *rest = url + 6, *at = NULL;
	size_t authority;
	int error = 0;

	if (strncasecmp(url, "ftps://", 7) == 0) {
		bench->fail(ctx, "FTP over TLS (ftps) is not supported; plain ftp:// "
		                 "is");
		return -ENOTSUP;
	}
	if (strncasecmp(url, "ftp://", 6) != 0) {
		bench->fail(ctx, "expected ftp://[USER[:PASSWORD]@]HOST[:PORT]/PATH");
		return -EINVAL;
	}
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
	if (!error && rest[authority] == '/')
		error = give_path(&sink, rest + authority + 1);
	return error;
}
