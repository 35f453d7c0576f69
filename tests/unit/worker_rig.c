/* worker_rig.c - one worker of several that use one server at once. */
#include "worker_rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "measure/clock.h"

#define RECORD   WORKER_RECORD
#define RECORDS  WORKER_RECORDS
#define SIZE     ((uint64_t)RECORD * RECORDS)
#define PATIENCE (INT64_C(20) * CLOCK_NS_PER_S)
#define CREATES  (BENCH_O_WRITE | BENCH_O_READ | BENCH_O_CREATE | BENCH_O_TRUNC)

static uint64_t mix(uint64_t x)
{
	x += 0x9e3779b97f4a7c15u;
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
	return x ^ (x >> 31);
}

/* What belongs there, of this worker and the generation of each record. */
static void expect(const struct worker *w, unsigned char *bytes, size_t length,
                   uint64_t at)
{
	uint64_t word = 0;

	for (size_t i = 0; i < length; i++, at++) {
		if (i == 0 || at % 8 == 0)
			word = mix(at / 8 | (uint64_t)w->number << 40 |
			           (uint64_t)w->generation[at / RECORD] << 48);
		bytes[i] = (unsigned char)(word >> at % 8 * 8);
	}
}

bool worker_fault(struct worker *w, const char *what, uint64_t at, int64_t got)
{
	const char *why = w->ctx ? host_ctx_failure(w->ctx) : NULL;

	if (!*w->why)
		snprintf(w->why, sizeof(w->why), "%s at %llu: %lld %s", what,
		         (unsigned long long)at, (long long)got, why ? why : "");
	return false;
}

static bool same(struct worker *w, const unsigned char *bytes, size_t length,
                 uint64_t at)
{
	static _Thread_local unsigned char right[RECORD];

	expect(w, right, length, at);
	for (size_t i = 0; i < length; i++)
		if (bytes[i] != right[i])
			return worker_fault(w, "a wrong byte", at + i, bytes[i]);
	return true;
}

/* Passes over the file --------------------------------------------------- */

static void prepare(struct worker *w, struct bench_io *io, uint64_t at)
{
	io->file = w->file;
	io->off = at;
	io->len = RECORD;
	io->done_ns = io->result = 0;
	/* Nothing of an earlier record may pass for this one. */
	memset(io->buf, 0xee, RECORD);
	if (io->op == BENCH_OP_WRITE)
		expect(w, io->buf, RECORD, at);
}

static bool is_right(struct worker *w, const struct bench_io *io)
{
	uint64_t left = SIZE - io->off;
	size_t whole = left < RECORD ? (size_t)left : RECORD;

	if (io->result != (int64_t)whole)
		return worker_fault(w, io->op == BENCH_OP_READ ? "read" : "write",
		                    io->off, io->result);
	return io->op == BENCH_OP_WRITE || same(w, io->buf, whole, io->off);
}

static bool one_by_one(struct worker *w, const uint64_t *offsets,
                       unsigned count)
{
	const struct bench_backend *backend = w->board->backend;
	struct bench_io *io = &w->ios[0];
	bool good = true;

	for (unsigned i = 0; good && i < count; i++) {
		prepare(w, io, offsets[i]);
		io->result =
		        io->op == BENCH_OP_READ
		                ? backend->read(io->file, io->buf, RECORD, io->off)
		                : backend->write(io->file, io->buf, RECORD, io->off);
		good = is_right(w, io);
	}
	return good;
}

/* Of a handle nothing may fly when it is closed, so after a fault too all that
 * was submitted is waited for. */
static bool in_flight(struct worker *w, const uint64_t *offsets, unsigned count)
{
	const struct bench_backend *backend = w->board->backend;
	struct bench_io *idle[WORKER_DEPTH], *done[WORKER_DEPTH];
	unsigned idle_count = 0, next = 0, back = 0;
	bool good = true;

	while (idle_count < w->board->depth) {
		idle[idle_count] = &w->ios[idle_count];
		idle_count++;
	}
	while (back < next || (good && next < count)) {
		int got;

		while (good && idle_count > 0 && next < count) {
			struct bench_io *io = idle[--idle_count];

			prepare(w, io, offsets[next]);
			if (backend->submit(w->session, &io, 1) == 1)
				next++;
			else
				good = worker_fault(w, "submit", offsets[next], 0);
		}
		got = backend->reap(w->session, done, 1, WORKER_DEPTH, PATIENCE);
		if (got <= 0)
			return worker_fault(w, "reap", back, got);
		for (int i = 0; i < got; i++, back++) {
			good = is_right(w, done[i]) && good;
			idle[idle_count++] = done[i];
		}
	}
	return good;
}

