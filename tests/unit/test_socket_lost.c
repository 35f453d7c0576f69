/* test_socket_lost.c - records in flight to a far end that goes, falls silent
 * or talks nonsense. */
#include <errno.h>
#include <string.h>
#include <time.h>
#include "socket_batch.h"
#include "unit.h"

#define MIB    ((size_t)1 << 20)
#define SECOND INT64_C(1000000000)
#define HELLO  "BENCHSKT\0\4\0\0\0\0\0\4stub"
#define HEADER 64

/* Whatever was in flight comes back with the error, and so does every later
 * call. */
static void all_fail(struct rig_client *c, struct batch *batch, int error,
                     const char *words)
{
	int got = c->backend->reap(c->session, batch->done, batch->count,
	                           batch->count, 10 * SECOND);

	CU_ASSERT_EQUAL(got, (int)batch->count);
	CU_ASSERT_EQUAL(batch->ios[batch->count - 1].result, error);
	CU_ASSERT_PTR_NOT_NULL(strstr(rig_client_why(c), words));
	CU_ASSERT_EQUAL(c->backend->submit(c->session, batch->list, 1), error);
	CU_ASSERT_EQUAL(c->backend->ping(c->session), error);
	CU_ASSERT_PTR_NOT_NULL(strstr(rig_client_why(c), "broke before"));
	CU_ASSERT_EQUAL(c->backend->reap(c->session, batch->done, 1, 1, -1), 0);
}

static void far_end_goes(void)
{
	for (int i = 0; i < 2; i++) {
		struct rig rig = {0};
		struct rig_client c;
		struct batch batch;
		void *file;

		CU_ASSERT_FATAL(
		        rig_start(&rig, (const char *const[]){"memory=256m", NULL}));
		CU_ASSERT_EQUAL_FATAL(rig_client_reach(&rig, &c), 0);
		batch_make(&batch, 64, MIB);
		file = rig_open_file(&c, "f",
		                     BENCH_O_CREATE | BENCH_O_WRITE | BENCH_O_READ);
		batch_aim(&batch, BENCH_OP_WRITE, file);
		if (i)
			CU_ASSERT_EQUAL(batch_run(&c, &batch), 64);
		batch_aim(&batch, i ? BENCH_OP_READ : BENCH_OP_WRITE, file);
		CU_ASSERT_EQUAL(c.backend->submit(c.session, batch.list, 64), 64);
		CU_ASSERT_EQUAL(rig_halt(&rig), 0);
		all_fail(&c, &batch, -ECONNRESET, "closed the connection");
		CU_ASSERT_EQUAL(c.backend->close(file), -ECONNRESET);
		batch_free(&batch);
		rig_client_close(&c);
		CU_ASSERT_EQUAL(rig_stop(&rig), 0);
	}
}

/* A client of a stub that has opened a file and says nothing any more but
 * `more`; records of 1 KiB wait in flight. */
struct silence {
	struct rig rig;
	struct rig_stub stub;
	struct rig_client c;
	struct batch batch;
	void *file;
	char words[512];
};

static void silence_begin(struct silence *s, const char *more, size_t length,
                          enum bench_op op)
{
	static const char opened[HEADER] = {1};
	size_t hello = sizeof(HELLO) - 1;

	memset(s, 0, sizeof(*s));
	memcpy(s->words, HELLO, hello);
	memcpy(s->words + hello, opened, HEADER);
	memcpy(s->words + hello + HEADER, more, length);
	CU_ASSERT_FATAL(rig_start(&s->rig, NULL));
	rig_stub_start(&s->stub, s->words, hello + HEADER + length);
	CU_ASSERT_EQUAL_FATAL(
	        rig_client_open(
	                &s->rig, &s->c,
	                (const char *const[]){s->stub.port, "timeout=300ms", NULL}),
	        0);
	s->file = rig_open_file(&s->c, "f", BENCH_O_READ);
	batch_make(&s->batch, 4, 1024);
	batch_aim(&s->batch, op, s->file);
	CU_ASSERT_EQUAL(s->c.backend->submit(s->c.session, s->batch.list, 4), 4);
}

static void silence_end(struct silence *s)
{
	s->c.backend->close(s->file);
	batch_free(&s->batch);
	rig_client_close(&s->c);
	rig_stub_end(&s->stub);
	CU_ASSERT_EQUAL(rig_stop(&s->rig), 0);
}

