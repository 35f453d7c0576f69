/* file.c - open, close and flush. */
#include "file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "names.h"

/* CREATE does it all in one call; a server may leave the handle out. */
static int create(struct session *session, const char *name, unsigned flags,
                  struct found *found)
{
	struct link *link = &session->link;
	struct place place;
	int error;

	do {
		error = place_find(session, name, &place);
		if (!error && place.last[0] == '\0')
			error = -EISDIR;
		if (!error)
			error = calls_create(link, place.dir, place.last,
			                     flags & BENCH_O_EXCL, flags & BENCH_O_TRUNC,
			                     found);
	} while (place_is_stale(session, &place, error));
	if (!error && !found->has_handle)
		error = calls_lookup(link, place.dir, place.last, found);
	return error;
}

static int find(struct session *session, const char *name, unsigned flags,
                struct found *found)
{
	int error;

	if (flags & BENCH_O_CREATE)
		return create(session, name, flags, found);
	error = names_look_up(session, name, found);
	if (error)
		return error;
	if (!found->attributes.is_file) {
		bench->fail(session->link.ctx, "%s is %s", name,
		            found->attributes.is_dir ? "a directory" : "no plain file");
		return found->attributes.is_dir ? -EISDIR : -EINVAL;
	}
	if (flags & BENCH_O_TRUNC)
		error = calls_truncate(&session->link, &found->handle, name);
	return error;
}

int file_open(void *handle, const char *name, unsigned flags,
              uint64_t size_hint, void **out)
{
	struct session *session = handle;
	struct found found;
	struct file *file = calloc(1, sizeof(*file));
	int error = -ENOMEM;

	(void)size_hint;
	if (!file)
		return error;
	file->name = strdup(name);
	if (file->name)
		error = find(session, name, flags, &found);
	if (error) {
		file_close(file);
		return error;
	}
	file->session = session;
	file->handle = found.handle;
	file->reads = flags & BENCH_O_READ;
	file->writes = flags & BENCH_O_WRITE;
	file->is_sync = flags & BENCH_O_SYNC;
	*out = file;
	return 0;
}

int file_close(void *handle)
{
	struct file *file = handle;

	free(file->name);
	free(file);
	return 0;
}

int file_verify(struct file *file, const char *verifier)
{
	if (!file->has_verifier) {
		memcpy(file->verifier, verifier, sizeof(file->verifier));
		file->has_verifier = true;
	}
	if (memcmp(file->verifier, verifier, sizeof(file->verifier)) == 0)
		return 0;
	bench->fail(file->session->link.ctx,
	            "%s: the server started anew and may have lost what it had not "
	            "stored",
	            file->name);
	return -EIO;
}

int file_flush(void *handle)
{
	struct file *file = handle;
	char verifier[NFS3_WRITEVERFSIZE];
	int error = calls_commit(&file->session->link, &file->handle, file->name,
	                         verifier);

	return error ? error : file_verify(file, verifier);
}

/* libnfs keeps no data of files, so there is nothing to drop here; the server
 * may well have the file in its memory. */
int file_drop_cache(void *handle)
{
	struct file *file = handle;

	bench->fact(file->session->link.ctx, "dropped_by",
	            "no cache in this client");
	return 0;
}
