/* names.c - names below the target's directory, and the round trip. */
#include "names.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *names_path(const struct session *session, const char *name)
{
	const char *root = session->config->path;
	size_t length = strlen(root);
	char *path;

	if (name[0] == '\0')
		return strdup(root);
	if (asprintf(&path, "%s%s%s", root,
	             length > 0 && root[length - 1] == '/' ? "" : "/", name) < 0)
		return NULL;
	return path;
}

int names_begin(struct session *session)
{
	reads_settle(session);
	return session_begin(session);
}

/* 1: a directory, 0: something else, -1: nothing. */
static int kind_of(struct session *session, const char *path)
{
	sftp_attributes about = sftp_lstat(session->sftp, path);
	int kind = about ? about->type == SSH_FILEXFER_TYPE_DIRECTORY : -1;

	sftp_attributes_free(about);
	return kind;
}

int names_failure(struct session *session, const char *what, const char *name,
                  const char *path, bool wanted_new)
{
	bool is_vague = sftp_get_error(session->sftp) == SSH_FX_FAILURE;
	int error = session_failure(session, what, name), kind;

	if (!is_vague || session->lost || session_begin(session))
		return error;
	kind = kind_of(session, path);
	session_end(session);
	if (kind < 0)
		return error;
	if (!wanted_new && kind == 0)
		return error;
	bench->fail(session->ctx, "%s %s: %s", what, name,
	            wanted_new ? "it is there already" : "it is a directory");
	return wanted_new ? -EEXIST : -EISDIR;
}

int names_stat(void *handle, const char *name, struct bench_stat *st)
{
	struct session *session = handle;
	char *path = names_path(session, name);
	int error = path ? names_begin(session) : -ENOMEM;
	sftp_attributes about;

	if (!error) {
		about = sftp_lstat(session->sftp, path);
		if (!about)
			error = session_failure(session, "stat", name);
		session_end(session);
		if (about) {
			st->is_dir = about->type == SSH_FILEXFER_TYPE_DIRECTORY;
			st->bytes = about->size;
			st->mtime_ns = (int64_t)about->mtime * 1000000000;
			sftp_attributes_free(about);
		}
	}
	free(path);
	return error;
}

int names_rename(void *handle, const char *from, const char *to)
{
	struct session *session = handle;
	char *old = names_path(session, from), *new = names_path(session, to);
	int error = old && new ? names_begin(session) : -ENOMEM;

	if (!error && sftp_rename(session->sftp, old, new) != SSH_OK)
		error = session_failure(session, "rename", from);
	session_end(session);
	free(old);
	free(new);
	return error;
}

int names_unlink(void *handle, const char *name)
{
	struct session *session = handle;
	char *path = names_path(session, name);
	int error = path ? names_begin(session) : -ENOMEM;

	if (!error && sftp_unlink(session->sftp, path) != SSH_OK)
		error = names_failure(session, "unlink", name, path, false);
	session_end(session);
	free(path);
	return error;
}

int names_mkdir(void *handle, const char *name)
{
	struct session *session = handle;
	char *path = names_path(session, name);
	int error = path ? names_begin(session) : -ENOMEM;

	if (!error && sftp_mkdir(session->sftp, path, 0755) != SSH_OK)
		error = names_failure(session, "mkdir", name, path, true);
	session_end(session);
	free(path);
	return error;
}

int names_rmdir(void *handle, const char *name)
{
	struct session *session = handle;
	char *path = names_path(session, name);
	int error = path ? names_begin(session) : -ENOMEM;

	if (!error && sftp_rmdir(session->sftp, path) != SSH_OK)
		error = session_failure(session, "rmdir", name);
	session_end(session);
	free(path);
	return error;
}

static int list(struct session *session, sftp_dir dir, const char *name,
                int (*each)(void *arg, const char *entry), void *arg)
{
	int error = 0;

	while (!error) {
		sftp_attributes entry;

		error = session_begin(session);
		if (error)
			break;
		entry = sftp_readdir(session->sftp, dir);
		if (!entry)
			return sftp_dir_eof(dir)
			               ? 0
			               : session_failure(session, "readdir", name);
		if (strcmp(entry->name, ".") != 0 && strcmp(entry->name, "..") != 0)
			error = each(arg, entry->name);
		sftp_attributes_free(entry);
	}
	return error;
}

int names_readdir(void *handle, const char *name,
                  int (*each)(void *arg, const char *entry), void *arg)
{
	struct session *session = handle;
	char *path = names_path(session, name);
	int error = path ? names_begin(session) : -ENOMEM;
	sftp_dir dir;

	if (!error) {
		dir = sftp_opendir(session->sftp, path);
		error = dir ? list(session, dir, name, each, arg)
		            : session_failure(session, "opendir", name);
		if (dir && sftp_closedir(dir) != SSH_OK && !error)
			error = session_failure(session, "closedir", name);
		session_end(session);
	}
	free(path);
	return error;
}

int names_ping(void *handle)
{
	struct bench_stat st;

	return names_stat(handle, "", &st);
}
