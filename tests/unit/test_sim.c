/* test_sim.c - the sim plugin through its loaded table: its clock goes on by
 * what the script says, to the nanosecond. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/text.h"
#include "plugin/host.h"
#include "sim_rig.h"
#include "unit.h"

static void follows_the_script(void)
{
	static const struct {
		const char *pairs;
		int64_t us[6];
	} cases[] = {
	        {"latency=10us", {10, 10, 10, 10, 10, 10}},
	        /* 1000 bytes at 10 MB/s: 100 us. */
	        {"latency=10us&bandwidth=10000000", {110, 110, 110, 110, 110, 110}},
	        {"model=list&latencies=10us, 1.5ms ,20us",
	         {10, 1500, 20, 10, 1500, 20}},
	        {"latency=10us&stall_every=3&stall_time=1s",
	         {10, 10, 1000000, 10, 10, 1000000}},
	        {"model=list&latencies=1us,2us&stall_every=3&stall_time=9us",
	         {1, 2, 9, 2, 1, 9}},
	        {"model=normal&latency=7us", {7, 7, 7, 7, 7, 7}},
	        {"model=two_peaked&latency=7us&slow_share=0", {7, 7, 7, 7, 7, 7}},
	        {"model=two_peaked&slow_latency=3us&slow_share=1",
	         {3, 3, 3, 3, 3, 3}},
	        {"latency=10us&slow_worker=0&slow_factor=2.5",
	         {25, 25, 25, 25, 25, 25}},
	        {"latency=10us&slow_worker=1", {10, 10, 10, 10, 10, 10}},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		int64_t ns[6];
		struct sim_life life;

		sim_begin(&life, cases[i].pairs);
		CU_ASSERT_EQUAL(sim_now(&life), 0);
		sim_time_writes(&life, ns, COUNT(ns));
		for (size_t k = 0; k < COUNT(ns); k++)
			CU_ASSERT_EQUAL(ns[k], cases[i].us[k] * US);
		sim_end(&life);
	}
}

static void never_stands_still(void)
{
	int64_t ns[3];
	struct sim_life life;

	sim_begin(&life, "latency=0");
	sim_time_writes(&life, ns, COUNT(ns));
	for (size_t i = 0; i < COUNT(ns); i++)
		CU_ASSERT_EQUAL(ns[i], 1);
	sim_end(&life);
}

/* The same seed draws the same, another one something else. */
static void draws_from_its_seed(void)
{
	static const char *const models[] = {
	        "model=normal&latency=1ms&deviation=100us",
	        "model=two_peaked&latency=1ms&slow_latency=2ms&slow_share=0.3",
	};
	enum { MANY = 4000 };
	static int64_t first[MANY], again[MANY], other[MANY];

	for (size_t i = 0; i < COUNT(models); i++) {
		char *seeded = text_format("%s&seed=2", models[i]);
		struct sim_life life;
		double sum = 0;

		sim_begin(&life, models[i]);
		sim_time_writes(&life, first, MANY);
		sim_end(&life);
		sim_begin(&life, models[i]);
		sim_time_writes(&life, again, MANY);
		sim_end(&life);
		sim_begin(&life, seeded);
		sim_time_writes(&life, other, MANY);
		sim_end(&life);
		free(seeded);
		CU_ASSERT_EQUAL(memcmp(first, again, sizeof(first)), 0);
		CU_ASSERT_NOT_EQUAL(memcmp(first, other, sizeof(first)), 0);
		for (size_t k = 0; k < MANY; k++)
			sum += (double)first[k] / (double)MS;
		/* Five standard errors: 0.008 and 0.036. */
		CU_ASSERT_DOUBLE_EQUAL(sum / MANY, i == 0 ? 1.0 : 1.3,
		                       i == 0 ? 0.008 : 0.036);
	}
}

