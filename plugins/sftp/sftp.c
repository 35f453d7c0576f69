/* sftp.c - a directory of an SSH server, by SFTP version 3 through libssh.
 *
 * This file has the options, the order of life and, last, the table of
 * operations.  net.c, session.c and login.c make a connection, watch.c ends
 * waits that last too long; reads.c and file.c move data, names.c knows
 * names. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "file.h"
#include "names.h"

#define MILLISECOND 1e6
#define DAY         86400e9
/* Each record has at least one request in flight; reads.c lets no more fly. */
#define DEPTH_MOST 64

static const char *const host_key_words[] = {"check", "accept", NULL};

static const struct bench_opt options[] = {
        BENCH_OPT(struct sftp_config, host, BENCH_STR, BENCH_REQUIRED, NULL,
                  "name or address of the server"),
        BENCH_OPT_RANGE(struct sftp_config, port, BENCH_INT, 0, "22",
                        "TCP port", 1, 65535),
        BENCH_OPT(struct sftp_config, path, BENCH_PATH, 0, ".",
                  "directory to measure in, from where the login leads"),
        BENCH_OPT(struct sftp_config, user, BENCH_STR, 0, NULL,
                  "who to log in as, one's own name unless given"),
        BENCH_OPT(struct sftp_config, key, BENCH_STR, 0, NULL,
                  "file of the private key to log in with"),
        BENCH_OPT(struct sftp_config, passphrase, BENCH_SECRET, 0, NULL,
                  "of that key, where it has one; @FILE or $NAME keep it out "
                  "of the INI, and it is never shown or stored"),
        BENCH_OPT(struct sftp_config, password, BENCH_SECRET, 0, NULL,
                  "the user's password, for a login without a key; @FILE or "
                  "$NAME keep it out of the INI"),
        {"host_key", BENCH_ENUM, 0, offsetof(struct sftp_config, host_key),
         "check",
         "check refuses a server whose key is not known; accept takes any and "
         "remembers none, for servers that are made anew for each test",
         0, 0, host_key_words},
        BENCH_OPT(struct sftp_config, known_hosts, BENCH_STR, 0, NULL,
                  "file of the known servers' keys, ~/.ssh/known_hosts unless "
                  "given; /etc/ssh/ssh_known_hosts counts too"),
        BENCH_OPT(struct sftp_config, ciphers, BENCH_STR, 0, NULL,
                  "those to agree on one of, parted by commas, as in "
                  "aes128-gcm@openssh.com,aes128-ctr"),
        BENCH_OPT_RANGE(struct sftp_config, packet, BENCH_SIZE, 0, "32k",
                        "bytes in one READ or WRITE request; 32k is what each "
                        "server takes",
                        512, 261120),
        BENCH_OPT_RANGE(struct sftp_config, connect_timeout, BENCH_TIME, 0,
                        "5s", "for the TCP connection", MILLISECOND, DAY),
        BENCH_OPT_RANGE(struct sftp_config, timeout, BENCH_TIME, 0, "30s",
                        "a server that does not answer for so long is dead",
                        MILLISECOND, DAY),
        {0}};

struct target {
	const struct sftp_config *config;
	struct bench_ctx *ctx;
	struct watch watch;
	pthread_mutex_t lock;
	/* The first connection tells whether the server is there and what it is
	 * like; the first session takes it over. */
	struct session *spare;
};

static int refuse(struct bench_ctx *ctx, const char *sentence)
{
	bench->fail(ctx, "%s", sentence);
	return -EINVAL;
}

static int sftp_check(const void *settings, struct bench_ctx *ctx)
{
	const struct sftp_config *config = settings;

	if (config->host[0] == '\0')
		return refuse(ctx, "`host` is empty; expected a name or an address");
	if (config->key && config->password)
		return refuse(ctx, "`key` and `password` exclude each other; a key's "
		                   "own secret is its `passphrase`");
	if (config->passphrase && !config->key)
		return refuse(ctx, "a `passphrase` needs a `key`");
	return 0;
}

/* The connection for questions; made anew if a session has taken it, or if the
 * server went away meanwhile. */
static int spare(struct target *target)
{
	if (target->spare && !target->spare->lost)
		return 0;
	session_close(target->spare);
	target->spare = NULL;
	return session_connect(target->config, &target->watch, target->ctx,
	                       &target->spare);
}

static void sftp_target_close(void *handle)
{
	struct target *target = handle;

	session_close(target->spare);
	watch_stop(&target->watch);
	pthread_mutex_destroy(&target->lock);
	free(target);
}

static int look_at_directory(struct session *session)
{
	struct bench_stat st = {.is_dir = 0};
	int error = names_stat(session, "", &st);

	if (error == -ENOENT)
		bench->fail(session->ctx, "%s: there is no directory %s",
		            session->config->host, session->config->path);
	if (error || st.is_dir)
		return error;
	bench->fail(session->ctx, "%s: %s is no directory", session->config->host,
	            session->config->path);
	return -ENOTDIR;
}

