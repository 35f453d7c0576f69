/* test_histogram.c - the histogram against exact values found by sorting. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "measure/histogram.h"
#include "unit.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define SECOND        UINT64_C(1000000000)
#define MANY          5000

static const double quantiles[] = {0,   0.001, 0.07, 0.25,  0.5,
                                   0.9, 0.95,  0.99, 0.999, 1};

static int by_value(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static void record_all(struct histogram *histogram, const uint64_t *values,
                       size_t count)
{
	histogram_reset(histogram);
	for (size_t i = 0; i < count; i++)
		histogram_record(histogram, values[i]);
}

/* The smallest value that at least `quantile` of all do not exceed. */
static uint64_t exact(const uint64_t *sorted, size_t count, double quantile)
{
	size_t at = 0;

	while (at + 1 < count && (double)(at + 1) / (double)count < quantile)
		at++;
	return sorted[at];
}

static int near(uint64_t value, uint64_t right)
{
	uint64_t off = value > right ? value - right : right - value;

	return right < 128 ? off == 0 : off <= right / 64;
}

static void check(uint64_t *values, size_t count)
{
	static struct histogram histogram;
	long double sum = 0;

	record_all(&histogram, values, count);
	qsort(values, count, sizeof values[0], by_value);
	for (size_t i = 0; i < count; i++)
		sum += (long double)values[i];
	CU_ASSERT_EQUAL(histogram.total, count);
	CU_ASSERT_EQUAL(histogram_quantile(&histogram, 0), values[0]);
	CU_ASSERT_EQUAL(histogram_quantile(&histogram, 1), values[count - 1]);
	CU_ASSERT_DOUBLE_EQUAL(histogram_mean(&histogram) /
	                               (double)(sum / (long double)count),
	                       1, 1e-12);
	for (size_t i = 0; i < LENGTH(quantiles); i++) {
		uint64_t found = histogram_quantile(&histogram, quantiles[i]);

		CU_ASSERT_TRUE(near(found, exact(values, count, quantiles[i])));
		CU_ASSERT_TRUE(found >= values[0]);
		CU_ASSERT_TRUE(found <= values[count - 1]);
	}
}

static void buckets_cover_everything(void)
{
	CU_ASSERT_EQUAL(histogram_bucket(0), 0);
	CU_ASSERT_EQUAL(histogram_bucket(127), 127);
	CU_ASSERT_EQUAL(histogram_bucket(128), 128);
	CU_ASSERT_EQUAL(histogram_bucket(129), 128);
	CU_ASSERT_EQUAL(histogram_bucket(130), 129);
	CU_ASSERT_EQUAL(histogram_bucket(UINT64_MAX), HISTOGRAM_BUCKETS - 1);
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++) {
		uint64_t low = histogram_bucket_low(i);

		CU_ASSERT_EQUAL(histogram_bucket(low), i);
		if (i > 0)
			CU_ASSERT_EQUAL(histogram_bucket(low - 1), i - 1);
	}
}

static void agrees_with_sorting(void)
{
	static const struct {
		size_t count;
		uint64_t values[6];
	} table[] = {
	        {1, {1}},
	        {1, {17 * SECOND}},
	        {1, {3600 * SECOND}},
	        {1, {UINT64_MAX}},
	        {2, {1, UINT64_MAX}},
	        {2, {1000, 1001}},
	        {3, {999999, 5, 17 * SECOND}},
	        {4, {1, 17 * SECOND, 3600 * SECOND, UINT64_MAX}},
	        {5, {12345, 12345, 12345, 12345, 12345}},
	        {6, {0, 0, 1, 127, 128, 129}},
	};

	for (size_t i = 0; i < LENGTH(table); i++) {
		uint64_t values[6];

		memcpy(values, table[i].values, sizeof values);
		check(values, table[i].count);
	}
}

static void agrees_on_random_values(void)
{
	static uint64_t values[MANY];
	uint64_t state = 88172645463325252u;

	for (unsigned bits = 4; bits <= 64; bits += 12) {
		for (size_t i = 0; i < MANY; i++) {
			state ^= state << 13;
			state ^= state >> 7;
			state ^= state << 17;
			values[i] = state >> (64 - bits);
		}
		check(values, MANY);
	}
}

