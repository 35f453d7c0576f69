/* test_wrap_flight.c - wrappers and records in flight: each is late by itself,
 * and none is lost. */
#include <errno.h>
#include "unit.h"
#include "wrap_rig.h"

#define RECORD 1000

static unsigned char bytes[RECORD];

enum { FLIGHT = 4 };

/* Submits so many records, a read after each write where `mixed`. */
static void submit(struct wrap_life *life, void *file, struct bench_io *io,
                   int mixed)
{
	struct bench_io *v[FLIGHT];

	for (unsigned i = 0; i < FLIGHT; i++) {
		io[i] = (struct bench_io){.op = mixed && i % 2 ? BENCH_OP_READ
		                                               : BENCH_OP_WRITE,
		                          .file = file,
		                          .buf = bytes,
		                          .len = RECORD,
		                          .off = 0,
		                          .priv = &io[i]};
		v[i] = &io[i];
	}
	CU_ASSERT_EQUAL(life->b.submit(life->session, v, FLIGHT), FLIGHT);
}

/* Reaps one after the other; in ns[] when each came. */
static void reap_all(struct wrap_life *life, const struct bench_io *io,
                     int64_t *ns)
{
	for (unsigned i = 0; i < FLIGHT; i++) {
		struct bench_io *done = NULL;

		CU_ASSERT_EQUAL_FATAL(
		        life->b.reap(life->session, &done, 1, 1, MS * 1000), 1);
		CU_ASSERT_PTR_EQUAL(done, &io[i]);
		CU_ASSERT_PTR_EQUAL(done->priv, done);
		CU_ASSERT_EQUAL(done->result, RECORD);
		CU_ASSERT_EQUAL(done->done_ns - SIM_BEGIN, wrap_life_now(life));
		ns[i] = wrap_life_now(life);
	}
}

static void delays_each_in_flight(void)
{
	struct bench_io io[FLIGHT], *done[FLIGHT];
	struct wrap_life life;
	int64_t ns[FLIGHT];
	void *file;

	wrap_begin_life(&life, "latency=100us&channels=2", "delay", "time=1ms");
	file = wrap_file_of(&life, "a");
	submit(&life, file, io, 0);
	/* Nobody waits longer than asked. */
	CU_ASSERT_EQUAL(life.b.reap(life.session, done, 1, FLIGHT, 300 * US), 0);
	CU_ASSERT_EQUAL(wrap_life_now(&life), 300 * US);
	CU_ASSERT_EQUAL(life.b.reap(life.session, done, 0, FLIGHT, 0), 0);
	reap_all(&life, io, ns);
	CU_ASSERT_EQUAL(ns[0], MS + 100 * US);
	CU_ASSERT_EQUAL(ns[1], MS + 100 * US);
	CU_ASSERT_EQUAL(ns[2], MS + 200 * US);
	CU_ASSERT_EQUAL(ns[3], MS + 200 * US);
	/* Two at once, and no more are there. */
	submit(&life, file, io, 0);
	CU_ASSERT_EQUAL(life.b.reap(life.session, done, 2, FLIGHT, MS * 1000), 2);
	CU_ASSERT_EQUAL(life.b.reap(life.session, done, FLIGHT, FLIGHT, MS * 1000),
	                2);
	CU_ASSERT_EQUAL(life.b.reap(life.session, done, 1, FLIGHT, MS), 0);
	CU_ASSERT_EQUAL(life.b.close(file), 0);
	wrap_end_life(&life);
}

static void shares_the_link(void)
{
	static const struct {
		const char *options;
		int64_t ns[FLIGHT];
	} cases[] = {
	        {"limit=1000000 direction=both", {MS, 2 * MS, 3 * MS, 4 * MS}},
	        {"limit=1000000 direction=each", {MS, MS, 2 * MS, 2 * MS}},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct bench_io io[FLIGHT];
		struct wrap_life life;
		int64_t ns[FLIGHT];
		void *file;

		wrap_begin_life(&life, "latency=1us", "rate", cases[i].options);
		file = wrap_file_of(&life, "a");
		submit(&life, file, io, 1);
		reap_all(&life, io, ns);
		for (unsigned k = 0; k < FLIGHT; k++)
			CU_ASSERT_EQUAL(ns[k], cases[i].ns[k]);
		CU_ASSERT_EQUAL(life.b.close(file), 0);
		wrap_end_life(&life);
	}
}

static int (*true_submit)(void *, struct bench_io *const *, unsigned);
static unsigned in_backend;

/* Has room for one alone. */
static int submit_one(void *session, struct bench_io *const *v, unsigned n)
{
	if (in_backend)
		return 0;
	in_backend++;
	return true_submit(session, v, n > 1 ? 1 : n);
}

static int (*true_reap)(void *, struct bench_io **, unsigned, unsigned,
                        int64_t);

static int reap_one(void *session, struct bench_io **done, unsigned min,
                    unsigned max, int64_t timeout_ns)
{
	int got = true_reap(session, done, min, max, timeout_ns);

	if (got > 0)
		in_backend -= (unsigned)got;
	return got;
}

static int submit_fails(void *session, struct bench_io *const *v, unsigned n)
{
	(void)session;
	(void)v;
	(void)n;
	return -ENOBUFS;
}

static void keeps_what_the_backend_does_not_take(void)
{
	struct bench_io io[FLIGHT], *done[FLIGHT];
	struct wrap_life life;
	int64_t ns[FLIGHT];
	void *file;

	wrap_load(&life, "latency=100us", "delay", "time=1us");
	true_submit = life.inner.submit;
	true_reap = life.inner.reap;
	life.inner.submit = submit_one;
	life.inner.reap = reap_one;
	in_backend = 0;
	wrap_open_life(&life);
	file = wrap_file_of(&life, "a");
	submit(&life, file, io, 0);
	reap_all(&life, io, ns);
	for (unsigned i = 0; i < FLIGHT; i++)
		CU_ASSERT_EQUAL(ns[i], (i + 1) * 100 * US + US);
	/* What it refuses comes back as refused. */
	life.inner.submit = submit_fails;
	submit(&life, file, io, 0);
	CU_ASSERT_EQUAL(life.b.reap(life.session, done, FLIGHT, FLIGHT, MS),
	                FLIGHT);
	for (unsigned i = 0; i < FLIGHT; i++)
		CU_ASSERT_EQUAL(done[i]->result, -ENOBUFS);
	CU_ASSERT_EQUAL(life.b.close(file), 0);
	wrap_end_life(&life);
}

static CU_TestInfo cases[] = {
        {"delays each", delays_each_in_flight},
        {"shares the link", shares_the_link},
        {"keeps what the backend does not take",
         keeps_what_the_backend_does_not_take},
        CU_TEST_INFO_NULL,
};

UNIT_SUITE(wrap_flight, cases)
