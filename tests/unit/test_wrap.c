/* test_wrap.c - wrappers over a backend whose times can be computed: how they
 * slow it down, and that all else is the backend's. */
#include <errno.h>
#include <stdlib.h>
#include "plugin/host.h"
#include "plugin/loader.h"
#include "plugin/table.h"
#include "unit.h"
#include "wrap_rig.h"

#define RECORD 1000

static unsigned char bytes[RECORD];

/* How long the next write of a record takes. */
static int64_t time_write(struct wrap_life *life, void *file, uint64_t index)
{
	int64_t start = wrap_life_now(life);

	CU_ASSERT_EQUAL(life->b.write(file, bytes, RECORD, index * RECORD), RECORD);
	return wrap_life_now(life) - start;
}

static int64_t time_read(struct wrap_life *life, void *file, uint64_t index)
{
	int64_t start = wrap_life_now(life);

	CU_ASSERT_EQUAL(life->b.read(file, bytes, RECORD, index * RECORD), RECORD);
	return wrap_life_now(life) - start;
}

/* The table -------------------------------------------------------------- */

static void has_what_the_backend_has(void)
{
	struct bench_caps caps = {.size = sizeof(caps)};
	struct wrap_life life;

	wrap_load(&life, "latency=1us&memory=yes", "delay", "time=1us");
	life.inner.ping = NULL;
	life.inner.submit = NULL;
	life.inner.reap = NULL;
	life.inner.rename = NULL;
	wrap_open_life(&life);
	CU_ASSERT_PTR_NULL(life.b.ping);
	CU_ASSERT_PTR_NULL(life.b.submit);
	CU_ASSERT_PTR_NULL(life.b.reap);
	CU_ASSERT_PTR_NULL(life.b.rename);
	CU_ASSERT_PTR_NULL(life.b.drop_cache);
	CU_ASSERT_PTR_NULL(life.b.expect);
	CU_ASSERT_PTR_NULL(life.b.serve);
	CU_ASSERT_PTR_NOT_NULL(life.b.read);
	CU_ASSERT_PTR_NOT_NULL(life.b.wait_until);
	CU_ASSERT_STRING_EQUAL(life.b.name, "sim");
	CU_ASSERT_EQUAL(life.b.threads, BENCH_PER_WORKER);
	CU_ASSERT_EQUAL(life.b.wraps, 0);
	CU_ASSERT_EQUAL(life.b.caps(life.target, &caps), 0);
	CU_ASSERT_EQUAL(caps.props, BENCH_RANDOM | BENCH_REWRITE | BENCH_SHARED |
	                                    BENCH_DIRECT | BENCH_MEMORY |
	                                    BENCH_KEEPS);
	CU_ASSERT_EQUAL(life.b.describe(life.target), 0);
	CU_ASSERT_STRING_EQUAL(life.sim.facts,
	                       "clock=virtual;model=fixed;wrap=delay;");
	wrap_end_life(&life);
}

static void passes_names_on(void)
{
	struct bench_stat st = {.size = sizeof(st)};
	struct wrap_life life;
	void *file = NULL;

	wrap_begin_life(&life, "latency=1us", "delay", "time=1us");
	CU_ASSERT_EQUAL(life.b.mkdir(life.session, "d"), 0);
	file = wrap_file_of(&life, "d/a");
	CU_ASSERT_EQUAL(life.b.write(file, bytes, 10, 0), 10);
	CU_ASSERT_EQUAL(life.b.flush(file), 0);
	CU_ASSERT_EQUAL(life.b.close(file), 0);
	CU_ASSERT_EQUAL(life.b.stat(life.session, "d/a", &st), 0);
	CU_ASSERT_EQUAL(st.bytes, 10);
	CU_ASSERT_EQUAL(life.b.rename(life.session, "d/a", "d/b"), 0);
	CU_ASSERT_EQUAL(life.b.open(life.session, "d/a", BENCH_O_READ, 0, &file),
	                -ENOENT);
	CU_ASSERT_EQUAL(life.b.rmdir(life.session, "d"), -ENOTEMPTY);
	CU_ASSERT_EQUAL(life.b.unlink(life.session, "d/b"), 0);
	CU_ASSERT_EQUAL(life.b.rmdir(life.session, "d"), 0);
	CU_ASSERT_EQUAL(life.b.stat(life.session, "d", &st), -ENOENT);
	wrap_end_life(&life);
}

static void refuses_half_a_wrapper(void)
{
	struct bench_backend good, made;
	struct wrap_life life;
	char *why = NULL;

	wrap_load(&life, "latency=1us", "trace", "file=/dev/null");
	good = life.plugin->backend;
	CU_ASSERT_EQUAL(table_take(&good, "x.so", &made, &why), 0);
	table_free_options(&made);
	good.after = NULL;
	CU_ASSERT_EQUAL(table_take(&good, "x.so", &made, &why), -ENOEXEC);
	CU_ASSERT_STRING_EQUAL(why, "x.so: plugin `trace` lacks before or after, "
	                            "which wrap a call");
	free(why);
	wrap_end_life(&life);
}

