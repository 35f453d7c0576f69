/* statistics.c - median, spread and the interval of the median. */
#include "measure/statistics.h"

#include <math.h>
#include <stdlib.h>

#define CONFIDENCE 0.95
#define FEWEST     6 /* values that an interval of 95 % can be made of */
#define NO_IDEA    1e9
#define LOG_OF_2   0.69314718055994530942
#define MODE_GAP   0.05 /* of the median, between two levels */
#define MODE_LEAST 2    /* values on either side */

static int by_value(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static double mean_of(const double *values, size_t count)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += values[i];
	return sum / (double)count;
}

static double variation(const double *values, size_t count, double mean)
{
	double squares = 0;

	if (count < 2 || mean == 0)
		return 0;
	for (size_t i = 0; i < count; i++)
		squares += (values[i] - mean) * (values[i] - mean);
	return sqrt(squares / (double)(count - 1)) / mean;
}

/* The depth j of the narrowest pair of order statistics, the j-th from below
 * and from above, that still covers the median with CONFIDENCE; its coverage
 * and that of the next narrower pair.  Coverage is the binomial's middle; the
 * terms go by logarithms, since 0.5^n is 0 from 1075 values on. */
static size_t outer_pair(size_t count, double *outer, double *inner)
{
	double term = -LOG_OF_2 * (double)count, tail = 0;
	size_t depth = 0;

	*outer = *inner = 0;
	for (size_t k = 1; k <= count / 2; k++) {
		double coverage;

		tail += exp(term);
		coverage = 1 - 2 * tail;
		if (coverage < CONFIDENCE) {
			*inner = coverage;
			break;
		}
		depth = k;
		*outer = coverage;
		term += log((double)(count - k + 1) / (double)k);
	}
	return depth;
}

static void median_interval(const double *sorted, size_t count,
                            struct statistics *out)
{
	double outer, inner, share, weight, n = (double)count, j;
	size_t depth = outer_pair(count, &outer, &inner);

	if (depth == 0 || depth >= count - depth)
		return;
	j = (double)depth;
	share = (outer - CONFIDENCE) / (outer - inner);
	weight = (n - j) * share / (j + (n - 2 * j) * share);
	out->low = (1 - weight) * sorted[depth - 1] + weight * sorted[depth];
	out->high = (1 - weight) * sorted[count - depth] +
	            weight * sorted[count - depth - 1];
	out->has_interval = true;
}

/* The median of the distances from the median, without room for a copy: going
 * outwards from the middle, the nearer of the two next neighbours comes next,
 * so the distances come by in order. */
static double median_distance(const double *sorted, size_t count, double median)
{
	size_t below = 0, above;
	double last = 0, before = 0;

	while (below < count && sorted[below] < median)
		below++;
	above = below;
	for (size_t taken = 0; taken <= count / 2; taken++) {
		double down = below > 0 ? median - sorted[below - 1] : INFINITY;
		double up = above < count ? sorted[above] - median : INFINITY;

		before = last;
		last = fmin(down, up);
		if (down < up)
			below--;
		else
			above++;
	}
	return count % 2 == 1 ? last : (before + last) / 2;
}

void statistics_describe(double *values, size_t count, struct statistics *out)
{
	*out = (struct statistics){.count = count};
	if (count == 0)
		return;
	qsort(values, count, sizeof values[0], by_value);
	out->min = values[0];
	out->max = values[count - 1];
	out->median = statistics_median(values, count);
	out->mean = mean_of(values, count);
	out->cv = variation(values, count, out->mean);
	out->mad = median_distance(values, count, out->median);
	if (count >= FEWEST)
		median_interval(values, count, out);
}

double statistics_median(const double *sorted, size_t count)
{
	size_t middle = count / 2;

	if (count % 2 == 1)
		return sorted[middle];
	return (sorted[middle - 1] + sorted[middle]) / 2;
}

double statistics_half_width(const struct statistics *statistics)
{
	if (!statistics->has_interval || !(statistics->median > 0))
		return NO_IDEA;
	return (statistics->high - statistics->low) / 2 / statistics->median;
}

void statistics_modes(const double *sorted, size_t count,
                      struct statistics_modes *out)
{
	size_t at = 0;
	double widest = 0, median;

	*out = (struct statistics_modes){.count = 0};
	if (count == 0)
		return;
	/* The largest gap of all, wherever: one stray value is no level, and two
	 * levels behind a larger stray are not looked for. */
	for (size_t i = 1; i < count; i++)
		if (sorted[i] - sorted[i - 1] > widest) {
			widest = sorted[i] - sorted[i - 1];
			at = i;
		}
	median = statistics_median(sorted, count);
	*out = (struct statistics_modes){
	        .count = 1, .first = median, .second = median, .in_first = count};
	if (widest <= MODE_GAP * fabs(median) || at < MODE_LEAST ||
	    count - at < MODE_LEAST)
		return;
	*out = (struct statistics_modes){
	        .count = 2,
	        .first = statistics_median(sorted, at),
	        .second = statistics_median(sorted + at, count - at),
	        .in_first = at};
}
