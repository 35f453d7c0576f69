/* names.c - names of files and directories, and the round trip. */
#include "names.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* No such file is ever made. */
static const char ping_name[] = "bench-ping-asks-for-a-missing-name";

/* The end of each verb: frees the URL and tells what went wrong. */
static int finish(struct connection *connection, int result, const char *verb,
                  const char *name, char *url)
{
	int error = result < 0 ? errno : 0;

	free(url);
	return error ? connection_failed(connection, error, verb, name) : 0;
}

int names_stat(void *session, const char *name, struct bench_stat *out)
{
	struct connection *connection = (struct connection *)session;
	char *url = path_url(connection, name);
	struct stat st;
	int error;

	if (!url)
		return -ENOMEM;
	error = finish(connection,
	               smbc_getFunctionStat(connection->library)(
	                       connection->library, url, &st),
	               "stat", name, url);
	if (error)
		return error;
	out->is_dir = S_ISDIR(st.st_mode);
	out->bytes = (uint64_t)st.st_size;
	out->mtime_ns =
	        (int64_t)st.st_mtim.tv_sec * 1000000000 + st.st_mtim.tv_nsec;
	return 0;
}

int names_rename(void *session, const char *from, const char *to)
{
	struct connection *connection = (struct connection *)session;
	char *old = path_url(connection, from), *new = path_url(connection, to);
	int result;

	if (!old || !new) {
		free(old);
		free(new);
		return -ENOMEM;
	}
	result = smbc_getFunctionRename(connection->library)(
	        connection->library, old, connection->library, new);
	result = finish(connection, result, "rename", from, old);
	free(new);
	return result;
}

int names_unlink(void *session, const char *name)
{
	struct connection *connection = (struct connection *)session;
	char *url = path_url(connection, name);

	if (!url)
		return -ENOMEM;
	return finish(connection,
	              smbc_getFunctionUnlink(connection->library)(
	                      connection->library, url),
	              "unlink", name, url);
}

int names_mkdir(void *session, const char *name)
{
	struct connection *connection = (struct connection *)session;
	char *url = path_url(connection, name);

	if (!url)
		return -ENOMEM;
	return finish(connection,
	              smbc_getFunctionMkdir(connection->library)(
	                      connection->library, url, 0755),
	              "mkdir", name, url);
}

int names_rmdir(void *session, const char *name)
{
	struct connection *connection = (struct connection *)session;
	char *url = path_url(connection, name);

	if (!url)
		return -ENOMEM;
	return finish(connection,
	              smbc_getFunctionRmdir(connection->library)(
	                      connection->library, url),
	              "rmdir", name, url);
}

static bool is_dots(const char *name)
{
	return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

int names_readdir(void *session, const char *name,
                  int (*each)(void *arg, const char *entry), void *arg)
{
	struct connection *connection = (struct connection *)session;
	SMBCCTX *library = connection->library;
	char *url = path_url(connection, name);
	const struct smbc_dirent *entry;
	SMBCFILE *directory;
	int error = 0;

	if (!url)
		return -ENOMEM;
	directory = smbc_getFunctionOpendir(library)(library, url);
	error = finish(connection, directory ? 0 : -1, "list", name, url);
	if (error)
		return error;
	while (!error &&
	       (entry = smbc_getFunctionReaddir(library)(library, directory)))
		if (!is_dots(entry->name))
			error = each(arg, entry->name);
	smbc_getFunctionClosedir(library)(library, directory);
	return error;
}

/* Opening a name that does not exist is one request and one short reply, and
 * needs neither a file nor a right to write.  (A stat is three requests; the
 * protocol's echo the library keeps for itself.) */
int names_ping(void *session)
{
	struct connection *connection = (struct connection *)session;
	SMBCCTX *library = connection->library;
	char *url = path_url(connection, ping_name);
	SMBCFILE *file;
	int error;

	if (!url)
		return -ENOMEM;
	file = smbc_getFunctionOpen(library)(library, url, O_RDONLY, 0);
	error = errno;
	free(url);
	if (file) {
		smbc_getFunctionClose(library)(library, file);
		return 0;
	}
	return error == ENOENT ? 0
	                       : connection_failed(connection, error, "ping", NULL);
}
