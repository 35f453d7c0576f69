/* reads.c - readings in flight, as pieces of a packet each.
 *
 * A record goes in as many requests as it takes, up to FLYING_MOST of a
 * connection in flight; depth lets several records share them.  libssh finds an
 * answer only while it waits for that one, and in the order of asking: so the
 * oldest piece is always the one that is waited for. */
#include "session.h"

#include <errno.h>
#include <stdlib.h>
#include "file.h"

/* libssh 0.11 calls these old; the new ones are not in 0.10. */
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

/* As many as OpenSSH's own sftp has. */
#define FLYING_MOST 64

struct record {
	struct bench_io *io;
	size_t issued, got; /* bytes */
	size_t end;         /* bytes that there are, as far as is known */
	unsigned flying;
	int error;
	bool is_waited_for, is_over;
	struct record *next;
};

struct piece {
	struct record *record;
	size_t at, length; /* in the record */
	uint32_t id;
	struct piece *next;
};

static struct piece *new_piece(struct session *session)
{
	struct piece *piece = session->spare_pieces;

	if (piece)
		session->spare_pieces = piece->next;
	else
		piece = malloc(sizeof(*piece));
	return piece;
}

/* Asks for the bytes [at, at + length) of the record. */
static void ask(struct session *session, struct record *record, size_t at,
                size_t length)
{
	struct file *file = record->io->file;
	struct piece *piece = new_piece(session);
	int id;

	if (!piece) {
		record->error = -ENOMEM;
		return;
	}
	sftp_seek64(file->handle, record->io->off + at);
	id = sftp_async_read_begin(file->handle, (uint32_t)length);
	if (id < 0) {
		record->error = session_failure(session, "read", file->name);
		piece->next = session->spare_pieces;
		session->spare_pieces = piece;
		return;
	}
	*piece = (struct piece){record, at, length, (uint32_t)id, NULL};
	*session->pieces_end = piece;
	session->pieces_end = &piece->next;
	session->flying++;
	record->flying++;
}

static void finish(struct session *session, struct record *record)
{
	record->io->result = record->error ? record->error : (int64_t)record->end;
	record->is_over = true;
	if (record->is_waited_for)
		return;
	record->io->done_ns = bench->now_ns();
	record->next = NULL;
	*session->done_end = record;
	session->done_end = &record->next;
}

static bool is_asked_for(const struct record *record)
{
	return record->error || record->issued >= record->end;
}

/* More pieces of the records that are not asked for whole, in their order. */
static void ask_more(struct session *session)
{
	while (session->issuing && session->flying < FLYING_MOST) {
		struct record *record = session->issuing;
		size_t left = record->end - record->issued;
		size_t length = session->config->packet;

		if (is_asked_for(record)) {
			session->issuing = record->next;
			if (record->flying == 0)
				finish(session, record);
			continue;
		}
		if (length > left)
			length = left;
		if (session->lost)
			record->error = session->lost;
		else
			ask(session, record, record->issued, length);
		record->issued += length;
	}
}

static void settle(struct session *session, const struct piece *piece,
                   int64_t got)
{
	struct record *record = piece->record;
	size_t rest;

	record->flying--;
	if (got < 0) {
		if (!record->error)
			record->error = (int)got;
	} else if (got == 0) {
		if (record->end > piece->at)
			record->end = piece->at;
	} else if ((size_t)got < piece->length && !record->error) {
		/* The server gives less at once than was asked for, or that is the
		 * end: asking again tells. */
		rest = piece->length - (size_t)got;
		ask(session, record, piece->at + (size_t)got, rest);
	}
}

/* Waits for the oldest piece. */
static void take_piece(struct session *session)
{
	struct piece *piece = session->pieces;
	struct record *record = piece->record;
	struct file *file = record->io->file;
	int64_t got = session->lost;

	session->pieces = piece->next;
	if (!session->pieces)
		session->pieces_end = &session->pieces;
	session->flying--;
	if (!got)
		got = session_begin(session);
	if (!got) {
		/* Also makes the library forget that the file had an end. */
		sftp_seek64(file->handle, record->io->off + piece->at);
		got = sftp_async_read(file->handle, (char *)record->io->buf + piece->at,
		                      (uint32_t)piece->length, piece->id);
		if (got < 0)
			got = session_failure(session, "read", file->name);
		session_end(session);
	}
	settle(session, piece, got);
	piece->next = session->spare_pieces;
	session->spare_pieces = piece;
	if (record->flying == 0 && is_asked_for(record) &&
	    session->issuing != record)
		finish(session, record);
	ask_more(session);
}

