/* file.c - opening and closing.
 *
 * S3 opens nothing: an object is a name, and PUT makes it.  What open()
 * promises (the name is free, the file is there) is asked for beforehand;
 * between the question and the transfer somebody else may come. */
#include "file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "handle.h"
#include "names.h"

static int check_flags(const struct link *link, unsigned flags)
{
	if (flags & BENCH_O_DIRECT) {
		bench->fail(link->ctx, "S3 has no cache to go past (direct)");
		return -ENOTSUP;
	}
	if (flags & BENCH_O_SYNC) {
		bench->fail(link->ctx, "S3 cannot ask for writes that are stable "
		                       "(sync = dsync)");
		return -ENOTSUP;
	}
	return 0;
}

/* Is the name as the flags want it?  Tells also what is to be made. */
static int look(struct file *file, unsigned flags)
{
	struct link *link = file->link;
	struct found found;
	int error;

	if (flags & BENCH_O_CREATE && flags & BENCH_O_TRUNC &&
	    !(flags & BENCH_O_EXCL)) {
		file->unmade = true;
		return 0;
	}
	error = names_look(link, file->name, &found);
	if (error == -ENOENT && flags & BENCH_O_CREATE) {
		file->unmade = true;
		return 0;
	}
	if (error)
		return error;
	if (flags & BENCH_O_EXCL) {
		bench->fail(link->ctx, "%s is there already at %s", file->name,
		            link->urls.label);
		return -EEXIST;
	}
	file->unmade = (flags & BENCH_O_TRUNC) != 0;
	return 0;
}

int file_open(void *session, const char *name, unsigned flags,
              uint64_t size_hint, void **out)
{
	struct link *link = session;
	size_t length = strlen(name) + 1;
	struct file *file;
	int error = check_flags(link, flags);

	if (!error && flags & BENCH_O_WRITE && size_hint > LARGEST_PUT) {
		bench->fail(link->ctx, "%s: S3 takes at most 5 GiB in one PUT", name);
		error = -EFBIG;
	}
	if (error)
		return error;
	file = bench->alloc(0, sizeof(*file) + length);
	if (!file)
		return -ENOMEM;
	memset(file, 0, sizeof(*file));
	memcpy(file->name, name, length);
	file->link = link;
	file->size_hint = size_hint;
	file->end = UINT64_MAX;
	file->streams = (flags & BENCH_O_SEQUENTIAL) != 0;
	error = look(file, flags);
	if (error) {
		bench->free(file);
		return error;
	}
	*out = file;
	return 0;
}

void file_abandon(struct file *file)
{
	file->way = NO_WAY;
	exchange_close(&file->exchange);
}

int64_t file_read(void *handle, void *buffer, size_t length, uint64_t offset)
{
	struct file *file = handle;

	if (length == 0)
		return 0;
	if (file->streams)
		return download_read(file, buffer, length, offset);
	if (file->way == UPLOAD || file->gathering) {
		int error = file_flush(file);

		if (error)
			return error;
	}
	return record_read(file, buffer, length, offset);
}

int64_t file_write(void *handle, const void *buffer, size_t length,
                   uint64_t offset)
{
	struct file *file = handle;

	if (length == 0)
		return 0;
	return file->size_hint ? upload_write(file, buffer, length, offset)
	                       : gather_write(file, buffer, length, offset);
}

int file_flush(void *handle)
{
	struct file *file = handle;

	if (file->gathering)
		return gather_finish(file);
	if (file->unmade && file->way == NO_WAY)
		return upload_whole(file, NULL, 0);
	return upload_finish(file);
}

int file_close(void *handle)
{
	struct file *file = handle;
	int error = file_flush(file);

	if (file->way == DOWNLOAD)
		download_end(file);
	else if (file->way == UPLOAD)
		file_abandon(file);
	bench->free(file->spill);
	free(file->gathered);
	bench->free(file);
	return error;
}
