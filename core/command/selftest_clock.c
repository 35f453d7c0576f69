/* selftest_clock.c - the clock of all figures: what it is, what a reading
 * costs, whether it ever goes back, its steps, its rate. */
#include "command/selftest.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>
#include "command/selftest_walk.h"
#include "measure/clock.h"

#define COST_LIMIT  100.0 /* ns */
#define STEP_LIMIT  1000  /* ns */
#define DRIFT_NS    (200 * CLOCK_NS_PER_S / 1000)
#define DRIFT_LIMIT 50.0 /* ppm: what makes the flag `drift` of a row */
#define BRACKETS    50

static void say_cost(struct selftest *test, const struct clock_source *source)
{
	double cost = clock_ticks_cost_ns(source), system = clock_cost_ns();

	if (cost <= COST_LIMIT)
		selftest_say(test, SELFTEST_OK, "clock-cost",
		             "the clock is %s, a reading takes %.1f ns (the system's "
		             "clock %.1f)",
		             clock_kind_name(source->kind), cost, system);
	else
		selftest_say(test, SELFTEST_DOUBT, "clock-cost",
		             "the clock is %s, a reading takes %.1f ns and is in each "
		             "latency; is there a better one in "
		             "/sys/devices/system/clocksource/clocksource0/"
		             "available_clocksource?",
		             clock_kind_name(source->kind), cost);
}

static void say_walks(struct selftest *test, const struct clock_source *source,
                      const struct selftest_walks *walks)
{
	long long step = (long long)clock_ticks_to_ns(source, walks->step);

	if (walks->walked == 0) {
		selftest_say(test, SELFTEST_DOUBT, "clock-forward",
		             "no thread may be held on a processor here: not known");
		return;
	}
	if (walks->back)
		selftest_say(test, SELFTEST_FAILED, "clock-forward",
		             "expected a clock that never goes back, found %llu steps "
		             "back; use clock = system",
		             (unsigned long long)walks->back);
	else
		selftest_say(test, SELFTEST_OK, "clock-forward",
		             "never back in %d readings on each of %zu processors",
		             SELFTEST_READINGS, walks->walked);
	if (step <= STEP_LIMIT)
		selftest_say(test, SELFTEST_OK, "clock-step",
		             "the least step between two readings is %lld ns", step);
	else
		selftest_say(test, SELFTEST_DOUBT, "clock-step",
		             "the clock steps by %lld ns: latencies below some ten of "
		             "these say little",
		             step);
}

static void say_pairs(struct selftest *test, const struct clock_source *source,
                      const struct selftest_walks *walks)
{
	if (walks->cpus < 2)
		selftest_say(test, SELFTEST_OK, "clock-between",
		             "there is one processor only");
	else if (walks->turns < 2)
		selftest_say(test, SELFTEST_DOUBT, "clock-between",
		             "the processors were too busy to take turns: run it when "
		             "the machine is quieter");
	else if (walks->pair_back)
		selftest_say(test, SELFTEST_FAILED, "clock-between",
		             "expected all processors to have one time, found %llu of "
		             "%llu readings before the other's, by up to %lld ns; use "
		             "clock = system",
		             (unsigned long long)walks->pair_back,
		             (unsigned long long)walks->turns,
		             (long long)clock_ticks_to_ns(source, walks->most_back));
	else
		selftest_say(test, SELFTEST_OK, "clock-between",
		             "never back in %llu readings that %zu processors took in "
		             "turns",
		             (unsigned long long)walks->turns, walks->paired + 1);
}

/* The clock and the raw one at the same moment: the tightest of some. */
static void take_both(const struct clock_source *source, uint64_t *ticks,
                      int64_t *raw_ns)
{
	uint64_t narrowest = UINT64_MAX;

	for (int i = 0; i < BRACKETS; i++) {
		struct timespec raw;
		uint64_t before = clock_ticks(source), width;

		clock_gettime(CLOCK_MONOTONIC_RAW, &raw);
		width = clock_ticks(source) - before;
		if (width >= narrowest)
			continue;
		narrowest = width;
		*ticks = before + width / 2;
		*raw_ns = (int64_t)raw.tv_sec * CLOCK_NS_PER_S + raw.tv_nsec;
	}
}

static void say_drift(struct selftest *test, const struct clock_source *source)
{
	static const struct timespec span = {.tv_nsec = DRIFT_NS};
	uint64_t begin = 0, end = 0;
	int64_t raw_begin = 0, raw_end = 0;
	double ppm;

	take_both(source, &begin, &raw_begin);
	nanosleep(&span, NULL);
	take_both(source, &end, &raw_end);
	ppm = ((double)clock_ticks_to_ns(source, end - begin) /
	               (double)(raw_end - raw_begin) -
	       1) *
	      1e6;
	if (fabs(ppm) <= DRIFT_LIMIT)
		selftest_say(test, SELFTEST_OK, "clock-rate",
		             "%+.1f millionths from CLOCK_MONOTONIC_RAW in 200 ms",
		             ppm);
	else
		selftest_say(test, SELFTEST_DOUBT, "clock-rate",
		             "%+.1f millionths from CLOCK_MONOTONIC_RAW in 200 ms: the "
		             "system's time is being set (chronyc tracking), or the "
		             "machine was too busy; run it again later",
		             ppm);
}

void selftest_clock(struct selftest *test)
{
	struct selftest_walks walks;
	struct clock_source source;
	char *why = NULL;

	if (clock_choose(CLOCK_WANT_AUTO, &source, &why)) {
		selftest_say(test, SELFTEST_FAILED, "clock",
		             "expected a clock, found none: %s",
		             why ? why : "no memory");
		free(why);
		return;
	}
	say_cost(test, &source);
	selftest_walk(&source, &walks);
	say_walks(test, &source, &walks);
	say_pairs(test, &source, &walks);
	say_drift(test, &source);
}
