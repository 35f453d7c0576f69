/* histogram.h - a log-linear histogram of latencies.
 *
 * 64 buckets an octave: a value is known to 1/64 (1.6 %) of itself; values
 * below 128 exactly.  The whole range of uint64_t fits, so nothing is ever
 * clipped.  One thread records into one histogram; merge afterwards. */
#ifndef BENCH_MEASURE_HISTOGRAM_H
#define BENCH_MEASURE_HISTOGRAM_H

#include <stdint.h>
#include <stddef.h>

#define HISTOGRAM_BITS    6
#define HISTOGRAM_BUCKETS ((64 - HISTOGRAM_BITS + 1) << HISTOGRAM_BITS)

/* Zeroed memory is not an empty histogram: call histogram_reset(). */
struct histogram {
	uint64_t total;    /* values recorded */
	uint64_t min, max; /* exact; min is UINT64_MAX while empty */
	/* All values, for the mean; read it by histogram_sum().  Whole numbers,
	 * because adding a double costs more; carry counts the overflows. */
	uint64_t sum, carry;
	uint64_t counts[HISTOGRAM_BUCKETS];
};

/* The bucket of a value: the top HISTOGRAM_BITS + 1 bits and the exponent. */
static inline unsigned histogram_bucket(uint64_t value)
{
	unsigned top = 63u - (unsigned)__builtin_clzll(
	                             value | (UINT64_C(1) << HISTOGRAM_BITS));
	unsigned shift = top - HISTOGRAM_BITS;

	return (unsigned)(value >> shift) + (shift << HISTOGRAM_BITS);
}

/* Hot path: no branch but those of min and max. */
static inline void histogram_record(struct histogram *histogram, uint64_t value)
{
	histogram->counts[histogram_bucket(value)]++;
	histogram->total++;
	histogram->sum += value;
	histogram->carry += histogram->sum < value;
	if (value > histogram->max)
		histogram->max = value;
	if (value < histogram->min)
		histogram->min = value;
}

/* No value: what a loop begins and ends with. */
#define HISTOGRAM_NONE UINT64_MAX

/* The hottest path: records the value of the operation before and keeps this
 * one in *late, so that nothing waits for a bucket whose number was only just
 * computed from the clock; 11 instead of 17 ns for a reading of the TSC and the
 * recording of it, where this was measured.
 *
 *     late = HISTOGRAM_NONE;
 *     loop: histogram_record_late(histogram, &late, ticks);
 *     histogram_record_late(histogram, &late, HISTOGRAM_NONE);
 */
static inline void histogram_record_late(struct histogram *histogram,
                                         uint64_t *late, uint64_t value)
{
	if (*late != HISTOGRAM_NONE)
		histogram_record(histogram, *late);
	*late = value;
}

void histogram_reset(struct histogram *histogram);
/* Adds all of `from` to `into`. */
void histogram_merge(struct histogram *into, const struct histogram *from);
/* Adds `count` values of one bucket, as read back from a file; the caller
 * sets min, max and histogram_set_sum() itself. */
void histogram_add_bucket(struct histogram *histogram, unsigned bucket,
                          uint64_t count);
/* The lowest value of a bucket (bucket < HISTOGRAM_BUCKETS). */
uint64_t histogram_bucket_low(unsigned bucket);

/* The smallest recorded value v so that at least `quantile` (0 to 1) of all
 * values are <= v, to within its bucket (the bucket's middle), and never below
 * min or above max; quantile 0 is min, 1 is max.  0 while empty. */
uint64_t histogram_quantile(const struct histogram *histogram, double quantile);
/* Arithmetic mean; 0 while empty. */
double histogram_mean(const struct histogram *histogram);

double histogram_sum(const struct histogram *histogram);
/* To the nearest whole number; what is below 0, no number or above 2^128 is
 * taken as the nearest that there can be. */
void histogram_set_sum(struct histogram *histogram, double sum);

/* Makes a histogram of ns (rate: ns per tick, above 0) from one of ticks; what
 * was in `into` is gone.  Each value lands in the bucket that it would have
 * landed in if it had been recorded in ns, or in one next to it; so a quantile
 * errs by 1/64 (1.6 %) of itself and 1 ns at most, instead of 1/128.  total,
 * min, max and mean are exact to 1 ns.  `into` may not be `ticks`. */
void histogram_scale(struct histogram *into, const struct histogram *ticks,
                     double rate);

#endif
