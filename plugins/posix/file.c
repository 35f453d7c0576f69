/* file.c - open files: in the hot path of a record nothing but the one system
 * call.  sync.c, map.c and flight.c have the ways in which records are moved.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "posix.h"

/* BENCH_O_SEQUENTIAL is not passed on: the kernel's readahead finds out by
 * itself, and POSIX_FADV_SEQUENTIAL would measure another readahead than that
 * of an ordinary program. */
static int open_flags(enum posix_io io, unsigned flags)
{
	int translated = O_CLOEXEC | O_NOFOLLOW | O_NOCTTY;

	/* No mapping is for writing alone. */
	if ((flags & BENCH_O_WRITE) && (io == POSIX_MMAP || flags & BENCH_O_READ))
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
	fd = open(posix->target->path,
	          open_flags(posix->target->io, flags) & ~never);
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
		fd = openat(place.dir, place.last, open_flags(posix->target->io, flags),
		            0600);
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

/* What this target cannot, before anything is made. */
static int refuse_flags(const struct posix_session *posix, unsigned flags)
{
	const struct posix_target *target = posix->target;

	if ((flags & BENCH_O_DIRECT) && target->io == POSIX_MMAP) {
		bench->fail(posix->ctx, "io = mmap goes through the page cache: there "
		                        "is no direct I/O with it");
		return -ENOTSUP;
	}
	if (!(flags & BENCH_O_DONTCACHE))
		return 0;
	if (target->io == POSIX_MMAP)
		bench->fail(posix->ctx, "io = mmap goes through the page cache: what "
		                        "was touched stays there");
	else if (!target->has_dontcache)
		bench->fail(posix->ctx,
		            "%s (%s) or this kernel has no I/O that leaves nothing in "
		            "the page cache (RWF_DONTCACHE)",
		            target->path, target->type);
	else
		return 0;
	return -ENOTSUP;
}

static int open_descriptor(struct posix_session *posix, const char *name,
                           unsigned flags)
{
	int fd = posix->target->device ? open_on_device(posix, name, flags)
	                               : open_in_directory(posix, name, flags);

	if (fd >= 0 || fd == -ENOTSUP ||
	    (fd == -EINVAL && !(flags & BENCH_O_DIRECT)))
		return fd;
	return open_failure(posix, name, flags, -fd);
}

static struct posix_file *take_file(struct posix_session *posix)
{
	struct posix_file *file = posix->spare;

	if (!file)
		return (struct posix_file *)calloc(1, sizeof(*file));
	posix->spare = NULL;
	*file = (struct posix_file){.fd = -1};
	return file;
}

static void give_file(struct posix_session *posix, struct posix_file *file)
{
	if (posix->spare)
		free(file);
	else
		posix->spare = file;
}

OFTEN int posix_open(void *session, const char *name, unsigned flags,
                     uint64_t size_hint, void **file)
{
	struct posix_session *posix = (struct posix_session *)session;
	enum posix_io io = posix->target->io;
	struct posix_file *made;
	int rc = refuse_flags(posix, flags);

	if (rc != 0)
		return rc;
	made = take_file(posix);
	if (!made)
		return -ENOMEM;
	made->session = posix;
	made->direct = (flags & BENCH_O_DIRECT) != 0;
	made->rw_flags = flags & BENCH_O_DONTCACHE ? RWF_DONTCACHE : 0;
	made->plain = io == POSIX_SYNC && made->rw_flags == 0;
	made->slot = RING_NO_SLOT;
	rc = made->fd = open_descriptor(posix, name, flags);
	/* Only a mapping needs the size: fallocate() would be another way of
	 * writing. */
	if (rc >= 0 && io == POSIX_MMAP) {
		rc = map_open(made, flags, size_hint);
		if (rc < 0)
			close(made->fd);
	}
	if (rc < 0) {
		give_file(posix, made);
		return rc;
	}
	*file = made;
	return 0;
}

OFTEN int posix_close(void *file)
{
	struct posix_file *posix = (struct posix_file *)file;
	int rc = 0;

	ring_forget_file(posix);
	map_close(posix);
	if (close(posix->fd) != 0)
		rc = posix_failure(posix->session->ctx, errno, "close");
	give_file(posix->session, posix);
	return rc;
}

OFTEN int64_t posix_read(void *file, void *buf, size_t len, uint64_t off)
{
	struct posix_file *posix = (struct posix_file *)file;

	if (posix->plain) {
		ssize_t got = pread(posix->fd, buf, len, (off_t)off);

		if (got == (ssize_t)len)
			return got;
		return sync_read(posix, buf, len, off, got);
	}
	if (posix->map.flags)
		return map_read(posix, buf, len, off);
	if (posix->session->ring)
		return ring_read(posix, buf, len, off);
	return sync_read(posix, buf, len, off, 0);
}

OFTEN int64_t posix_write(void *file, const void *buf, size_t len, uint64_t off)
{
	struct posix_file *posix = (struct posix_file *)file;

	if (posix->plain) {
		ssize_t put = pwrite(posix->fd, buf, len, (off_t)off);

		if (put == (ssize_t)len)
			return put;
		return sync_write(posix, buf, len, off, put);
	}
	if (posix->map.flags)
		return map_write(posix, buf, len, off);
	if (posix->session->ring)
		return ring_write(posix, buf, len, off);
	return sync_write(posix, buf, len, off, 0);
}

int posix_flush(void *file)
{
	struct posix_file *posix = (struct posix_file *)file;
	int rc = map_flush(posix);

	if (rc != 0)
		return rc;
	if (fsync(posix->fd) != 0)
		return posix_failure(posix->session->ctx, errno, "fsync");
	return 0;
}
