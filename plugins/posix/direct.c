/* direct.c - asks a file system what O_DIRECT needs, and whether it can do
 * without leaving pages in the cache, instead of guessing. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>
#include "posix.h"

#define LARGEST 65536u

/* A file without a name where the file system can, else one whose name is gone
 * before the first byte. */
static int open_nameless(int root, int extra)
{
	int flags = O_RDWR | O_CLOEXEC | extra, fd;
	char name[64];

	fd = openat(root, ".", flags | O_TMPFILE, 0600);
	if (fd >= 0 || errno == EACCES || errno == EROFS)
		return fd;
	snprintf(name, sizeof(name), ".bench-probe-%ld-%lld", (long)getpid(),
	         (long long)bench->now_ns());
	fd = openat(root, name, flags | O_CREAT | O_EXCL | O_NOFOLLOW, 0600);
	if (fd >= 0)
		unlinkat(root, name, 0);
	else if (errno == EINVAL) /* made before O_DIRECT was refused */
		unlinkat(root, name, 0);
	return fd;
}

/* 0: not told; UINT32_MAX: told that there is no direct I/O. */
static uint32_t told_align(int fd)
{
#ifdef STATX_DIOALIGN
	struct statx st;

	if (statx(fd, "", AT_EMPTY_PATH, STATX_DIOALIGN, &st) != 0 ||
	    !(st.stx_mask & STATX_DIOALIGN))
		return 0;
	if (st.stx_dio_offset_align == 0)
		return UINT32_MAX;
	return st.stx_dio_mem_align > st.stx_dio_offset_align
	               ? st.stx_dio_mem_align
	               : st.stx_dio_offset_align;
#else
	(void)fd;
	return 0;
#endif
}

/* The smallest power of two that a write is taken with; 0 when none is. */
static uint32_t tried_align(int fd)
{
	char *buffer = (char *)bench->alloc(LARGEST, 2 * LARGEST);
	uint32_t align = 0;

	if (!buffer)
		return 0;
	for (size_t i = 0; i < 2 * LARGEST; i++)
		buffer[i] = (char)i;
	for (uint32_t size = 1; size <= LARGEST && align == 0; size *= 2)
		if (pwrite(fd, buffer + size, size, size) == (ssize_t)size)
			align = size;
		else if (errno != EINVAL)
			break;
	bench->free(buffer);
	return align;
}

uint32_t direct_told(int fd)
{
	uint32_t align = told_align(fd);

	return align == UINT32_MAX ? 0 : align;
}

int direct_probe(int root, uint32_t *align)
{
	int fd = open_nameless(root, O_DIRECT);

	*align = 0;
	if (fd < 0)
		return 0;
	*align = told_align(fd);
	if (*align == 0)
		*align = tried_align(fd);
	else if (*align == UINT32_MAX)
		*align = 0;
	close(fd);
	return *align > 0;
}

/* A device is only read from, which tells as much. */
int dontcache_probe(const struct posix_target *target)
{
	char byte = 'b';
	struct iovec part = {&byte, 1};
	int fd, works;

	if (target->device)
		return preadv2(target->root, &part, 1, 0, RWF_DONTCACHE) == 1;
	fd = open_nameless(target->root, 0);
	if (fd < 0)
		return 0;
	works = pwritev2(fd, &part, 1, 0, RWF_DONTCACHE) == 1 &&
	        preadv2(fd, &part, 1, 0, RWF_DONTCACHE) == 1;
	close(fd);
	return works;
}
