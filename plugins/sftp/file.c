/* file.c - open, close, write and flush; reads.c has the reading. */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include "names.h"

int file_not_open_for(const struct file *file, const char *what)
{
	bench->fail(file->session->ctx, "%s is not open for %s", file->name, what);
	return -EBADF;
}

static int access_of(unsigned flags)
{
	int access = O_RDONLY;

	if (flags & BENCH_O_WRITE)
		access = flags & BENCH_O_READ ? O_RDWR : O_WRONLY;
	if (flags & BENCH_O_CREATE)
		access |= O_CREAT;
	if (flags & BENCH_O_EXCL)
		access |= O_EXCL;
	if (flags & BENCH_O_TRUNC)
		access |= O_TRUNC;
	return access;
}

static int open_handle(struct session *session, struct file *file,
                       unsigned flags)
{
	char *path = names_path(session, file->name);
	int error = path ? names_begin(session) : -ENOMEM;

	if (!error) {
		file->handle = sftp_open(session->sftp, path, access_of(flags), 0600);
		if (!file->handle)
			error = names_failure(session, "open", file->name, path,
			                      flags & BENCH_O_EXCL);
		session_end(session);
	}
	free(path);
	return error;
}

/* A server may open a directory to be read, and fail only then. */
static int refuse_directory(struct session *session, struct file *file)
{
	sftp_attributes about;
	bool is_dir;

	if (file->writes)
		return 0;
	about = sftp_fstat(file->handle);
	if (!about)
		return session_failure(session, "fstat", file->name);
	is_dir = about->type == SSH_FILEXFER_TYPE_DIRECTORY;
	sftp_attributes_free(about);
	if (!is_dir)
		return 0;
	bench->fail(session->ctx, "%s is a directory", file->name);
	return -EISDIR;
}

int file_open(void *handle, const char *name, unsigned flags,
              uint64_t size_hint, void **out)
{
	struct session *session = handle;
	struct file *file;
	int error;

	(void)size_hint;
	if (flags & BENCH_O_SYNC) {
		bench->fail(session->ctx, "SFTP has no writes that return when they "
		                          "are stable");
		return -ENOTSUP;
	}
	file = calloc(1, sizeof(*file));
	if (!file)
		return -ENOMEM;
	file->session = session;
	file->reads = flags & BENCH_O_READ;
	file->writes = flags & BENCH_O_WRITE;
	file->name = strdup(name);
	error = file->name ? open_handle(session, file, flags) : -ENOMEM;
	if (!error)
		error = refuse_directory(session, file);
	if (error) {
		if (file->handle)
			sftp_close(file->handle);
		free(file->name);
		free(file);
		return error;
	}
	*out = file;
	return 0;
}

int file_close(void *handle)
{
	struct file *file = handle;
	struct session *session = file->session;
	int error = names_begin(session);

	/* Also frees it, whatever the server says. */
	if (sftp_close(file->handle) != SSH_OK && !error)
		error = session_failure(session, "close", file->name);
	session_end(session);
	free(file->name);
	free(file);
	return error;
}

int64_t file_write(void *handle, const void *buf, size_t len, uint64_t off)
{
	struct file *file = handle;
	struct session *session = file->session;
	const char *bytes = buf;

	if (!file->writes)
		return file_not_open_for(file, "writing");
	reads_settle(session);
	sftp_seek64(file->handle, off);
	for (size_t at = 0; at < len;) {
		size_t piece = len - at;
		ssize_t put;
		int error = session_begin(session);

		if (error)
			return error;
		if (piece > session->config->packet)
			piece = session->config->packet;
		put = sftp_write(file->handle, bytes + at, piece);
		if (put <= 0)
			return session_failure(session, "write", file->name);
		at += (size_t)put;
	}
	session_end(session);
	return (int64_t)len;
}

/* Where the server has no fsync, caps() promise nothing of a flush. */
int file_flush(void *handle)
{
	struct file *file = handle;
	struct session *session = file->session;
	int error;

	if (!session->can_fsync)
		return session->lost;
	error = names_begin(session);
	if (!error && sftp_fsync(file->handle) != SSH_OK)
		error = session_failure(session, "fsync", file->name);
	session_end(session);
	return error;
}

/* libssh keeps no data of files; the server may well have them in memory. */
int file_drop_cache(void *handle)
{
	struct file *file = handle;

	bench->fact(file->session->ctx, "dropped_by", "no cache in this client");
	return 0;
}
