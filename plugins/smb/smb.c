/* smb.c - a share of an SMB server, through Samba's client library.
 *
 * This file is the life of the plugin from its options to its table.  url.c and
 * path.c know names; reach.c, negotiate.c and connection.c make the connection;
 * wire.c looks at it from outside, because the library tells little; file.c and
 * names.c have the operations of a session.
 *
 * The library is not thread-safe, not even with a context for each thread, so
 * there is one connection in a process: target_open makes it, the session
 * borrows it. */
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include "file.h"
#include "names.h"
#include "smb.h"

#define MILLISECOND 1e6
#define DAY         86400e9

/* Older ones: SMB1 is not safe to speak, and with 2.02 this library's stat()
 * fails. */
const char *const smb_dialects[] = {"SMB2_10", "SMB3_00", "SMB3_02", "SMB3_11",
                                    NULL};
const uint16_t smb_dialect_numbers[] = {0x0210, 0x0300, 0x0302, 0x0311};

static const char *const guest_words[] = {"auto", "yes", "no", NULL};
/* There is no "off": these dialects sign wherever the server insists. */
const char *const smb_signing[] = {"default", "required", NULL};
static const char *const encryption_words[] = {"default", "required", NULL};

#define CHOICE(member, dflt, help, words)                                      \
	{                                                                          \
#member, BENCH_ENUM, 0, offsetof(struct smb_config, member), dflt,     \
		        help, 0, 0, words                                              \
	}

static const struct bench_opt smb_options[] = {
        BENCH_OPT(struct smb_config, host, BENCH_STR, BENCH_REQUIRED, NULL,
                  "name or address of the server"),
        BENCH_OPT(struct smb_config, share, BENCH_STR, BENCH_REQUIRED, NULL,
                  "name of the share"),
        BENCH_OPT(struct smb_config, directory, BENCH_STR, 0, NULL,
                  "directory of the share to measure in, its top unless given"),
        BENCH_OPT_RANGE(struct smb_config, port, BENCH_INT, 0, "445",
                        "TCP port", 1, 65535),
        BENCH_OPT(struct smb_config, user, BENCH_STR, 0, NULL,
                  "who to log in as, a guest unless given"),
        BENCH_OPT(struct smb_config, password, BENCH_SECRET, 0, NULL,
                  "the user's password; @FILE or $NAME keep it out of the INI, "
                  "and it is never shown or stored"),
        BENCH_OPT(struct smb_config, domain, BENCH_STR, 0, NULL,
                  "the user's domain or workgroup"),
        CHOICE(guest, "auto",
               "log in without a name: auto does where no user is given, no "
               "makes the user needed, yes forbids one",
               guest_words),
        CHOICE(dialect_min, "SMB2_10", "oldest dialect to offer", smb_dialects),
        CHOICE(dialect_max, "SMB3_11", "newest dialect to offer", smb_dialects),
        CHOICE(signing, "default",
               "default signs where the server insists; required always",
               smb_signing),
        CHOICE(encryption, "default",
               "default encrypts where the server or share insists; required "
               "always, or there is no measurement",
               encryption_words),
        BENCH_OPT_RANGE(struct smb_config, timeout, BENCH_TIME, 0, "20s",
                        "a server that does not answer for so long is dead",
                        MILLISECOND, DAY),
        {0}};

/* The configuration ------------------------------------------------------ */

static int refuse(struct bench_ctx *ctx, const char *sentence)
{
	bench->fail(ctx, "%s", sentence);
	return -EINVAL;
}

static int check_login(const struct smb_config *config, struct bench_ctx *ctx)
{
	bool guest = smb_is_guest(config);

	if (config->guest == GUEST_YES && !guest)
		return refuse(ctx, "`guest = yes` and `user` exclude each other");
	if (config->guest == GUEST_NO && guest)
		return refuse(ctx, "`guest = no` needs a `user`");
	if (guest && config->password && config->password[0])
		return refuse(ctx, "a `password` needs a `user`");
	if (guest && config->signing == SIGNING_REQUIRED)
		return refuse(ctx, "`signing = required` needs a `user`: a guest has "
		                   "no key to sign with");
	if (guest && config->encryption == ENCRYPTION_REQUIRED)
		return refuse(ctx, "`encryption = required` needs a `user`: a guest "
		                   "has no key to encrypt with");
	return 0;
}

/* What no name of this protocol can have. */
static int check_name(const char *key, const char *name, const char *forbidden,
                      struct bench_ctx *ctx)
{
	const char *found = name ? strpbrk(name, forbidden) : NULL;

	if (!found)
		return 0;
	bench->fail(ctx, "`%s` = %s: a name in SMB cannot have the character %c",
	            key, name, *found);
	return -EINVAL;
}

static int smb_check(const void *settings, struct bench_ctx *ctx)
{
	const struct smb_config *config = (const struct smb_config *)settings;
	int error;

	if (config->host[0] == '\0')
		return refuse(ctx, "`host` is empty; expected a name or an address");
	if (config->share[0] == '\0')
		return refuse(ctx, "`share` is empty; expected a name");
	error = check_name("host", config->host, "/\\@", ctx);
	if (!error)
		error = check_name("share", config->share, "/\\:*?\"<>|", ctx);
	if (!error)
		error = check_name("directory", config->directory, "\\:*?\"<>|", ctx);
	if (error)
		return error;
	if (config->dialect_min > config->dialect_max)
		return refuse(ctx, "`dialect_min` is newer than `dialect_max`");
	if (config->encryption == ENCRYPTION_REQUIRED &&
	    smb_dialect_numbers[config->dialect_max] < 0x0300)
		return refuse(ctx, "`encryption = required` needs `dialect_max` to be "
		                   "SMB3_00 or newer");
	return check_login(config, ctx);
}

