/* ftp.c - FTP servers, by a small client of our own.
 *
 * One control connection per session is kept for everything.  Sequential passes
 * are one STOR or RETR each, other records one each; what that costs is told in
 * the row.
 *
 * This file has the options, the order of life and, last, the table of
 * operations.  login.c and control.c talk with the server, data.c has the data
 * connections, file.c, stream.c and record.c the files, look.c, names.c and
 * list.c the names, probe.c finds out what STOR does to the rest of a file. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "address.h"
#include "control.h"
#include "file.h"
#include "names.h"
#include "probe.h"

#define MILLISECOND 1e6
#define DAY         86400e9

static const char *const passive_ways[] = {"epsv_then_pasv", "epsv", "pasv",
                                           NULL};

static const struct bench_opt options[] = {
        BENCH_OPT(struct ftp_config, host, BENCH_STR, BENCH_REQUIRED, NULL,
                  "name or address of the server, also HOST:PORT or "
                  "[ADDRESS]:PORT"),
        BENCH_OPT_RANGE(struct ftp_config, port, BENCH_INT, 0, "21",
                        "port of the control connection", 1, 65535),
        BENCH_OPT(struct ftp_config, path, BENCH_PATH, 0, NULL,
                  "directory to measure in, where the login leads unless "
                  "given"),
        BENCH_OPT(struct ftp_config, user, BENCH_STR, 0, FTP_ANONYMOUS,
                  "user to log in as"),
        BENCH_OPT(struct ftp_config, password, BENCH_SECRET, 0, NULL,
                  "the user's password; @FILE or $NAME keep it out of the INI, "
                  "and it is never shown or stored"),
        {"passive", BENCH_ENUM, 0, offsetof(struct ftp_config, passive),
         "epsv_then_pasv",
         "how data connections are asked for: EPSV and then PASV, or one of "
         "them alone",
         0, 0, passive_ways},
        BENCH_OPT_RANGE(struct ftp_config, connect_timeout, BENCH_TIME, 0, "5s",
                        "longest wait for a connection, for control or data",
                        MILLISECOND, DAY),
        BENCH_OPT_RANGE(struct ftp_config, timeout, BENCH_TIME, 0, "30s",
                        "a server that moves no byte for so long is dead",
                        MILLISECOND, DAY),
        {0}};

struct target {
	const struct ftp_config *config;
	struct bench_ctx *ctx;
	pthread_mutex_t lock;
	/* The first connection tells what the server is like; the first session
	 * takes it over. */
	struct control *spare;
	/* As the probe found it. */
	bool rest, rewrites, rewrites_first;
	char *no_answer;
};

static int check_line(const char *key, const char *text, struct bench_ctx *ctx)
{
	if (!text || !text[strcspn(text, "\r\n")])
		return 0;
	bench->fail(ctx, "`%s` must not have a line break in it", key);
	return -EINVAL;
}

static int ftp_check(const void *settings, struct bench_ctx *ctx)
{
	const struct ftp_config *config = settings;
	int64_t port = config->port;
	char *host;
	int error = check_line("path", config->path, ctx);

	if (!error)
		error = check_line("user", config->user, ctx);
	if (!error)
		error = check_line("password", config->password, ctx);
	if (!error)
		error = address_parse(config->host ? config->host : "", ctx, &host,
		                      &port);
	if (error)
		return error;
	free(host);
	if (port == config->port || config->port == FTP_PORT)
		return 0;
	bench->fail(ctx, "`host` names port %d, `port` says %d", (int)port,
	            (int)config->port);
	return -EINVAL;
}

static void forget(struct target *target)
{
	control_close(target->spare);
	free(target->no_answer);
	pthread_mutex_destroy(&target->lock);
	bench->free(target);
}

static int ftp_target_open(const void *config, struct bench_ctx *ctx,
                           void **out)
{
	struct target *target = bench->alloc(0, sizeof(*target));
	int error;

	if (!target)
		return -ENOMEM;
	memset(target, 0, sizeof(*target));
	target->config = config;
	target->ctx = ctx;
	pthread_mutex_init(&target->lock, NULL);
	error = control_open(config, ctx, &target->spare);
	if (!error)
		error = probe_rewrites(target->spare, &target->no_answer);
	if (error) {
		forget(target);
		return error;
	}
	target->rest = target->spare->features.rest;
	target->rewrites = target->spare->rewrites;
	target->rewrites_first = target->spare->rewrites_first;
	*out = target;
	return 0;
}

