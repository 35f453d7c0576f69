/* connection.c - the library's context with its one connection: login, share
 * and directory, and what to say when something of it fails. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "smb.h"

static void copy_text(char *to, int room, const char *from)
{
	if (room > 0)
		snprintf(to, (size_t)room, "%s", from ? from : "");
}

static void give_login(SMBCCTX *library, const char *server, const char *share,
                       char *domain, int domain_room, char *user, int user_room,
                       char *password, int password_room)
{
	const struct connection *connection =
	        (const struct connection *)smbc_getOptionUserData(library);
	const struct smb_config *config = connection->config;

	(void)server;
	(void)share;
	if (config->domain)
		copy_text(domain, domain_room, config->domain);
	copy_text(user, user_room, config->user);
	copy_text(password, password_room, config->password);
}

/* The library would print it. */
static void keep_words(void *arg, int level, const char *words)
{
	struct connection *connection = (struct connection *)arg;
	size_t length = strcspn(words, "\n");

	(void)level;
	if (length == 0)
		return;
	free(connection->said);
	connection->said = strndup(words, length);
	bench->note(connection->ctx, "libsmbclient: %.*s", (int)length, words);
}

/* Signing can be set in a configuration file only.  One of our own, never on a
 * disk, also keeps this machine's smb.conf out of the figures. */
static int configure(const struct connection *connection)
{
	const struct smb_config *config = connection->config;
	char path[64];
	int fd = memfd_create("smb.conf", MFD_CLOEXEC), error = 0;

	if (fd < 0)
		return -errno;
	if (dprintf(fd, "[global]\nclient signing = %s\n",
	            smb_signing[config->signing]) < 0)
		error = -EIO;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	if (!error && smbc_setConfiguration(connection->library, path) != 0)
		error = -EINVAL;
	close(fd);
	if (!error && !smbc_setOptionProtocols(connection->library,
	                                       smb_dialects[config->dialect_min],
	                                       smb_dialects[config->dialect_max]))
		error = -EINVAL;
	if (error)
		bench->fail(connection->ctx,
		            "libsmbclient does not take its configuration");
	return error;
}

/* With its last context the library takes itself down, forgets some memory on
 * the way, and has to read its tables anew for the next one.  One that is never
 * used stays for as long as the process. */
static bool keep_library(void)
{
	static SMBCCTX *stays;

	if (stays)
		return true;
	stays = smbc_new_context();
	if (!stays)
		return false;
	smbc_setFunctionAuthDataWithContext(stays, give_login);
	smbc_setDebug(stays, 0);
	return smbc_init_context(stays) != NULL;
}

static int start_library(struct connection *connection)
{
	const struct smb_config *config = connection->config;
	SMBCCTX *library = keep_library() ? smbc_new_context() : NULL;

	if (!library)
		return -ENOMEM;
	connection->library = library;
	smbc_setOptionUserData(library, connection);
	smbc_setFunctionAuthDataWithContext(library, give_login);
	smbc_setDebug(library, 0);
	if (!smbc_init_context(library)) {
		bench->fail(connection->ctx, "libsmbclient cannot start: %s",
		            strerror(errno));
		return -EIO;
	}
	smbc_setLogCallback(library, connection, keep_words);
	smbc_setDebug(library, 0);
	smbc_setTimeout(library, (int)((config->timeout + 999999) / 1000000));
	/* A wrong password must not become a guest. */
	smbc_setOptionNoAutoAnonymousLogin(library, !smb_is_guest(config));
	smbc_setOptionUseKerberos(library, 0);
	smbc_setOptionUrlEncodeReaddirEntries(library, 0);
	if (config->encryption == ENCRYPTION_REQUIRED)
		smbc_setOptionSmbEncryptionLevel(library, SMBC_ENCRYPTLEVEL_REQUIRE);
	return configure(connection);
}

static void tell_no_login(const struct connection *connection, int error)
{
	const struct smb_config *config = connection->config;

	if (!smb_is_guest(config))
		bench->fail(connection->ctx,
		            "%s does not let user `%s` in: wrong name, password or "
		            "domain, or no right to the share: %s",
		            connection->label, config->user, strerror(error));
	else if (connection->negotiated.signing_required)
		bench->fail(connection->ctx,
		            "%s insists on signing, and a guest cannot sign; give a "
		            "`user`: %s",
		            connection->label, strerror(error));
	else
		bench->fail(connection->ctx,
		            "%s does not let guests in; give a `user`: %s",
		            connection->label, strerror(error));
}

