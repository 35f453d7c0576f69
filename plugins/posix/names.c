/* names.c - what is done to names, and the cheapest round trip. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "posix.h"

/* The operations that need no more than the place of a name. */
static int stat_at(const struct place *place, void *arg)
{
	return fstatat(place->dir, place->last, (struct stat *)arg,
	               AT_SYMLINK_NOFOLLOW);
}

static int unlink_at(const struct place *place, void *arg)
{
	(void)arg;
	return unlinkat(place->dir, place->last, 0);
}

static int mkdir_at(const struct place *place, void *arg)
{
	(void)arg;
	return mkdirat(place->dir, place->last, 0700);
}

static int rmdir_at(const struct place *place, void *arg)
{
	(void)arg;
	return unlinkat(place->dir, place->last, AT_REMOVEDIR);
}

static int opendir_at(const struct place *place, void *arg)
{
	*(int *)arg = openat(place->dir, place->last,
	                     O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	return *(int *)arg < 0 ? -1 : 0;
}

static int at_place(struct posix_session *posix, const char *name,
                    int (*act)(const struct place *place, void *arg), void *arg)
{
	struct place place;
	int rc;

	do {
		rc = place_find(posix, name, &place);
		if (rc != 0)
			return rc;
		rc = act(&place, arg) == 0 ? 0 : -errno;
		place_done(&place);
	} while (place_is_stale(posix, &place, rc));
	return rc == 0 ? 0 : posix_failure(posix->ctx, -rc, name);
}

int posix_stat(void *session, const char *name, struct bench_stat *st)
{
	struct posix_session *posix = (struct posix_session *)session;
	struct stat found;
	int rc;

	if (posix->target->device)
		return device_stat(posix->target->device, name, st);
	rc = at_place(posix, name, stat_at, &found);
	if (rc != 0)
		return rc;
	st->is_dir = S_ISDIR(found.st_mode);
	st->bytes = (uint64_t)found.st_size;
	st->mtime_ns =
	        (int64_t)found.st_mtim.tv_sec * 1000000000 + found.st_mtim.tv_nsec;
	return 0;
}

int posix_rename(void *session, const char *from, const char *to)
{
	struct posix_session *posix = (struct posix_session *)session;
	struct place source, goal;
	int rc;

	if (posix->target->device)
		return device_cannot(posix->ctx, "rename");
	do {
		rc = place_find(posix, from, &source);
		if (rc != 0)
			return rc;
		rc = place_find_second(posix, to, &goal);
		if (rc == 0) {
			rc = renameat(source.dir, source.last, goal.dir, goal.last) == 0
			             ? 0
			             : -errno;
			place_done(&goal);
		}
		place_done(&source);
	} while (place_is_stale(posix, &source, rc));
	return rc == 0 ? 0 : posix_failure(posix->ctx, -rc, from);
}

OFTEN int posix_unlink(void *session, const char *name)
{
	struct posix_session *posix = (struct posix_session *)session;

	if (posix->target->device)
		return device_unlink(posix->target->device, name);
	return at_place(posix, name, unlink_at, NULL);
}

int posix_mkdir(void *session, const char *name)
{
	struct posix_session *posix = (struct posix_session *)session;

	if (posix->target->device)
		return device_mkdir(posix->target->device, name, posix->ctx);
	return at_place(posix, name, mkdir_at, NULL);
}

int posix_rmdir(void *session, const char *name)
{
	struct posix_session *posix = (struct posix_session *)session;

	if (posix->target->device)
		return device_rmdir(posix->target->device, name);
	return at_place(posix, name, rmdir_at, NULL);
}

/* Takes the descriptor over. */
static int list(int fd, int (*each)(void *arg, const char *entry), void *arg)
{
	DIR *directory = fdopendir(fd);
	const struct dirent *entry;
	int rc = 0;

	if (!directory) {
		rc = -errno;
		close(fd);
		return rc;
	}
	while (rc == 0) {
		errno = 0;
		entry = readdir(directory);
		if (!entry) {
			rc = -errno;
			break;
		}
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			rc = each(arg, entry->d_name);
	}
	closedir(directory);
	return rc;
}

int posix_readdir(void *session, const char *name,
                  int (*each)(void *arg, const char *entry), void *arg)
{
	struct posix_session *posix = (struct posix_session *)session;
	int fd = -1, rc;

	if (posix->target->device)
		return device_cannot(posix->ctx, "list names");
	if (strcmp(name, ".") == 0 || *name == '\0') {
		fd = openat(posix->target->root, ".",
		            O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		rc = fd < 0 ? posix_failure(posix->ctx, errno, name) : 0;
	} else {
		rc = at_place(posix, name, opendir_at, &fd);
	}
	return rc == 0 ? list(fd, each, arg) : rc;
}

int posix_ping(void *session)
{
	struct posix_session *posix = (struct posix_session *)session;
	struct stat st;

	if (fstat(posix->target->root, &st) != 0)
		return posix_failure(posix->ctx, errno, "fstat");
	return 0;
}
