/* file.c - open files of the client: records one by one, or streamed.
 *
 * Streamed writes have no reply; the far end counts their bytes and flush asks
 * for the count.  A streamed read asks once per pass, at offset 0, and then
 * only receives. */
#include "file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "connection.h"
#include "expect.h"
#include "net.h"

struct file {
	struct connection *connection;
	uint32_t handle;
	bool streams, acknowledged; /* reads; each write has a reply */
	bool writable;
	uint64_t unflushed; /* bytes of quiet writes */
	/* Of the stream that is being read. */
	uint64_t position, frame_left;
	bool last_frame;
	struct expect expect;
	char name[];
};

int file_open(void *session, const char *name, unsigned flags,
              uint64_t size_hint, void **out)
{
	struct connection *connection = session;
	struct wire_request request = {.op = WIRE_OPEN,
	                               .name_length = (uint16_t)strlen(name)};
	struct subject subject = {"open", name, NULL};
	struct wire_reply reply;
	struct file *file;
	int error;

	(void)size_hint;
	if (flags & BENCH_O_DIRECT) {
		bench->fail(connection->ctx,
		            "a socket has no cache to go past (direct)");
		return -ENOTSUP;
	}
	request.flags = (uint8_t)((flags & BENCH_O_READ ? WIRE_FOR_READ : 0) |
	                          (flags & BENCH_O_WRITE ? WIRE_FOR_WRITE : 0) |
	                          (flags & BENCH_O_CREATE ? WIRE_CREATE : 0) |
	                          (flags & BENCH_O_EXCL ? WIRE_EXCL : 0) |
	                          (flags & BENCH_O_TRUNC ? WIRE_TRUNC : 0) |
	                          (connection->config->keep ? 0 : WIRE_DISCARD));
	file = bench->alloc(0, sizeof(*file) + strlen(name) + 1);
	if (!file)
		return -ENOMEM;
	memset(file, 0, sizeof(*file));
	strcpy(file->name, name);
	error = connection_call(connection, &request, &subject, &reply);
	if (error) {
		bench->free(file);
		return error;
	}
	file->connection = connection;
	file->handle = reply.handle;
	file->streams = (flags & BENCH_O_SEQUENTIAL) != 0;
	file->writable = (flags & BENCH_O_WRITE) != 0;
	file->acknowledged = !file->streams || (flags & BENCH_O_SYNC);
	*out = file;
	return 0;
}

const char *file_name(const void *handle)
{
	const struct file *file = handle;

	return file->name;
}

int file_settled(const void *handle, const char *verb, uint64_t received,
                 uint64_t sent)
{
	const struct file *file = handle;
	struct connection *connection = file->connection;

	if (received == sent)
		return 0;
	bench->fail(connection->ctx, "%s %s: %s received %llu of %llu bytes", verb,
	            file->name, connection->label, (unsigned long long)received,
	            (unsigned long long)sent);
	return -EIO;
}

/* Flush, or close if there is something to be asked: the far end's count of
 * quiet bytes against ours. */
static int settle(struct file *file, uint8_t op, const char *verb)
{
	struct connection *connection = file->connection;
	struct wire_request request = {.op = op, .handle = file->handle};
	struct subject subject = {verb, file->name, NULL};
	uint64_t sent = file->unflushed;
	struct wire_reply reply;
	int error;

	file->unflushed = 0;
	error = connection_call(connection, &request, &subject, &reply);
	return error ? error : file_settled(file, verb, reply.value, sent);
}

int file_flush(void *handle)
{
	return settle(handle, WIRE_FLUSH, "flush");
}

int file_expect(void *handle, const struct bench_pattern *pattern)
{
	struct file *file = handle;
	struct connection *connection = file->connection;
	struct wire_request request = {.op = WIRE_EXPECT, .handle = file->handle};
	struct subject subject = {"verify", file->name, NULL};
	unsigned char bytes[WIRE_PATTERN];
	struct wire_reply reply;
	int error;

	if (!connection->config->keep) {
		bench->fail(connection->ctx, "with `keep = no` there is nothing to "
		                             "verify at the far end");
		return -ENOTSUP;
	}
	error = expect_set(&file->expect, file->writable, pattern);
	if (error) {
		bench->fail(connection->ctx, "this bench is too old to check bytes");
		return error;
	}
	wire_put_pattern(bytes, pattern);
	error = connection_send(connection, &request, &subject, bytes,
	                        sizeof(bytes));
	if (!error)
		error = connection_receive(connection, WIRE_EXPECT, &subject, &reply);
	connection->expects = connection->expects || !error;
	return error;
}

int64_t file_checked(const void *handle, const void *buffer, int64_t result,
                     uint64_t offset)
{
	const struct file *file = handle;
	struct connection *connection = file->connection;
	uint64_t wrong;

	if (!file->expect.reads || result <= 0 ||
	    expect_holds(&file->expect, buffer, (size_t)result, offset, &wrong))
		return result;
	bench->fail(connection->ctx,
	            "read %s at %s: this end received another byte at offset %llu "
	            "than the far end checked and sent",
	            file->name, connection->label, (unsigned long long)wrong);
	return -EILSEQ;
}

int file_close(void *handle)
{
	struct file *file = handle;
	struct wire_request request = {
	        .op = WIRE_CLOSE, .flags = WIRE_QUIET, .handle = file->handle};
	struct subject subject = {"close", file->name, NULL};
	int error;

	if (file->unflushed > 0)
		error = settle(file, WIRE_CLOSE, "close");
	else
		error = connection_send(file->connection, &request, &subject, NULL, 0);
	bench->free(file);
	return error;
}

