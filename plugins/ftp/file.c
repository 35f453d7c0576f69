/* file.c - opening and closing.
 *
 * FTP opens nothing: a file is a name, and STOR makes it.  What open() promises
 * (the name is free, the file is there) is asked for beforehand; between the
 * question and the transfer somebody else may come. */
#include "file.h"

#include <errno.h>
#include <string.h>
#include "handle.h"
#include "names.h"

static int check_flags(struct control *control, unsigned flags)
{
	if (flags & BENCH_O_DIRECT) {
		bench->fail(control->ctx, "FTP has no cache to go past (direct)");
		return -ENOTSUP;
	}
	if (flags & BENCH_O_SYNC) {
		bench->fail(control->ctx, "FTP cannot ask for writes that are stable "
		                          "(sync = dsync)");
		return -ENOTSUP;
	}
	return 0;
}

/* Is the name as the flags want it?  Tells also what is to be made. */
static int look(struct file *file, unsigned flags)
{
	struct control *control = file->control;
	struct found found = {0};
	int error;

	if (flags & BENCH_O_CREATE && flags & BENCH_O_TRUNC &&
	    !(flags & BENCH_O_EXCL)) {
		file->unmade = true;
		return 0;
	}
	error = names_look(control, file->name, false, &found);
	if (error == -ENOENT && flags & BENCH_O_CREATE) {
		file->unmade = true;
		return 0;
	}
	if (error)
		return error;
	if (flags & BENCH_O_EXCL) {
		bench->fail(control->ctx, "%s is there already at %s", file->name,
		            control->label);
		return -EEXIST;
	}
	if (found.is_dir) {
		bench->fail(control->ctx, "%s is a directory at %s", file->name,
		            control->label);
		return -EISDIR;
	}
	file->unmade = (flags & BENCH_O_TRUNC) != 0;
	file->size = found.has_size ? found.bytes : UINT64_MAX;
	return 0;
}

/* Writing all over a file record by record would cut it off at the first. */
static int check_records(const struct file *file, unsigned flags)
{
	const struct control *control = file->control;

	if (file->streams || !(flags & BENCH_O_WRITE) || file->unmade ||
	    file->size == 0 || control->rewrites_first)
		return 0;
	bench->fail(control->ctx,
	            "records cannot be written over in any order: STOR at offset 0 "
	            "cuts the file off (%s)",
	            control->banner);
	return -ENOTSUP;
}

int file_open(void *session, const char *name, unsigned flags,
              uint64_t size_hint, void **out)
{
	struct control *control = session;
	size_t length = strlen(name) + 1;
	struct file *file;
	int error = check_flags(control, flags);

	if (error)
		return error;
	file = bench->alloc(0, sizeof(*file) + length);
	if (!file)
		return -ENOMEM;
	memset(file, 0, sizeof(*file));
	memcpy(file->name, name, length);
	file->control = control;
	file->size_hint = size_hint;
	file->end = UINT64_MAX;
	file->streams = (flags & BENCH_O_SEQUENTIAL) || !control->features.rest ||
	                (flags & BENCH_O_WRITE && !control->rewrites);
	error = look(file, flags);
	if (!error)
		error = check_records(file, flags);
	if (!error && file->unmade && !file->streams)
		error = record_make(file);
	if (error) {
		bench->free(file);
		return error;
	}
	*out = file;
	return 0;
}

int64_t file_read(void *handle, void *buffer, size_t length, uint64_t offset)
{
	struct file *file = handle;
	int error = control_usable(file->control);

	if (error || length == 0)
		return error;
	return file->streams ? stream_read(file, buffer, length, offset)
	                     : record_read(file, buffer, length, offset);
}

int64_t file_write(void *handle, const void *buffer, size_t length,
                   uint64_t offset)
{
	struct file *file = handle;
	int error = control_usable(file->control);

	if (error || length == 0)
		return error;
	return file->streams ? stream_write(file, buffer, length, offset)
	                     : record_write(file, buffer, length, offset);
}

int file_flush(void *handle)
{
	struct file *file = handle;
	int error = control_usable(file->control);

	if (!error)
		error = stream_finish(file);
	if (!error && file->unmade)
		error = record_make(file);
	return error;
}

int file_close(void *handle)
{
	struct file *file = handle;
	struct control *control = file->control;
	int error = 0;

	if (!control->broken)
		error = file_flush(file);
	if (!error && control->streaming == file)
		error = file_settle(control);
	if (control->streaming == file)
		control->streaming = NULL;
	bench->free(file);
	return error;
}
