/* cold.c - puts a file's data out of the page cache, and checks that they are
 * out. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "posix.h"

/* Younger than many a C library; the same number on all architectures. */
#ifndef SYS_cachestat
#define SYS_cachestat 451
#endif

struct cache_range {
	uint64_t off, len;
};

struct cache_stat {
	uint64_t cached, dirty, writeback, evicted, recently_evicted;
};

/* mincore() works by windows, so that the answer's size does not grow with the
 * file's. */
#define WINDOW ((uint64_t)64 << 20)

/* The most that may be left, in hundredths of a percent. */
#define COLD 100

static int64_t resident_by_mincore(int fd, uint64_t bytes, uint64_t page)
{
	unsigned char seen[WINDOW / 4096];
	int64_t resident = 0;

	for (uint64_t at = 0; at < bytes; at += WINDOW) {
		size_t length = (size_t)(bytes - at < WINDOW ? bytes - at : WINDOW);
		size_t pages = (size_t)((length + page - 1) / page);
		void *map = mmap(NULL, length, PROT_NONE, MAP_SHARED, fd, (off_t)at);
		int rc;

		if (map == MAP_FAILED)
			return -errno;
		rc = mincore(map, length, seen) == 0 ? 0 : -errno;
		munmap(map, length);
		if (rc != 0)
			return rc;
		for (size_t i = 0; i < pages; i++)
			resident += seen[i] & 1;
	}
	return resident;
}

/* What the check found. */
struct residue {
	uint64_t hundredths; /* of a percent of the file */
	const char *by;
};

/* Pages of the file in the cache, or a negative errno. */
static int64_t resident_pages(int fd, uint64_t bytes, uint64_t page,
                              const char **by)
{
	struct cache_range all = {0, 0}; /* 0 bytes: up to the end */
	struct cache_stat st;

	memset(&st, 0, sizeof(st));
	*by = "cachestat";
	if (syscall(SYS_cachestat, fd, &all, &st, 0) == 0)
		return (int64_t)st.cached;
	*by = "mincore";
	return resident_by_mincore(fd, bytes, page);
}

static int look(const struct posix_file *file, struct residue *residue)
{
	const struct device *device = file->session->target->device;
	uint64_t bytes, page = (uint64_t)sysconf(_SC_PAGESIZE);
	struct stat st;
	int64_t resident;

	if (fstat(file->fd, &st) != 0)
		return -errno;
	bytes = device ? device_bytes(device) : (uint64_t)st.st_size;
	resident = resident_pages(file->fd, bytes, page, &residue->by);
	if (resident < 0)
		return (int)resident;
	residue->hundredths =
	        bytes > 0 ? (uint64_t)resident * page * 10000 / bytes : 0;
	if (residue->hundredths > 10000) /* the last page is rarely full */
		residue->hundredths = 10000;
	return 0;
}

static int is_cold(const struct residue *residue)
{
	return residue->hundredths <= COLD;
}

/* Empties the whole machine's page cache; needs root. */
static int drop_all(void)
{
	int fd = open("/proc/sys/vm/drop_caches", O_WRONLY | O_CLOEXEC);
	int done = fd >= 0 && write(fd, "1", 1) == 1;

	if (fd >= 0)
		close(fd);
	return done;
}

/* Dirty pages are not dropped, and neither are mapped ones. */
static int drop_file(struct posix_file *file)
{
	struct bench_ctx *ctx = file->session->ctx;
	int rc = posix_flush(file);

	if (rc != 0)
		return rc;
	map_release(file);
	rc = posix_fadvise(file->fd, 0, 0, POSIX_FADV_DONTNEED);
	return rc == 0 ? 0 : posix_failure(ctx, rc, "posix_fadvise");
}

int cold_drop(void *handle)
{
	struct posix_file *file = (struct posix_file *)handle;
	struct bench_ctx *ctx = file->session->ctx;
	const char *way = "posix_fadvise";
	struct residue residue = {0, ""};
	int rc;

	if (file->session->target->is_memory) {
		bench->fail(ctx, "a memory file system cannot be cold");
		return -ENOTSUP;
	}
	rc = drop_file(file);
	if (rc != 0)
		return rc;
	rc = look(file, &residue);
	if (rc == 0 && !is_cold(&residue) && drop_all()) {
		way = "drop_caches";
		rc = look(file, &residue);
	}
	if (rc != 0)
		return posix_failure(ctx, -rc, "asking for the pages in the cache");
	bench->fact(ctx, "dropped_by", "%s", way);
	bench->fact(ctx, "checked_by", "%s", residue.by);
	bench->fact(ctx, "resident", "%u.%02u",
	            (unsigned)(residue.hundredths / 100),
	            (unsigned)(residue.hundredths % 100));
	if (is_cold(&residue))
		return 0;
	bench->fail(ctx,
	            "%u.%02u %% of the file stays in the page cache (by %s) after "
	            "posix_fadvise and, where permitted, drop_caches; cold is at "
	            "most 1 %%",
	            (unsigned)(residue.hundredths / 100),
	            (unsigned)(residue.hundredths % 100), residue.by);
	return -EAGAIN;
}
