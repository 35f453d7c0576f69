/* clock.h - the one clock of all intervals, and a cheaper way of reading it.
 *
 * Every interval is in ns of CLOCK_MONOTONIC.  Where the processor's time stamp
 * counter (TSC) is what the kernel itself tells the time from, a loop reads the
 * counter instead, which costs a third, keeps ticks, and makes ns of them when
 * all is over.  A clock_source says which of the two it is; with CLOCK_SYSTEM a
 * tick is a nanosecond of CLOCK_MONOTONIC.
 *
 *     clock_choose(CLOCK_WANT_AUTO, &source, &why);
 *     start = clock_ticks(&source);  ...  end = clock_ticks(&source);
 *     clock_refine(&source);
 *     ns = clock_ticks_to_ns(&source, end - start);
 */
#ifndef BENCH_MEASURE_CLOCK_H
#define BENCH_MEASURE_CLOCK_H

#include <stdint.h>
#include <time.h>

#define CLOCK_NS_PER_S INT64_C(1000000000)

/* What clock_choose() lets pass between the two readings that a rate comes
 * from: within 2 ppm.  A coordinator takes CLOCK_THOROUGH_NS. */
#define CLOCK_QUICK_NS    (20 * CLOCK_NS_PER_S / 1000)
#define CLOCK_THOROUGH_NS (200 * CLOCK_NS_PER_S / 1000)

enum clock_want { CLOCK_WANT_AUTO, CLOCK_WANT_TSC, CLOCK_WANT_SYSTEM };
enum clock_kind { CLOCK_TSC, CLOCK_SYSTEM };

struct clock_source {
	enum clock_kind kind;
	double ns_per_tick;            /* 1 for CLOCK_SYSTEM */
	double calibrated_ns_per_tick; /* before any clock_refine() */
	uint64_t base_ticks;           /* taken at one moment */
	int64_t base_ns;
};

/* ns on CLOCK_MONOTONIC; never goes back, does not follow the wall clock. */
static inline int64_t clock_now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * CLOCK_NS_PER_S + now.tv_nsec;
}

/* The counter as it is; only for a source of CLOCK_TSC. */
static inline uint64_t clock_ticks_tsc(void)
{
#if defined(__x86_64__)
	return __builtin_ia32_rdtsc();
#else
	return (uint64_t)clock_now_ns();
#endif
}

static inline uint64_t clock_ticks(const struct clock_source *source)
{
	return source->kind == CLOCK_TSC ? clock_ticks_tsc()
	                                 : (uint64_t)clock_now_ns();
}

/* A length of time. */
static inline int64_t clock_ticks_to_ns(const struct clock_source *source,
                                        uint64_t ticks)
{
	if (source->kind == CLOCK_SYSTEM)
		return (int64_t)ticks;
	return (int64_t)((double)ticks * source->ns_per_tick + 0.5);
}

static inline uint64_t clock_ns_to_ticks(const struct clock_source *source,
                                         int64_t ns)
{
	if (source->kind == CLOCK_SYSTEM)
		return (uint64_t)ns;
	return (uint64_t)((double)ns / source->ns_per_tick + 0.5);
}

/* A moment: ticks as read, ns as of clock_now_ns().  Also before the base. */
static inline int64_t clock_ns_at(const struct clock_source *source,
                                  uint64_t ticks)
{
	if (source->kind == CLOCK_SYSTEM)
		return (int64_t)ticks;
	if (ticks < source->base_ticks)
		return source->base_ns -
		       clock_ticks_to_ns(source, source->base_ticks - ticks);
	return source->base_ns +
	       clock_ticks_to_ns(source, ticks - source->base_ticks);
}

static inline uint64_t clock_ticks_at(const struct clock_source *source,
                                      int64_t ns)
{
	if (source->kind == CLOCK_SYSTEM)
		return (uint64_t)ns;
	if (ns < source->base_ns)
		return source->base_ticks -
		       clock_ns_to_ticks(source, source->base_ns - ns);
	return source->base_ticks + clock_ns_to_ticks(source, ns - source->base_ns);
}

/* Chooses and calibrates: clock_start() and clock_calibrate(CLOCK_QUICK_NS).
 * Takes 20 ms where it is the TSC. */
int clock_choose(enum clock_want want, struct clock_source *source, char **why);

/* Chooses only; a TSC needs clock_calibrate() or clock_set_rate() next.
 * CLOCK_WANT_TSC takes the counter wherever the processor says that its rate is
 * constant, else it is -ENOTSUP and a sentence; CLOCK_WANT_AUTO takes it only
 * where the kernel tells the time from it too, else the system's clock. */
int clock_start(enum clock_want want, struct clock_source *source, char **why);
/* Sleeps until span_ns after the base, where that is yet to come, and takes the
 * rate from base to now. */
void clock_calibrate(struct clock_source *source, int64_t span_ns);
/* The rate as somebody else measured it on this machine. */
void clock_set_rate(struct clock_source *source, double ns_per_tick);
/* At the end of a measurement: the rate over all of the time since the base,
 * once that is CLOCK_QUICK_NS or more.  Does not wait. */
void clock_refine(struct clock_source *source);
/* The rate over all of the time since the base, against the calibrated one, in
 * millionths.  NAN where nothing can be said: CLOCK_SYSTEM, which is what it
 * would be held against, and less than CLOCK_QUICK_NS. */
double clock_drift_ppm(const struct clock_source *source);

const char *clock_kind_name(enum clock_kind kind); /* "tsc", "system" */

/* Median cost of one clock_now_ns() in ns, from 1000 calls. */
double clock_cost_ns(void);
/* The same of clock_ticks(). */
double clock_ticks_cost_ns(const struct clock_source *source);

#endif
