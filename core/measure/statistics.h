/* statistics.h - what a handful of rounds says about a cell. */
#ifndef BENCH_MEASURE_STATISTICS_H
#define BENCH_MEASURE_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>

struct statistics {
	size_t count;
	double min, median, max, mean;
	double cv;         /* sample standard deviation / mean; 0 for count < 2 */
	double mad;        /* median of the distances from the median */
	bool has_interval; /* count >= 6 */
	double low, high;  /* 95 % interval of the median; only with has_interval */
};

/* Describes count >= 1 values, in any order; sorts them in place.
 *
 * The interval is Hettmansperger and Sheather's interpolation between order
 * statistics (Statistics & Probability Letters 4, 1986, 75-79), confidence
 * 0.95.  Under 6 values none exists and has_interval is false. */
void statistics_describe(double *values, size_t count, struct statistics *out);

/* Median of count >= 1 sorted values. */
double statistics_median(const double *sorted, size_t count);

/* Half the interval's width as a share of the median; a huge value (1e9) where
 * there is no interval or the median is not above 0. */
double statistics_half_width(const struct statistics *statistics);

/* The levels among rounds: two when the largest gap between neighbours is more
 * than 5 % of the median and parts the values so that at least 2 are on either
 * side, else one. */
struct statistics_modes {
	size_t count;         /* 1 or 2; 0 without values */
	double first, second; /* medians of the levels; equal when there is one */
	size_t in_first;      /* values of the lower level */
};

void statistics_modes(const double *sorted, size_t count,
                      struct statistics_modes *out);

#endif
