/* test_socket_depth.c - the socket backend with several records in flight. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "socket_batch.h"
#include "unit.h"

#define MIB    ((size_t)1 << 20)
#define WRITES (BENCH_O_WRITE | BENCH_O_CREATE | BENCH_O_TRUNC)
#define SECOND INT64_C(1000000000)

static void begin(struct rig *rig, struct rig_client *client,
                  const char *const *settings)
{
	CU_ASSERT_FATAL(rig_start(rig, settings));
	CU_ASSERT_EQUAL_FATAL(rig_client_reach(rig, client), 0);
}

static void end(struct rig *rig, struct rig_client *client)
{
	rig_client_close(client);
	CU_ASSERT_EQUAL(rig_stop(rig), 0);
}

struct pass {
	void *file;
	enum bench_op op;
	uint64_t size;
	size_t record;
	unsigned depth, seed;
	bool shuffled;
};

static void aim(const struct pass *pass, struct bench_io *io, uint64_t number)
{
	uint64_t records = (pass->size + pass->record - 1) / pass->record;

	/* A prime, larger than any number of records here. */
	if (pass->shuffled)
		number = number * 104729 % records;
	io->op = pass->op;
	io->file = pass->file;
	io->off = number * pass->record;
	io->len = pass->size - io->off < pass->record
	                  ? (size_t)(pass->size - io->off)
	                  : pass->record;
	if (pass->op == BENCH_OP_WRITE)
		rig_fill(io->buf, io->len, io->off, pass->seed);
	else
		memset(io->buf, 0xee, io->len);
}

/* Keeps `depth` records in flight over the whole file, as a cell does. */
static bool go(struct rig_client *c, const struct pass *pass)
{
	uint64_t records = (pass->size + pass->record - 1) / pass->record;
	uint64_t next = 0, back = 0;
	struct batch batch;
	unsigned idle = pass->depth;
	bool good = true;

	batch_make(&batch, pass->depth, pass->record);
	while (good && back < records) {
		unsigned queued = 0;
		int got;

		while (queued < idle && next + queued < records) {
			aim(pass, batch.list[queued], next + queued);
			queued++;
		}
		good = c->backend->submit(c->session, batch.list, queued) ==
		       (int)queued;
		next += queued;
		got = c->backend->reap(c->session, batch.done, 1, pass->depth,
		                       20 * SECOND);
		idle = got > 0 ? (unsigned)got : 0;
		good = good && got > 0;
		for (unsigned i = 0; i < idle; i++) {
			struct bench_io *io = batch.list[i] = batch.done[i];

			good = good && io->result == (int64_t)io->len && io->done_ns > 0 &&
			       rig_matches(io->buf, io->len, io->off, pass->seed);
		}
		back += idle;
	}
	batch_free(&batch);
	return good;
}

static void depths(void)
{
	static const struct {
		uint64_t size;
		size_t record;
	} sizes[] = {{400 * 512 + 1, 512},         {100 * 4096 + 77, 4096},
	             {50 * 20000 + 3, 20000},      {40 * 65536, 65536},
	             {70 * 100003 - 1000, 100003}, {10 * MIB + 5, MIB}};
	static const unsigned table[] = {1, 2, 3, 8, 17, 64};
	struct rig rig = {0};
	struct rig_client c;

	begin(&rig, &c, (const char *const[]){"memory=64m", NULL});
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		for (unsigned j = 0; j < 12; j++) {
			struct pass pass = {.size = sizes[i].size,
			                    .record = sizes[i].record,
			                    .depth = table[j / 2],
			                    .seed = 12 * (unsigned)i + j,
			                    .shuffled = j % 2};
			unsigned flags = pass.shuffled ? 0 : BENCH_O_SEQUENTIAL;

			pass.op = BENCH_OP_WRITE;
			pass.file = rig_open_file(&c, "f", WRITES | flags);
			CU_ASSERT(go(&c, &pass));
			CU_ASSERT_EQUAL(c.backend->flush(pass.file), 0);
			CU_ASSERT_EQUAL(c.backend->close(pass.file), 0);
			pass.op = BENCH_OP_READ;
			pass.file = rig_open_file(&c, "f", BENCH_O_READ | flags);
			CU_ASSERT(go(&c, &pass));
			CU_ASSERT_EQUAL(c.backend->close(pass.file), 0);
		}
	}
	end(&rig, &c);
}

