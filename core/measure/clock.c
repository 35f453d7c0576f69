/* clock.c - choosing the clock, the counter's rate, and what reading costs.
 *
 * Every operation is timed, so the cost of a reading is in every latency; a run
 * records it beside its results. */
#include "measure/clock.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "measure/statistics.h"

#define BATCHES    40
#define BATCH_SIZE 25
#define BRACKETS   50

static int by_value(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Both clocks at one moment: the tightest of 50 readings of the one between two
 * of the other, so that an interruption in some of them does no harm. */
static void take_pair(uint64_t *ticks, int64_t *ns)
{
	uint64_t narrowest = UINT64_MAX;

	for (int i = 0; i < BRACKETS; i++) {
		uint64_t before = clock_ticks_tsc();
		int64_t between = clock_now_ns();
		uint64_t width = clock_ticks_tsc() - before;

		if (width >= narrowest)
			continue;
		narrowest = width;
		*ticks = before + width / 2;
		*ns = between;
	}
}

/* Whether a word stands in the first line of a file that begins with `start`.
 * The lines of flags are long, so they are read as they come. */
static bool line_has_word(const char *path, const char *start, const char *word)
{
	size_t length = strlen(word), size = 0;
	char *line = NULL;
	bool found = false;
	FILE *file = fopen(path, "re");

	while (file && getline(&line, &size, file) > 0) {
		const char *at = line;

		if (strncmp(line, start, strlen(start)) != 0)
			continue;
		while (!found && (at = strstr(at, word))) {
			found = (at == line || strchr(" \t:", at[-1])) &&
			        strchr(" \t\n", at[length]);
			at += length;
		}
		break;
	}
	free(line);
	if (file)
		fclose(file);
	return found;
}

/* Why the counter will not do here; NULL when it will.  Nobody asked for by
 * name, it must also be what the kernel trusts. */
static const char *objection(enum clock_want want)
{
	static const char flags[] = "/proc/cpuinfo";

#if !defined(__x86_64__)
	return "only x86-64 has it";
#endif
	if (!line_has_word(flags, "flags", "constant_tsc"))
		return "its rate is not constant on this processor (/proc/cpuinfo)";
	if (!line_has_word(flags, "flags", "nonstop_tsc"))
		return "it stops while this processor sleeps (/proc/cpuinfo)";
	if (want == CLOCK_WANT_AUTO &&
	    !line_has_word("/sys/devices/system/clocksource/clocksource0/"
	                   "current_clocksource",
	                   "", "tsc"))
		return "the kernel itself does not tell the time from it "
		       "(/sys/devices/system/clocksource/clocksource0/"
		       "current_clocksource)";
	return NULL;
}

int clock_start(enum clock_want want, struct clock_source *source, char **why)
{
	const char *against = want == CLOCK_WANT_SYSTEM ? "" : objection(want);

	*source = (struct clock_source){.kind = CLOCK_SYSTEM,
	                                .ns_per_tick = 1,
	                                .calibrated_ns_per_tick = 1};
	if (against && want == CLOCK_WANT_TSC)
		return failure(why, ENOTSUP,
		               "the processor's time stamp counter can't be the "
		               "clock: %s; use the system's clock",
		               against);
	if (against) {
		source->base_ns = clock_now_ns();
		source->base_ticks = (uint64_t)source->base_ns;
		return 0;
	}
	source->kind = CLOCK_TSC;
	take_pair(&source->base_ticks, &source->base_ns);
	return 0;
}

int clock_choose(enum clock_want want, struct clock_source *source, char **why)
{
	int error = clock_start(want, source, why);

	if (!error)
		clock_calibrate(source, CLOCK_QUICK_NS);
	return error;
}

/* ns per tick from the base to now; 0 while that is too short to tell. */
static double rate_since_base(const struct clock_source *source)
{
	uint64_t ticks = 0;
	int64_t ns = 0;

	take_pair(&ticks, &ns);
	if (ns - source->base_ns < CLOCK_QUICK_NS || ticks <= source->base_ticks)
		return 0;
	return (double)(ns - source->base_ns) /
	       (double)(ticks - source->base_ticks);
}

static void sleep_until(int64_t ns)
{
	struct timespec at = {.tv_sec = (time_t)(ns / CLOCK_NS_PER_S),
	                      .tv_nsec = (long)(ns % CLOCK_NS_PER_S)};

	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL) == EINTR)
		;
}

void clock_calibrate(struct clock_source *source, int64_t span_ns)
{
	double rate = 0;

	if (source->kind != CLOCK_TSC)
		return;
	if (span_ns < CLOCK_QUICK_NS)
		span_ns = CLOCK_QUICK_NS;
	while (!(rate > 0)) {
		/* The pair's middle may lie a little before the wake-up. */
		sleep_until(source->base_ns + span_ns);
		rate = rate_since_base(source);
		span_ns += CLOCK_QUICK_NS;
	}
	clock_set_rate(source, rate);
}

void clock_set_rate(struct clock_source *source, double ns_per_tick)
{
	if (source->kind != CLOCK_TSC || !(ns_per_tick > 0))
		return;
	source->ns_per_tick = source->calibrated_ns_per_tick = ns_per_tick;
}

void clock_refine(struct clock_source *source)
{
	double rate = source->kind == CLOCK_TSC ? rate_since_base(source) : 0;

	if (rate > 0)
		source->ns_per_tick = rate;
}

double clock_drift_ppm(const struct clock_source *source)
{
	double rate = source->kind == CLOCK_TSC ? rate_since_base(source) : 0;

	if (!(rate > 0))
		return (double)NAN;
	return (rate / source->calibrated_ns_per_tick - 1) * 1e6;
}

const char *clock_kind_name(enum clock_kind kind)
{
	return kind == CLOCK_TSC ? "tsc" : "system";
}

double clock_cost_ns(void)
{
	static const struct clock_source system = {.kind = CLOCK_SYSTEM,
	                                           .ns_per_tick = 1};

	return clock_ticks_cost_ns(&system);
}

/* Keeps the compiler from leaving out readings that nobody looks at. */
static inline void use(uint64_t ticks)
{
	__asm__ volatile("" : : "r"(ticks));
}

double clock_ticks_cost_ns(const struct clock_source *source)
{
	double costs[BATCHES];

	/* Batches, because one call is near the clock's own resolution. */
	for (int i = 0; i < BATCHES; i++) {
		int64_t start = clock_now_ns();

		for (int k = 0; k < BATCH_SIZE; k++)
			use(clock_ticks(source));
		costs[i] = (double)(clock_now_ns() - start) / BATCH_SIZE;
	}
	qsort(costs, BATCHES, sizeof costs[0], by_value);
	return statistics_median(costs, BATCHES);
}
