/* file.c - records: in the hot path nothing but the one system call. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "posix.h"

/* BENCH_O_SEQUENTIAL is not passed on: the kernel's readahead finds out by
 * itself, and POSIX_FADV_SEQUENTIAL would measure another readahead than that
 * of an ordinary program. */
static int open_flags(unsigned flags)
{
	int translated = O_CLOEXEC | O_NOFOLLOW | O_NOCTTY;

	if ((flags & BENCH_O_READ) && (flags & BENCH_O_WRITE))
		translated |= O_RDWR;
	else
		translated |= flags & BENCH_O_WRITE ? O_WRONLY : O_RDONLY;
	if (flags & BENCH_O_CREATE)
		translated |= O_CREAT;
	if (flags & BENCH_O_EXCL)
		translated |= O_EXCL;
	if (flags & BENCH_O_TRUNC)
		translated |= O_TRUNC;
	if (flags & BENCH_O_DIRECT)
		translated |= O_DIRECT;
	if (flags & BENCH_O_SYNC)
		translated |= O_DSYNC;
	return translated;
}

static int open_on_device(struct posix_session *posix, const char *name,
                          unsigned flags)
{
	const int never = O_CREAT | O_EXCL | O_TRUNC | O_NOFOLLOW;
	int fd, rc;

	rc = device_take(posix->target->device, name, flags, posix->ctx);
	if (rc != 0)
		return rc;
	fd = open(posix->target->path, open_flags(flags) & ~never);
	return fd < 0 ? -errno : fd;
}

static int open_in_directory(struct posix_session *posix, const char *name,
                             unsigned flags)
{
	struct place place;
	int fd, rc;

	do {
		rc = place_find(posix, name, &place);
		if (rc != 0)
			return rc;
		fd = openat(place.dir, place.last, open_flags(flags), 0600);
		rc = fd < 0 ? -errno : fd;
		place_done(&place);
		/* The near directory may have been removed and made anew. */
	} while (place_is_stale(posix, &place, rc));
	return rc;
}

static int open_failure(struct posix_session *posix, const char *name,
                        unsigned flags, int error)
{
	if (error == EINVAL && (flags & BENCH_O_DIRECT)) {
		bench->fail(posix->ctx, "%s (%s) takes no direct I/O (O_DIRECT)",
		            posix->target->path, posix->target->type);
		return -ENOTSUP;
	}
	if (error == ELOOP) {
		bench->fail(posix->ctx, "%s is a symbolic link, which is not followed",
		            name);
		return -ELOOP;
	}
	return posix_failure(posix->ctx, error, name);
}

int posix_open(void *session, const char *name, unsigned flags,
               uint64_t size_hint, void **file)
{
	struct posix_session *posix = (struct posix_session *)session;
	struct posix_file *made = (struct posix_file *)malloc(sizeof(*made));
	int fd;

	(void)size_hint; /* fallocate() would be another way of writing */
	if (!made)
		return -ENOMEM;
	fd = posix->target->device ? open_on_device(posix, name, flags)
	                           : open_in_directory(posix, name, flags);
	if (fd < 0) {
		free(made);
		return fd == -ENOTSUP || (fd == -EINVAL && !(flags & BENCH_O_DIRECT))
		               ? fd
		               : open_failure(posix, name, flags, -fd);
	}
	made->session = posix;
	made->fd = fd;
	made->direct = (flags & BENCH_O_DIRECT) != 0;
	*file = made;
	return 0;
}

int posix_close(void *file)
{
	struct posix_file *posix = (struct posix_file *)file;
	int rc = 0;

	if (close(posix->fd) != 0)
		rc = posix_failure(posix->session->ctx, errno, "close");
	free(posix);
	return rc;
}

/* Direct I/O says no more than "Invalid argument". */
static int64_t transfer_failure(struct posix_file *posix, const char *what,
                                size_t len, uint64_t off)
{
	struct posix_target *target = posix->session->target;
	int error = errno;

	if (error == EINVAL && posix->direct)
		bench->fail(posix->session->ctx,
		            "%s of %zu bytes at %llu: direct I/O on %s takes only "
		            "multiples of %u bytes, in buffers aligned alike",
		            what, len, (unsigned long long)off, target->type,
		            (unsigned)target->align);
	else
		bench->fail(posix->session->ctx, "%s of %zu bytes at %llu: %s", what,
		            len, (unsigned long long)off, strerror(error));
	return -error;
}

/* Asking on after a short direct read would end in EINVAL, where the offset is
 * no longer aligned: it was the end of the file. */
static int is_end(const struct posix_file *posix, size_t done)
{
	uint32_t align = posix->session->target->align;

	return posix->direct && align > 1 && done % align != 0;
}

int64_t posix_read(void *file, void *buf, size_t len, uint64_t off)
{
	struct posix_file *posix = (struct posix_file *)file;
	size_t done = 0;

	while (done < len) {
		ssize_t got = pread(posix->fd, (char *)buf + done, len - done,
		                    (off_t)(off + done));

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return transfer_failure(posix, "read", len, off);
		done += (size_t)got;
		if (got == 0 || is_end(posix, done))
			break;
	}
	return (int64_t)done;
}

int64_t posix_write(void *file, const void *buf, size_t len, uint64_t off)
{
	struct posix_file *posix = (struct posix_file *)file;
	size_t done = 0;

	while (done < len) {
		ssize_t put = pwrite(posix->fd, (const char *)buf + done, len - done,
		                     (off_t)(off + done));

		if (put < 0 && errno == EINTR)
			continue;
		if (put == 0)
			errno = EIO;
		if (put <= 0)
			return transfer_failure(posix, "write", len, off);
		done += (size_t)put;
	}
	return (int64_t)done;
}

int posix_flush(void *file)
{
	struct posix_file *posix = (struct posix_file *)file;

	if (fsync(posix->fd) != 0)
		return posix_failure(posix->session->ctx, errno, "fsync");
	return 0;
}
