/* http.c - HTTP servers that take files by PUT, by way of libcurl.
 *
 * Connections are kept.  Sequential passes are one PUT or GET each, other reads
 * one GET with a Range each.
 *
 * This file has the options, the order of life and, last, the table of
 * operations.  link.c and exchange.c talk with the server, file.c, upload.c,
 * download.c and record.c have the files, names.c the names, url.c the URLs. */
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include "file.h"
#include "link.h"
#include "names.h"
#include "url.h"

#define MILLISECOND 1e6
#define DAY         86400e9

static const struct bench_opt options[] = {
        BENCH_OPT(struct http_config, host, BENCH_STR, BENCH_REQUIRED, NULL,
                  "name or address of the server"),
        BENCH_OPT_RANGE(struct http_config, port, BENCH_INT, 0, "0",
                        "port of the server, 0 for 80 or with TLS 443", 0,
                        65535),
        BENCH_OPT(struct http_config, path, BENCH_PATH, 0, NULL,
                  "directory to measure in, the root unless given"),
        BENCH_OPT(struct http_config, tls, BENCH_BOOL, 0, "no",
                  "https in the place of http"),
        BENCH_OPT(struct http_config, user, BENCH_STR, 0, NULL,
                  "user, for basic authentication; there is no other"),
        BENCH_OPT(struct http_config, password, BENCH_SECRET, 0, NULL,
                  "the user's password; @FILE or $NAME keep it out of the INI, "
                  "and it is never shown or stored"),
        BENCH_OPT(
                struct http_config, ca_file, BENCH_PATH, 0, NULL,
                "certificates to trust, PEM; those of the system unless given"),
        BENCH_OPT(struct http_config, insecure, BENCH_BOOL, 0, "no",
                  "take any certificate"),
        BENCH_OPT_RANGE(struct http_config, connect_timeout, BENCH_TIME, 0,
                        "5s", "longest wait for a connection", MILLISECOND,
                        DAY),
        BENCH_OPT_RANGE(struct http_config, timeout, BENCH_TIME, 0, "30s",
                        "a server that moves no byte for so long is dead",
                        MILLISECOND, DAY),
        {0}};

struct target {
	const struct http_config *config;
	struct bench_ctx *ctx;
	pthread_mutex_t lock;
	/* The first connection; the first session takes it over. */
	struct link *spare;
};

static int http_check(const void *settings, struct bench_ctx *ctx)
{
	const struct http_config *config = settings;

	if (config->user && strchr(config->user, ':')) {
		bench->fail(ctx, "`user` cannot have a colon in it");
		return -EINVAL;
	}
	if (config->ca_file && !config->tls) {
		bench->fail(ctx, "`ca_file` needs `tls = yes` or an https URL");
		return -EINVAL;
	}
	return url_check_host(config->host, ctx);
}

static void http_target_close(void *handle)
{
	struct target *target = handle;

	link_close(target->spare);
	pthread_mutex_destroy(&target->lock);
	bench->free(target);
	curl_global_cleanup();
}

static int reach(const struct http_config *config, struct bench_ctx *ctx,
                 struct link **out)
{
	int error = link_open(config, ctx, out);

	if (error)
		return error;
	error = names_ping(*out);
	if (error) {
		link_close(*out);
		*out = NULL;
	}
	return error;
}

static int http_target_open(const void *config, struct bench_ctx *ctx,
                            void **out)
{
	struct target *target = bench->alloc(0, sizeof(*target));
	int error;

	if (!target)
		return -ENOMEM;
	if (curl_global_init(CURL_GLOBAL_DEFAULT)) {
		bench->free(target);
		bench->fail(ctx, "libcurl does not start");
		return -ENOMEM;
	}
	memset(target, 0, sizeof(*target));
	target->config = config;
	target->ctx = ctx;
	pthread_mutex_init(&target->lock, NULL);
	error = reach(config, ctx, &target->spare);
	if (error) {
		http_target_close(target);
		return error;
	}
	*out = target;
	return 0;
}

static int http_caps(void *handle, struct bench_caps *caps)
{
	(void)handle;
	/* Any offset for reads; a PUT replaces the whole file. */
	caps->props = BENCH_KEEPS | BENCH_SHARED | BENCH_RANDOM;
	caps->durable = BENCH_DUR_PEER;
	caps->max_depth = 1;
	return 0;
}

static void tell(const struct link *link, struct bench_ctx *ctx)
{
	bench->fact(ctx, "peer", "%s", link->peer ? link->peer : "");
	bench->fact(ctx, "server", "%s", link->server ? link->server : "not told");
	bench->fact(ctx, "http_version", "%s",
	            link->version == CURL_HTTP_VERSION_1_0 ? "1.0" : "1.1");
	bench->fact(ctx, "tls", "%s",
	            link->tls           ? link->tls
	            : link->config->tls ? "not told"
	                                : "no");
	bench->fact(ctx, "client", "libcurl %s",
	            curl_version_info(CURLVERSION_NOW)->version);
}

static int http_describe(void *handle)
{
	struct target *target = handle;
	int error = 0;

	pthread_mutex_lock(&target->lock);
	if (!target->spare)
		error = reach(target->config, target->ctx, &target->spare);
	if (!error)
		tell(target->spare, target->ctx);
	pthread_mutex_unlock(&target->lock);
	return error;
}

static int http_session_open(void *handle, const struct bench_who *who,
                             struct bench_ctx *ctx, void **session)
{
	struct target *target = handle;
	struct link *link;

	(void)who;
	pthread_mutex_lock(&target->lock);
	link = target->spare;
	target->spare = NULL;
	pthread_mutex_unlock(&target->lock);
	if (link) {
		link->ctx = ctx;
	} else {
		int error = reach(target->config, ctx, &link);

		if (error)
			return error;
	}
	link->counts = (struct counts){0};
	*session = link;
	return 0;
}

static void http_session_close(void *session)
{
	link_close(session);
}

static int http_cancel(void *session)
{
	link_cancel(session);
	return 0;
}

static int http_counters(void *session)
{
	struct link *link = session;
	struct counts *counts = &link->counts;

	bench->fact(link->ctx, "connections", "%llu",
	            (unsigned long long)counts->connections);
	bench->fact(link->ctx, "requests", "%llu",
	            (unsigned long long)counts->requests);
	if (counts->records > 0)
		bench->fact(link->ctx, "ms_per_operation", "%.3f",
		            (double)counts->records_ns / (double)counts->records / 1e6);
	*counts = (struct counts){0};
	return 0;
}

static struct bench_backend backend = {
        .name = "http",
        .version = HTTP_VERSION,
        .summary = "HTTP and WebDAV servers, by libcurl",
        .license = "BSD-3-Clause",
        .schemes = "http https",
        .config_size = sizeof(struct http_config),
        .options = options,
        .threads = BENCH_PER_WORKER,
        .check = http_check,
        .from_url = url_read,
        .target_open = http_target_open,
        .target_close = http_target_close,
        .caps = http_caps,
        .describe = http_describe,
        .session_open = http_session_open,
        .session_close = http_session_close,
        .cancel = http_cancel,
        .open = file_open,
        .close = file_close,
        .read = file_read,
        .write = file_write,
        .flush = file_flush,
        .stat = names_stat,
        .rename = names_rename,
        .unlink = names_unlink,
        .mkdir = names_mkdir,
        .rmdir = names_rmdir,
        .ping = names_ping,
        .counters = http_counters,
};

BENCH_REGISTER(backend)