static void times_out(void)
{
	struct silence s;
	int64_t start, now;

	silence_begin(&s, "", 0, BENCH_OP_READ);
	CU_ASSERT_EQUAL(s.c.backend->reap(s.c.session, s.batch.done, 1, 4, 0), 0);
	start = host_table()->now_ns();
	CU_ASSERT_EQUAL(
	        s.c.backend->reap(s.c.session, s.batch.done, 1, 4, SECOND / 10), 0);
	now = host_table()->now_ns();
	CU_ASSERT(now - start >= SECOND / 10);
	CU_ASSERT(now - start < 2 * SECOND);
	all_fail(&s.c, &s.batch, -ETIMEDOUT, "moved no byte for 0.3 s");
	CU_ASSERT(host_table()->now_ns() - start >= SECOND * 29 / 100);
	CU_ASSERT(host_table()->now_ns() - start < 3 * SECOND);
	silence_end(&s);
	/* In small steps, none of which is as long as the limit. */
	silence_begin(&s, "", 0, BENCH_OP_WRITE);
	start = host_table()->now_ns();
	while (s.c.backend->reap(s.c.session, s.batch.done, 1, 4, SECOND / 20) == 0)
		CU_ASSERT_FATAL(host_table()->now_ns() - start < 5 * SECOND);
	CU_ASSERT(host_table()->now_ns() - start >= SECOND * 29 / 100);
	CU_ASSERT_EQUAL(s.batch.ios[0].result, -ETIMEDOUT);
	CU_ASSERT_EQUAL(s.batch.ios[3].result, -ETIMEDOUT);
	silence_end(&s);
}

/* Replies that no far end of ours gives. */
static void garbage_instead_of_replies(void)
{
	static const struct {
		enum bench_op op;
		unsigned char bytes[4 * HEADER];
		size_t length;
	} table[] = {
	        {BENCH_OP_READ, {3}, HEADER},              /* of a write */
	        {BENCH_OP_READ, {4, [14] = 4, 1}, HEADER}, /* 1025 bytes */
	        {BENCH_OP_READ, {4, [8] = 0xff}, HEADER},  /* 2^64 */
	        {BENCH_OP_WRITE, {4}, HEADER},             /* of a read */
	        {BENCH_OP_WRITE,
	         {3, [HEADER] = 3, [2 * HEADER] = 0xff},
	         3 * HEADER}, /* the third */
	        {BENCH_OP_WRITE,
	         {3, [HEADER] = 3, [2 * HEADER] = 3, [3 * HEADER] = 7},
	         4 * HEADER},
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct silence s;

		silence_begin(&s, (const char *)table[i].bytes, table[i].length,
		              table[i].op);
		all_fail(&s.c, &s.batch, -EPROTO, "does not belong to the protocol");
		silence_end(&s);
	}
}

/* One reply more than there were requests. */
static void an_unasked_reply(void)
{
	char replies[5 * HEADER] = {0};
	struct silence s;

	for (size_t i = 0; i < 5; i++)
		replies[i * HEADER] = 3;
	silence_begin(&s, replies, sizeof(replies), BENCH_OP_WRITE);
	CU_ASSERT_EQUAL(s.c.backend->reap(s.c.session, s.batch.done, 4, 4, SECOND),
	                4);
	CU_ASSERT_EQUAL(s.batch.ios[3].result, 1024);
	CU_ASSERT_EQUAL(s.c.backend->ping(s.c.session), -EPROTO);
	silence_end(&s);
}

static void *cancel_soon(void *arg)
{
	struct rig_client *c = arg;

	nanosleep(&(struct timespec){0, 50000000}, NULL);
	c->backend->cancel(c->session);
	return NULL;
}

static void cancelled_in_flight(void)
{
	struct silence s;
	pthread_t thread;

	silence_begin(&s, "", 0, BENCH_OP_READ);
	CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, cancel_soon, &s.c), 0);
	all_fail(&s.c, &s.batch, -ECANCELED, "cancelled");
	pthread_join(thread, NULL);
	silence_end(&s);
}

static CU_TestInfo cases[] = {
        {"the far end goes", far_end_goes},
        {"a peer that falls silent", times_out},
        {"garbage instead of replies", garbage_instead_of_replies},
        {"an unasked reply", an_unasked_reply},
        {"cancelled", cancelled_in_flight},
        CU_TEST_INFO_NULL};
UNIT_SUITE(socket_lost, cases)