/* The target ------------------------------------------------------------- */

static int smb_target_open(const void *config, struct bench_ctx *ctx,
                           void **target)
{
	struct connection *connection = NULL;
	int error = connection_open((const struct smb_config *)config, ctx,
	                            &connection);

	if (!error)
		*target = connection;
	return error;
}

static void smb_target_close(void *target)
{
	connection_close((struct connection *)target);
}

static int smb_caps(void *target, struct bench_caps *caps)
{
	struct connection *connection = (struct connection *)target;
	struct statvfs fs;

	caps->props = BENCH_RANDOM | BENCH_REWRITE | BENCH_KEEPS | BENCH_SHARED;
	caps->durable = BENCH_DUR_PEER;
	caps->max_depth = 1;
	caps->best_io = connection->negotiated.max_write;
	/* The library has it in the terms of the protocol: bytes a sector,
	 * sectors a unit, free units. */
	if (smbc_getFunctionStatVFS(connection->library)(
	            connection->library, connection->root, &fs) == 0)
		caps->free_bytes = (uint64_t)fs.f_bavail * fs.f_frsize * fs.f_bsize;
	return 0;
}

static const char *dialect_name(uint16_t number)
{
	for (size_t i = 0; smb_dialects[i]; i++)
		if (smb_dialect_numbers[i] == number)
			return smb_dialects[i];
	return "unknown";
}

static int smb_describe(void *target)
{
	struct connection *connection = (struct connection *)target;
	const struct smb_config *config = connection->config;
	const struct negotiated *told = &connection->negotiated;
	bool guest = smb_is_guest(config);
	bool signs = !guest && (told->signing_required ||
	                        config->signing == SIGNING_REQUIRED);
	struct bench_ctx *ctx = connection->ctx;

	bench->fact(ctx, "peer", "%s", connection->peer);
	bench->fact(ctx, "dialect", "%s", dialect_name(told->dialect));
	/* An encrypted message has its proof within. */
	bench->fact(ctx, "signed", "%s", signs ? "yes" : "no");
	bench->fact(ctx, "encrypted", "%s",
	            connection->encrypted < 0 ? "unknown"
	            : connection->encrypted   ? "yes"
	                                      : "no");
	bench->fact(ctx, "guest", "%s", guest ? "yes" : "no");
	bench->fact(ctx, "max_read", "%lu", (unsigned long)told->max_read);
	bench->fact(ctx, "max_write", "%lu", (unsigned long)told->max_write);
	bench->fact(ctx, "library", "libsmbclient %s", smbc_version());
	return 0;
}

/* The session ------------------------------------------------------------ */

static int smb_session_open(void *target, const struct bench_who *who,
                            struct bench_ctx *ctx, void **session)
{
	struct connection *connection = (struct connection *)target;
	struct bench_ctx *before = connection->ctx;
	int error;

	(void)who;
	if (connection->lent) {
		bench->fail(ctx, "libsmbclient stands one session in a process");
		return -EBUSY;
	}
	connection->ctx = ctx;
	error = connection_check(connection);
	if (error) {
		connection->ctx = before;
		return error;
	}
	connection->target_ctx = before;
	connection->lent = true;
	*session = connection;
	return 0;
}

static void smb_session_close(void *session)
{
	struct connection *connection = (struct connection *)session;

	connection->lent = false;
	connection->ctx = connection->target_ctx;
}

/* The call in progress finds its socket shut. */
static int smb_cancel(void *session)
{
	struct connection *connection = (struct connection *)session;
	int fd = wire_socket(connection);

	atomic_store(&connection->cancelled, true);
	if (fd >= 0)
		shutdown(fd, SHUT_RDWR);
	return 0;
}

static int smb_counters(void *session)
{
	struct connection *connection = (struct connection *)session;
	uint32_t now = wire_retransmits(connection);
	uint32_t before = connection->retransmits;

	/* A connection that was made anew counts from 0. */
	bench->fact(connection->ctx, "retransmits", "%lu",
	            (unsigned long)(now < before ? now : now - before));
	connection->retransmits = now;
	return 0;
}

static struct bench_backend backend = {
        .config_size = sizeof(struct smb_config),
        .name = "smb",
        .version = "1.0",
        .summary = "a share of an SMB server (Windows, Samba, NAS), no mount",
        .license = "BSD-3-Clause with libsmbclient under GPL-3.0-or-later",
        .schemes = "smb",
        .options = smb_options,
        .threads = BENCH_ONE_PER_PROCESS,
        .check = smb_check,
        .from_url = url_read,
        .target_open = smb_target_open,
        .target_close = smb_target_close,
        .caps = smb_caps,
        .describe = smb_describe,
        .session_open = smb_session_open,
        .session_close = smb_session_close,
        .cancel = smb_cancel,
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
        .counters = smb_counters,
};

BENCH_REGISTER(backend)
