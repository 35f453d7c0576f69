/* file.c - the export as a file: what may be asked of it, and one record at a
 * time. */
#include "file.h"

#include <errno.h>
#include <stdlib.h>

/* A ping reads so much unless the server wants more at a time. */
enum { PING_LEAST = 512, PING_MOST = 65536 };

static int may_move(const struct bench_io *io, size_t *length)
{
	const struct file *file = io->file;
	const struct traits *traits = &file->session->traits;
	struct bench_ctx *ctx = file->session->ctx;
	uint64_t left = io->off < traits->size ? traits->size - io->off : 0;

	if (!(io->op == BENCH_OP_READ ? file->reads : file->writes)) {
		bench->fail(ctx, "the export is not open for %s",
		            io->op == BENCH_OP_READ ? "reading" : "writing");
		return -EBADF;
	}
	*length = io->len;
	if (io->op == BENCH_OP_WRITE && io->len > left) {
		bench->fail(ctx, "the export ends at %llu bytes",
		            (unsigned long long)traits->size);
		return -ENOSPC;
	}
	if (*length > left)
		*length = (size_t)left;
	if (traits->block_min > 1 &&
	    (io->off % traits->block_min || *length % traits->block_min)) {
		bench->fail(ctx,
		            "this server takes offsets and lengths in multiples "
		            "of %llu bytes only",
		            (unsigned long long)traits->block_min);
		return -ENOTSUP;
	}
	return 0;
}

int file_may(const struct bench_io *io, size_t *length)
{
	*length = 0;
	return io->op == BENCH_OP_FLUSH ? 0 : may_move(io, length);
}

int file_open(void *handle, const char *name, unsigned flags,
              uint64_t size_hint, void **out)
{
	struct session *session = handle;
	struct file *file;
	int error;

	(void)size_hint;
	if ((flags & BENCH_O_SYNC) && !session->traits.can_fua) {
		bench->fail(session->ctx, "this server offers no writes that return "
		                          "when they are stable (FUA)");
		return -ENOTSUP;
	}
	file = calloc(1, sizeof(*file));
	if (!file)
		return -ENOMEM;
	error = place_take(session->place, name, flags, session->ctx);
	if (error) {
		free(file);
		return error;
	}
	file->session = session;
	file->reads = flags & BENCH_O_READ;
	file->writes = flags & BENCH_O_WRITE;
	file->is_sync = flags & BENCH_O_SYNC;
	*out = file;
	return 0;
}

int file_close(void *file)
{
	free(file);
	return 0;
}

int64_t file_read(void *handle, void *buf, size_t len, uint64_t off)
{
	struct file *file = handle;
	struct bench_io io = {.op = BENCH_OP_READ,
	                      .file = file,
	                      .buf = buf,
	                      .len = len,
	                      .off = off};

	return flights_do(file->session, &io);
}

int64_t file_write(void *handle, const void *buf, size_t len, uint64_t off)
{
	struct file *file = handle;
	struct bench_io io = {.op = BENCH_OP_WRITE,
	                      .file = file,
	                      .buf = (void *)(uintptr_t)buf,
	                      .len = len,
	                      .off = off};

	return flights_do(file->session, &io);
}

/* Where the server offers no flush, caps() promise nothing of one. */
int file_flush(void *handle)
{
	struct file *file = handle;
	struct bench_io io = {.op = BENCH_OP_FLUSH, .file = file};

	return (int)flights_do(file->session, &io);
}

/* libnbd keeps no data; the server may well have them in its memory. */
int file_drop_cache(void *handle)
{
	struct file *file = handle;

	bench->fact(file->session->ctx, "dropped_by", "no cache in this client");
	return 0;
}

/* The protocol has no empty request: a flush may write to a disk, so the
 * smallest reading it is. */
int file_ping(void *handle)
{
	struct session *session = handle;
	struct file file = {.session = session, .reads = true};
	unsigned char block[PING_MOST];
	uint64_t length = session->traits.block_min;
	int64_t got;

	if (length < PING_LEAST)
		length = PING_LEAST;
	if (length > PING_MOST) {
		bench->fail(session->ctx,
		            "the server's smallest block, %llu bytes, is no ping",
		            (unsigned long long)length);
		return -ENOTSUP;
	}
	got = file_read(&file, block, (size_t)length, 0);
	return got < 0 ? (int)got : 0;
}
