/* map.c - io = mmap: a record is a copy from or to the file's mapping.
 *
 * The mapping may be longer than the file, so that a file that grows is not
 * mapped anew for each record; bytes behind the file's end are never touched.
 * If somebody else cuts the file short, or the file system has no room for a
 * page, the kernel ends the process (SIGBUS): there is no way of asking first.
 */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "posix.h"

/* The least that a growing file is mapped ahead. */
#define AHEAD ((uint64_t)1 << 20)

static int ask_size(struct posix_file *file)
{
	const struct device *device = file->session->target->device;
	struct stat st;

	if (fstat(file->fd, &st) != 0)
		return posix_failure(file->session->ctx, errno, "fstat");
	file->map.size = device ? device_bytes(device) : (uint64_t)st.st_size;
	return 0;
}

/* Maps that much, or more than is mapped already. */
static int map_up_to(struct posix_file *file, uint64_t length)
{
	int protection = file->map.flags & BENCH_O_WRITE ? PROT_READ | PROT_WRITE
	                                                 : PROT_READ;
	void *bytes;

	if (length > SIZE_MAX / 2)
		return posix_failure(file->session->ctx, ENOMEM, "mmap");
	bytes = file->map.bytes ? mremap(file->map.bytes, file->map.length,
	                                 (size_t)length, MREMAP_MAYMOVE)
	                        : mmap(NULL, (size_t)length, protection, MAP_SHARED,
	                               file->fd, 0);
	if (bytes == MAP_FAILED)
		return posix_failure(file->session->ctx, errno, "mmap");
	file->map.bytes = (char *)bytes;
	file->map.length = (size_t)length;
	return 0;
}

/* The mapping covers the file, with room to grow where it has grown before. */
static int follow_size(struct posix_file *file)
{
	uint64_t size = file->map.size, ahead = size;

	if (size <= file->map.length)
		return 0;
	if (file->map.bytes && !file->session->target->device)
		ahead = size < AHEAD ? AHEAD : 2 * size;
	return map_up_to(file, ahead);
}

static int set_size(struct posix_file *file, uint64_t size)
{
	if (file->session->target->device)
		return posix_failure(file->session->ctx, ENOSPC,
		                     "the end of the device");
	if (ftruncate(file->fd, (off_t)size) != 0)
		return posix_failure(file->session->ctx, errno, "ftruncate");
	file->map.size = size;
	return 0;
}

/* A write behind the end.  Another handle may have moved it meanwhile. */
static int grow(struct posix_file *file, uint64_t end)
{
	int rc = ask_size(file);

	if (rc == 0 && end > file->map.size)
		rc = set_size(file, end);
	return rc == 0 ? follow_size(file) : rc;
}

int map_open(struct posix_file *file, unsigned flags, uint64_t size_hint)
{
	int rc = ask_size(file);

	file->map.flags = flags & (BENCH_O_READ | BENCH_O_WRITE | BENCH_O_SYNC);
	if (rc == 0 && (flags & BENCH_O_WRITE) && size_hint > file->map.size &&
	    !file->session->target->device)
		rc = set_size(file, size_hint);
	if (rc == 0)
		rc = follow_size(file);
	return rc;
}

void map_close(struct posix_file *file)
{
	if (file->map.bytes)
		munmap(file->map.bytes, file->map.length);
	file->map.bytes = NULL;
}

int64_t map_read(struct posix_file *file, void *buf, size_t len, uint64_t off)
{
	int rc;

	if (!(file->map.flags & BENCH_O_READ))
		return posix_record_failure(file, "read", len, off, EBADF);
	if (off > file->map.size || len > file->map.size - off) {
		rc = ask_size(file);
		if (rc == 0)
			rc = follow_size(file);
		if (rc != 0)
			return rc;
		if (off >= file->map.size)
			return 0;
		if (len > file->map.size - off)
			len = (size_t)(file->map.size - off);
	}
	memcpy(buf, file->map.bytes + off, len);
	return (int64_t)len;
}

static int settle_record(const struct posix_file *file, size_t len,
                         uint64_t off)
{
	uint64_t within = off % (uint64_t)sysconf(_SC_PAGESIZE);

	if (msync(file->map.bytes + (off - within), len + within, MS_SYNC) != 0)
		return posix_record_failure(file, "msync", len, off, errno);
	return 0;
}

int64_t map_write(struct posix_file *file, const void *buf, size_t len,
                  uint64_t off)
{
	int rc = 0;

	if (!(file->map.flags & BENCH_O_WRITE))
		return posix_record_failure(file, "write", len, off, EBADF);
	if (len == 0)
		return 0;
	if (off > INT64_MAX - len)
		return posix_record_failure(file, "write", len, off, EFBIG);
	if (off + len > file->map.size)
		rc = grow(file, off + len);
	if (rc != 0)
		return rc;
	memcpy(file->map.bytes + off, buf, len);
	if (file->map.flags & BENCH_O_SYNC)
		rc = settle_record(file, len, off);
	return rc == 0 ? (int64_t)len : rc;
}

/* The part behind the end is no part of the file. */
static size_t used(const struct posix_file *file)
{
	return file->map.size < file->map.length ? (size_t)file->map.size
	                                         : file->map.length;
}

int map_flush(struct posix_file *file)
{
	if (file->map.bytes && used(file) > 0 &&
	    (file->map.flags & BENCH_O_WRITE) &&
	    msync(file->map.bytes, used(file), MS_SYNC) != 0)
		return posix_failure(file->session->ctx, errno, "msync");
	return 0;
}

void map_release(struct posix_file *file)
{
	if (file->map.bytes)
		(void)madvise(file->map.bytes, file->map.length, MADV_DONTNEED);
}