static void ftp_target_close(void *handle)
{
	forget(handle);
}

static int ftp_caps(void *handle, struct bench_caps *caps)
{
	const struct target *target = handle;

	caps->props = BENCH_KEEPS | BENCH_SHARED |
	              (target->rest ? BENCH_RANDOM : 0) |
	              (target->rewrites ? BENCH_REWRITE : 0);
	caps->durable = BENCH_DUR_PEER;
	caps->max_depth = 1;
	return 0;
}

static const char *rewrite_words(const struct target *target)
{
	if (target->no_answer)
		return target->no_answer;
	if (target->rewrites_first)
		return "yes";
	return target->rewrites ? "yes, but not at offset 0" : "no";
}

static void tell_features(const struct control *control, struct bench_ctx *ctx)
{
	const struct features *features = &control->features;

	bench->fact(ctx, "features", "%s%s%s%s",
	            features->rest ? "REST" : "no REST",
	            features->mlst ? " MLST" : "", features->utf8 ? " UTF8" : "",
	            control->pasv ? " PASV" : " EPSV");
}

static int ftp_describe(void *handle)
{
	struct target *target = handle;
	struct bench_ctx *ctx = target->ctx;
	int error = 0;

	pthread_mutex_lock(&target->lock);
	if (!target->spare)
		error = control_open(target->config, ctx, &target->spare);
	if (!error) {
		const struct control *control = target->spare;

		bench->fact(ctx, "peer", "%s", control->peer);
		bench->fact(ctx, "server", "%s", control->banner);
		tell_features(control, ctx);
		bench->fact(ctx, "passive", "%s",
		            control->passive ? control->passive : "not tried");
		bench->fact(ctx, "rewrite_in_place", "%s", rewrite_words(target));
	}
	pthread_mutex_unlock(&target->lock);
	return error;
}

static int ftp_session_open(void *handle, const struct bench_who *who,
                            struct bench_ctx *ctx, void **session)
{
	struct target *target = handle;
	struct control *control;

	(void)who;
	pthread_mutex_lock(&target->lock);
	control = target->spare;
	target->spare = NULL;
	pthread_mutex_unlock(&target->lock);
	if (control)
		control->ctx = ctx;
	else {
		int error = control_open(target->config, ctx, &control);

		if (error)
			return error;
	}
	control->rewrites = target->rewrites;
	control->rewrites_first = target->rewrites_first;
	control->counts = (struct counts){0};
	*session = control;
	return 0;
}

static void ftp_session_close(void *session)
{
	control_close(session);
}

static int ftp_cancel(void *session)
{
	struct control *control = session;

	atomic_store(&control->cancelled, true);
	pthread_mutex_lock(&control->lock);
	if (control->data >= 0)
		shutdown(control->data, SHUT_RDWR);
	pthread_mutex_unlock(&control->lock);
	shutdown(control->fd, SHUT_RDWR);
	return 0;
}

/* The price of a record that has a transfer of its own. */
static int ftp_counters(void *session)
{
	struct control *control = session;
	struct counts *counts = &control->counts;

	bench->fact(control->ctx, "data_connections", "%llu",
	            (unsigned long long)counts->connections);
	if (counts->operations > 0)
		bench->fact(control->ctx, "ms_per_operation", "%.3f",
		            (double)counts->operations_ns / (double)counts->operations /
		                    1e6);
	*counts = (struct counts){0};
	return 0;
}

static struct bench_backend backend = {
        .name = "ftp",
        .version = FTP_VERSION,
        .summary = "FTP servers, by a client of its own",
        .license = "BSD-3-Clause",
        .schemes = "ftp ftps",
        .config_size = sizeof(struct ftp_config),
        .options = options,
        .threads = BENCH_PER_WORKER,
        .check = ftp_check,
        .from_url = address_from_url,
        .target_open = ftp_target_open,
        .target_close = ftp_target_close,
        .caps = ftp_caps,
        .describe = ftp_describe,
        .session_open = ftp_session_open,
        .session_close = ftp_session_close,
        .cancel = ftp_cancel,
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
        .readdir = names_readdir,
        .ping = names_ping,
        .counters = ftp_counters,
};

BENCH_REGISTER(backend)