/* Of 64 MiB on the way a socket holds a small part, and with tight buffers next
 * to nothing: whoever only sends, or only receives, waits for ever. */
static void both_ends_full(void)
{
	enum { COUNT = 64 };
	static const char *const tight[] = {"send_buffer=64k", "receive_buffer=64k",
	                                    "mss=1400",        "memory=256m",
	                                    "timeout=5s",      NULL};
	static const char *const wide[] = {"memory=256m", NULL};
	struct batch batch;

	batch_make(&batch, COUNT, MIB);
	for (int i = 0; i < 2; i++) {
		struct rig rig = {0};
		struct rig_client c;
		void *file, *other;
		bool same = true;

		begin(&rig, &c, i ? wide : tight);
		file = rig_open_file(&c, "f", WRITES | BENCH_O_READ);
		other = rig_open_file(&c, "g", WRITES);
		rig_fill(batch.bytes, COUNT * MIB, 0, 7);
		batch_aim(&batch, BENCH_OP_WRITE, file);
		CU_ASSERT_EQUAL(batch_run(&c, &batch), COUNT);
		for (unsigned j = 0; j < COUNT; j++)
			CU_ASSERT_EQUAL(batch.ios[j].result, (int64_t)MIB);
		/* In turns: every second one is read, the others are written. */
		for (unsigned j = 0; j < COUNT; j += 2) {
			batch.ios[j].op = BENCH_OP_READ;
			batch.ios[j + 1].file = other;
			memset(batch.ios[j].buf, 0, MIB);
		}
		CU_ASSERT_EQUAL(batch_run(&c, &batch), COUNT);
		batch_aim(&batch, BENCH_OP_READ, file);
		same = rig_matches(batch.bytes, COUNT * MIB, 0, 7);
		memset(batch.bytes, 0, COUNT * MIB);
		CU_ASSERT_EQUAL(batch_run(&c, &batch), COUNT);
		CU_ASSERT(same && rig_matches(batch.bytes, COUNT * MIB, 0, 7));
		CU_ASSERT_EQUAL(c.backend->close(file), 0);
		CU_ASSERT_EQUAL(c.backend->close(other), 0);
		end(&rig, &c);
	}
	batch_free(&batch);
}

/* One record's error is its own; the others and the session go on. */
static void errors_in_the_middle(void)
{
	struct rig rig = {0};
	struct rig_client c;
	struct batch batch;
	void *reads, *writes;

	begin(&rig, &c, (const char *const[]){"memory=1m", NULL});
	batch_make(&batch, 20, 65536);
	writes = rig_open_file(&c, "f", WRITES);
	reads = rig_open_file(&c, "f", BENCH_O_READ);
	/* The store holds 16 of 20. */
	rig_fill(batch.bytes, 20 * (size_t)65536, 0, 1);
	batch_aim(&batch, BENCH_OP_WRITE, writes);
	batch.ios[3].file = reads;
	batch.ios[3].off = 0;
	CU_ASSERT_EQUAL(batch_run(&c, &batch), 20);
	for (unsigned i = 0; i < 20; i++)
		CU_ASSERT_EQUAL(batch.ios[i].result, i == 3    ? -EBADF
		                                     : i >= 16 ? -ENOSPC
		                                               : 65536);
	CU_ASSERT_PTR_NOT_NULL(strstr(rig_client_why(&c), "write to f at 127.0"));
	CU_ASSERT_PTR_NOT_NULL(strstr(rig_client_why(&c), "store is full"));
	batch.ios[3].off = 3 * 65536;
	batch_aim(&batch, BENCH_OP_READ, reads);
	batch.ios[0].file = batch.ios[7].file = writes;
	memset(batch.bytes, 0, 20 * (size_t)65536);
	CU_ASSERT_EQUAL(batch_run(&c, &batch), 20);
	for (unsigned i = 0; i < 20; i++) {
		const struct bench_io *io = &batch.ios[i];

		CU_ASSERT_EQUAL(io->result, i == 0 || i == 7 ? -EBADF
		                            : i >= 16        ? 0
		                                             : 65536);
		if (io->result > 0 && i != 3)
			CU_ASSERT(rig_matches(io->buf, 65536, io->off, 1));
	}
	CU_ASSERT_EQUAL(c.backend->ping(c.session), 0);
	CU_ASSERT_EQUAL(c.backend->close(reads), 0);
	CU_ASSERT_EQUAL(c.backend->close(writes), 0);
	batch_free(&batch);
	end(&rig, &c);
}

