/* nbd.c - an export of an NBD server, a block device by network, through
 * libnbd: no kernel client, no root.
 *
 * This file has the options, the order of life and, last, the table of
 * operations.  link.c makes and drives the connection, flights.c has the
 * requests on it, file.c and place.c let the export be a file, facts.c tells
 * about it. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include "facts.h"
#include "file.h"

#define MILLISECOND 1e6
#define DAY         86400e9
/* Servers take so many from one connection without harm. */
#define DEPTH_MOST 256
/* What every server takes in one request, unless it says otherwise. */
#define REQUEST_MOST (UINT64_C(32) << 20)

static const struct bench_opt options[] = {
        BENCH_OPT(struct nbd_config, host, BENCH_STR, 0, NULL,
                  "name or address of the server"),
        BENCH_OPT_RANGE(struct nbd_config, port, BENCH_INT, 0, "10809",
                        "TCP port", 1, 65535),
        BENCH_OPT(struct nbd_config, socket, BENCH_STR, 0, NULL,
                  "in the place of host: path of the server's socket on this "
                  "machine"),
        BENCH_OPT(struct nbd_config, export, BENCH_STR, 0, NULL,
                  "name of the export, the server's default unless given"),
        BENCH_OPT(struct nbd_config, overwrite, BENCH_BOOL, 0, "no",
                  "yes allows to destroy what is on the export; without it "
                  "nothing is done, not even connecting"),
        BENCH_OPT_RANGE(struct nbd_config, timeout, BENCH_TIME, 0, "30s",
                        "a server that is silent for so long, when connecting "
                        "or later, is dead",
                        MILLISECOND, DAY),
        {0}};

struct target {
	const struct nbd_config *config;
	struct bench_ctx *ctx;
	struct place place;
	pthread_mutex_t lock;
	/* The first connection tells whether the server is there and what it is
	 * like; the first session takes it over. */
	struct session *spare;
};

static int nbd_check(const void *settings, struct bench_ctx *ctx)
{
	const struct nbd_config *config = settings;

	if (!config->host == !config->socket) {
		bench->fail(ctx, "give either `host` or `socket`");
		return -EINVAL;
	}
	if (config->overwrite)
		return 0;
	bench->fail(ctx,
	            "a run would destroy what is on the export `%s` of %s; if "
	            "nobody needs that, say `overwrite = yes`",
	            config->export ? config->export : "",
	            config->socket ? config->socket : config->host);
	return -EPERM;
}

static int refuse_reads_only(const struct session *session)
{
	if (!session->traits.reads_only)
		return 0;
	bench->fail(session->ctx, "%s: the export is read-only", session->label);
	return -EROFS;
}

/* The connection for questions; made anew if a session has taken it, or if the
 * server went away meanwhile. */
static int spare(struct target *target)
{
	if (target->spare && target->spare->nbd)
		return 0;
	session_close(target->spare);
	target->spare = NULL;
	return session_connect(target->config, target->ctx, &target->spare);
}

static void nbd_target_close(void *handle)
{
	struct target *target = handle;

	session_close(target->spare);
	place_free(&target->place);
	pthread_mutex_destroy(&target->lock);
	free(target);
}

static int nbd_target_open(const void *config, struct bench_ctx *ctx,
                           void **out)
{
	struct target *target = calloc(1, sizeof(*target));
	int error;

	if (!target)
		return -ENOMEM;
	target->config = config;
	target->ctx = ctx;
	pthread_mutex_init(&target->lock, NULL);
	error = place_init(&target->place);
	if (!error)
		error = spare(target);
	if (!error)
		error = refuse_reads_only(target->spare);
	if (error) {
		nbd_target_close(target);
		return error;
	}
	*out = target;
	return 0;
}

static void fill_caps(const struct traits *traits, struct bench_caps *caps)
{
	caps->props = BENCH_RANDOM | BENCH_REWRITE | BENCH_KEEPS;
	/* Without it another connection need not see what this one wrote. */
	if (traits->is_coherent)
		caps->props |= BENCH_SHARED;
	caps->durable = traits->can_flush ? BENCH_DUR_STABLE : BENCH_DUR_NONE;
	caps->max_depth = DEPTH_MOST;
	caps->align = (uint32_t)traits->block_min;
	caps->min_io = traits->block_min;
	caps->best_io = traits->block_best;
	caps->max_io = traits->block_most && traits->block_most < REQUEST_MOST
	                       ? traits->block_most
	                       : REQUEST_MOST;
	caps->max_size = caps->free_bytes = traits->size;
}

static int nbd_caps(void *handle, struct bench_caps *caps)
{
	struct target *target = handle;
	int error;

	pthread_mutex_lock(&target->lock);
	error = spare(target);
	if (!error)
		fill_caps(&target->spare->traits, caps);
	pthread_mutex_unlock(&target->lock);
	return error;
}

static int nbd_describe(void *handle)
{
	struct target *target = handle;
	int error;

	pthread_mutex_lock(&target->lock);
	error = spare(target);
	if (!error)
		facts_tell(target->spare);
	pthread_mutex_unlock(&target->lock);
	return error;
}

static int nbd_session_open(void *handle, const struct bench_who *who,
                            struct bench_ctx *ctx, void **out)
{
	struct target *target = handle;
	struct session *session;

	(void)who;
	pthread_mutex_lock(&target->lock);
	session = target->spare;
	target->spare = NULL;
	pthread_mutex_unlock(&target->lock);
	if (session) {
		session->ctx = ctx;
	} else {
		int error = session_connect(target->config, ctx, &session);

		if (error)
			return error;
	}
	session->place = &target->place;
	*out = session;
	return 0;
}

static void nbd_session_close(void *session)
{
	session_close(session);
}

static int nbd_cancel(void *session)
{
	session_cancel(session);
	return 0;
}

static struct bench_backend backend = {
        .name = "nbd",
        .version = "1.0",
        .summary = "an export of an NBD server, a block device by network",
        .license = "BSD-3-Clause",
        .schemes = "nbd nbd+unix nbds",
        .config_size = sizeof(struct nbd_config),
        .options = options,
        .threads = BENCH_PER_WORKER,
        .check = nbd_check,
        .from_url = url_read,
        .target_open = nbd_target_open,
        .target_close = nbd_target_close,
        .caps = nbd_caps,
        .describe = nbd_describe,
        .session_open = nbd_session_open,
        .session_close = nbd_session_close,
        .cancel = nbd_cancel,
        .open = file_open,
        .close = file_close,
        .read = file_read,
        .write = file_write,
        .flush = file_flush,
        .drop_cache = file_drop_cache,
        .submit = flights_submit,
        .reap = flights_reap,
        .stat = place_stat,
        .unlink = place_unlink,
        .ping = file_ping,
};

BENCH_REGISTER(backend)