static void one_value_is_every_quantile(void)
{
	static const uint64_t values[] = {0, 1, 1000003, 17 * SECOND, UINT64_MAX};
	static struct histogram histogram;

	for (size_t i = 0; i < LENGTH(values); i++) {
		for (unsigned copies = 1; copies <= 1000; copies *= 10) {
			histogram_reset(&histogram);
			for (unsigned k = 0; k < copies; k++)
				histogram_record(&histogram, values[i]);
			for (size_t q = 0; q < LENGTH(quantiles); q++)
				CU_ASSERT_EQUAL(histogram_quantile(&histogram, quantiles[q]),
				                values[i]);
		}
	}
}

/* A slow tail must not be clipped: one in ten took 94 s. */
static void tells_a_slow_tail(void)
{
	static struct histogram histogram;

	histogram_reset(&histogram);
	for (int i = 0; i < 90; i++)
		histogram_record(&histogram, 1000);
	for (int i = 0; i < 10; i++)
		histogram_record(&histogram, 94 * SECOND);
	CU_ASSERT_TRUE(near(histogram_quantile(&histogram, 0.9), 1000));
	CU_ASSERT_TRUE(near(histogram_quantile(&histogram, 0.91), 94 * SECOND));
	CU_ASSERT_EQUAL(histogram_quantile(&histogram, 1), 94 * SECOND);
}

static void quantiles_rise(void)
{
	static struct histogram histogram;
	uint64_t last = 0;

	histogram_reset(&histogram);
	for (uint64_t v = 1; v < 3000; v += 7)
		histogram_record(&histogram, v * v);
	for (int i = 0; i <= 1000; i++) {
		uint64_t found = histogram_quantile(&histogram, i / 1000.0);

		CU_ASSERT_TRUE(found >= last);
		last = found;
	}
}

static void odd_quantiles(void)
{
	static const uint64_t values[] = {10, 20, 30};
	static struct histogram histogram;

	record_all(&histogram, values, 3);
	CU_ASSERT_EQUAL(histogram_quantile(&histogram, -1), 10);
	CU_ASSERT_EQUAL(histogram_quantile(&histogram, (double)NAN), 10);
	CU_ASSERT_EQUAL(histogram_quantile(&histogram, 2), 30);
	CU_ASSERT_EQUAL(histogram_quantile(&histogram, 1.0 / 3), 10);
	CU_ASSERT_EQUAL(histogram_quantile(&histogram, 0.5), 20);
	CU_ASSERT_EQUAL(histogram_quantile(&histogram, 2.0 / 3), 20);
	CU_ASSERT_EQUAL(histogram_quantile(&histogram, 0.67), 30);
}

/* 0.07 * 100 is a little above 7 as doubles: still the seventh value. */
static void rank_is_not_rounded_up(void)
{
	static struct histogram histogram;

	histogram_reset(&histogram);
	for (uint64_t v = 1; v <= 100; v++)
		histogram_record(&histogram, v);
	for (uint64_t v = 1; v <= 100; v++)
		CU_ASSERT_EQUAL(histogram_quantile(&histogram, (double)v / 100), v);
}

static void empty(void)
{
	static struct histogram histogram;

	histogram_reset(&histogram);
	CU_ASSERT_EQUAL(histogram.min, UINT64_MAX);
	CU_ASSERT_EQUAL(histogram_quantile(&histogram, 0), 0);
	CU_ASSERT_EQUAL(histogram_quantile(&histogram, 0.5), 0);
	CU_ASSERT_EQUAL(histogram_quantile(&histogram, 1), 0);
	CU_ASSERT_EQUAL(histogram_mean(&histogram), 0);
}