static void flushes_and_short_reads(void)
{
	struct rig rig = {0};
	struct rig_client c;
	struct batch batch;
	void *file;

	begin(&rig, &c, NULL);
	batch_make(&batch, 4, 4096);
	file = rig_open_file(&c, "f", WRITES | BENCH_O_READ | BENCH_O_SEQUENTIAL);
	rig_fill(batch.bytes, 4 * (size_t)4096, 0, 1);
	/* A quiet one, then one in flight; each flush counts its own. */
	CU_ASSERT_EQUAL(c.backend->write(file, batch.bytes, 4096, 0), 4096);
	batch_aim(&batch, BENCH_OP_WRITE, file);
	batch.ios[1].op = batch.ios[3].op = BENCH_OP_FLUSH;
	batch.ios[2].len = 1000;
	CU_ASSERT_EQUAL(batch_run(&c, &batch), 4);
	CU_ASSERT_EQUAL(batch.ios[0].result, 4096);
	CU_ASSERT_EQUAL(batch.ios[1].result, 0);
	CU_ASSERT_EQUAL(batch.ios[2].result, 1000);
	CU_ASSERT_EQUAL(batch.ios[3].result, 0);
	CU_ASSERT_EQUAL(c.backend->flush(file), 0);
	batch_aim(&batch, BENCH_OP_READ, file);
	batch.ios[2].len = 4096;
	CU_ASSERT_EQUAL(batch_run(&c, &batch), 4);
	CU_ASSERT_EQUAL(batch.ios[1].result, 4096);
	CU_ASSERT_EQUAL(batch.ios[2].result, 1000);
	CU_ASSERT_EQUAL(batch.ios[3].result, 0);
	CU_ASSERT(rig_matches(batch.ios[2].buf, 1000, 8192, 1));
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	batch_free(&batch);
	end(&rig, &c);
}

static void no_more_than_fit(void)
{
	enum { COUNT = 300, ROOM = 256 };
	struct bench_caps caps = {.size = sizeof(caps)};
	struct rig rig = {0};
	struct rig_client c;
	struct batch batch;
	void *file;

	begin(&rig, &c, NULL);
	CU_ASSERT_EQUAL(c.backend->caps(c.target, &caps), 0);
	CU_ASSERT_EQUAL(caps.max_depth, ROOM);
	batch_make(&batch, COUNT, 100);
	CU_ASSERT_EQUAL(c.backend->reap(c.session, batch.done, 1, 1, -1), 0);
	file = rig_open_file(&c, "f", WRITES);
	batch_aim(&batch, BENCH_OP_WRITE, file);
	CU_ASSERT_EQUAL(c.backend->submit(c.session, batch.list, COUNT), ROOM);
	CU_ASSERT_EQUAL(c.backend->submit(c.session, batch.list + ROOM, 1), 0);
	CU_ASSERT_EQUAL(c.backend->reap(c.session, batch.done, 10, 10, SECOND), 10);
	CU_ASSERT_EQUAL(c.backend->submit(c.session, batch.list + ROOM, 44), 10);
	CU_ASSERT_EQUAL(
	        c.backend->reap(c.session, batch.done, ROOM, COUNT, 9 * SECOND),
	        ROOM);
	CU_ASSERT_PTR_EQUAL(batch.done[0], &batch.ios[10]);
	CU_ASSERT_PTR_EQUAL(batch.done[ROOM - 1], &batch.ios[ROOM + 9]);
	CU_ASSERT_EQUAL(c.backend->reap(c.session, batch.done, 1, 1, -1), 0);
	batch.ios[0].len = MIB * 1024 + 1;
	CU_ASSERT_EQUAL(c.backend->submit(c.session, batch.list, 1), -EINVAL);
	CU_ASSERT_EQUAL(c.backend->submit(c.session, batch.list, 0), 0);
	CU_ASSERT_EQUAL(c.backend->close(file), 0);
	batch_free(&batch);
	end(&rig, &c);
}

