/* s3.c - S3 object stores, by libcurl, which signs the requests.
 *
 * Connections are kept.  An object is written by one PUT and read by one GET
 * per pass, or by one GET with a Range per record.
 *
 * This file has the options, the order of life and, last, the table of
 * operations.  link.c and exchange.c talk with the server, file.c, upload.c,
 * gather.c, download.c and record.c have the objects, names.c and list.c the
 * names, url.c the URLs. */
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include "file.h"
#include "handle.h"
#include "link.h"
#include "names.h"
#include "url.h"

#define MILLISECOND     1e6
#define DAY             86400e9
#define SIGNING_VERSION 0x075700U

static const struct bench_opt options[] = {
        BENCH_OPT(struct s3_config, bucket, BENCH_STR, BENCH_REQUIRED, NULL,
                  "bucket, which has to be there; none is made"),
        BENCH_OPT(struct s3_config, prefix, BENCH_STR, 0, NULL,
                  "what the objects' names begin with, before a slash"),
        BENCH_OPT(struct s3_config, endpoint, BENCH_STR, 0, NULL,
                  "http[s]://HOST[:PORT], Amazon's unless given"),
        BENCH_OPT(struct s3_config, region, BENCH_STR, 0, "us-east-1",
                  "region that signatures are made for; most stores of one's "
                  "own take any"),
        BENCH_OPT(struct s3_config, access_key, BENCH_STR, 0, NULL,
                  "name of the key; without it nothing is signed"),
        BENCH_OPT(struct s3_config, secret_key, BENCH_SECRET, 0, NULL,
                  "the key itself; @FILE or $NAME keep it out of the INI, and "
                  "it is never shown or stored"),
        BENCH_OPT(struct s3_config, path_style, BENCH_BOOL, 0, "yes",
                  "the bucket stands in the path (http://HOST/BUCKET/...), not "
                  "in the host's name"),
        BENCH_OPT(
                struct s3_config, ca_file, BENCH_PATH, 0, NULL,
                "certificates to trust, PEM; those of the system unless given"),
        BENCH_OPT(struct s3_config, insecure, BENCH_BOOL, 0, "no",
                  "take any certificate"),
        BENCH_OPT_RANGE(struct s3_config, connect_timeout, BENCH_TIME, 0, "5s",
                        "longest wait for a connection", MILLISECOND, DAY),
        BENCH_OPT_RANGE(struct s3_config, timeout, BENCH_TIME, 0, "30s",
                        "a store that moves no byte for so long is dead",
                        MILLISECOND, DAY),
        {0}};

struct target {
	const struct s3_config *config;
	struct bench_ctx *ctx;
	pthread_mutex_t lock;
	/* The first connection; the first session takes it over. */
	struct link *spare;
};

/* Has the region a letter that a signature cannot have? */
static bool is_strange(const char *region)
{
	return !region || !*region ||
	       region[strspn(region, "abcdefghijklmnopqrstuvwxyz"
	                             "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")];
}

static int s3_check(const void *settings, struct bench_ctx *ctx)
{
	const struct s3_config *config = settings;
	struct urls urls;
	int error;

	if (is_strange(config->region)) {
		bench->fail(ctx, "region `%s`: expected letters, digits and `-`",
		            config->region ? config->region : "");
		return -EINVAL;
	}
	if (!config->access_key != !config->secret_key) {
		bench->fail(ctx, "access_key and secret_key go together");
		return -EINVAL;
	}
	error = url_make(config, ctx, &urls);
	url_clear(&urls);
	return error;
}

/* Older ones sign what S3 does not take. */
static int check_library(struct bench_ctx *ctx)
{
	const curl_version_info_data *info = curl_version_info(CURLVERSION_NOW);

	if (info->version_num >= SIGNING_VERSION)
		return 0;
	bench->fail(ctx, "libcurl %s cannot sign for S3, 7.87.0 or later can",
	            info->version);
	return -ENOTSUP;
}

static void s3_target_close(void *handle)
{
	struct target *target = handle;

	link_close(target->spare);
	pthread_mutex_destroy(&target->lock);
	bench->free(target);
	curl_global_cleanup();
}

static int reach(const struct s3_config *config, struct bench_ctx *ctx,
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

static int s3_target_open(const void *config, struct bench_ctx *ctx, void **out)
{
	struct target *target;
	int error = check_library(ctx);

	if (error)
		return error;
	target = bench->alloc(0, sizeof(*target));
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
		s3_target_close(target);
		return error;
	}
	*out = target;
	return 0;
}

static int s3_caps(void *handle, struct bench_caps *caps)
{
	(void)handle;
	/* Any offset for reads; a PUT replaces the whole file. */
	caps->props = BENCH_KEEPS | BENCH_SHARED | BENCH_RANDOM;
	caps->durable = BENCH_DUR_PEER;
	caps->max_depth = 1;
	caps->max_size = LARGEST_PUT;
	return 0;
}

static void tell(const struct link *link, struct bench_ctx *ctx)
{
	bench->fact(ctx, "peer", "%s", link->peer ? link->peer : "");
	bench->fact(ctx, "server", "%s", link->server ? link->server : "not told");
	bench->fact(ctx, "http_version", "%s",
	            link->version == CURL_HTTP_VERSION_1_0 ? "1.0" : "1.1");
	bench->fact(ctx, "tls", "%s",
	            link->tls        ? link->tls
	            : link->urls.tls ? "not told"
	                             : "no");
	bench->fact(ctx, "client", "libcurl %s",
	            curl_version_info(CURLVERSION_NOW)->version);
}

static int s3_describe(void *handle)
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

static int s3_session_open(void *handle, const struct bench_who *who,
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

static void s3_session_close(void *session)
{
	link_close(session);
}

static int s3_cancel(void *session)
{
	link_cancel(session);
	return 0;
}

static int s3_counters(void *session)
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
        .name = "s3",
        .version = S3_VERSION,
        .summary = "S3 object stores, by libcurl",
        .license = "BSD-3-Clause",
        .schemes = "s3",
        .config_size = sizeof(struct s3_config),
        .options = options,
        .threads = BENCH_PER_WORKER,
        .check = s3_check,
        .from_url = url_read,
        .target_open = s3_target_open,
        .target_close = s3_target_close,
        .caps = s3_caps,
        .describe = s3_describe,
        .session_open = s3_session_open,
        .session_close = s3_session_close,
        .cancel = s3_cancel,
        .open = file_open,
        .close = file_close,
        .read = file_read,
        .write = file_write,
        .flush = file_flush,
        .stat = names_stat,
        .unlink = names_unlink,
        .readdir = names_readdir,
        .ping = names_ping,
        .counters = s3_counters,
};

BENCH_REGISTER(backend)