static void merges(void)
{
	static const uint64_t slow[] = {17 * SECOND, 20 * SECOND},
	                      fast[] = {1, 2, 3},
	                      all[] = {1, 2, 3, 17 * SECOND, 20 * SECOND};
	static struct histogram a, b, none, expected;

	record_all(&a, slow, 2);
	record_all(&b, fast, 3);
	histogram_reset(&none);
	record_all(&expected, all, 5);
	histogram_merge(&none, &a);
	CU_ASSERT_EQUAL(memcmp(&none, &a, sizeof a), 0);
	histogram_reset(&none);
	histogram_merge(&a, &none);
	histogram_merge(&a, &b);
	CU_ASSERT_EQUAL(memcmp(&a, &expected, sizeof a), 0);
	CU_ASSERT_EQUAL(histogram_quantile(&a, 0.6), 3);
	CU_ASSERT_EQUAL(histogram_quantile(&a, 1), 20 * SECOND);
}

static void reads_buckets_back(void)
{
	static const uint64_t values[] = {5, 700, 700, 80000};
	static struct histogram from, to;

	record_all(&from, values, LENGTH(values));
	histogram_reset(&to);
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++)
		if (from.counts[i] > 0)
			histogram_add_bucket(&to, i, from.counts[i]);
	CU_ASSERT_EQUAL(to.total, 4);
	to.min = from.min;
	to.max = from.max;
	histogram_set_sum(&to, histogram_sum(&from));
	CU_ASSERT_EQUAL(memcmp(&to, &from, sizeof to), 0);
}

/* Later, but the same. */
static void records_late(void)
{
	static const uint64_t values[] = {5, 700, 700, 0, 80000};
	static struct histogram at_once, later;
	uint64_t late = HISTOGRAM_NONE;

	record_all(&at_once, values, LENGTH(values));
	histogram_reset(&later);
	histogram_record_late(&later, &late, HISTOGRAM_NONE);
	CU_ASSERT_EQUAL(later.total, 0);
	for (size_t i = 0; i < LENGTH(values); i++) {
		histogram_record_late(&later, &late, values[i]);
		CU_ASSERT_EQUAL(later.total, i);
	}
	histogram_record_late(&later, &late, HISTOGRAM_NONE);
	CU_ASSERT_EQUAL(memcmp(&later, &at_once, sizeof later), 0);
	CU_ASSERT_EQUAL(late, HISTOGRAM_NONE);
}

static unsigned apart(unsigned a, unsigned b)
{
	return a > b ? a - b : b - a;
}

static uint64_t scaled(uint64_t value, double rate)
{
	return (uint64_t)((double)value * rate + 0.5);
}

static void scale_one(uint64_t value, double rate)
{
	static struct histogram ticks, ns;
	uint64_t right = scaled(value, rate), found;
	unsigned bucket = 0;

	histogram_reset(&ticks);
	/* Two others, so that neither min nor max gives the value away. */
	histogram_record(&ticks, 0);
	histogram_record(&ticks, value);
	histogram_record(&ticks, value * 4 + 4096);
	histogram_scale(&ns, &ticks, rate);
	CU_ASSERT_EQUAL(ns.total, 3);
	CU_ASSERT_EQUAL(ns.min, 0);
	CU_ASSERT_EQUAL(ns.max, scaled(value * 4 + 4096, rate));
	for (unsigned i = 0; i <= histogram_bucket(ns.max); i++)
		if (ns.counts[i] > 0 && apart(i, histogram_bucket(right)) <= 1)
			bucket = i + 1;
	CU_ASSERT_TRUE(bucket > 0);
	found = histogram_quantile(&ns, 0.5);
	CU_ASSERT_TRUE((found > right ? found - right : right - found) <=
	               right / 64 + 1);
}

/* Each value lands in the bucket of its ns or in one next to it: all small
 * ones, and the first, the last and the middle of each bucket above. */
static void scales_to_the_next_bucket(void)
{
	static const double rates[] = {0.2,   0.25, 0.370927, 0.4, 0.5,
	                               0.999, 1,    1.0001,   1.7, 41.666};

	for (size_t r = 0; r < LENGTH(rates); r++) {
		for (uint64_t v = 1; v < 2000; v++)
			scale_one(v, rates[r]);
		for (unsigned i = 700; i < histogram_bucket(UINT64_C(1) << 44); i++) {
			uint64_t low = histogram_bucket_low(i);
			uint64_t next = histogram_bucket_low(i + 1);

			scale_one(low, rates[r]);
			scale_one(low + (next - low) / 2, rates[r]);
			scale_one(next - 1, rates[r]);
		}
	}
}

