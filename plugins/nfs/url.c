/* url.c - nfs://HOST[:PORT]/EXPORT[?ARGUMENTS] becomes options.
 *
 * The arguments are those that libnfs' own tools take. */
#include "config.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef int setter(void *arg, const char *key, const char *value);

struct taker {
	const char *url;
	struct bench_ctx *ctx;
	setter *set;
	void *arg;
};

static int bad(const struct taker *taker, const char *why)
{
	bench->fail(taker->ctx, "%s: %s; expected nfs://HOST/EXPORT", taker->url,
	            why);
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

/* %20 and the like, in place; false for anything that is no such pair. */
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

static int set_part(const struct taker *taker, const char *key,
                    const char *text, size_t length)
{
	char *value = strndup(text, length);
	int error;

	if (!value)
		return -ENOMEM;
	if (decode_percents(value))
		error = taker->set(taker->arg, key, value);
	else
		error = bad(taker, "a % is not followed by two hex digits");
	free(value);
	return error;
}

/* HOST, HOST:PORT, [V6] or [V6]:PORT. */
static int read_host(const struct taker *taker, const char *text, size_t length)
{
	const char *end = text + length, *host = text;
	const char *host_end, *port;
	int error;

	if (memchr(text, '@', length))
		return bad(taker, "NFS has no users; see the options `uid` and `gid`");
	if (length > 0 && text[0] == '[') {
		host++;
		host_end = memchr(text, ']', length);
		if (!host_end)
			return bad(taker, "a ] is missing");
		port = host_end + 1;
	} else {
		port = memchr(text, ':', length);
		host_end = port ? port : end;
		port = host_end;
	}
	if (host_end == host)
		return bad(taker, "the host is missing");
	if (port < end && (*port != ':' || port + 1 == end))
		return bad(taker, "the port is not a number");
	error = set_part(taker, "host", host, (size_t)(host_end - host));
	if (!error && port < end)
		error = set_part(taker, "port", port + 1, (size_t)(end - port - 1));
	return error;
}

static int read_argument(const struct taker *taker, const char *text,
                         size_t length)
{
	static const char *const known[][2] = {{"nfsport", "port"},
	                                       {"mountport", "mount_port"},
	                                       {"version", "version"},
	                                       {"uid", "uid"},
	                                       {"gid", "gid"}};
	const char *equals = memchr(text, '=', length);
	size_t name = equals ? (size_t)(equals - text) : length;

	for (size_t i = 0; equals && i < sizeof(known) / sizeof(known[0]); i++)
		if (strlen(known[i][0]) == name &&
		    strncmp(known[i][0], text, name) == 0)
			return set_part(taker, known[i][1], equals + 1, length - name - 1);
	bench->fail(taker->ctx,
	            "%s: `%.*s` is no argument; there are nfsport, mountport, "
	            "version, uid and gid; in a path ? is written %%3F",
	            taker->url, (int)name, text);
	return -EINVAL;
}

static int read_arguments(const struct taker *taker, const char *text)
{
	int error = 0;

	while (!error && *text) {
		size_t length = strcspn(text, "&");

		error = read_argument(taker, text, length);
		text += length + (text[length] == '&');
	}
	return error;
}

int url_read(const char *url, struct bench_ctx *ctx, setter *set, void *arg)
{
	const struct taker taker = {url, ctx, set, arg};
	const char *host = url + strlen("nfs://"), *path;
	size_t length;
	int error;

	if (strncasecmp(url, "nfs://", strlen("nfs://")) != 0)
		return bad(&taker, "it does not begin so");
	path = host + strcspn(host, "/?#");
	if (*path != '/')
		return bad(&taker, "the export's path is missing");
	length = strcspn(path, "?#");
	if (path[length] == '#')
		return bad(&taker, "in a path # is written %23");
	error = read_host(&taker, host, (size_t)(path - host));
	if (!error)
		error = set_part(&taker, "export", path, length);
	if (!error && path[length] == '?')
		error = read_arguments(&taker, path + length + 1);
	return error;
}
