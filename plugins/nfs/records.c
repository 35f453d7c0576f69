/* records.c - data: one record that is waited for, or several in flight.  Both
 * go the same way, by pieces.c. */
#include "pieces.h"

#include <errno.h>
#include <stdlib.h>

static int64_t transfer(struct bench_io *io)
{
	struct record record = {.io = io, .end = io->len, .is_waited_for = true};
	const struct file *file = io->file;
	struct session *session = file->session;

	session->link.quiet = 0;
	pieces_begin(session, &record);
	link_push(&session->link);
	/* A link that is lost finishes all its records. */
	while (!record.is_finished)
		link_turn(&session->link, session->link.config->timeout);
	return io->result;
}

int64_t file_read(void *handle, void *buf, size_t len, uint64_t off)
{
	struct bench_io io = {.op = BENCH_OP_READ,
	                      .file = handle,
	                      .buf = buf,
	                      .len = len,
	                      .off = off};

	return transfer(&io);
}

int64_t file_write(void *handle, const void *buf, size_t len, uint64_t off)
{
	struct bench_io io = {.op = BENCH_OP_WRITE,
	                      .file = handle,
	                      .buf = (void *)(uintptr_t)buf,
	                      .len = len,
	                      .off = off};

	return transfer(&io);
}

static struct record *take_record(struct session *session)
{
	struct record *record = session->spare_records;

	if (!record)
		return malloc(sizeof(*record));
	session->spare_records = record->next;
	return record;
}

int records_submit(void *handle, struct bench_io *const *v, unsigned n)
{
	struct session *session = handle;
	unsigned taken = 0;
	int error;

	if (session->flying == 0)
		session->link.quiet = 0;
	for (; taken < n; taken++) {
		struct record *record = take_record(session);

		if (!record)
			break;
		*record = (struct record){
		        .io = v[taken],
		        .end = v[taken]->op == BENCH_OP_FLUSH ? 0 : v[taken]->len};
		session->flying++;
		pieces_begin(session, record);
	}
	error = link_push(&session->link);
	if (taken > 0 || n == 0)
		return (int)taken;
	return error ? error : -ENOMEM;
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
		session->flying--;
	}
	return count;
}

int records_reap(void *handle, struct bench_io **done, unsigned min,
                 unsigned max, int64_t timeout_ns)
{
	struct session *session = handle;
	int64_t end = timeout_ns < 0 ? INT64_MAX : bench->now_ns() + timeout_ns;
	unsigned count = collect(session, done, max);

	while (count < min && count < max && session->flying > 0) {
		int64_t left = timeout_ns < 0 ? end : end - bench->now_ns();

		if (left <= 0)
			break;
		link_turn(&session->link, left);
		count += collect(session, done + count, max - count);
	}
	return (int)count;
}

void records_init(struct session *session)
{
	session->done_end = &session->done;
}

/* The link is closed: nothing flies any more. */
void records_free(struct session *session)
{
	struct bench_io *left;

	while (collect(session, &left, 1) > 0)
		;
	while (session->spare_records) {
		struct record *record = session->spare_records;

		session->spare_records = record->next;
		free(record);
	}
	pieces_free(session);
}
