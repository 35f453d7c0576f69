/* url.c - http[s]://[USER[:PASSWORD]@]HOST[:PORT][/PATH] becomes options, and
 * options become the URLs that are asked for. */
#include "url.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct sink {
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

/* HOST, HOST:PORT, [ADDRESS] or [ADDRESS]:PORT. */
static int give_host(const struct sink *sink, const char *text, size_t length)
{
	const char *end = text + length, *host_end, *port = NULL;
	int error;

	if (length > 0 && text[0] == '[') {
		host_end = memchr(++text, ']', length - 1);
		if (!host_end || (host_end + 1 < end && host_end[1] != ':')) {
			bench->fail(sink->ctx, "expected [ADDRESS] or [ADDRESS]:PORT");
			return -EINVAL;
		}
		if (host_end + 1 < end)
			port = host_end + 2;
	} else {
		host_end = memchr(text, ':', length);
		port = host_end ? host_end + 1 : NULL;
		if (!host_end)
			host_end = end;
	}
	if (host_end == text) {
		bench->fail(sink->ctx, "the host is empty");
		return -EINVAL;
	}
	error = give(sink, "host", text, (size_t)(host_end - text));
	if (!error && port && port < end)
		error = give(sink, "port", port, (size_t)(end - port));
	return error;
}

static int scheme(const char *url, struct bench_ctx *ctx, bool *tls,
                  const char **rest)
{
	*tls = strncasecmp(url, "https://", 8) == 0;
	if (!*tls && strncasecmp(url, "http://", 7) != 0) {
		bench->fail(ctx, "expected http[s]://[USER[:PASSWORD]@]HOST[:PORT]"
		                 "/PATH");
		return -EINVAL;
	}
	*rest = url + (*tls ? 8 : 7);
	if (!(*rest)[strcspn(*rest, "?#")])
		return 0;
	bench->fail(ctx, "`?` and `#` have no place in a directory's URL; in a "
	                 "name they are written %%3F and %%23");
	return -EINVAL;
}

int url_read(const char *url, struct bench_ctx *ctx,
             int (*set)(void *arg, const char *key, const char *value),
             void *arg)
{
	struct sink sink = {ctx, set, arg};
	const char *rest, *at = NULL;
	size_t authority;
	bool tls;
	int error = scheme(url, ctx, &tls, &rest);

	if (error)
		return error;
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
	if (!error && tls)
		error = set(arg, "tls", "yes");
	rest += authority;
	if (!error && rest[0] == '/' && rest[1] != '\0')
		error = give(&sink, "path", rest, strlen(rest));
	return error;
}

int url_check_host(const char *host, struct bench_ctx *ctx)
{
	const char *colon = host ? strchr(host, ':') : NULL;

	if (!host || !*host) {
		bench->fail(ctx, "the host is empty; expected a name or an address");
		return -EINVAL;
	}
	for (const char *at = host; *at; at++)
		if ((unsigned char)*at <= ' ' || strchr("/?#@[]\\\x7f", *at)) {
			bench->fail(ctx, "host `%s`: expected a name or an address alone",
			            host);
			return -EINVAL;
		}
	if (colon && !strchr(colon + 1, ':')) {
		bench->fail(ctx, "host `%s`: the port is an option of its own", host);
		return -EINVAL;
	}
	return 0;
}

static bool is_plain(unsigned char byte)
{
	return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
	       (byte >= '0' && byte <= '9') || strchr("-._~/", byte);
}

static void encode(FILE *out, const char *text)
{
	for (; text && *text; text++) {
		unsigned char byte = (unsigned char)*text;

		if (is_plain(byte))
			fputc(byte, out);
		else
			fprintf(out, "%%%02X", byte);
	}
}

static int port_of(const struct http_config *config)
{
	return config->port ? (int)config->port : config->tls ? 443 : 80;
}

/* An IPv6 address stands in brackets, the % of its zone encoded. */
static void put_host(FILE *out, const struct http_config *config, bool encoded)
{
	bool v6 = strchr(config->host, ':') != NULL;

	if (v6)
		fputc('[', out);
	for (const char *at = config->host; *at; at++)
		fputs(encoded && *at == '%' ? "%25" : (char[]){*at, '\0'}, out);
	fprintf(out, "%s:%d", v6 ? "]" : "", port_of(config));
}

/* What was printed, or NULL. */
static char *take(FILE *out, char **text)
{
	if (fclose(out) == 0)
		return *text;
	free(*text);
	return NULL;
}

char *url_base(const struct http_config *config)
{
	const char *path = config->path ? config->path : "";
	size_t size = 0, length = strlen(path);
	char *text = NULL;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	fputs(config->tls ? "https://" : "http://", out);
	put_host(out, config, true);
	if (path[0] != '/')
		fputc('/', out);
	encode(out, path);
	if (length > 0 && path[length - 1] != '/')
		fputc('/', out);
	return take(out, &text);
}

char *url_label(const struct http_config *config)
{
	size_t size = 0;
	char *text = NULL;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	put_host(out, config, false);
	return take(out, &text);
}