static int sftp_target_open(const void *config, struct bench_ctx *ctx,
                            void **out)
{
	struct target *target = calloc(1, sizeof(*target));
	int error;

	if (!target)
		return -ENOMEM;
	target->config = config;
	target->ctx = ctx;
	error = watch_start(&target->watch);
	if (error) {
		free(target);
		return error;
	}
	pthread_mutex_init(&target->lock, NULL);
	error = spare(target);
	if (!error)
		error = look_at_directory(target->spare);
	if (error) {
		sftp_target_close(target);
		return error;
	}
	*out = target;
	return 0;
}

/* 0 where it is not known. */
static uint64_t room(struct session *session)
{
	sftp_statvfs_t about;
	uint64_t bytes = 0;

	if (!session->can_statvfs || names_begin(session))
		return 0;
	about = sftp_statvfs(session->sftp, session->config->path);
	session_end(session);
	if (about)
		bytes = about->f_bavail * about->f_frsize;
	sftp_statvfs_free(about);
	return bytes;
}

static int sftp_caps(void *handle, struct bench_caps *caps)
{
	struct target *target = handle;
	int error;

	pthread_mutex_lock(&target->lock);
	error = spare(target);
	if (!error) {
		caps->props = BENCH_RANDOM | BENCH_REWRITE | BENCH_KEEPS | BENCH_SHARED;
		caps->durable =
		        target->spare->can_fsync ? BENCH_DUR_STABLE : BENCH_DUR_NONE;
		caps->max_depth = DEPTH_MOST;
		caps->best_io = target->config->packet;
		caps->free_bytes = room(target->spare);
	}
	pthread_mutex_unlock(&target->lock);
	return error;
}

static void tell_text(struct bench_ctx *ctx, const char *key, const char *text)
{
	if (text)
		bench->fact(ctx, key, "%s", text);
}

static void tell(struct session *session)
{
	struct bench_ctx *ctx = session->ctx;
	ssh_session ssh = session->ssh;

	bench->fact(ctx, "peer", "%s", session->peer);
	tell_text(ctx, "server_banner", ssh_get_serverbanner(ssh));
	tell_text(ctx, "key_exchange", ssh_get_kex_algo(ssh));
	tell_text(ctx, "cipher_out", ssh_get_cipher_out(ssh));
	tell_text(ctx, "cipher_in", ssh_get_cipher_in(ssh));
	tell_text(ctx, "mac_out", ssh_get_hmac_out(ssh));
	tell_text(ctx, "mac_in", ssh_get_hmac_in(ssh));
	bench->fact(ctx, "sftp_version", "%d", sftp_server_version(session->sftp));
	bench->fact(ctx, "fsync_extension", "%s",
	            session->can_fsync ? "yes" : "no");
	bench->fact(ctx, "packet", "%llu",
	            (unsigned long long)session->config->packet);
	tell_text(ctx, "libssh_version", ssh_version(0));
	bench->fact(ctx, "free_bytes", "%llu", (unsigned long long)room(session));
}

static int sftp_describe(void *handle)
{
	struct target *target = handle;
	int error;

	pthread_mutex_lock(&target->lock);
	error = spare(target);
	if (!error)
		tell(target->spare);
	pthread_mutex_unlock(&target->lock);
	return error;
}

static int sftp_session_open(void *handle, const struct bench_who *who,
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
		int error =
		        session_connect(target->config, &target->watch, ctx, &session);

		if (error)
			return error;
	}
	*out = session;
	return 0;
}

static void sftp_session_close(void *session)
{
	session_close(session);
}

static int sftp_cancel(void *session)
{
	session_cancel(session);
	return 0;
}

static struct bench_backend backend = {
        .name = "sftp",
        .version = "1.0",
        .summary = "a directory of an SSH server, by SFTP",
        .license = "BSD-3-Clause",
        .schemes = "sftp",
        .config_size = sizeof(struct sftp_config),
        .options = options,
        .threads = BENCH_PER_WORKER,
        .check = sftp_check,
        .from_url = url_read,
        .target_open = sftp_target_open,
        .target_close = sftp_target_close,
        .caps = sftp_caps,
        .describe = sftp_describe,
        .session_open = sftp_session_open,
        .session_close = sftp_session_close,
        .cancel = sftp_cancel,
        .open = file_open,
        .close = file_close,
        .read = file_read,
        .write = file_write,
        .flush = file_flush,
        .drop_cache = file_drop_cache,
        .submit = reads_submit,
        .reap = reads_reap,
        .stat = names_stat,
        .rename = names_rename,
        .unlink = names_unlink,
        .mkdir = names_mkdir,
        .rmdir = names_rmdir,
        .readdir = names_readdir,
        .ping = names_ping,
};

BENCH_REGISTER(backend)