static void reads_lists_of_calls(void)
{
	static const struct {
		const char *list;
		int result;
		uint32_t calls;
	} cases[] = {
	        {"read", 0, 1u << BENCH_CALL_READ},
	        {" write,ping ", 0, 1u << BENCH_CALL_WRITE | 1u << BENCH_CALL_PING},
	        {"all", 0, (1u << BENCH_CALLS) - 1},
	        {"reads", -EINVAL, 0},
	        {"rea", -EINVAL, 0},
	        {"", -EINVAL, 0},
	        {" , ", -EINVAL, 0},
	        {NULL, -EINVAL, 0},
	};
	struct bench_ctx *ctx = host_ctx_new(NULL);

	for (size_t i = 0; i < COUNT(cases); i++) {
		uint32_t calls = 0;

		host_ctx_clear(ctx);
		CU_ASSERT_EQUAL(host_table()->calls_read(ctx, cases[i].list, &calls),
		                cases[i].result);
		CU_ASSERT_EQUAL(calls, cases[i].calls);
		CU_ASSERT_EQUAL(host_ctx_failure(ctx) == NULL, cases[i].result == 0);
	}
	for (int i = 0; i < BENCH_CALLS; i++) {
		uint32_t calls = 0;

		CU_ASSERT_EQUAL(host_table()->calls_read(
		                        ctx, host_table()->call_name(i), &calls),
		                0);
		CU_ASSERT_EQUAL(calls, 1u << i);
	}
	CU_ASSERT_PTR_NULL(host_table()->call_name(BENCH_CALLS));
	CU_ASSERT_PTR_NULL(host_table()->call_name(-1));
	host_ctx_free(ctx);
}

/* delay ------------------------------------------------------------------ */

static void delays_to_the_nanosecond(void)
{
	struct wrap_life life;
	void *file;
	int64_t start;

	wrap_begin_life(&life, "latency=100us&ping_time=10us&flush_time=3us",
	                "delay", "time=1234567ns");
	file = wrap_file_of(&life, "a");
	CU_ASSERT_EQUAL(wrap_life_now(&life), 0);
	for (uint64_t i = 0; i < 5; i++)
		CU_ASSERT_EQUAL(time_write(&life, file, i), 100 * US + 1234567);
	CU_ASSERT_EQUAL(time_read(&life, file, 3), 100 * US + 1234567);
	start = wrap_life_now(&life);
	CU_ASSERT_EQUAL(life.b.flush(file), 0);
	CU_ASSERT_EQUAL(wrap_life_now(&life) - start, 3 * US);
	CU_ASSERT_EQUAL(life.b.ping(life.session), 0);
	CU_ASSERT_EQUAL(wrap_life_now(&life) - start, 13 * US + 1234567);
	CU_ASSERT_EQUAL(life.b.close(file), 0);
	wrap_end_life(&life);
}

static void delays_what_it_is_told(void)
{
	struct wrap_life life;
	void *file;

	wrap_begin_life(&life, "latency=100us&ping_time=10us&open_time=2us",
	                "delay", "time=1ms on=ping,open");
	file = wrap_file_of(&life, "a");
	CU_ASSERT_EQUAL(wrap_life_now(&life), MS + 2 * US);
	CU_ASSERT_EQUAL(time_write(&life, file, 0), 100 * US);
	CU_ASSERT_EQUAL(life.b.ping(life.session), 0);
	CU_ASSERT_EQUAL(wrap_life_now(&life), 2 * MS + 112 * US);
	CU_ASSERT_EQUAL(life.b.close(file), 0);
	wrap_end_life(&life);
}

static void has_two_peaks(void)
{
	enum { MANY = 4000 };
	struct wrap_life life;
	unsigned slow = 0;
	void *file;

	wrap_begin_life(&life, "latency=1us", "delay",
	                "time=10us second=1ms share=0.25 seed=7");
	file = wrap_file_of(&life, "a");
	for (unsigned i = 0; i < MANY; i++) {
		int64_t ns = time_write(&life, file, 0);

		CU_ASSERT_FATAL(ns == 11 * US || ns == MS + US);
		slow += ns > MS;
	}
	/* Five standard deviations about a quarter. */
	CU_ASSERT(slow > MANY / 4 - 137 && slow < MANY / 4 + 137);
	CU_ASSERT_EQUAL(life.b.close(file), 0);
	wrap_end_life(&life);
}

