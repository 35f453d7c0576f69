/* record.c - a transfer per record: a data connection, REST, STOR or RETR, the
 * record, and the reply to it. */
#include "handle.h"

#include <errno.h>
#include "data.h"
#include "net.h"

static void count(struct control *control, int64_t start)
{
	control->counts.operations++;
	control->counts.operations_ns += bench->now_ns() - start;
}

/* STOR from offset 0 replaces the file, unless the probe saw otherwise. */
static int refuse_loss(const struct file *file)
{
	bench->fail(file->control->ctx,
	            "STOR at offset 0 would cut %s off behind the record: this "
	            "server (%s) keeps the rest of a file only after REST above 0",
	            file->name, file->control->banner);
	return -ENOTSUP;
}

static int put(struct file *file, const void *buffer, size_t length,
               uint64_t offset)
{
	struct control *control = file->control;
	bool plain = offset == 0 && !control->rewrites_first;
	int error = data_start(control, "STOR", file->name,
	                       plain ? NO_RESTART : (int64_t)offset, -EACCES);

	if (error)
		return error;
	error = net_send(control->data, buffer, length);
	if (error)
		return data_broken(control, error, "write to", file->name);
	return data_finish(control, "write to", file->name);
}

int64_t record_write(struct file *file, const void *buffer, size_t length,
                     uint64_t offset)
{
	struct control *control = file->control;
	int64_t start = bench->now_ns();
	int error;

	if (offset == 0 && file->size > length && !control->rewrites_first)
		return refuse_loss(file);
	error = put(file, buffer, length, offset);
	if (error)
		return error;
	if (file->size < offset + length)
		file->size = offset + length;
	count(control, start);
	return (int64_t)length;
}

int record_make(struct file *file)
{
	int error =
	        data_start(file->control, "STOR", file->name, NO_RESTART, -EACCES);

	if (error)
		return error;
	file->unmade = false;
	file->size = 0;
	return data_finish(file->control, "make", file->name);
}

/* The server goes on sending until it sees the connection closed; its reply to
 * that is a failure which means nothing. */
static int64_t get(struct file *file, void *buffer, size_t length,
                   uint64_t offset)
{
	struct control *control = file->control;
	int error = data_start(control, "RETR", file->name,
	                       offset ? (int64_t)offset : NO_RESTART, -ENOENT);
	int64_t got;

	if (error)
		return error == -ERANGE ? 0 : error;
	got = net_receive(control->data, buffer, length);
	if (got < 0)
		return data_broken(control, (int)got, "read", file->name);
	if ((size_t)got < length)
		error = data_finish(control, "read", file->name);
	else
		error = data_drop(control);
	return error ? error : got;
}

int64_t record_read(struct file *file, void *buffer, size_t length,
                    uint64_t offset)
{
	int64_t start = bench->now_ns();
	int64_t got = get(file, buffer, length, offset);

	if (got >= 0)
		count(file->control, start);
	return got;
}
