/* url.c - s3://BUCKET[/PREFIX] becomes options, and options become URLs: of the
 * bucket and of the objects in it. */
#include "url.h"

#include <curl/curl.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define SHORTEST_BUCKET 3
#define LONGEST_BUCKET  63

int url_read(const char *url, struct bench_ctx *ctx,
             int (*set)(void *arg, const char *key, const char *value),
             void *arg)
{
	const char *bucket = url + 5, *slash;
	char *copy;
	int error;

	if (strncasecmp(url, "s3://", 5) != 0) {
		bench->fail(ctx, "expected s3://BUCKET[/PREFIX]");
		return -EINVAL;
	}
	slash = strchr(bucket, '/');
	copy = slash ? strndup(bucket, (size_t)(slash - bucket)) : strdup(bucket);
	if (!copy)
		return -ENOMEM;
	if (strchr(copy, '@')) {
		bench->fail(ctx, "keys have no place in the URL: use access_key and "
		                 "secret_key");
		error = -EINVAL;
	} else {
		error = set(arg, "bucket", copy);
	}
	free(copy);
	if (!error && slash && slash[1] != '\0')
		error = set(arg, "prefix", slash + 1);
	return error;
}

static int check_bucket(const char *bucket, struct bench_ctx *ctx)
{
	size_t length = bucket ? strlen(bucket) : 0;

	if (length >= SHORTEST_BUCKET && length <= LONGEST_BUCKET &&
	    length == strspn(bucket, "abcdefghijklmnopqrstuvwxyz0123456789.-"))
		return 0;
	bench->fail(ctx, "bucket `%s`: expected 3 to 63 of a-z, 0-9, `.` and `-`",
	            bucket ? bucket : "");
	return -EINVAL;
}

static bool is_plain(unsigned char byte)
{
	return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
	       (byte >= '0' && byte <= '9') || strchr("-._~", byte);
}

void url_encode(FILE *out, const char *text, bool slashes)
{
	for (; text && *text; text++) {
		unsigned char byte = (unsigned char)*text;

		if (is_plain(byte) || (byte == '/' && !slashes))
			fputc(byte, out);
		else
			fprintf(out, "%%%02X", byte);
	}
}

/* The parts of an endpoint; those that are missing are NULL. */
struct endpoint {
	char *scheme, *host, *port, *path;
};

static void endpoint_clear(struct endpoint *endpoint)
{
	curl_free(endpoint->scheme);
	curl_free(endpoint->host);
	curl_free(endpoint->port);
	curl_free(endpoint->path);
}

static int endpoint_parse(const char *text, struct bench_ctx *ctx,
                          struct endpoint *endpoint)
{
	CURLU *url = curl_url();
	bool good;

	*endpoint = (struct endpoint){0};
	if (!url)
		return -ENOMEM;
	good = curl_url_set(url, CURLUPART_URL, text, 0) == CURLUE_OK &&
	       curl_url_get(url, CURLUPART_SCHEME, &endpoint->scheme, 0) == 0 &&
	       curl_url_get(url, CURLUPART_HOST, &endpoint->host, 0) == 0 &&
	       curl_url_get(url, CURLUPART_PATH, &endpoint->path, 0) == 0 &&
	       (strcmp(endpoint->scheme, "http") == 0 ||
	        strcmp(endpoint->scheme, "https") == 0) &&
	       strcmp(endpoint->path, "/") == 0 && !strpbrk(text, "?#@");
	if (good)
		(void)curl_url_get(url, CURLUPART_PORT, &endpoint->port,
		                   CURLU_DEFAULT_PORT);
	curl_url_cleanup(url);
	if (good && endpoint->port)
		return 0;
	bench->fail(ctx, "endpoint `%s`: expected http[s]://HOST[:PORT]", text);
	return -EINVAL;
}

static char *print_label(const struct endpoint *endpoint)
{
	char *text;

	return asprintf(&text, "%s:%s", endpoint->host, endpoint->port) < 0 ? NULL
	                                                                    : text;
}

/* The port is left out where it is the scheme's: so it is signed. */
static char *print_bucket(const struct endpoint *endpoint,
                          const struct s3_config *config, bool tls)
{
	bool plain = strcmp(endpoint->port, tls ? "443" : "80") == 0;
	char *text;
	int printed = asprintf(&text, "%s://%s%s%s%s%s/%s%s", endpoint->scheme,
	                       config->path_style ? "" : config->bucket,
	                       config->path_style ? "" : ".", endpoint->host,
	                       plain ? "" : ":", plain ? "" : endpoint->port,
	                       config->path_style ? config->bucket : "",
	                       config->path_style ? "/" : "");

	return printed < 0 ? NULL : text;
}

static char *print_base(const char *bucket, const char *prefix)
{
	size_t size = 0, length = prefix ? strlen(prefix) : 0;
	char *text = NULL;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	fputs(bucket, out);
	url_encode(out, prefix, false);
	if (length > 0 && prefix[length - 1] != '/')
		fputc('/', out);
	if (fclose(out) == 0)
		return text;
	free(text);
	return NULL;
}

static char *amazon(const char *region)
{
	char *text;

	return asprintf(&text, "https://s3.%s.amazonaws.com", region) < 0 ? NULL
	                                                                  : text;
}

int url_make(const struct s3_config *config, struct bench_ctx *ctx,
             struct urls *urls)
{
	struct endpoint endpoint;
	char *own = NULL;
	int error = check_bucket(config->bucket, ctx);

	*urls = (struct urls){0};
	if (error)
		return error;
	if (!config->endpoint && !(own = amazon(config->region)))
		return -ENOMEM;
	error = endpoint_parse(own ? own : config->endpoint, ctx, &endpoint);
	free(own);
	if (!error) {
		urls->tls = strcmp(endpoint.scheme, "https") == 0;
		urls->label = print_label(&endpoint);
		urls->bucket = print_bucket(&endpoint, config, urls->tls);
		if (urls->bucket)
			urls->base = print_base(urls->bucket, config->prefix);
		if (!urls->label || !urls->base)
			error = -ENOMEM;
	}
	endpoint_clear(&endpoint);
	return error;
}

void url_clear(struct urls *urls)
{
	free(urls->label);
	free(urls->bucket);
	free(urls->base);
	*urls = (struct urls){0};
}
