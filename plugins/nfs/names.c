/* names.c - the operations on names: one call each, once the directory that
 * the name stands in is known. */
#include "names.h"

#include <errno.h>

static int refuse_root(struct session *session)
{
	bench->fail(session->link.ctx, "the root of the export cannot be changed");
	return -EPERM;
}

/* Does it at the name's place, and once more if that had moved. */
static int at_place(struct session *session, const char *name,
                    int (*act)(struct link *link, const struct handle *dir,
                               const char *last))
{
	struct place place;
	int error;

	do {
		error = place_find(session, name, &place);
		if (!error && place.last[0] == '\0')
			return refuse_root(session);
		if (!error)
			error = act(&session->link, place.dir, place.last);
	} while (place_is_stale(session, &place, error));
	return error;
}

int names_look_up(struct session *session, const char *name,
                  struct found *found)
{
	struct place place;
	int error;

	do {
		error = place_find(session, name, &place);
		found->attributes.known = false;
		if (!error && place.last[0] == '\0')
			found->handle = session->root;
		else if (!error)
			error = calls_lookup(&session->link, place.dir, place.last, found);
	} while (place_is_stale(session, &place, error));
	if (error || found->attributes.known)
		return error;
	return calls_attributes(&session->link, &found->handle, name,
	                        &found->attributes);
}

int names_stat(void *handle, const char *name, struct bench_stat *st)
{
	struct found found;
	int error = names_look_up(handle, name, &found);

	if (error)
		return error;
	st->is_dir = found.attributes.is_dir;
	st->bytes = found.attributes.bytes;
	st->mtime_ns = found.attributes.mtime_ns;
	return 0;
}

int names_unlink(void *handle, const char *name)
{
	return at_place(handle, name, calls_remove);
}

int names_mkdir(void *handle, const char *name)
{
	return at_place(handle, name, calls_mkdir);
}

int names_rmdir(void *handle, const char *name)
{
	return at_place(handle, name, calls_rmdir);
}

int names_rename(void *handle, const char *from, const char *to)
{
	struct session *session = handle;
	struct place old = {0}, new = {0};
	int error;

	do {
		error = place_find(session, from, &old);
		if (!error)
			error = place_find(session, to, &new);
		if (!error && (old.last[0] == '\0' || new.last[0] == '\0'))
			return refuse_root(session);
		if (!error)
			error = calls_rename(&session->link, old.dir, old.last, new.dir,
			                     new.last);
	} while (place_is_stale(session, &old, error) ||
	         place_is_stale(session, &new, error));
	return error;
}

int names_ping(void *handle)
{
	struct session *session = handle;

	return calls_null(&session->link);
}
