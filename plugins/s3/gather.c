/* gather.c - objects of a size that is not known beforehand: S3 wants it before
 * the first byte, so they are kept in memory until they end. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "handle.h"

#define SMALLEST UINT64_C(65536)
#define LARGEST  (UINT64_C(16) << 20)

static int make_room(struct file *file, uint64_t size)
{
	uint64_t room = file->gathered_room ? file->gathered_room : SMALLEST;
	char *bytes;

	if (size > LARGEST) {
		bench->fail(file->link->ctx,
		            "%s: S3 wants to know an object's size before the first "
		            "byte; one of unknown size is limited to 16 MiB",
		            file->name);
		return -EFBIG;
	}
	while (room < size)
		room *= 2;
	if (room == file->gathered_room)
		return 0;
	bytes = realloc(file->gathered, (size_t)room);
	if (!bytes)
		return -ENOMEM;
	file->gathered = bytes;
	file->gathered_room = room;
	return 0;
}

static int begin(struct file *file, uint64_t offset)
{
	if (offset != 0) {
		bench->fail(file->link->ctx,
		            "write to %s at offset %" PRIu64
		            ": a PUT goes from the start to the end only",
		            file->name, offset);
		return -ENOTSUP;
	}
	file->gathered_length = 0;
	file->gathering = true;
	return 0;
}

int64_t gather_write(struct file *file, const void *buffer, size_t length,
                     uint64_t offset)
{
	int error = 0;

	if (!file->gathering || offset != file->gathered_length)
		error = begin(file, offset);
	if (!error)
		error = make_room(file, offset + length);
	if (error)
		return error;
	memcpy(file->gathered + offset, buffer, length);
	file->gathered_length += length;
	return (int64_t)length;
}

int gather_finish(struct file *file)
{
	if (file->way == DOWNLOAD)
		download_end(file);
	file->gathering = false;
	return upload_whole(file, file->gathered, file->gathered_length);
}