static void times_what_is_no_record(void)
{
	struct bench_stat st = {.size = sizeof(st)};
	struct sim_life life;
	void *file;

	sim_begin(&life,
	          "latency=1us&open_time=10us&close_time=20us&flush_time=40us&"
	          "ping_time=80us&name_time=160us");
	file = sim_file_of(&life, "a", SIM_CREATE | BENCH_O_SYNC);
	CU_ASSERT_EQUAL(sim_now(&life), 10 * US);
	/* Stable before it returns: latency and a flush. */
	CU_ASSERT_EQUAL(life.b->write(file, "x", 1, 0), 1);
	CU_ASSERT_EQUAL(sim_now(&life), 51 * US);
	CU_ASSERT_EQUAL(life.b->flush(file), 0);
	CU_ASSERT_EQUAL(sim_now(&life), 91 * US);
	CU_ASSERT_EQUAL(life.b->close(file), 0);
	CU_ASSERT_EQUAL(sim_now(&life), 111 * US);
	CU_ASSERT_EQUAL(life.b->ping(life.session), 0);
	CU_ASSERT_EQUAL(sim_now(&life), 191 * US);
	CU_ASSERT_EQUAL(life.b->stat(life.session, "a", &st), 0);
	CU_ASSERT_EQUAL(sim_now(&life), 351 * US);
	/* A failure takes its time as well. */
	CU_ASSERT_EQUAL(life.b->unlink(life.session, "b"), -ENOENT);
	CU_ASSERT_EQUAL(sim_now(&life), 511 * US);
	CU_ASSERT_EQUAL(life.b->wait_until(life.session, SIM_BEGIN + MS), 0);
	CU_ASSERT_EQUAL(sim_now(&life), MS);
	CU_ASSERT_EQUAL(life.b->wait_until(life.session, SIM_BEGIN), 0);
	CU_ASSERT_EQUAL(sim_now(&life), MS);
	CU_ASSERT_EQUAL(life.b->cancel(life.session), 0);
	sim_end(&life);
}

static void each_session_has_its_clock(void)
{
	struct sim_life life;
	void *second;

	sim_begin(&life, "ping_time=10us&slow_worker=1&slow_factor=3");
	second = sim_session_of(&life, 1);
	CU_ASSERT_EQUAL(life.b->ping(life.session), 0);
	CU_ASSERT_EQUAL(life.b->ping(second), 0);
	CU_ASSERT_EQUAL(life.b->ping(second), 0);
	CU_ASSERT_EQUAL(sim_now(&life), 10 * US);
	CU_ASSERT_EQUAL(life.b->clock_ns(second) - SIM_BEGIN, 60 * US);
	life.b->session_close(second);
	sim_end(&life);
}

/* Several in flight ------------------------------------------------------ */

#define FLYING 6

static void submit_reads(struct sim_life *life, void *file, struct bench_io *io)
{
	struct bench_io *v[FLYING];

	for (unsigned i = 0; i < FLYING; i++) {
		io[i] = (struct bench_io){.op = BENCH_OP_READ,
		                          .file = file,
		                          .len = 1000,
		                          .off = 1000 * i};
		v[i] = &io[i];
	}
	CU_ASSERT_EQUAL_FATAL(life->b->submit(life->session, v, FLYING), FLYING);
}

static void queues_behind_its_channels(void)
{
	/* In us from the submission; when each of six reads is done. */
	static const struct {
		const char *pairs;
		int64_t us[FLYING];
	} cases[] = {
	        {"latency=10us", {10, 20, 30, 40, 50, 60}},
	        {"latency=10us&channels=4", {10, 10, 10, 10, 20, 20}},
	        {"latency=10us&channels=8", {10, 10, 10, 10, 10, 10}},
	        /* The wire carries one after the other, 5 us each. */
	        {"latency=10us&channels=8&bandwidth=200000000",
	         {15, 20, 25, 30, 35, 40}},
	        /* Two at once: the third begins at 15, is on the wire at 25. */
	        {"latency=10us&channels=2&bandwidth=200000000",
	         {15, 20, 30, 35, 45, 50}},
	        {"model=list&latencies=30us,10us&channels=2",
	         {30, 10, 40, 40, 70, 50}},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		char *pairs = text_format("memory=no&%s", cases[i].pairs);
		struct bench_io io[FLYING];
		struct sim_life life;
		int64_t start;
		void *file;

		sim_begin(&life, pairs);
		file = sim_file_of(&life, "f", SIM_CREATE);
		/* The writing that gives the file its size is over. */
		CU_ASSERT_EQUAL(life.b->write(file, "", 1, FLYING * 1000 - 1), 1);
		if (strstr(pairs, "list"))
			CU_ASSERT_EQUAL(life.b->write(file, "", 1, 0), 1);
		CU_ASSERT_EQUAL(life.b->wait_until(life.session, SIM_BEGIN + MS), 0);
		start = SIM_BEGIN + MS;
		submit_reads(&life, file, io);
		CU_ASSERT_EQUAL(sim_now(&life), MS);
		for (unsigned k = 0; k < FLYING; k++) {
			CU_ASSERT_EQUAL(io[k].done_ns - start, cases[i].us[k] * US);
			CU_ASSERT_EQUAL(io[k].result, 1000);
		}
		CU_ASSERT_EQUAL(life.b->close(file), 0);
		sim_end(&life);
		free(pairs);
	}
}