/* Sum and sum of squares of times, in us. */
static void draw(const char *options, unsigned worker, double *sum,
                 double *squares, int64_t *first)
{
	struct wrap_life life;
	void *file;

	*sum = *squares = 0;
	wrap_begin_life(&life, "latency=1us", "delay", options);
	life.b.session_close(life.session);
	life.session = wrap_session_of(&life, worker);
	file = wrap_file_of(&life, "a");
	for (unsigned i = 0; i < 4000; i++) {
		int64_t ns = time_write(&life, file, 0) - US;
		double us = (double)ns / 1e3;

		if (i == 0)
			*first = ns;
		*sum += us;
		*squares += us * us;
	}
	CU_ASSERT_EQUAL(life.b.close(file), 0);
	wrap_end_life(&life);
}

static void draws_by_its_seed(void)
{
	double sum, squares, mean, variance, other;
	int64_t first, again;

	draw("time=100us deviation=10us", 0, &sum, &squares, &first);
	mean = sum / 4000;
	variance = squares / 4000 - mean * mean;
	CU_ASSERT(mean > 99.2 && mean < 100.8);
	CU_ASSERT(variance > 88 && variance < 112);
	draw("time=100us deviation=10us", 0, &other, &squares, &again);
	CU_ASSERT_EQUAL(first, again);
	CU_ASSERT_DOUBLE_EQUAL(sum, other, 0);
	draw("time=100us deviation=10us seed=2", 0, &other, &squares, &again);
	CU_ASSERT_NOT_EQUAL(first, again);
	draw("time=100us deviation=10us", 1, &other, &squares, &again);
	CU_ASSERT_NOT_EQUAL(first, again);
	/* Most are below 0, and nothing takes less than that. */
	draw("time=0 deviation=10us", 0, &sum, &squares, &first);
	CU_ASSERT(sum / 4000 > 3.5 && sum / 4000 < 4.5);
}

/* Times of this machine: an end that is early would be a fault. */
static void waits_on_the_machines_clock(void)
{
	struct wrap_life life;
	int64_t start;

	wrap_load(&life, "latency=1us", "delay", "time=300us");
	life.inner.clock_ns = NULL;
	life.inner.wait_until = NULL;
	wrap_open_life(&life);
	CU_ASSERT_PTR_NULL(life.b.clock_ns);
	start = host_table()->now_ns();
	CU_ASSERT_EQUAL(life.b.ping(life.session), 0);
	CU_ASSERT(host_table()->now_ns() - start >= 300 * US);
	wrap_end_life(&life);
}

/* rate ------------------------------------------------------------------- */

/* 1000 bytes at 3 GB/s are 333 ns and a third. */
static void keeps_a_rate_with_its_fractions(void)
{
	struct wrap_life life;
	void *file;

	wrap_begin_life(&life, "latency=1ns", "rate", "limit=3000000000");
	file = wrap_file_of(&life, "a");
	for (uint64_t i = 0; i < 3000; i++) {
		int64_t through = (int64_t)(i + 1) * 1000;

		time_write(&life, file, i);
		/* In its own time, or the ns that it is rounded up to. */
		CU_ASSERT_EQUAL(wrap_life_now(&life), (through + 2) / 3);
	}
	CU_ASSERT_EQUAL(wrap_life_now(&life), MS);
	/* What stood still is not caught up. */
	CU_ASSERT_EQUAL(life.b.wait_until(life.session, SIM_BEGIN + 2 * MS), 0);
	CU_ASSERT_EQUAL(time_read(&life, file, 0), 334);
	CU_ASSERT_EQUAL(life.b.close(file), 0);
	wrap_end_life(&life);
}

static void leaves_what_is_slower(void)
{
	struct wrap_life life;
	void *file;

	wrap_begin_life(&life, "latency=100us&ping_time=10us", "rate",
	                "limit=1000000000");
	file = wrap_file_of(&life, "a");
	CU_ASSERT_EQUAL(time_write(&life, file, 0), 100 * US);
	CU_ASSERT_EQUAL(life.b.ping(life.session), 0);
	CU_ASSERT_EQUAL(wrap_life_now(&life), 110 * US);
	CU_ASSERT_EQUAL(life.b.close(file), 0);
	wrap_end_life(&life);
}

static CU_TestInfo cases[] = {
        {"has what the backend has", has_what_the_backend_has},
        {"passes names on", passes_names_on},
        {"refuses half a wrapper", refuses_half_a_wrapper},
        {"reads lists of calls", reads_lists_of_calls},
        {"delay: to the nanosecond", delays_to_the_nanosecond},
        {"delay: what it is told", delays_what_it_is_told},
        {"delay: two peaks", has_two_peaks},
        {"delay: draws by its seed", draws_by_its_seed},
        {"delay: on the machine's clock", waits_on_the_machines_clock},
        {"rate: with its fractions", keeps_a_rate_with_its_fractions},
        {"rate: leaves what is slower", leaves_what_is_slower},
        CU_TEST_INFO_NULL,
};

UNIT_SUITE(wrap, cases)
