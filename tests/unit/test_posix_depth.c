/* test_posix_depth.c - records in flight of the posix plugin: io = uring, and
 * what the other ways say to it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "posix_rig.h"
#include "unit.h"

#define RECORD  4096
#define RECORDS 96
#define SECOND  INT64_C(1000000000)

/* Records of one file, each with its share of the buffer. */
struct batch {
	struct bench_io io[RECORDS], *list[RECORDS];
	char *bytes;
};

static void make_batch(struct batch *batch, void *file, enum bench_op op)
{
	batch->bytes = host_table()->alloc(65536, RECORDS * RECORD);
	CU_ASSERT_PTR_NOT_NULL_FATAL(batch->bytes);
	memset(batch->bytes, 0, RECORDS * RECORD);
	for (unsigned i = 0; i < RECORDS; i++) {
		batch->io[i] = (struct bench_io){.op = op,
		                                 .file = file,
		                                 .buf = batch->bytes + i * RECORD,
		                                 .len = RECORD,
		                                 .off = (uint64_t)i * RECORD,
		                                 .result = -1};
		batch->list[i] = &batch->io[i];
	}
}

static void free_batch(struct batch *batch)
{
	host_table()->free(batch->bytes);
}

static char byte_of(unsigned record)
{
	return (char)(record * 5 + 3);
}

/* Fills the file by single writes, so that record i is of byte_of(i). */
static void fill_file(struct posix_life *life, void *file)
{
	char *record = host_table()->alloc(65536, RECORD);

	CU_ASSERT_PTR_NOT_NULL_FATAL(record);
	for (unsigned i = 0; i < RECORDS; i++) {
		memset(record, byte_of(i), RECORD);
		CU_ASSERT_EQUAL(
		        life->b->write(file, record, RECORD, (uint64_t)i * RECORD),
		        RECORD);
	}
	host_table()->free(record);
}

/* All of the list, never more than depth in flight; counts what came well. */
static unsigned run_batch(struct posix_life *life, struct batch *batch,
                          unsigned depth)
{
	struct bench_io *done[RECORDS];
	unsigned sent = 0, back = 0, well = 0;

	while (back < RECORDS) {
		unsigned room = depth - (sent - back), left = RECORDS - sent;
		int got, taken = 0;

		if (room > 0 && left > 0)
			taken = life->b->submit(life->session, batch->list + sent,
			                        room < left ? room : left);
		CU_ASSERT_FATAL(taken >= 0);
		sent += (unsigned)taken;
		got = life->b->reap(life->session, done, 1, RECORDS, 5 * SECOND);
		CU_ASSERT_FATAL(got > 0);
		CU_ASSERT_FATAL((unsigned)got <= sent - back);
		for (int i = 0; i < got; i++)
			well += done[i]->result == (int64_t)done[i]->len;
		back += (unsigned)got;
	}
	/* None came twice, and none is left. */
	CU_ASSERT_EQUAL(life->b->reap(life->session, done, 0, RECORDS, 0), 0);
	return well;
}

static void shuffle(struct batch *batch)
{
	for (unsigned i = 0; i < RECORDS; i++) {
		unsigned other = (i * 37 + 11) % RECORDS;
		struct bench_io *kept = batch->list[i];

		batch->list[i] = batch->list[other];
		batch->list[other] = kept;
	}
}

static void round_trip(struct posix_life *life, unsigned depth, unsigned flags)
{
	struct batch out, in;
	void *file = posix_open(life, "depth-file", POSIX_NEW_FILE | flags);

	make_batch(&out, file, BENCH_OP_WRITE);
	make_batch(&in, file, BENCH_OP_READ);
	for (unsigned i = 0; i < RECORDS; i++)
		memset(out.io[i].buf, byte_of(i), RECORD);
	shuffle(&out);
	shuffle(&in);
	CU_ASSERT_EQUAL(run_batch(life, &out, depth), RECORDS);
	CU_ASSERT_EQUAL(life->b->flush(file), 0);
	CU_ASSERT_EQUAL(run_batch(life, &in, depth), RECORDS);
	CU_ASSERT_EQUAL(memcmp(in.bytes, out.bytes, RECORDS * RECORD), 0);
	free_batch(&out);
	free_batch(&in);
	CU_ASSERT_EQUAL(life->b->close(file), 0);
	CU_ASSERT_EQUAL(life->b->unlink(life->session, "depth-file"), 0);
}