/* The server answers, but does not let us in. */
static int not_let_in(struct connection *connection, int error)
{
	const char *directory = connection->config->directory;

	if (error == ENOENT || error == ENODEV)
		bench->fail(connection->ctx, "%s: the server has no such share%s%s",
		            connection->label, directory ? " or no directory " : "",
		            directory ? directory : "");
	else if (error == EACCES || error == EPERM)
		tell_no_login(connection, error);
	else
		return connection_failed(connection, error, "connect", NULL);
	return -error;
}

int connection_check(struct connection *connection)
{
	const struct smb_config *config = connection->config;
	struct stat st;

	if (smbc_getFunctionStat(connection->library)(connection->library,
	                                              connection->root, &st) != 0)
		return not_let_in(connection, errno);
	if (!S_ISDIR(st.st_mode)) {
		bench->fail(connection->ctx, "%s: %s is not a directory",
		            connection->label, config->directory);
		return -ENOTDIR;
	}
	return 0;
}

/* The library goes on in plain text where it cannot encrypt. */
static int check_encryption(struct connection *connection)
{
	wire_look(connection);
	if (connection->config->encryption != ENCRYPTION_REQUIRED ||
	    connection->encrypted == 1)
		return 0;
	bench->fail(connection->ctx, "%s: the connection is not encrypted%s%s",
	            connection->label, connection->said ? ": " : "",
	            connection->said ? connection->said : "");
	return -EPROTONOSUPPORT;
}

static int make(struct connection *connection)
{
	const struct smb_config *config = connection->config;
	int fd, error;

	if (asprintf(&connection->label, "//%s/%s", config->host, config->share) <
	    0) {
		connection->label = NULL;
		return -ENOMEM;
	}
	error = reach_server(connection, &fd);
	if (error)
		return error;
	error = negotiate_ask(connection, fd);
	close(fd);
	if (error)
		return error;
	connection->root = path_root(config, connection->peer);
	if (!connection->root)
		return -ENOMEM;
	error = start_library(connection);
	if (!error)
		error = connection_check(connection);
	return error ? error : check_encryption(connection);
}

int connection_open(const struct smb_config *config, struct bench_ctx *ctx,
                    struct connection **out)
{
	struct connection *connection =
	        (struct connection *)calloc(1, sizeof(*connection));
	int error;

	if (!connection)
		return -ENOMEM;
	connection->config = config;
	connection->ctx = ctx;
	atomic_init(&connection->cancelled, false);
	error = make(connection);
	if (error)
		connection_close(connection);
	else
		*out = connection;
	return error;
}

void connection_close(struct connection *connection)
{
	if (!connection)
		return;
	if (connection->library) {
		smbc_setLogCallback(connection->library, NULL, NULL);
		smbc_setDebug(connection->library, 0);
		smbc_free_context(connection->library, 1);
	}
	free(connection->label);
	free(connection->peer);
	free(connection->root);
	free(connection->said);
	free(connection);
}

/* All of them are the library's words for a connection that is gone. */
static bool is_broken(int error)
{
	return error == ECONNRESET || error == ECONNABORTED || error == EPIPE ||
	       error == ENOTCONN || error == ENETRESET || error == ESHUTDOWN;
}

int connection_failed(struct connection *connection, int error,
                      const char *verb, const char *name)
{
	const char *gap = name ? " " : "";

	if (!name)
		name = "";
	if (atomic_load(&connection->cancelled)) {
		bench->fail(connection->ctx, "%s%s%s on %s: cancelled", verb, gap, name,
		            connection->label);
		return -ECANCELED;
	}
	if (error == ETIMEDOUT)
		bench->fail(connection->ctx,
		            "%s%s%s: %s gave no answer within %g s (option `timeout`)",
		            verb, gap, name, connection->label,
		            (double)connection->config->timeout / 1e9);
	else if (is_broken(error))
		bench->fail(connection->ctx, "%s%s%s: %s closed the connection", verb,
		            gap, name, connection->label);
	else
		bench->fail(connection->ctx, "%s%s%s on %s: %s", verb, gap, name,
		            connection->label, strerror(error));
	return is_broken(error) ? -ECONNRESET : -error;
}
