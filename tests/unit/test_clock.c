/* test_clock.c - ticks into ns, and a counter whose rate is taken. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include "measure/clock.h"
#include "unit.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define MS            (CLOCK_NS_PER_S / 1000)

static int64_t away(int64_t a, int64_t b)
{
	return a > b ? a - b : b - a;
}

/* Made up: 2.5 ticks a nanosecond. */
static const struct clock_source counter = {.kind = CLOCK_TSC,
                                            .ns_per_tick = 0.4,
                                            .calibrated_ns_per_tick = 0.4,
                                            .base_ticks = 1000000,
                                            .base_ns = 50000};

static void converts_lengths(void)
{
	static const struct {
		uint64_t ticks;
		int64_t ns;
	} table[] = {{0, 0},
	             {5, 2},
	             {2500, 1000},
	             {UINT64_C(9000000000000000), INT64_C(3600000000000000)}};

	for (size_t i = 0; i < LENGTH(table); i++) {
		CU_ASSERT_EQUAL(clock_ticks_to_ns(&counter, table[i].ticks),
		                table[i].ns);
		CU_ASSERT_EQUAL(clock_ns_to_ticks(&counter, table[i].ns),
		                table[i].ticks);
	}
	/* To the nearest. */
	CU_ASSERT_EQUAL(clock_ticks_to_ns(&counter, 1), 0);
	CU_ASSERT_EQUAL(clock_ticks_to_ns(&counter, 2), 1);
}

static void converts_moments(void)
{
	static const struct {
		uint64_t ticks;
		int64_t ns;
	} table[] = {{1000000, 50000},
	             {1000005, 50002},
	             {999995, 49998},
	             {1002500, 51000},
	             {997500, 49000}};

	for (size_t i = 0; i < LENGTH(table); i++) {
		CU_ASSERT_EQUAL(clock_ns_at(&counter, table[i].ticks), table[i].ns);
		CU_ASSERT_EQUAL(clock_ticks_at(&counter, table[i].ns), table[i].ticks);
	}
}

static void the_system_clock_counts_ns(void)
{
	struct clock_source source;
	char *why = NULL;
	int64_t before = clock_now_ns(), ticks;

	CU_ASSERT_EQUAL(clock_choose(CLOCK_WANT_SYSTEM, &source, &why), 0);
	CU_ASSERT_PTR_NULL(why);
	CU_ASSERT_EQUAL(source.kind, CLOCK_SYSTEM);
	CU_ASSERT_STRING_EQUAL(clock_kind_name(source.kind), "system");
	ticks = (int64_t)clock_ticks(&source);
	CU_ASSERT_TRUE(before <= ticks && ticks <= clock_now_ns());
	CU_ASSERT_EQUAL(clock_ticks_to_ns(&source, UINT64_C(9007199254740993)),
	                INT64_C(9007199254740993));
	CU_ASSERT_EQUAL(clock_ns_to_ticks(&source, 7), 7);
	CU_ASSERT_EQUAL(clock_ns_at(&source, 12345), 12345);
	CU_ASSERT_EQUAL(clock_ticks_at(&source, 12345), 12345);
	/* A rate is for counters. */
	clock_set_rate(&source, 3);
	clock_refine(&source);
	CU_ASSERT_EQUAL(source.ns_per_tick, 1);
	CU_ASSERT_TRUE(isnan(clock_drift_ppm(&source)));
}

/* Whichever the machine gives: the TSC by name wherever auto takes it and where
 * the processor alone says that it will do, and a sentence elsewhere. */
static void chooses(void)
{
	struct clock_source wanted, found;
	char *why = NULL;
	int error = clock_choose(CLOCK_WANT_TSC, &wanted, &why);

	CU_ASSERT_EQUAL(clock_choose(CLOCK_WANT_AUTO, &found, NULL), 0);
	if (error) {
		CU_ASSERT_EQUAL(error, -ENOTSUP);
		CU_ASSERT_PTR_NOT_NULL(why);
		CU_ASSERT_EQUAL(found.kind, CLOCK_SYSTEM);
	} else {
		CU_ASSERT_PTR_NULL(why);
		CU_ASSERT_EQUAL(wanted.kind, CLOCK_TSC);
		CU_ASSERT_STRING_EQUAL(clock_kind_name(wanted.kind), "tsc");
		CU_ASSERT_TRUE(found.ns_per_tick > 0);
	}
	free(why);
	CU_ASSERT_TRUE(away(clock_ns_at(&found, clock_ticks(&found)),
	                    clock_now_ns()) < 100 * MS);
}

/* The counter is there on any x86-64, whether or not the kernel trusts it; on
 * others it is the system's clock and its rate 1. */
static void takes_a_rate(void)
{
	struct clock_source source = {.kind = CLOCK_TSC,
	                              .base_ticks = clock_ticks_tsc(),
	                              .base_ns = clock_now_ns()};
	double rate;
	int64_t middle, before;
	uint64_t ticks;

	CU_ASSERT_TRUE(isnan(clock_drift_ppm(&source)));
	clock_refine(&source);
	CU_ASSERT_EQUAL(source.ns_per_tick, 0);
	clock_calibrate(&source, 0);
	CU_ASSERT_TRUE(clock_now_ns() - source.base_ns >= CLOCK_QUICK_NS);
	rate = source.ns_per_tick;
	CU_ASSERT_TRUE(rate > 0.01 && rate < 100);
	CU_ASSERT_EQUAL(source.calibrated_ns_per_tick, rate);
	before = clock_now_ns();
	ticks = clock_ticks(&source);
	middle = before + (clock_now_ns() - before) / 2;
	/* A tenth of a second would be a wrong rate; 10 ms is another's turn. */
	CU_ASSERT_TRUE(away(clock_ns_at(&source, ticks), middle) < 10 * MS);
	/* Somebody gave a rate that is 1000 ppm too high. */
	clock_set_rate(&source, rate * 1.001);
	CU_ASSERT_EQUAL(source.ns_per_tick, rate * 1.001);
	CU_ASSERT_DOUBLE_EQUAL(clock_drift_ppm(&source), -999, 300);
	clock_refine(&source);
	CU_ASSERT_DOUBLE_EQUAL(source.ns_per_tick / rate, 1, 3e-4);
	CU_ASSERT_EQUAL(source.calibrated_ns_per_tick, rate * 1.001);
	clock_set_rate(&source, -1);
	CU_ASSERT_TRUE(source.ns_per_tick > 0);
}

static void reading_has_a_cost(void)
{
	struct clock_source source;
	int64_t last = clock_now_ns();

	CU_ASSERT_EQUAL(clock_start(CLOCK_WANT_AUTO, &source, NULL), 0);
	CU_ASSERT_TRUE(clock_cost_ns() > 0);
	CU_ASSERT_TRUE(clock_ticks_cost_ns(&source) > 0);
	for (int i = 0; i < 1000; i++) {
		int64_t now = clock_now_ns();

		CU_ASSERT_TRUE(now >= last);
		last = now;
	}
}

static CU_TestInfo cases[] = {
        {"converts lengths", converts_lengths},
        {"converts moments", converts_moments},
        {"the system clock counts ns", the_system_clock_counts_ns},
        {"chooses", chooses},
        {"takes a rate", takes_a_rate},
        {"reading has a cost", reading_has_a_cost},
        CU_TEST_INFO_NULL};
UNIT_SUITE(clock, cases)