static void moves_many(void)
{
	static const unsigned depths[] = {1, 8, 32, RECORDS};
	struct posix_life life;
	char *memory = text_format("/dev/shm/bench-unit-%ld", (long)getpid());
	char *places[] = {posix_directory("depth"), memory};

	mkdir(memory, 0700);
	for (size_t i = 0; i < 4; i++)
		for (size_t j = 0; j < 2; j++) {
			unsigned align;

			if (access(places[j], W_OK) != 0 ||
			    !posix_begin_io(&life, places[j], POSIX_IO_URING, depths[i]))
				continue;
			align = life.caps.align > 1 ? life.caps.align : 1;
			round_trip(&life, depths[i], 0);
			if ((life.caps.props & BENCH_DIRECT) && RECORD % align == 0)
				round_trip(&life, depths[i], BENCH_O_DIRECT);
			if (life.caps.props & BENCH_DONTCACHE)
				round_trip(&life, depths[i], BENCH_O_DONTCACHE);
			posix_end(&life);
		}
	rmdir(memory);
	free(places[0]);
	free(memory);
}

/* A submit takes what it has room for, in order, and says how much. */
static void takes_a_prefix(void)
{
	enum { MANY = 10000 };
	struct posix_life life;
	struct bench_io *io, **list, **done;
	char byte = 0;
	int taken, got = 0;
	void *file;

	if (!posix_begin_io(&life, unit_scratch(), POSIX_IO_URING, 1))
		return;
	io = calloc(MANY, sizeof(*io));
	list = calloc(MANY, sizeof(*list));
	done = calloc(MANY, sizeof(*done));
	CU_ASSERT_FATAL(io && list && done);
	file = posix_open(&life, "prefix", POSIX_NEW_FILE);
	CU_ASSERT_EQUAL(life.b->write(file, "x", 1, 0), 1);
	for (int i = 0; i < MANY; i++) {
		io[i] = (struct bench_io){
		        .op = BENCH_OP_READ, .file = file, .buf = &byte, .len = 1};
		list[i] = &io[i];
	}
	taken = life.b->submit(life.session, list, MANY);
	CU_ASSERT(taken >= 64);
	CU_ASSERT(taken < MANY);
	while (got < taken) {
		int some = life.b->reap(life.session, done + got, 1,
		                        (unsigned)(MANY - got), 5 * SECOND);

		CU_ASSERT_FATAL(some > 0);
		got += some;
	}
	CU_ASSERT_EQUAL(got, taken);
	for (int i = 0; i < got; i++)
		CU_ASSERT_FATAL(done[i] < io + taken && done[i]->result == 1);
	CU_ASSERT_EQUAL(byte, 'x');
	life.b->close(file);
	life.b->unlink(life.session, "prefix");
	posix_end(&life);
	free(io);
	free(list);
	free(done);
}

