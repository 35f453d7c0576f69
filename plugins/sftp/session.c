/* session.c - a connection from its first packet to its last, and what its
 * failures are called. */
#include "session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "net.h"

struct code {
	int code, error;
	const char *words;
};

static const struct code codes[] = {
        {SSH_FX_EOF, -EIO, "end of file (SSH_FX_EOF)"},
        {SSH_FX_NO_SUCH_FILE, -ENOENT, "no such file (SSH_FX_NO_SUCH_FILE)"},
        {SSH_FX_PERMISSION_DENIED, -EACCES,
         "permission denied (SSH_FX_PERMISSION_DENIED)"},
        {SSH_FX_FAILURE, -EIO,
         "the server says no more than SSH_FX_FAILURE; a full disk, a quota or "
         "a directory in the way are the usual reasons"},
        {SSH_FX_BAD_MESSAGE, -EPROTO, "SSH_FX_BAD_MESSAGE"},
        {SSH_FX_OP_UNSUPPORTED, -ENOTSUP,
         "not supported by the server (SSH_FX_OP_UNSUPPORTED)"},
        {SSH_FX_NO_SUCH_PATH, -ENOENT, "no such path (SSH_FX_NO_SUCH_PATH)"},
        {SSH_FX_FILE_ALREADY_EXISTS, -EEXIST,
         "it is there already (SSH_FX_FILE_ALREADY_EXISTS)"},
        {SSH_FX_WRITE_PROTECT, -EROFS,
         "write-protected (SSH_FX_WRITE_PROTECT)"},
};

static int lose(struct session *session, const char *words)
{
	const struct sftp_config *config = session->config;

	session->lost = -ECONNRESET;
	if (atomic_load(&session->cancelled)) {
		session->lost = -ECANCELED;
		bench->fail(session->ctx, "%s: given up, because bench wants to end",
		            config->host);
	} else if (atomic_load(&session->watched.timed_out)) {
		session->lost = -ETIMEDOUT;
		bench->fail(session->ctx,
		            "%s did not answer within %g s (option `timeout`)",
		            config->host, (double)config->timeout / 1e9);
	} else {
		bench->fail(session->ctx, "%s closed the connection or died: %s",
		            config->host, words);
	}
	return session->lost;
}

static bool is_lost(const struct session *session, int code)
{
	return code == SSH_FX_NO_CONNECTION || code == SSH_FX_CONNECTION_LOST ||
	       atomic_load(&session->cancelled) ||
	       atomic_load(&session->watched.timed_out) ||
	       !ssh_is_connected(session->ssh) ||
	       ssh_channel_is_closed(session->sftp->channel) ||
	       ssh_channel_is_eof(session->sftp->channel);
}

int session_failure(struct session *session, const char *what, const char *name)
{
	int code = sftp_get_error(session->sftp);
	const char *words = ssh_get_error(session->ssh);

	session_end(session);
	if (session->lost)
		return session->lost;
	if (is_lost(session, code))
		return lose(session, words);
	for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++)
		if (codes[i].code == code) {
			bench->fail(session->ctx, "%s %s: %s", what, name, codes[i].words);
			return codes[i].error;
		}
	bench->fail(session->ctx, "%s %s: %s", what, name,
	            words[0] ? words : "no reason was given");
	return -EIO;
}

int session_broken(struct session *session, const char *what)
{
	const struct sftp_config *config = session->config;

	session_end(session);
	if (atomic_load(&session->cancelled) ||
	    atomic_load(&session->watched.timed_out))
		return lose(session, "");
	bench->fail(session->ctx, "%s of %s port %d: %s", what, config->host,
	            (int)config->port, ssh_get_error(session->ssh));
	return session->lost = -ECONNABORTED;
}

int session_begin(struct session *session)
{
	if (session->lost)
		return session->lost;
	if (bench->stopping(session->ctx))
		return lose(session, "");
	watch_step(&session->watched, session->config->timeout);
	return 0;
}

void session_end(struct session *session)
{
	watch_step(&session->watched, 0);
}