static void begin(struct session *session, struct record *record)
{
	struct record **at = &session->issuing;

	while (*at)
		at = &(*at)->next;
	record->next = NULL;
	*at = record;
	ask_more(session);
}

void reads_settle(struct session *session)
{
	while (session->pieces)
		take_piece(session);
}

int64_t file_read(void *handle, void *buf, size_t len, uint64_t off)
{
	struct file *file = handle;
	struct bench_io io = {.op = BENCH_OP_READ,
	                      .file = file,
	                      .buf = buf,
	                      .len = len,
	                      .off = off};
	struct record record = {.io = &io, .end = len, .is_waited_for = true};

	if (!file->reads)
		return file_not_open_for(file, "reading");
	begin(file->session, &record);
	while (!record.is_over)
		take_piece(file->session);
	return io.result;
}

static struct record *new_record(struct session *session)
{
	struct record *record = session->spare_records;

	if (record)
		session->spare_records = record->next;
	else
		record = malloc(sizeof(*record));
	return record;
}

/* What is no reading is done on the spot, or not at all. */
static int do_other(struct bench_io *io)
{
	struct file *file = io->file;

	if (io->op == BENCH_OP_FLUSH)
		return file_flush(file);
	if (io->op == BENCH_OP_READ)
		return file_not_open_for(file, "reading");
	bench->fail(file->session->ctx,
	            "libssh has no writes in flight: depth is for reading here");
	return -ENOTSUP;
}

int reads_submit(void *handle, struct bench_io *const *v, unsigned n)
{
	struct session *session = handle;
	unsigned taken = 0;

	for (; taken < n; taken++) {
		struct bench_io *io = v[taken];
		struct file *file = io->file;
		struct record *record = new_record(session);

		if (!record)
			break;
		*record = (struct record){.io = io, .end = io->len};
		session->count++;
		if (io->op == BENCH_OP_READ && file->reads) {
			begin(session, record);
			continue;
		}
		record->error = do_other(io);
		record->end = 0;
		finish(session, record);
	}
	return taken > 0 || n == 0 ? (int)taken : -ENOMEM;
}

static unsigned collect(struct session *session, struct bench_io **done,
                        unsigned max)
{
	unsigned count = 0;

	while (count < max && session->done) {
		struct record *record = session->done;

		session->done = record->next;
		if (!session->done)
			session->done_end = &session->done;
		done[count++] = record->io;
		record->next = session->spare_records;
		session->spare_records = record;
		session->count--;
	}
	return count;
}

/* Is there something of the oldest piece, within that time? */
static bool comes(struct session *session, int64_t left)
{
	int64_t milliseconds = left / 1000000;

	if (milliseconds > 1000)
		milliseconds = 1000;
	return session->lost || ssh_channel_poll_timeout(session->sftp->channel,
	                                                 (int)milliseconds, 0) != 0;
}

int reads_reap(void *handle, struct bench_io **done, unsigned min, unsigned max,
               int64_t timeout_ns)
{
	struct session *session = handle;
	int64_t end = timeout_ns < 0 ? 0 : bench->now_ns() + timeout_ns;
	unsigned count = collect(session, done, max);

	while (count < min && count < max && session->pieces) {
		if (timeout_ns >= 0) {
			int64_t left = end - bench->now_ns();

			if (left <= 0)
				break;
			if (!comes(session, left))
				continue;
		}
		take_piece(session);
		count += collect(session, done + count, max - count);
	}
	return (int)count;
}

void reads_init(struct session *session)
{
	session->pieces_end = &session->pieces;
	session->done_end = &session->done;
}

static void free_pieces(struct piece *piece)
{
	while (piece) {
		struct piece *next = piece->next;

		free(piece);
		piece = next;
	}
}

static void free_records(struct record *record)
{
	while (record) {
		struct record *next = record->next;

		free(record);
		record = next;
	}
}

/* bench waits for all records before it closes a file; those of a run that is
 * given up may be left. */
void reads_free(struct session *session)
{
	free_pieces(session->pieces);
	free_pieces(session->spare_pieces);
	free_records(session->issuing);
	free_records(session->done);
	free_records(session->spare_records);
}