/* Records at and behind the end, one with a bad handle, and a flush. */
static void results(void)
{
	struct posix_life life;
	struct batch batch;
	struct bench_io *done[8];
	void *file, *reader;
	int got = 0;

	if (!posix_begin_io(&life, unit_scratch(), POSIX_IO_URING, 8))
		return;
	file = posix_open(&life, "results", POSIX_NEW_FILE);
	fill_file(&life, file);
	reader = posix_open(&life, "results", BENCH_O_READ);
	make_batch(&batch, file, BENCH_OP_READ);
	batch.io[0].off = (uint64_t)RECORDS * RECORD - 100;
	batch.io[1].off = (uint64_t)RECORDS * RECORD;
	batch.io[2].off = (uint64_t)2 * RECORDS * RECORD;
	batch.io[3].op = BENCH_OP_FLUSH;
	batch.io[3].len = 0;
	batch.io[4].op = BENCH_OP_WRITE;
	batch.io[4].file = reader;
	CU_ASSERT_EQUAL_FATAL(life.b->submit(life.session, batch.list, 6), 6);
	while (got < 6) {
		int some = life.b->reap(life.session, done + got, (unsigned)(6 - got),
		                        (unsigned)(8 - got), 5 * SECOND);

		CU_ASSERT_FATAL(some > 0);
		got += some;
	}
	CU_ASSERT_EQUAL(batch.io[0].result, 100);
	CU_ASSERT_EQUAL(((char *)batch.io[0].buf)[99], byte_of(RECORDS - 1));
	CU_ASSERT_EQUAL(batch.io[1].result, 0);
	CU_ASSERT_EQUAL(batch.io[2].result, 0);
	CU_ASSERT_EQUAL(batch.io[3].result, 0);
	CU_ASSERT_EQUAL(batch.io[4].result, -EBADF);
	posix_says(&life, "write of 4096 bytes at 16384: Bad file descriptor");
	CU_ASSERT_EQUAL(batch.io[5].result, RECORD);
	CU_ASSERT_EQUAL(((char *)batch.io[5].buf)[0], byte_of(5));
	free_batch(&batch);
	life.b->close(reader);
	life.b->close(file);
	life.b->unlink(life.session, "results");
	posix_end(&life);
}

/* A single read between leaves those in flight to the next reap, and a close
 * waits for them. */
static void mixes(void)
{
	struct posix_life life;
	struct batch batch;
	struct bench_io *done[RECORDS];
	char *single;
	void *file;

	if (!posix_begin_io(&life, unit_scratch(), POSIX_IO_URING, RECORDS))
		return;
	single = host_table()->alloc(65536, RECORD);
	CU_ASSERT_PTR_NOT_NULL_FATAL(single);
	memset(single, 0, RECORD);
	file = posix_open(&life, "mixes", POSIX_NEW_FILE);
	fill_file(&life, file);
	make_batch(&batch, file, BENCH_OP_READ);
	CU_ASSERT_EQUAL(life.b->submit(life.session, batch.list, 40), 40);
	CU_ASSERT_EQUAL(life.b->read(file, single, RECORD, 50 * RECORD), RECORD);
	CU_ASSERT_EQUAL(single[RECORD - 1], byte_of(50));
	CU_ASSERT_EQUAL(life.b->reap(life.session, done, 40, 40, 5 * SECOND), 40);
	CU_ASSERT_EQUAL(life.b->submit(life.session, batch.list, 40), 40);
	CU_ASSERT_EQUAL(life.b->close(file), 0);
	for (unsigned i = 0; i < 40; i++)
		CU_ASSERT_EQUAL(batch.io[i].result, RECORD);
	CU_ASSERT_EQUAL(((char *)batch.io[39].buf)[7], byte_of(39));
	CU_ASSERT_EQUAL(life.b->reap(life.session, done, 1, 10, 0), 10);
	CU_ASSERT_EQUAL(life.b->reap(life.session, done, 40, RECORDS, 0), 30);
	CU_ASSERT_EQUAL(life.b->unlink(life.session, "mixes"), 0);
	free_batch(&batch);
	host_table()->free(single);
	posix_end(&life);
}

