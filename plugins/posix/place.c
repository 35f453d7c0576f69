/* place.c - names to descriptors, so that nothing outside of the root is ever
 * touched.
 *
 * Each part of a name is opened by itself with O_NOFOLLOW, which needs no
 * openat2(); the directory found last is kept, since the files of a run stand
 * in one. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "posix.h"

/* No empty part, no ".", no "..", not absolute.  The last part is told as well:
 * one way over the name, without the C library's code, which a system call has
 * made slow to come back to. */
static int is_inside(const char *name, const char **last)
{
	const char *part = name;

	for (const char *at = name;; at++) {
		size_t length = (size_t)(at - part);

		if (*at != '/' && *at != '\0')
			continue;
		if (length == 0 || (length == 1 && part[0] == '.') ||
		    (length == 2 && part[0] == '.' && part[1] == '.'))
			return 0;
		*last = part;
		if (*at == '\0')
			return 1;
		part = at + 1;
	}
}

/* Walks to the directory of that name, which it cuts into pieces. */
static int walk(int root, char *name)
{
	int dir = root;

	for (char *part = name; part;) {
		char *slash = strchr(part, '/');
		int next, error;

		if (slash)
			*slash = '\0';
		next = openat(dir, part, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		error = errno;
		if (dir != root)
			close(dir);
		if (next < 0)
			return -error;
		dir = next;
		part = slash ? slash + 1 : NULL;
	}
	return dir;
}

static int is_near(const struct posix_session *session, const char *name,
                   size_t length)
{
	return session->near_name &&
	       strncmp(session->near_name, name, length) == 0 &&
	       session->near_name[length] == '\0';
}

/* Finds the place; a directory that had to be walked to is the caller's. */
OFTEN static int locate(struct posix_session *session, const char *name,
                        struct place *place)
{
	size_t length;
	char *copy;
	int dir;

	place->owned = place->kept = 0;
	place->dir = session->target->root;
	if (!is_inside(name, &place->last)) {
		bench->fail(session->ctx, "`%s` is no name inside of %s", name,
		            session->target->path);
		return -EINVAL;
	}
	if (place->last == name)
		return 0;
	length = (size_t)(place->last - name) - 1;
	if (is_near(session, name, length)) {
		place->dir = session->near;
		place->kept = 1;
		return 0;
	}
	copy = strndup(name, length);
	dir = copy ? walk(session->target->root, copy) : -ENOMEM;
	free(copy);
	if (dir < 0)
		return posix_failure(session->ctx, -dir, name);
	place->dir = dir;
	place->owned = 1;
	return 0;
}

OFTEN int place_find(struct posix_session *session, const char *name,
                     struct place *place)
{
	int rc = locate(session, name, place);
	char *near_name;

	if (rc != 0 || !place->owned)
		return rc;
	near_name = strndup(name, (size_t)(place->last - name) - 1);
	if (!near_name)
		return 0; /* it is only not remembered */
	place_forget(session);
	session->near_name = near_name;
	session->near = place->dir;
	place->owned = 0;
	return 0;
}

int place_find_second(struct posix_session *session, const char *name,
                      struct place *place)
{
	return locate(session, name, place);
}

void place_done(struct place *place)
{
	if (place->owned)
		close(place->dir);
	place->owned = 0;
}

int place_is_stale(struct posix_session *session, const struct place *place,
                   int rc)
{
	if (rc != -ENOENT || !place->kept)
		return 0;
	place_forget(session);
	return 1;
}

void place_forget(struct posix_session *session)
{
	if (session->near_name)
		close(session->near);
	free(session->near_name);
	session->near_name = NULL;
	session->near = -1;
}
