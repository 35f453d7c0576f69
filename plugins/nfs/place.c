/* place.c - the way from the root of the export to a name. */
#include "session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* More than any server takes; what is longer does not fit libnfs' requests. */
#define PART_MAX 1024

static int check_part(struct session *session, const char *part, size_t length)
{
	if (length > PART_MAX) {
		bench->fail(session->link.ctx,
		            "a name of %zu bytes is too long; %d is the most", length,
		            PART_MAX);
		return -ENAMETOOLONG;
	}
	if (length == 0 ||
	    (part[0] == '.' && (length == 1 || (length == 2 && part[1] == '.')))) {
		bench->fail(session->link.ctx,
		            "a name has an empty part or one of dots only");
		return -EINVAL;
	}
	return 0;
}

static int look_up_part(struct session *session, struct handle *at,
                        const char *part, size_t length)
{
	struct found found;
	char *name;
	int error = check_part(session, part, length);

	if (error)
		return error;
	name = strndup(part, length);
	if (!name)
		return -ENOMEM;
	error = calls_lookup(&session->link, at, name, &found);
	free(name);
	if (error)
		return error;
	if (found.attributes.known && !found.attributes.is_dir) {
		bench->fail(session->link.ctx, "%.*s is no directory", (int)length,
		            part);
		return -ENOTDIR;
	}
	*at = found.handle;
	return 0;
}

static bool is_near(const struct session *session, const char *name,
                    size_t length)
{
	return session->near_name &&
	       strncmp(session->near_name, name, length) == 0 &&
	       session->near_name[length] == '\0';
}

static void remember(struct session *session, const char *name, size_t length,
                     const struct handle *handle)
{
	place_forget(session);
	session->near_name = strndup(name, length);
	session->near = *handle;
}

static int walk(struct session *session, const char *name, const char *end,
                struct handle *at)
{
	*at = session->root;
	for (;;) {
		size_t length = strcspn(name, "/");
		int error = look_up_part(session, at, name, length);

		if (error || name + length >= end)
			return error;
		name += length + 1;
	}
}

int place_find(struct session *session, const char *name, struct place *out)
{
	const char *slash = strrchr(name, '/');
	int error;

	out->was_near = false;
	out->dir = &session->root;
	out->last = slash ? slash + 1 : name;
	if (!slash && (name[0] == '\0' || strcmp(name, ".") == 0)) {
		out->last = "";
		return 0;
	}
	error = check_part(session, out->last, strlen(out->last));
	if (error || !slash)
		return error;
	out->dir = &out->own;
	if (is_near(session, name, (size_t)(slash - name))) {
		out->own = session->near;
		out->was_near = true;
		return 0;
	}
	error = walk(session, name, slash, &out->own);
	if (!error)
		remember(session, name, (size_t)(slash - name), &out->own);
	return error;
}

bool place_is_stale(struct session *session, const struct place *place,
                    int error)
{
	if (!place->was_near || error != -ESTALE)
		return false;
	place_forget(session);
	return true;
}

void place_forget(struct session *session)
{
	free(session->near_name);
	session->near_name = NULL;
}