static void reaps_what_is_done(void)
{
	struct bench_io io[FLYING], flush = {.op = BENCH_OP_FLUSH}, *one = &flush;
	struct bench_io *done[FLYING + 1];
	struct sim_life life;
	void *file;

	sim_begin(&life, "latency=10us&channels=2&flush_time=5us");
	CU_ASSERT_EQUAL(life.b->reap(life.session, done, 1, FLYING, MS), 0);
	CU_ASSERT_EQUAL(sim_now(&life), 0);
	file = sim_file_of(&life, "f", SIM_CREATE);
	CU_ASSERT_EQUAL(life.b->write(file, "", 1, FLYING * 1000 - 1), 1);
	submit_reads(&life, file, io);
	flush.file = file;
	CU_ASSERT_EQUAL(life.b->submit(life.session, &one, 1), 1);
	/* Nothing is done by now, nor within 4 us. */
	CU_ASSERT_EQUAL(life.b->reap(life.session, done, 0, FLYING, MS), 0);
	CU_ASSERT_EQUAL(sim_now(&life), 10 * US);
	CU_ASSERT_EQUAL(life.b->reap(life.session, done, 1, FLYING, 4 * US), 0);
	CU_ASSERT_EQUAL(sim_now(&life), 14 * US);
	/* One is enough, but two are done by then. */
	CU_ASSERT_EQUAL(life.b->reap(life.session, done, 1, FLYING, MS), 2);
	CU_ASSERT_EQUAL(sim_now(&life), 20 * US);
	CU_ASSERT_PTR_EQUAL(done[0], &io[0]);
	CU_ASSERT_PTR_EQUAL(done[1], &io[1]);
	/* Three are asked for, three are all that there is room for. */
	CU_ASSERT_EQUAL(life.b->reap(life.session, done, 3, 3, MS), 3);
	CU_ASSERT_EQUAL(sim_now(&life), 40 * US);
	CU_ASSERT_EQUAL(life.b->reap(life.session, done, 9, FLYING, MS), 2);
	CU_ASSERT_EQUAL(sim_now(&life), 45 * US);
	CU_ASSERT_PTR_EQUAL(done[1], &flush);
	CU_ASSERT_EQUAL(flush.result, 0);
	CU_ASSERT_EQUAL(life.b->close(file), 0);
	sim_end(&life);
}

/* The configuration ------------------------------------------------------ */

static void refuses_nonsense(void)
{
	static const struct {
		const char *pairs;
		int result;
		const char *says; /* NULL: the options do */
	} cases[] = {
	        {"latency=1s", 0, NULL},
	        {"model=list", -EINVAL, "needs `latencies`"},
	        {"model=list&latencies=", -EINVAL, "needs `latencies`"},
	        {"model=list&latencies=10us,", -EINVAL, "needs `latencies`"},
	        {"model=list&latencies=10", -EINVAL, "needs `latencies`"},
	        {"model=list&latencies=-1us", -EINVAL, "needs `latencies`"},
	        {"model=list&latencies=1us 2us", -EINVAL, "needs `latencies`"},
	        {"model=list&latencies=9999h", -EINVAL, "needs `latencies`"},
	        {"latencies=10us", -EINVAL, "goes with model = list"},
	        {"latency", -EINVAL, "expected key=value, not `latency`"},
	        {"slow_share=1.5", -EINVAL, NULL},
	        {"channels=0", -EINVAL, NULL},
	        {"model=other", -EINVAL, NULL},
	        {"latency=2h", -EINVAL, NULL},
	        {"ping_time=0", -EINVAL, NULL},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct sim_life life;

		sim_load(&life);
		CU_ASSERT_EQUAL(sim_configure(&life, cases[i].pairs), cases[i].result);
		if (cases[i].says) {
			const char *said = host_ctx_failure(life.ctx);

			CU_ASSERT_PTR_NOT_NULL_FATAL(said);
			CU_ASSERT_PTR_NOT_NULL(strstr(said, cases[i].says));
		}
		sim_unload(&life);
	}
}

