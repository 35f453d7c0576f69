/* nfs.c - an NFS version 3 server, spoken to from user space by libnfs: no
 * mount, no root, no kernel cache between the clock and the wire.
 *
 * This file has the options, the order of life and, last, the table of
 * operations.  mount.c makes a session; link.c drives libnfs; calls.c and
 * server.c are the procedures of the protocol; file.c, records.c and pieces.c
 * move data; place.c, names.c and listing.c know names. */
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "file.h"
#include "names.h"

#define MILLISECOND 1e6
#define DAY         86400e9
/* Each is a call on one connection; a server queues so many without harm. */
#define DEPTH_MOST 256

static const struct bench_opt options[] = {
        BENCH_OPT(struct nfs_config, host, BENCH_STR, BENCH_REQUIRED, NULL,
                  "name or address of the server"),
        BENCH_OPT(struct nfs_config, export, BENCH_PATH, BENCH_REQUIRED, NULL,
                  "path that the server exports, or a directory below it"),
        BENCH_OPT_RANGE(struct nfs_config, port, BENCH_INT, 0, "0",
                        "port of the NFS service; 0 asks the server's "
                        "portmapper (port 111)",
                        0, 65535),
        BENCH_OPT_RANGE(struct nfs_config, mount_port, BENCH_INT, 0, "0",
                        "port of the mount service; 0 asks the portmapper", 0,
                        65535),
        BENCH_OPT_RANGE(struct nfs_config, version, BENCH_INT, 0, "3",
                        "version of the protocol; 4 is refused with the reason",
                        2, 4),
        BENCH_OPT_RANGE(struct nfs_config, uid, BENCH_INT, 0, "-1",
                        "user id told to the server; -1 is one's own", -1,
                        2147483647),
        BENCH_OPT_RANGE(struct nfs_config, gid, BENCH_INT, 0, "-1",
                        "group id told to the server; -1 is one's own", -1,
                        2147483647),
        BENCH_OPT_RANGE(struct nfs_config, timeout, BENCH_TIME, 0, "30s",
                        "a server that is silent for so long is dead",
                        MILLISECOND, DAY),
        {0}};

struct target {
	const struct nfs_config *config;
	struct bench_ctx *ctx;
	pthread_mutex_t lock;
	/* The first mount tells whether the server is there and what it is
	 * like; the first session takes it over. */
	struct session *spare;
};

/* libnfs allocates each request and each answer anew.  Left alone, the
 * allocator gets records of 1 MiB and more from the kernel each time and gives
 * them back, and the faults on fresh pages cost more than the transfer. */
static int nfs_init(void)
{
	mallopt(M_MMAP_THRESHOLD, 32 << 20);
	mallopt(M_TRIM_THRESHOLD, 512 << 20);
	return 0;
}

/* libnfs 4.0.0 encodes each COMPOUND of version 4 into 4096 bytes, and has no
 * way of asking which version it is. */
static int check_version(const struct nfs_config *config, struct bench_ctx *ctx)
{
	if (config->version == 3)
		return 0;
	if (config->version == 4)
		bench->fail(ctx, "version 4 is refused: libnfs encodes each of its "
		                 "requests into 4096 bytes, so that writes above "
		                 "3.9 KiB fail; expected version = 3");
	else
		bench->fail(ctx, "version %d is not spoken; expected version = 3",
		            (int)config->version);
	return -EINVAL;
}

static int nfs_check(const void *settings, struct bench_ctx *ctx)
{
	const struct nfs_config *config = settings;
	int error = check_version(config, ctx);

	if (error)
		return error;
	if (config->export[0] != '/') {
		bench->fail(ctx, "export `%s`: expected a path that begins with /",
		            config->export);
		return -EINVAL;
	}
	return session_check_host(config->host, ctx);
}

/* The mount for questions; made anew if a session has taken it. */
static int spare(struct target *target)
{
	if (target->spare)
		return 0;
	return session_mount(target->config, target->ctx, &target->spare);
}

static int nfs_target_open(const void *config, struct bench_ctx *ctx,
                           void **out)
{
	struct target *target = calloc(1, sizeof(*target));
	int error;

	if (!target)
		return -ENOMEM;
	target->config = config;
	target->ctx = ctx;
	pthread_mutex_init(&target->lock, NULL);
	error = spare(target);
	if (error) {
		pthread_mutex_destroy(&target->lock);
		free(target);
		return error;
	}
	*out = target;
	return 0;
}

static void nfs_target_close(void *handle)
{
	struct target *target = handle;

	session_unmount(target->spare);
	pthread_mutex_destroy(&target->lock);
	free(target);
}