/* More files than the ring knows by number. */
static void many_files(void)
{
	enum { FILES = 150 };
	struct posix_life life;
	void *files[FILES];
	char name[32], byte = 0;

	if (!posix_begin_io(&life, unit_scratch(), POSIX_IO_URING, 1))
		return;
	for (int round = 0; round < 2; round++) {
		for (int i = 0; i < FILES; i++) {
			snprintf(name, sizeof(name), "many-%d", i);
			files[i] = posix_open(&life, name, POSIX_NEW_FILE);
			byte = (char)i;
			CU_ASSERT_EQUAL(life.b->write(files[i], &byte, 1, 0), 1);
		}
		for (int i = 0; i < FILES; i++) {
			CU_ASSERT_EQUAL(life.b->read(files[i], &byte, 1, 0), 1);
			CU_ASSERT_EQUAL(byte, (char)i);
			CU_ASSERT_EQUAL(life.b->close(files[i]), 0);
			snprintf(name, sizeof(name), "many-%d", i);
			CU_ASSERT_EQUAL(life.b->unlink(life.session, name), 0);
		}
	}
	posix_end(&life);
}

/* Nothing new begins, what was in flight comes back, files can be closed. */
static void cancels(void)
{
	struct posix_life life;
	struct batch batch;
	struct bench_io *done[RECORDS];
	int back = 0, got;
	char byte;
	void *file;

	if (!posix_begin_io(&life, unit_scratch(), POSIX_IO_URING, 32))
		return;
	file = posix_open(&life, "cancels", POSIX_NEW_FILE);
	fill_file(&life, file);
	make_batch(&batch, file, BENCH_OP_READ);
	CU_ASSERT_EQUAL(life.b->submit(life.session, batch.list, 32), 32);
	CU_ASSERT_EQUAL(life.b->cancel(life.session), 0);
	do {
		got = life.b->reap(life.session, done, 1, RECORDS, SECOND);
		back += got > 0 ? got : 0;
	} while (got > 0);
	CU_ASSERT_EQUAL(back, 32);
	for (unsigned i = 0; i < 32; i++)
		CU_ASSERT(batch.io[i].result == RECORD ||
		          batch.io[i].result == -ECANCELED);
	CU_ASSERT_EQUAL(life.b->submit(life.session, batch.list, 1), -ECANCELED);
	posix_says(&life, "cancelled");
	CU_ASSERT_EQUAL(life.b->read(file, &byte, 1, 0), -ECANCELED);
	CU_ASSERT_EQUAL(life.b->close(file), 0);
	CU_ASSERT_EQUAL(life.b->unlink(life.session, "cancels"), 0);
	free_batch(&batch);
	posix_end(&life);
}

/* Whoever asks for depth without it hears what it takes. */
static void others_refuse(void)
{
	static const int ways[] = {POSIX_IO_SYNC, POSIX_IO_MMAP};
	struct posix_life life;
	struct bench_who who = {sizeof(who), 0, 1, 0, 1, 8};
	struct bench_io *done[1];
	void *session = NULL;

	for (size_t i = 0; i < 2; i++) {
		posix_begin_io(&life, unit_scratch(), ways[i], 1);
		CU_ASSERT_EQUAL(
		        life.b->session_open(life.target, &who, life.ctx, &session),
		        -ENOTSUP);
		posix_says(&life, "depth = 8 needs io = uring");
		CU_ASSERT_PTR_NULL(session);
		CU_ASSERT_EQUAL(life.b->submit(life.session, NULL, 0), -ENOTSUP);
		posix_says(&life, "io = uring");
		CU_ASSERT_EQUAL(life.b->reap(life.session, done, 1, 1, 0), -ENOTSUP);
		CU_ASSERT_EQUAL(life.b->cancel(life.session), -ENOTSUP);
		posix_end(&life);
	}
}

static CU_TestInfo cases[] = {{"moves many", moves_many},
                              {"takes a prefix", takes_a_prefix},
                              {"results", results},
                              {"mixes", mixes},
                              {"many files", many_files},
                              {"cancels", cancels},
                              {"others refuse", others_refuse},
                              CU_TEST_INFO_NULL};
UNIT_SUITE(posix_depth, cases)