static int check_record(struct connection *connection, size_t length)
{
	if (length <= WIRE_RECORD_MAX)
		return 0;
	bench->fail(connection->ctx, "a record has at most 1 GiB");
	return -EINVAL;
}

int file_request(const struct bench_io *io, struct wire_request *request,
                 uint64_t *unflushed)
{
	struct file *file = io->file;
	int error = 0;

	request->handle = file->handle;
	*unflushed = file->unflushed;
	if (io->op == BENCH_OP_FLUSH) {
		file->unflushed = 0;
		return 0;
	}
	error = check_record(file->connection, io->len);
	request->offset = io->off;
	request->length = io->len;
	return error;
}

int64_t file_write(void *handle, const void *buffer, size_t length,
                   uint64_t offset)
{
	struct file *file = handle;
	struct wire_request request = {.op = WIRE_WRITE,
	                               .flags = file->acknowledged ? 0 : WIRE_QUIET,
	                               .handle = file->handle,
	                               .offset = offset,
	                               .length = length};
	struct subject subject = {"write to", file->name, NULL};
	struct wire_reply reply;
	int error = check_record(file->connection, length);

	if (!error)
		error = connection_send(file->connection, &request, &subject, buffer,
		                        length);
	if (error)
		return error;
	if (!file->acknowledged) {
		file->unflushed += length;
		return (int64_t)length;
	}
	error = connection_receive(file->connection, WIRE_WRITE, &subject, &reply);
	return error ? error : (int64_t)length;
}

/* Request and reply.  One call usually brings header and data together. */
static int64_t read_record(struct file *file, void *buffer, size_t length,
                           uint64_t offset)
{
	struct connection *connection = file->connection;
	struct wire_request request = {.op = WIRE_READ,
	                               .handle = file->handle,
	                               .offset = offset,
	                               .length = length};
	struct subject subject = {"read", file->name, NULL};
	unsigned char header[WIRE_HEADER];
	struct iovec vector[2] = {{header, sizeof(header)}, {buffer, length}};
	struct wire_reply reply;
	int64_t got;
	int error = connection_send(connection, &request, &subject, NULL, 0);

	if (error)
		return error;
	got = net_scatter(connection->fd, vector, length > 0 ? 2 : 1,
	                  sizeof(header), NULL);
	if (got < 0)
		return connection_lost(connection, (int)got);
	error = connection_judge(connection, WIRE_READ, &subject, header, &reply);
	if (error)
		return error;
	got -= WIRE_HEADER;
	if (reply.value > length || reply.value < (uint64_t)got)
		return connection_lost(connection, -EPROTO);
	error = net_receive(connection->fd, (char *)buffer + got,
	                    (size_t)reply.value - (size_t)got);
	return error ? connection_lost(connection, error) : (int64_t)reply.value;
}

static int start_stream(struct file *file)
{
	struct wire_request request = {.op = WIRE_STREAM, .handle = file->handle};
	struct subject subject = {"read", file->name, NULL};
	int error = connection_send(file->connection, &request, &subject, NULL, 0);

	if (error)
		return error;
	file->position = 0;
	file->frame_left = 0;
	file->last_frame = false;
	file->connection->streaming = file;
	return 0;
}

static int next_frame(struct file *file)
{
	struct subject subject = {"read", file->name, NULL};
	struct wire_reply reply;
	int error =
	        connection_receive(file->connection, WIRE_STREAM, &subject, &reply);

	if (error) {
		file->connection->streaming = NULL;
		return error;
	}
	file->frame_left = reply.value;
	file->last_frame = (reply.flags & WIRE_LAST) != 0;
	return 0;
}

static int64_t read_stream(struct file *file, void *buffer, size_t length)
{
	struct connection *connection = file->connection;
	size_t done = 0;

	while (done < length) {
		size_t piece = length - done;
		int error = 0;

		if (file->frame_left == 0) {
			if (file->last_frame)
				break;
			error = next_frame(file);
			if (error)
				return error;
		}
		if (piece > file->frame_left)
			piece = (size_t)file->frame_left;
		error = net_receive(connection->fd, (char *)buffer + done, piece);
		if (error)
			return connection_lost(connection, error);
		done += piece;
		file->frame_left -= piece;
	}
	file->position += done;
	if (file->frame_left == 0 && file->last_frame)
		connection->streaming = NULL;
	return (int64_t)done;
}

static int64_t read_some(struct file *file, void *buffer, size_t length,
                         uint64_t offset)
{
	struct connection *connection = file->connection;
	int error;

	if (connection->streaming == file && offset == file->position)
		return read_stream(file, buffer, length);
	if (!file->streams || offset != 0)
		return read_record(file, buffer, length, offset);
	error = start_stream(file);
	return error ? error : read_stream(file, buffer, length);
}

int64_t file_read(void *handle, void *buffer, size_t length, uint64_t offset)
{
	struct file *file = handle;
	int error = check_record(file->connection, length);

	if (!error)
		error = connection_usable(file->connection);
	if (error)
		return error;
	return file_checked(file, buffer, read_some(file, buffer, length, offset),
	                    offset);
}

/* At most one frame and what the kernel's buffers hold is still to come. */
int file_stop_stream(struct connection *connection)
{
	struct file *file = connection->streaming;
	unsigned char header[WIRE_HEADER];
	struct iovec vector = {header, sizeof(header)};
	int error = 0;

	wire_put_request(header, &(struct wire_request){.op = WIRE_STOP});
	if (!file->last_frame)
		error = net_send(connection->fd, &vector, 1);
	while (!error) {
		error = net_discard(connection->fd, file->frame_left);
		file->frame_left = 0;
		if (error || file->last_frame)
			break;
		error = next_frame(file);
		if (error)
			return error;
	}
	connection->streaming = NULL;
	return error ? connection_lost(connection, error) : 0;
}