static void scales_all_of_it(void)
{
	static struct histogram ticks, ns;
	const double rate = 0.370927;

	histogram_reset(&ticks);
	for (uint64_t v = 1; v <= MANY; v++)
		histogram_record(&ticks, v * 13);
	histogram_scale(&ns, &ticks, rate);
	CU_ASSERT_EQUAL(ns.total, MANY);
	CU_ASSERT_EQUAL(ns.min, 5);
	CU_ASSERT_EQUAL(ns.max, scaled(MANY * 13, rate));
	CU_ASSERT_DOUBLE_EQUAL(histogram_mean(&ns), (MANY + 1) / 2.0 * 13 * rate,
	                       1.0);
	for (size_t i = 1; i + 1 < LENGTH(quantiles); i++) {
		double right = quantiles[i] * MANY * 13 * rate;

		CU_ASSERT_DOUBLE_EQUAL((double)histogram_quantile(&ns, quantiles[i]),
		                       right, right / 64 + 1);
	}
	/* The same scale: the same figures. */
	histogram_scale(&ns, &ticks, 1);
	CU_ASSERT_EQUAL(memcmp(&ns, &ticks, sizeof ns), 0);
	histogram_reset(&ticks);
	histogram_scale(&ns, &ticks, 0.5);
	CU_ASSERT_EQUAL(memcmp(&ns, &ticks, sizeof ns), 0);
	/* What does not fit is the most that there is. */
	histogram_record(&ticks, UINT64_MAX);
	histogram_scale(&ns, &ticks, 100);
	CU_ASSERT_EQUAL(ns.max, UINT64_MAX);
	CU_ASSERT_EQUAL(ns.counts[HISTOGRAM_BUCKETS - 1], 1);
}

static void sums(void)
{
	static const struct {
		double sum;
		uint64_t low, carry;
	} table[] = {{0, 0, 0},
	             {-5, 0, 0},
	             {(double)NAN, 0, 0},
	             {12345.4, 12345, 0},
	             {9007199254740992.0, UINT64_C(9007199254740992), 0},
	             {18446744073709551616.0, 0, 1},
	             {3 * 18446744073709551616.0, 0, 3},
	             {1.5 * 18446744073709551616.0, UINT64_C(1) << 63, 1},
	             {(double)INFINITY, 0, UINT64_MAX}};
	static struct histogram histogram;

	for (size_t i = 0; i < LENGTH(table); i++) {
		histogram_reset(&histogram);
		histogram_set_sum(&histogram, table[i].sum);
		CU_ASSERT_EQUAL(histogram.sum, table[i].low);
		CU_ASSERT_EQUAL(histogram.carry, table[i].carry);
	}
	histogram_reset(&histogram);
	for (int i = 0; i < 4; i++)
		histogram_record(&histogram, UINT64_MAX);
	CU_ASSERT_EQUAL(histogram.sum, UINT64_MAX - 3);
	CU_ASSERT_EQUAL(histogram.carry, 3);
	CU_ASSERT_EQUAL(histogram_sum(&histogram), 4 * 18446744073709551616.0);
}

static CU_TestInfo cases[] = {
        {"buckets cover everything", buckets_cover_everything},
        {"agrees with sorting", agrees_with_sorting},
        {"agrees on random values", agrees_on_random_values},
        {"one value is every quantile", one_value_is_every_quantile},
        {"tells a slow tail", tells_a_slow_tail},
        {"quantiles rise", quantiles_rise},
        {"odd quantiles", odd_quantiles},
        {"rank is not rounded up", rank_is_not_rounded_up},
        {"empty", empty},
        {"merges", merges},
        {"reads buckets back", reads_buckets_back},
        {"records late", records_late},
        {"scales to the next bucket", scales_to_the_next_bucket},
        {"scales all of it", scales_all_of_it},
        {"sums", sums},
        CU_TEST_INFO_NULL};
UNIT_SUITE(histogram, cases)