static bool pass(struct worker *w, enum bench_op op, const uint64_t *offsets,
                 unsigned count)
{
	for (unsigned i = 0; i < WORKER_DEPTH; i++)
		w->ios[i].op = op;
	return w->board->depth > 1 ? in_flight(w, offsets, count)
	                           : one_by_one(w, offsets, count);
}

static uint64_t draw(struct worker *w, uint64_t below)
{
	return mix(w->random++) % below;
}

static void in_order(uint64_t *offsets)
{
	for (unsigned i = 0; i < RECORDS; i++)
		offsets[i] = (uint64_t)i * RECORD;
}

static bool write_all(struct worker *w)
{
	uint64_t offsets[RECORDS];

	in_order(offsets);
	memset(w->generation, 1, RECORDS);
	return pass(w, BENCH_OP_WRITE, offsets, RECORDS);
}

/* At any byte, so the last ones are short. */
static bool read_anywhere(struct worker *w)
{
	uint64_t offsets[RECORDS];

	for (unsigned i = 0; i < RECORDS; i++)
		offsets[i] = draw(w, SIZE);
	return pass(w, BENCH_OP_READ, offsets, RECORDS);
}

/* All records in a random order; of the first half the next generation is
 * written, or all are read. */
static bool shuffled(struct worker *w, enum bench_op op)
{
	unsigned count = op == BENCH_OP_WRITE ? RECORDS / 2 : RECORDS;
	uint64_t offsets[RECORDS];

	in_order(offsets);
	for (unsigned i = RECORDS; i > 1; i--) {
		uint64_t other = draw(w, i), last = offsets[i - 1];

		offsets[i - 1] = offsets[other];
		offsets[other] = last;
	}
	for (unsigned i = 0; op == BENCH_OP_WRITE && i < count; i++)
		w->generation[offsets[i] / RECORD]++;
	return pass(w, op, offsets, count);
}

/* Workers ---------------------------------------------------------------- */

static bool opens(struct worker *w, unsigned flags)
{
	int error = w->board->backend->open(w->session, w->name, flags,
	                                    flags == CREATES ? SIZE : 0, &w->file);

	return error == 0 || worker_fault(w, "open", 0, error);
}

static bool flushes(struct worker *w)
{
	int error = w->board->backend->flush(w->file);

	return error == 0 || worker_fault(w, "flush", 0, error);
}

static bool closes(struct worker *w)
{
	int error = w->board->backend->close(w->file);

	return error == 0 || worker_fault(w, "close", 0, error);
}

static bool work(struct worker *w)
{
	bool good;

	if (!opens(w, CREATES))
		return false;
	good = write_all(w) && flushes(w) && read_anywhere(w) &&
	       shuffled(w, BENCH_OP_WRITE);
	if (!closes(w) || !good || !opens(w, BENCH_O_READ))
		return false;
	good = shuffled(w, BENCH_OP_READ);
	return closes(w) && good;
}

static bool reaches(struct worker *w)
{
	struct bench_who who = {.size = sizeof(who),
	                        .ranks = 1,
	                        .worker = w->number,
	                        .workers = w->board->count,
	                        .depth = w->board->depth};
	int error = w->board->backend->session_open(w->target, &who, w->ctx,
	                                            &w->session);

	if (error)
		w->session = NULL;
	return error == 0 || worker_fault(w, "session", 0, error);
}

/* A worker that cannot work comes to the start too: the others wait there. */
void *worker_live(void *arg)
{
	struct worker *w = arg;
	struct host_sinks none = {0};
	unsigned char *buffers = malloc((size_t)WORKER_DEPTH * RECORD);
	bool ready;

	w->ctx = host_ctx_new(&none);
	for (unsigned i = 0; buffers && i < WORKER_DEPTH; i++)
		w->ios[i].buf = buffers + (size_t)i * RECORD;
	ready = w->ctx && buffers && reaches(w);
	pthread_barrier_wait(&w->board->start);
	w->began = clock_now_ns();
	w->good = ready && work(w);
	w->ended = clock_now_ns();
	atomic_fetch_add(&w->board->finished, 1);
	if (w->session)
		w->board->backend->session_close(w->session);
	host_ctx_free(w->ctx);
	free(buffers);
	return NULL;
}

bool worker_left(struct worker *w, const char *path)
{
	unsigned char *bytes = malloc(RECORD);
	FILE *file = fopen(path, "re");
	bool good = bytes && file;

	/* It was of the worker's process. */
	w->ctx = NULL;
	for (uint64_t at = 0; good && at < SIZE; at += RECORD) {
		size_t got = fread(bytes, 1, RECORD, file);

		good = got == RECORD ? same(w, bytes, RECORD, at)
		                     : worker_fault(w, "on disk", at, (int64_t)got);
	}
	if (good && fgetc(file) != EOF)
		good = worker_fault(w, "more on disk", SIZE, 0);
	if (file)
		fclose(file);
	free(bytes);
	return good;
}
