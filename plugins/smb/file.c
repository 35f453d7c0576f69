/* file.c - an open file.
 *
 * The library has no pread and no pwrite: a position of its own, moved by a
 * lseek that stays in the process, and is skipped where the position is right
 * already.  Each write is answered by the server before it returns; there is
 * no cache on this side.  So flush has nothing to send: it asks the server for
 * the file's size, which proves that what was written has arrived. */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "smb.h"

#define NOWHERE UINT64_MAX

struct file {
	struct connection *connection;
	SMBCFILE *handle;
	uint64_t position; /* the library's; NOWHERE after a failure */
	uint64_t end;      /* of what was written here */
	bool reads;        /* it was opened for that */
	char name[];
};

/* Writing includes reading: else the server would not tell flush the size. */
static int open_flags(unsigned flags)
{
	return (flags & BENCH_O_WRITE ? O_RDWR : O_RDONLY) |
	       (flags & BENCH_O_CREATE ? O_CREAT : 0) |
	       (flags & BENCH_O_EXCL ? O_EXCL : 0) |
	       (flags & BENCH_O_TRUNC ? O_TRUNC : 0);
}

static int refuse_flags(struct connection *connection, unsigned flags)
{
	if (flags & BENCH_O_DIRECT)
		bench->fail(connection->ctx,
		            "libsmbclient has no cache to go past (direct)");
	else if (flags & BENCH_O_SYNC)
		bench->fail(connection->ctx,
		            "libsmbclient cannot ask the server to write through "
		            "(sync)");
	else
		return 0;
	return -ENOTSUP;
}

int file_open(void *session, const char *name, unsigned flags,
              uint64_t size_hint, void **out)
{
	struct connection *connection = (struct connection *)session;
	SMBCCTX *library = connection->library;
	struct file *file;
	char *url;
	int error = refuse_flags(connection, flags);

	(void)size_hint;
	if (error)
		return error;
	url = path_url(connection, name);
	file = (struct file *)malloc(sizeof(*file) + strlen(name) + 1);
	if (!url || !file) {
		free(url);
		free(file);
		return -ENOMEM;
	}
	*file = (struct file){.connection = connection,
	                      .reads = (flags & BENCH_O_READ) != 0};
	strcpy(file->name, name);
	file->handle = smbc_getFunctionOpen(library)(library, url,
	                                             open_flags(flags), 0644);
	error = file->handle ? 0
	                     : connection_failed(connection, errno, "open", name);
	free(url);
	if (error)
		free(file);
	else
		*out = file;
	return error;
}

int file_close(void *handle)
{
	struct file *file = (struct file *)handle;
	struct connection *connection = file->connection;
	SMBCCTX *library = connection->library;
	int error = 0;

	if (smbc_getFunctionClose(library)(library, file->handle) != 0)
		error = connection_failed(connection, errno, "close", file->name);
	free(file);
	return error;
}

static int seek(struct file *file, uint64_t offset, const char *verb)
{
	SMBCCTX *library = file->connection->library;

	if (file->position == offset)
		return 0;
	if (offset > INT64_MAX)
		return connection_failed(file->connection, EFBIG, verb, file->name);
	if (smbc_getFunctionLseek(library)(library, file->handle, (off_t)offset,
	                                   SEEK_SET) < 0)
		return connection_failed(file->connection, errno, verb, file->name);
	file->position = offset;
	return 0;
}

int64_t file_read(void *handle, void *buffer, size_t length, uint64_t offset)
{
	struct file *file = (struct file *)handle;
	SMBCCTX *library = file->connection->library;
	smbc_read_fn take = smbc_getFunctionRead(library);
	size_t done = 0;
	int error = file->reads ? seek(file, offset, "read")
	                        : connection_failed(file->connection, EBADF, "read",
	                                            file->name);

	if (error)
		return error;
	while (done < length) {
		ssize_t got = take(library, file->handle, (char *)buffer + done,
		                   length - done);

		if (got < 0) {
			file->position = NOWHERE;
			return connection_failed(file->connection, errno, "read",
			                         file->name);
		}
		if (got == 0)
			break;
		done += (size_t)got;
	}
	file->position += done;
	return (int64_t)done;
}

int64_t file_write(void *handle, const void *buffer, size_t length,
                   uint64_t offset)
{
	struct file *file = (struct file *)handle;
	SMBCCTX *library = file->connection->library;
	smbc_write_fn put = smbc_getFunctionWrite(library);
	size_t done = 0;
	int error = seek(file, offset, "write to");

	if (error)
		return error;
	while (done < length) {
		ssize_t got = put(library, file->handle, (const char *)buffer + done,
		                  length - done);

		if (got <= 0) {
			file->position = NOWHERE;
			return connection_failed(file->connection, got ? errno : EIO,
			                         "write to", file->name);
		}
		done += (size_t)got;
	}
	file->position += done;
	if (file->position > file->end)
		file->end = file->position;
	return (int64_t)done;
}

int file_flush(void *handle)
{
	struct file *file = (struct file *)handle;
	struct connection *connection = file->connection;
	SMBCCTX *library = connection->library;
	struct stat st;

	if (smbc_getFunctionFstat(library)(library, file->handle, &st) != 0)
		return connection_failed(connection, errno, "flush", file->name);
	if ((uint64_t)st.st_size >= file->end)
		return 0;
	bench->fail(connection->ctx,
	            "flush %s on %s: the server has %llu of %llu "
	            "bytes",
	            file->name, connection->label, (unsigned long long)st.st_size,
	            (unsigned long long)file->end);
	return -EIO;
}