static int set_options(struct session *session, int fd)
{
	const struct sftp_config *config = session->config;
	ssh_session ssh = session->ssh;
	unsigned port = (unsigned)config->port;
	long seconds = (long)(config->timeout / 1000000000) + 1;
	/* What is in this user's own configuration is no part of a figure. */
	bool reads_files = false;
	int failed = 0;

	failed |= ssh_options_set(ssh, SSH_OPTIONS_PROCESS_CONFIG, &reads_files);
	failed |= ssh_options_set(ssh, SSH_OPTIONS_HOST, config->host);
	failed |= ssh_options_set(ssh, SSH_OPTIONS_PORT, &port);
	failed |= ssh_options_set(ssh, SSH_OPTIONS_FD, &fd);
	failed |= ssh_options_set(ssh, SSH_OPTIONS_TIMEOUT, &seconds);
	failed |= ssh_options_set(ssh, SSH_OPTIONS_COMPRESSION, "no");
	if (config->user)
		failed |= ssh_options_set(ssh, SSH_OPTIONS_USER, config->user);
	if (config->known_hosts)
		failed |= ssh_options_set(ssh, SSH_OPTIONS_KNOWNHOSTS,
		                          config->known_hosts);
	if (config->ciphers)
		failed |=
		        ssh_options_set(ssh, SSH_OPTIONS_CIPHERS_C_S, config->ciphers) |
		        ssh_options_set(ssh, SSH_OPTIONS_CIPHERS_S_C, config->ciphers);
	if (!failed)
		return 0;
	bench->fail(session->ctx, "libssh does not take the options: %s",
	            ssh_get_error(ssh));
	return -EINVAL;
}

static int start_sftp(struct session *session)
{
	int error = session_begin(session);

	if (error)
		return error;
	session->sftp = sftp_new(session->ssh);
	if (!session->sftp || sftp_init(session->sftp))
		return session_broken(session, "the SFTP service");
	session_end(session);
	session->can_fsync =
	        sftp_extension_supported(session->sftp, "fsync@openssh.com", "1");
	session->can_statvfs =
	        sftp_extension_supported(session->sftp, "statvfs@openssh.com", "2");
	return 0;
}

/* Some versions of the library close a socket that was given to them, some
 * leave that to whoever gave it.  It is still this one if it is what the watch
 * looks at. */
static void close_socket(const struct session *session)
{
	struct stat ours, watched;

	if (session->fd >= 0 && fstat(session->fd, &ours) == 0 &&
	    fstat(session->watched.fd, &watched) == 0 &&
	    ours.st_dev == watched.st_dev && ours.st_ino == watched.st_ino)
		close(session->fd);
}

/* The socket is the library's once it was told of it and connects. */
static int greet(struct session *session)
{
	int fd, error;

	error = net_connect(session->config, session->ctx, &fd, &session->peer);
	if (error)
		return error;
	error = watch_add(session->watch, &session->watched, fd);
	if (!error) {
		session->ssh = ssh_new();
		error = session->ssh ? set_options(session, fd) : -ENOMEM;
	}
	if (!error)
		error = session_begin(session);
	if (error) {
		close(fd);
		return error;
	}
	session->fd = fd;
	if (ssh_connect(session->ssh) != SSH_OK)
		return session_broken(session, "the SSH service");
	session_end(session);
	return 0;
}

int session_connect(const struct sftp_config *config, struct watch *watch,
                    struct bench_ctx *ctx, struct session **out)
{
	struct session *session = calloc(1, sizeof(*session));
	int error;

	if (!session)
		return -ENOMEM;
	session->config = config;
	session->watch = watch;
	session->ctx = ctx;
	session->watched.fd = -1;
	session->fd = -1;
	reads_init(session);
	error = greet(session);
	if (!error)
		error = login(session);
	if (!error)
		error = start_sftp(session);
	if (error) {
		session_close(session);
		return error;
	}
	*out = session;
	return 0;
}

void session_close(struct session *session)
{
	if (!session)
		return;
	/* Saying goodbye may wait, too. */
	if (session->watched.fd >= 0)
		watch_step(&session->watched, session->config->timeout);
	if (session->sftp)
		sftp_free(session->sftp);
	if (session->ssh) {
		ssh_disconnect(session->ssh);
		ssh_free(session->ssh);
	}
	close_socket(session);
	watch_remove(session->watch, &session->watched);
	reads_free(session);
	free(session->peer);
	free(session);
}

void session_cancel(struct session *session)
{
	atomic_store(&session->cancelled, true);
	watch_shut(&session->watched);
}
