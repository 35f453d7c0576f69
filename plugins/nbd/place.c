/* place.c - an export has no names.  One file in it is pretended, as large as
 * the export; a second one is refused, because the two would overwrite each
 * other. */
#include "place.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "session.h"

int place_init(struct place *place)
{
	place->name = NULL;
	return -pthread_mutex_init(&place->lock, NULL);
}

void place_free(struct place *place)
{
	pthread_mutex_destroy(&place->lock);
	free(place->name);
}

static int take(struct place *place, const char *name, unsigned flags)
{
	if (!place->name) {
		place->name = strdup(name);
		return place->name ? 0 : -ENOMEM;
	}
	if (strcmp(place->name, name) != 0)
		return -ENOTSUP;
	return flags & BENCH_O_EXCL ? -EEXIST : 0;
}

/* A file that an earlier process wrote may be opened to be read, too: the
 * export is all that there is. */
int place_take(struct place *place, const char *name, unsigned flags,
               struct bench_ctx *ctx)
{
	int error;

	pthread_mutex_lock(&place->lock);
	error = take(place, name, flags);
	pthread_mutex_unlock(&place->lock);
	if (error == -ENOTSUP)
		bench->fail(ctx,
		            "an export of NBD holds one file at a time: %s "
		            "would be a second one",
		            name);
	return error;
}

int place_stat(void *handle, const char *name, struct bench_stat *st)
{
	struct session *session = handle;
	struct place *place = session->place;
	bool there;

	pthread_mutex_lock(&place->lock);
	there = place->name && strcmp(place->name, name) == 0;
	pthread_mutex_unlock(&place->lock);
	if (!there)
		return -ENOENT;
	st->is_dir = 0;
	st->bytes = session->traits.size;
	st->mtime_ns = 0;
	return 0;
}

/* A name that an earlier process took is not known here and is free. */
int place_unlink(void *handle, const char *name)
{
	struct session *session = handle;
	struct place *place = session->place;
	int error = 0;

	pthread_mutex_lock(&place->lock);
	if (place->name && strcmp(place->name, name) != 0) {
		error = -ENOENT;
	} else {
		free(place->name);
		place->name = NULL;
	}
	pthread_mutex_unlock(&place->lock);
	return error;
}
