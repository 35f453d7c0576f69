/* sync.c - a record by system calls, where one is not enough or not plain. */
#include <errno.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>
#include "posix.h"

/* Direct I/O says no more than "Invalid argument". */
int posix_record_failure(const struct posix_file *file, const char *what,
                         size_t len, uint64_t off, int error)
{
	const struct posix_target *target = file->session->target;

	if (error == EINVAL && file->direct)
		bench->fail(file->session->ctx,
		            "%s of %zu bytes at %llu: direct I/O on %s takes only "
		            "multiples of %u bytes, in buffers aligned alike",
		            what, len, (unsigned long long)off, target->type,
		            (unsigned)target->align);
	else
		bench->fail(file->session->ctx, "%s of %zu bytes at %llu: %s", what,
		            len, (unsigned long long)off, strerror(error));
	return -error;
}

/* Asking on after a short direct read would end in EINVAL, where the offset is
 * no longer aligned: it was the end of the file. */
int posix_is_end(const struct posix_file *file, size_t done)
{
	uint32_t align = file->session->target->align;

	return file->direct && align > 1 && done % align != 0;
}

/* Without flags it is the plain call: some file systems know no other. */
static ssize_t read_some(const struct posix_file *file, void *buf, size_t len,
                         uint64_t off)
{
	struct iovec part = {buf, len};

	return file->rw_flags
	               ? preadv2(file->fd, &part, 1, (off_t)off, file->rw_flags)
	               : pread(file->fd, buf, len, (off_t)off);
}

static ssize_t write_some(const struct posix_file *file, const void *buf,
                          size_t len, uint64_t off)
{
	struct iovec part = {(void *)(uintptr_t)buf, len};

	return file->rw_flags
	               ? pwritev2(file->fd, &part, 1, (off_t)off, file->rw_flags)
	               : pwrite(file->fd, buf, len, (off_t)off);
}

int64_t sync_read(struct posix_file *file, void *buf, size_t len, uint64_t off,
                  ssize_t first)
{
	ssize_t got = first;
	size_t done = 0;

	for (;;) {
		if (got < 0 && errno != EINTR)
			return posix_record_failure(file, "read", len, off, errno);
		done += got > 0 ? (size_t)got : 0;
		if (done == len || posix_is_end(file, done))
			return (int64_t)done;
		got = read_some(file, (char *)buf + done, len - done, off + done);
		if (got == 0)
			return (int64_t)done;
	}
}

int64_t sync_write(struct posix_file *file, const void *buf, size_t len,
                   uint64_t off, ssize_t first)
{
	ssize_t put = first;
	size_t done = 0;

	for (;;) {
		if (put < 0 && errno != EINTR)
			return posix_record_failure(file, "write", len, off, errno);
		done += put > 0 ? (size_t)put : 0;
		if (done == len)
			return (int64_t)done;
		put = write_some(file, (const char *)buf + done, len - done,
		                 off + done);
		if (put == 0)
			return posix_record_failure(file, "write", len, off, EIO);
	}
}
