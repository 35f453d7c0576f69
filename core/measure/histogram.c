/* histogram.c - merging and asking the histogram of latencies; recording is
 * in the header, because it is the hot path. */
#include "measure/histogram.h"

#include <math.h>
#include <string.h>

#define SUB_BUCKETS (1u << HISTOGRAM_BITS)
#define TWO_TO_64   18446744073709551616.0

/* The middle of a bucket: half a bucket's width is the most it errs. */
static uint64_t bucket_middle(unsigned bucket)
{
	unsigned octave = bucket >> HISTOGRAM_BITS;
	uint64_t width = octave > 1 ? UINT64_C(1) << (octave - 1) : 1;

	return histogram_bucket_low(bucket) + width / 2;
}

/* The smallest rank k, from 1, with k / total >= quantile.  The product alone
 * may be a rounding error too high: 0.07 * 100 is above 7. */
static uint64_t rank_of(double quantile, uint64_t total)
{
	double product = ceil(quantile * (double)total);
	uint64_t rank = product < (double)total ? (uint64_t)product : total;

	if (rank > 1 && (double)(rank - 1) / (double)total >= quantile)
		rank--;
	return rank > 0 ? rank : 1;
}

/* The nearest whole number that fits. */
static uint64_t whole(double value)
{
	if (!(value > 0))
		return 0;
	return value < TWO_TO_64 ? (uint64_t)(value + 0.5) : UINT64_MAX;
}

static uint64_t clamp(uint64_t value, uint64_t min, uint64_t max)
{
	if (value < min)
		value = min;
	return value > max ? max : value;
}

void histogram_reset(struct histogram *histogram)
{
	memset(histogram, 0, sizeof *histogram);
	histogram->min = UINT64_MAX;
}

void histogram_merge(struct histogram *into, const struct histogram *from)
{
	/* Skipping the empty ones leaves untouched pages of a fresh histogram
	 * untouched: most are empty, and a summary holds thousands. */
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++)
		if (from->counts[i] > 0)
			into->counts[i] += from->counts[i];
	into->total += from->total;
	into->sum += from->sum;
	into->carry += from->carry + (into->sum < from->sum);
	if (from->min < into->min)
		into->min = from->min;
	if (from->max > into->max)
		into->max = from->max;
}

void histogram_add_bucket(struct histogram *histogram, unsigned bucket,
                          uint64_t count)
{
	histogram->counts[bucket] += count;
	histogram->total += count;
}

uint64_t histogram_bucket_low(unsigned bucket)
{
	unsigned octave = bucket >> HISTOGRAM_BITS;

	if (octave < 2)
		return bucket;
	return (uint64_t)(SUB_BUCKETS + (bucket & (SUB_BUCKETS - 1)))
	       << (octave - 1);
}

uint64_t histogram_quantile(const struct histogram *histogram, double quantile)
{
	uint64_t rank, seen = 0;
	unsigned bucket = 0;

	if (histogram->total == 0)
		return 0;
	if (!(quantile > 0))
		return histogram->min;
	rank = quantile < 1 ? rank_of(quantile, histogram->total)
	                    : histogram->total;
	/* The first and the last value are known exactly. */
	if (rank == histogram->total)
		return histogram->max;
	if (rank == 1)
		return histogram->min;
	while (bucket < HISTOGRAM_BUCKETS - 1 &&
	       (seen += histogram->counts[bucket]) < rank)
		bucket++;
	return clamp(bucket_middle(bucket), histogram->min, histogram->max);
}

double histogram_mean(const struct histogram *histogram)
{
	if (histogram->total == 0)
		return 0;
	return histogram_sum(histogram) / (double)histogram->total;
}

double histogram_sum(const struct histogram *histogram)
{
	return (double)histogram->carry * TWO_TO_64 + (double)histogram->sum;
}

void histogram_set_sum(struct histogram *histogram, double sum)
{
	double carry = sum > 0 ? floor(sum / TWO_TO_64) : 0;

	histogram->carry = whole(carry);
	histogram->sum = whole(sum - carry * TWO_TO_64);
}

void histogram_scale(struct histogram *into, const struct histogram *ticks,
                     double rate)
{
	histogram_reset(into);
	if (ticks->total == 0)
		return;
	into->min = whole((double)ticks->min * rate);
	into->max = whole((double)ticks->max * rate);
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++) {
		uint64_t middle;

		if (ticks->counts[i] == 0)
			continue;
		/* The middle is off by half a bucket at most, which is one of the
		 * narrowest buckets of the other scale: one next to it at most. */
		middle = clamp(bucket_middle(i), ticks->min, ticks->max);
		histogram_add_bucket(into,
		                     histogram_bucket(whole((double)middle * rate)),
		                     ticks->counts[i]);
	}
	histogram_set_sum(into, histogram_sum(ticks) * rate);
}
