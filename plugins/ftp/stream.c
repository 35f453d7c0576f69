/* stream.c - one STOR or RETR per pass; each record is a part of it.
 *
 * An upload ends with the server's 226: only then has it all.  A download ends
 * with the last byte and the 226. */
#include "handle.h"

#include <errno.h>
#include "data.h"
#include "net.h"

static bool is_under_way(const struct file *file, bool uploading)
{
	return file->control->streaming == file && file->uploading == uploading;
}

static int start(struct file *file, bool uploading, uint64_t offset)
{
	int error = data_start(file->control, uploading ? "STOR" : "RETR",
	                       file->name, offset ? (int64_t)offset : NO_RESTART,
	                       uploading ? -EACCES : -ENOENT);

	if (error)
		return error;
	file->control->streaming = file;
	file->uploading = uploading;
	file->position = offset;
	file->end = UINT64_MAX;
	if (uploading)
		file->unmade = false;
	return 0;
}

static int out_of_order(const struct file *file, uint64_t offset)
{
	bench->fail(file->control->ctx,
	            "write to %s at offset %llu after %llu: here FTP writes from "
	            "the start to the end only",
	            file->name, (unsigned long long)offset,
	            (unsigned long long)file->position);
	return -ENOTSUP;
}

static int start_upload(struct file *file, uint64_t offset)
{
	int error = stream_finish(file);

	if (error)
		return error;
	if (offset != 0 &&
	    (offset != file->position || !file->control->features.rest))
		return out_of_order(file, offset);
	return start(file, true, offset);
}

int64_t stream_write(struct file *file, const void *buffer, size_t length,
                     uint64_t offset)
{
	struct control *control = file->control;
	int error;

	if (!is_under_way(file, true) || offset != file->position) {
		error = start_upload(file, offset);
		if (error)
			return error;
	}
	error = net_send(control->data, buffer, length);
	if (error)
		return data_broken(control, error, "write to", file->name);
	file->position += length;
	return (int64_t)length;
}

int stream_finish(struct file *file)
{
	struct control *control = file->control;

	if (!is_under_way(file, true))
		return 0;
	control->streaming = NULL;
	return data_finish(control, "write to", file->name);
}

static int end_download(struct file *file)
{
	file->control->streaming = NULL;
	file->end = file->position;
	return data_finish(file->control, "read", file->name);
}

/* All that was expected has come: is that the end? */
static int64_t look_for_end(struct file *file)
{
	char byte;
	ssize_t got = recv(file->control->data, &byte, 1, MSG_PEEK);

	return got == 0 ? end_download(file) : 0;
}

int64_t stream_read(struct file *file, void *buffer, size_t length,
                    uint64_t offset)
{
	struct control *control = file->control;
	int64_t got;
	int error = 0;

	if (!is_under_way(file, false) || offset != file->position) {
		if (offset > 0 && offset >= file->end)
			return 0;
		error = start(file, false, offset);
		if (error)
			return error == -ERANGE ? 0 : error;
	}
	got = net_receive(control->data, buffer, length);
	if (got < 0)
		return data_broken(control, (int)got, "read", file->name);
	file->position += (uint64_t)got;
	if ((size_t)got < length)
		error = end_download(file);
	else if (file->position == file->size_hint)
		error = (int)look_for_end(file);
	return error ? error : got;
}

int file_settle(struct control *control)
{
	struct file *file = control->streaming;

	if (file->uploading) {
		bench->fail(control->ctx,
		            "%s is being written, and FTP has one transfer at a time",
		            file->name);
		return -EBUSY;
	}
	control->streaming = NULL;
	return data_drop(control);
}
