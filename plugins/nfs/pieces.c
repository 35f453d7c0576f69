/* pieces.c - records as READ, WRITE and COMMIT calls in flight.
 *
 * A record that is larger than the server takes in one call goes in pieces,
 * some of them in flight together. */
#include "pieces.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Enough to hide the round trip; more of them only push each other out of the
 * processor's cache. */
#define PIECES_TOGETHER 4

struct piece {
	struct record *record;
	size_t at, length; /* in the record */
	struct piece *next;
};

static struct file *file_of(const struct record *record)
{
	return record->io->file;
}

/* Bytes that the server takes or gives in one call. */
static size_t most_of(const struct session *session, enum bench_op op)
{
	return op == BENCH_OP_READ ? session->rsize : session->wsize;
}

static struct piece *take_piece(struct session *session)
{
	struct piece *piece = session->spare_pieces;

	if (!piece)
		return malloc(sizeof(*piece));
	session->spare_pieces = piece->next;
	return piece;
}

static void give_piece(struct session *session, struct piece *piece)
{
	piece->next = session->spare_pieces;
	session->spare_pieces = piece;
}

static void finish(struct session *session, struct record *record)
{
	struct bench_io *io = record->io;

	io->result = record->error ? record->error : (int64_t)record->end;
	record->is_finished = true;
	if (record->is_waited_for)
		return;
	io->done_ns = bench->now_ns();
	record->next = NULL;
	*session->done_end = record;
	session->done_end = &record->next;
}

static void got_read(struct rpc_context *rpc, int status, void *data,
                     void *private_data);
static void got_write(struct rpc_context *rpc, int status, void *data,
                      void *private_data);
static void got_commit(struct rpc_context *rpc, int status, void *data,
                       void *private_data);

static int send_read(struct rpc_context *rpc, const struct file *file,
                     struct piece *piece)
{
	READ3args args = {.file = handle_wire(&file->handle),
	                  .offset = piece->record->io->off + piece->at,
	                  .count = (count3)piece->length};

	return rpc_nfs3_read_async(rpc, got_read, &args, piece);
}

static int send_write(struct rpc_context *rpc, const struct file *file,
                      struct piece *piece)
{
	struct bench_io *io = piece->record->io;
	WRITE3args args = {.file = handle_wire(&file->handle),
	                   .offset = io->off + piece->at,
	                   .count = (count3)piece->length,
	                   .stable = file->is_sync ? FILE_SYNC : UNSTABLE};

	args.data.data_len = args.count;
	args.data.data_val = (char *)io->buf + piece->at;
	return rpc_nfs3_write_async(rpc, got_write, &args, piece);
}

static int send_commit(struct rpc_context *rpc, const struct file *file,
                       struct piece *piece)
{
	COMMIT3args args = {.file = handle_wire(&file->handle)};

	return rpc_nfs3_commit_async(rpc, got_commit, &args, piece);
}

/* On failure the piece is gone and the record knows why. */
static void send_piece(struct session *session, struct piece *piece)
{
	static int (*const senders[])(struct rpc_context *, const struct file *,
	                              struct piece *) = {
	        [BENCH_OP_READ] = send_read,
	        [BENCH_OP_WRITE] = send_write,
	        [BENCH_OP_FLUSH] = send_commit};
	struct record *record = piece->record;
	struct rpc_context *rpc = session->link.rpc;

	if (rpc && senders[record->io->op](rpc, file_of(record), piece) == 0) {
		record->flying++;
		return;
	}
	record->error = rpc ? -ENOMEM : session->link.lost;
	give_piece(session, piece);
}

/* More of the record's pieces, as many as may fly. */
static void send_more(struct session *session, struct record *record)
{
	size_t most = most_of(session, record->io->op);

	while (!record->error && record->flying < PIECES_TOGETHER &&
	       record->issued < record->end) {
		size_t left = record->end - record->issued;
		struct piece *piece = take_piece(session);

		if (!piece) {
			record->error = -ENOMEM;
			return;
		}
		*piece = (struct piece){.record = record,
		                        .at = record->issued,
		                        .length = left < most ? left : most};
		record->issued += piece->length;
		send_piece(session, piece);
	}
}

