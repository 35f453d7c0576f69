/* url.c - smb://[[DOMAIN;]USER[:PASSWORD]@]HOST[:PORT]/SHARE[/DIRECTORY]
 * becomes options. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "smb.h"

struct reading {
	const char *url;
	struct bench_ctx *ctx;
	int (*set)(void *arg, const char *key, const char *value);
	void *arg;
};

static int refuse(const struct reading *reading, const char *what)
{
	bench->fail(reading->ctx, "%s", what);
	return -EINVAL;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

/* In place; false for a % without two hex digits, and for %00. */
static bool decode_percents(char *text)
{
	char *to = text;

	for (const char *from = text; *from; to++) {
		int high, low;

		if (*from != '%') {
			*to = *from++;
			continue;
		}
		high = hex_digit(from[1]);
		low = high < 0 ? -1 : hex_digit(from[2]);
		if (low < 0 || high * 16 + low == 0)
			return false;
		*to = (char)(high * 16 + low);
		from += 3;
	}
	*to = '\0';
	return true;
}

/* The part from..end as the value of a key; nothing where it is empty. */
static int put(const struct reading *reading, const char *key, const char *from,
               const char *end)
{
	char *value;
	int error;

	if (from == end)
		return 0;
	value = strndup(from, (size_t)(end - from));
	if (!value)
		return -ENOMEM;
	if (decode_percents(value))
		error = reading->set(reading->arg, key, value);
	else
		error = refuse(reading, "a % is not followed by two hex digits");
	free(value);
	return error;
}

/* [DOMAIN;]USER[:PASSWORD] */
static int read_login(const struct reading *reading, const char *from,
                      const char *end)
{
	const char *colon = (const char *)memchr(from, ':', (size_t)(end - from));
	const char *user_end = colon ? colon : end;
	const char *semicolon =
	        (const char *)memchr(from, ';', (size_t)(user_end - from));
	int error = 0;

	if (semicolon) {
		error = put(reading, "domain", from, semicolon);
		from = semicolon + 1;
	}
	if (!error)
		error = put(reading, "user", from, user_end);
	if (!error && colon)
		error = put(reading, "password", colon + 1, end);
	return error;
}

/* What stands between [ and ].  A zone's percent sign is written %25; a bare
 * one is taken too. */
static int put_literal(const struct reading *reading, const char *from,
                       const char *end)
{
	char *host = strndup(from, (size_t)(end - from));
	char *escape = host ? strstr(host, "%25") : NULL;
	int error;

	if (!host)
		return -ENOMEM;
	if (escape && escape[3] != '\0')
		memmove(escape + 1, escape + 3, strlen(escape + 3) + 1);
	error = reading->set(reading->arg, "host", host);
	free(host);
	return error;
}

/* HOST[:PORT] or [ADDRESS][:PORT] */
static int read_server(const struct reading *reading, const char *from,
                       const char *end)
{
	bool literal = *from == '[';
	const char *host = literal ? from + 1 : from;
	const char *host_end = (const char *)memchr(host, literal ? ']' : ':',
	                                            (size_t)(end - host));
	const char *rest;
	int error;

	if (literal && !host_end)
		return refuse(reading, "the [ of the address has no ]");
	if (!host_end)
		host_end = end;
	rest = literal ? host_end + 1 : host_end;
	if (host_end == host || (rest < end && *rest != ':'))
		return refuse(reading, "expected smb://HOST/SHARE");
	error = literal ? put_literal(reading, host, host_end)
	                : put(reading, "host", host, host_end);
	if (!error && rest < end)
		error = put(reading, "port", rest + 1, end);
	return error;
}

int url_read(const char *url, struct bench_ctx *ctx,
             int (*set)(void *arg, const char *key, const char *value),
             void *arg)
{
	struct reading reading = {url, ctx, set, arg};
	const char *start = url + strlen("smb://"), *slash, *at, *share_end;
	int error = 0;

	if (strncasecmp(url, "smb://", strlen("smb://")) != 0)
		return refuse(&reading, "expected smb://HOST/SHARE");
	slash = strchr(start, '/');
	if (!slash || slash[1] == '\0' || slash[1] == '/')
		return refuse(&reading, "the share is missing; expected "
		                        "smb://HOST/SHARE");
	/* The last @ ends the password, which may have one. */
	at = (const char *)memrchr(start, '@', (size_t)(slash - start));
	if (at) {
		error = read_login(&reading, start, at);
		start = at + 1;
	}
	if (!error)
		error = read_server(&reading, start, slash);
	share_end = slash + 1 + strcspn(slash + 1, "/");
	if (!error)
		error = put(&reading, "share", slash + 1, share_end);
	if (!error && *share_end == '/')
		error = put(&reading, "directory", share_end + 1,
		            share_end + strlen(share_end));
	return error;
}
