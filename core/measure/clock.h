/* clock.h - the one clock of all intervals. */
#ifndef BENCH_MEASURE_CLOCK_H
#define BENCH_MEASURE_CLOCK_H

#include <stdint.h>
#include <time.h>

#define CLOCK_NS_PER_S INT64_C(1000000000)

/* ns on CLOCK_MONOTONIC; never goes back, does not follow the wall clock. */
static inline int64_t clock_now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * CLOCK_NS_PER_S + now.tv_nsec;
}

/* Median cost of one clock_now_ns() in ns, from 1000 calls. */
double clock_cost_ns(void);

#endif