/* Another call waits for what is in flight; then the session goes on, and the
 * records are still there to be reaped. */
static void abandoned_in_flight(void)
{
	struct rig rig = {0};
	struct rig_client c;
	struct batch batch;
	struct pass pass = {.size = 4 * MIB, .record = MIB, .depth = 2, .seed = 3};
	unsigned char byte;

	begin(&rig, &c, NULL);
	batch_make(&batch, 32, 128 * 1024);
	pass.op = BENCH_OP_WRITE;
	pass.file =
	        rig_open_file(&c, "f", WRITES | BENCH_O_READ | BENCH_O_SEQUENTIAL);
	CU_ASSERT(go(&c, &pass));
	/* A stream is left for the records. */
	CU_ASSERT_EQUAL(c.backend->read(pass.file, &byte, 1, 0), 1);
	batch_aim(&batch, BENCH_OP_READ, pass.file);
	CU_ASSERT_EQUAL(c.backend->submit(c.session, batch.list, 32), 32);
	CU_ASSERT_EQUAL(c.backend->ping(c.session), 0);
	CU_ASSERT_EQUAL(c.backend->read(pass.file, &byte, 1, 0), 1);
	CU_ASSERT_EQUAL(c.backend->reap(c.session, batch.done, 0, 32, 0), 32);
	CU_ASSERT(rig_matches(batch.bytes, 4 * MIB, 0, 3));
	CU_ASSERT_EQUAL(c.backend->submit(c.session, batch.list, 32), 32);
	CU_ASSERT_EQUAL(c.backend->flush(pass.file), 0);
	CU_ASSERT_EQUAL(c.backend->submit(c.session, batch.list, 0), 0);
	CU_ASSERT_EQUAL(c.backend->reap(c.session, batch.done, 32, 32, 0), 32);
	CU_ASSERT_EQUAL(c.backend->submit(c.session, batch.list, 32), 32);
	CU_ASSERT_EQUAL(c.backend->close(pass.file), 0);
	CU_ASSERT_EQUAL(c.backend->unlink(c.session, "f"), 0);
	/* Never reaped at all. */
	pass.file = rig_open_file(&c, "f", WRITES);
	batch_aim(&batch, BENCH_OP_WRITE, pass.file);
	CU_ASSERT_EQUAL(c.backend->reap(c.session, batch.done, 32, 32, 0), 32);
	CU_ASSERT_EQUAL(c.backend->submit(c.session, batch.list, 32), 32);
	CU_ASSERT_EQUAL(c.backend->cancel(c.session), 0);
	CU_ASSERT_EQUAL(c.backend->close(pass.file), -ECANCELED);
	rig_client_close(&c);
	batch_free(&batch);
	CU_ASSERT_EQUAL(rig_stop(&rig), 0);
}

static CU_TestInfo cases[] = {
        {"depths, sizes and orders", depths},
        {"both ends have more than the sockets hold", both_ends_full},
        {"errors in the middle", errors_in_the_middle},
        {"flushes and short reads", flushes_and_short_reads},
        {"no more than fit", no_more_than_fit},
        {"abandoned in flight", abandoned_in_flight},
        CU_TEST_INFO_NULL};
UNIT_SUITE(socket_depth, cases)