static void reads_its_url(void)
{
	static const struct {
		const char *url;
		int result;
	} cases[] = {
	        {"sim://", 0},     {"SIM://?", 0},          {"sim://?seed=3", 0},
	        {"sim:", -EINVAL}, {"sim://host", -EINVAL}, {"null://", -EINVAL},
	};
	struct sim_life life;

	sim_load(&life);
	CU_ASSERT_STRING_EQUAL(life.b->schemes, "sim");
	for (size_t i = 0; i < COUNT(cases); i++) {
		host_ctx_clear(life.ctx);
		CU_ASSERT_EQUAL(
		        life.b->from_url(cases[i].url, life.ctx, sim_set, &life),
		        cases[i].result);
	}
	sim_unload(&life);
}

/* With a file that counts, the n-th process of a seed has the same level. */
static void levels_follow_the_count(void)
{
	char *path = text_format("%s/sim-level", unit_scratch());
	char *pairs =
	        text_format("ping_time=1s&level_deviation=0.1&level_file=%s", path);
	int64_t ns[4];

	for (size_t i = 0; i < COUNT(ns); i++) {
		struct sim_life life;

		if (i == 2)
			CU_ASSERT_EQUAL(unlink(path), 0);
		sim_begin(&life, pairs);
		CU_ASSERT_EQUAL(life.b->ping(life.session), 0);
		ns[i] = sim_now(&life);
		CU_ASSERT(ns[i] > 500 * MS && ns[i] < 1500 * MS);
		sim_end(&life);
	}
	CU_ASSERT_NOT_EQUAL(ns[0], ns[1]);
	CU_ASSERT_EQUAL(ns[0], ns[2]);
	CU_ASSERT_EQUAL(ns[1], ns[3]);
	CU_ASSERT_EQUAL(unlink(path), 0);
	free(pairs);
	free(path);
}

static void tells_what_it_did(void)
{
	char *path = text_format("%s/sim-log", unit_scratch());
	char *pairs = text_format("latency=10us&stall_every=2&stall_time=1ms&"
	                          "ping_time=1us&log=%s",
	                          path);
	char text[256] = "";
	struct sim_life life;
	int64_t ns[2];
	FILE *log;

	sim_begin(&life, pairs);
	CU_ASSERT_EQUAL(life.b->describe(life.target), 0);
	sim_time_writes(&life, ns, COUNT(ns));
	CU_ASSERT_EQUAL(life.b->ping(life.session), 0);
	CU_ASSERT_EQUAL(life.b->counters(life.session), 0);
	CU_ASSERT_STRING_EQUAL(life.facts, "clock=virtual;model=fixed;records=2;"
	                                   "stalls=1;level=1.000000;");
	sim_end(&life);
	log = fopen(path, "r");
	CU_ASSERT_PTR_NOT_NULL_FATAL(log);
	text[fread(text, 1, sizeof(text) - 1, log)] = '\0';
	fclose(log);
	CU_ASSERT_STRING_EQUAL(text, "0 write 1000 1000000000 1000010000\n"
	                             "0 write 1000 1000010000 1001010000\n"
	                             "0 ping 0 1001010000 1001011000\n");
	CU_ASSERT_EQUAL(unlink(path), 0);
	free(pairs);
	free(path);
}

static CU_TestInfo cases[] = {
        {"follows the script", follows_the_script},
        {"never stands still", never_stands_still},
        {"draws from its seed", draws_from_its_seed},
        {"times what is no record", times_what_is_no_record},
        {"each session has its clock", each_session_has_its_clock},
        {"queues behind its channels", queues_behind_its_channels},
        {"reaps what is done", reaps_what_is_done},
        {"refuses nonsense", refuses_nonsense},
        {"reads its URL", reads_its_url},
        {"levels follow the count", levels_follow_the_count},
        {"tells what it did", tells_what_it_did},
        CU_TEST_INFO_NULL,
};

UNIT_SUITE(sim, cases)
