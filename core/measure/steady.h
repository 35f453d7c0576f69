/* steady.h - has a series of figures settled?
 *
 * The test of SNIA's Solid State Storage Performance Test Specification: over
 * the last values neither the range nor the climb of a fitted line is more than
 * a share of their mean. */
#ifndef BENCH_MEASURE_STEADY_H
#define BENCH_MEASURE_STEADY_H

#include <stdbool.h>
#include <stddef.h>

struct steady_rule {
	size_t window; /* values that are looked at: the last ones; 2 or more */
	double range;  /* the most of (max - min) / mean */
	double climb;  /* the most of |fitted slope| x window / mean */
};

/* 5 values, 20 %, 10 %: a device that has filled up.  SNIA takes the line's
 * rise from the first to the last value, slope x 4; this is stricter by 5/4. */
extern const struct steady_rule steady_device;
/* 5 windows, 5 %, 2 %: a warm-up has done its work. */
extern const struct steady_rule steady_warm;

struct steady {
	bool steady;
	double mean;
	double range, climb; /* as shares of the mean; climb with its sign */
};

/* Judges the last rule->window of count values; fewer than that are not steady,
 * and all of *out is 0 then.  Nor is a mean that is not above 0. */
void steady_judge(const struct steady_rule *rule, const double *values,
                  size_t count, struct steady *out);

#endif