/* A piece has been answered: `moved` bytes of it are done.  What the server
 * left of it is asked for again. */
static void settle(struct piece *piece, int error, size_t moved)
{
	struct record *record = piece->record;
	struct session *session = file_of(record)->session;

	record->flying--;
	if (error && !record->error)
		record->error = error;
	piece->at += moved;
	piece->length -= moved;
	if (record->error || piece->length == 0 || piece->at >= record->end) {
		give_piece(session, piece);
	} else {
		session->short_replies++;
		send_piece(session, piece);
	}
	send_more(session, record);
	if (record->flying == 0)
		finish(session, record);
}

/* The answer if it is good, else NULL and *error. */
static void *answer_of(const struct piece *piece, const char *what, int status,
                       void *data, int *error)
{
	struct file *file = file_of(piece->record);
	struct call call = {
	        .link = &file->session->link, .what = what, .name = file->name};

	data = call_answer(&call, status, data);
	*error = call.error;
	return data;
}

static void got_read(struct rpc_context *rpc, int status, void *data,
                     void *private_data)
{
	struct piece *piece = private_data;
	struct record *record = piece->record;
	size_t got = 0;
	int error;
	const READ3res *answer = answer_of(piece, "READ", status, data, &error);

	(void)rpc;
	if (answer) {
		const READ3resok *good = &answer->READ3res_u.resok;

		got = good->data.data_len;
		if (got > piece->length)
			got = piece->length;
		if (got > 0)
			memcpy((char *)record->io->buf + piece->at, good->data.data_val,
			       got);
		if ((good->eof || got == 0) && piece->at + got < record->end)
			record->end = piece->at + got;
	}
	settle(piece, error, got);
}

static void got_write(struct rpc_context *rpc, int status, void *data,
                      void *private_data)
{
	struct piece *piece = private_data;
	size_t put = 0;
	int error;
	const WRITE3res *answer = answer_of(piece, "WRITE", status, data, &error);

	(void)rpc;
	if (answer) {
		const WRITE3resok *good = &answer->WRITE3res_u.resok;

		put = good->count < piece->length ? good->count : piece->length;
		error = file_verify(file_of(piece->record), good->verf);
		if (put == 0) {
			bench->fail(file_of(piece->record)->session->link.ctx,
			            "WRITE %s: the server took no byte of it",
			            file_of(piece->record)->name);
			error = -EIO;
		}
	}
	settle(piece, error, put);
}

static void got_commit(struct rpc_context *rpc, int status, void *data,
                       void *private_data)
{
	struct piece *piece = private_data;
	int error;
	const COMMIT3res *answer = answer_of(piece, "COMMIT", status, data, &error);

	(void)rpc;
	if (answer)
		error = file_verify(file_of(piece->record),
		                    answer->COMMIT3res_u.resok.verf);
	settle(piece, error, 0);
}

static void begin_commit(struct session *session, struct record *record)
{
	struct piece *piece = take_piece(session);

	if (!piece) {
		record->error = -ENOMEM;
		return;
	}
	*piece = (struct piece){.record = record};
	send_piece(session, piece);
}

static bool is_allowed(const struct bench_io *io)
{
	const struct file *file = io->file;

	if (io->op == BENCH_OP_FLUSH ||
	    (io->op == BENCH_OP_READ ? file->reads : file->writes))
		return true;
	bench->fail(file->session->link.ctx, "%s is not open for %s", file->name,
	            io->op == BENCH_OP_READ ? "reading" : "writing");
	return false;
}

void pieces_begin(struct session *session, struct record *record)
{
	const struct bench_io *io = record->io;

	if (io->op != BENCH_OP_FLUSH && io->len > most_of(session, io->op))
		session->split_records++;
	if (!session->link.rpc)
		record->error = session->link.lost;
	else if (!is_allowed(io))
		record->error = -EBADF;
	else if (io->op == BENCH_OP_FLUSH)
		begin_commit(session, record);
	else
		send_more(session, record);
	if (record->flying == 0)
		finish(session, record);
}

void pieces_free(struct session *session)
{
	while (session->spare_pieces) {
		struct piece *piece = session->spare_pieces;

		session->spare_pieces = piece->next;
		free(piece);
	}
}