static int fill_caps(struct session *session, struct bench_caps *caps)
{
	caps->props = BENCH_RANDOM | BENCH_REWRITE | BENCH_KEEPS | BENCH_SHARED;
	caps->durable = BENCH_DUR_STABLE;
	caps->max_depth = DEPTH_MOST;
	caps->best_io =
	        session->rsize < session->wsize ? session->rsize : session->wsize;
	caps->max_size = session->limits.max_size;
	return calls_room(&session->link, &session->root, &caps->free_bytes);
}

static int nfs_caps(void *handle, struct bench_caps *caps)
{
	struct target *target = handle;
	int error;

	pthread_mutex_lock(&target->lock);
	error = spare(target);
	if (!error)
		error = fill_caps(target->spare, caps);
	pthread_mutex_unlock(&target->lock);
	return error;
}

static int tell(const struct target *target)
{
	const struct nfs_config *config = target->config;
	struct session *session = target->spare;
	uint64_t room = 0;
	int error = calls_room(&session->link, &session->root, &room);

	bench->fact(target->ctx, "peer", "%s", session->peer);
	bench->fact(target->ctx, "nfs_version", "3");
	bench->fact(target->ctx, "transport", "tcp");
	bench->fact(target->ctx, "rsize", "%u", (unsigned)session->rsize);
	bench->fact(target->ctx, "wsize", "%u", (unsigned)session->wsize);
	bench->fact(target->ctx, "server_rtmax", "%u",
	            (unsigned)session->limits.read_max);
	bench->fact(target->ctx, "server_wtmax", "%u",
	            (unsigned)session->limits.write_max);
	/* Data go from the wire to the record and nowhere else. */
	bench->fact(target->ctx, "readahead", "0");
	bench->fact(target->ctx, "uid", "%ld",
	            (long)(config->uid < 0 ? (int64_t)getuid() : config->uid));
	bench->fact(target->ctx, "gid", "%ld",
	            (long)(config->gid < 0 ? (int64_t)getgid() : config->gid));
	bench->fact(target->ctx, "free_bytes", "%llu", (unsigned long long)room);
	return error;
}

static int nfs_describe(void *handle)
{
	struct target *target = handle;
	int error;

	pthread_mutex_lock(&target->lock);
	error = spare(target);
	if (!error)
		error = tell(target);
	pthread_mutex_unlock(&target->lock);
	return error;
}

static int nfs_session_open(void *handle, const struct bench_who *who,
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
		session->link.ctx = ctx;
	} else {
		int error = session_mount(target->config, ctx, &session);

		if (error)
			return error;
	}
	*out = session;
	return 0;
}

static void nfs_session_close(void *session)
{
	session_unmount(session);
}

static int nfs_cancel(void *handle)
{
	struct session *session = handle;

	link_cancel(&session->link);
	return 0;
}

/* What was not as bench asked for it: records that did not fit one call, and
 * answers that left a rest to ask for. */
static int nfs_counters(void *handle)
{
	const struct session *session = handle;
	struct bench_ctx *ctx = session->link.ctx;

	if (session->split_records > 0)
		bench->fact(ctx, "split_records", "%llu",
		            (unsigned long long)session->split_records);
	if (session->short_replies > 0)
		bench->fact(ctx, "short_replies", "%llu",
		            (unsigned long long)session->short_replies);
	return 0;
}

static struct bench_backend backend = {
        .name = "nfs",
        .version = "1.0",
        .summary = "an NFS version 3 server, without a mount",
        .license = "BSD-3-Clause",
        .schemes = "nfs",
        .config_size = sizeof(struct nfs_config),
        .options = options,
        .threads = BENCH_PER_WORKER,
        .init = nfs_init,
        .check = nfs_check,
        .from_url = url_read,
        .target_open = nfs_target_open,
        .target_close = nfs_target_close,
        .caps = nfs_caps,
        .describe = nfs_describe,
        .session_open = nfs_session_open,
        .session_close = nfs_session_close,
        .cancel = nfs_cancel,
        .open = file_open,
        .close = file_close,
        .read = file_read,
        .write = file_write,
        .flush = file_flush,
        .drop_cache = file_drop_cache,
        .submit = records_submit,
        .reap = records_reap,
        .stat = names_stat,
        .rename = names_rename,
        .unlink = names_unlink,
        .mkdir = names_mkdir,
        .rmdir = names_rmdir,
        .readdir = names_readdir,
        .ping = names_ping,
        .counters = nfs_counters,
};

BENCH_REGISTER(backend)
