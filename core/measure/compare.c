/* compare.c - tests on logarithms, their p, and what many of them may claim.
 *
 * Rates differ by factors, so logarithms are compared.  Welch's test needs no
 * equal spread on both sides (B. L. Welch, Biometrika 34, 1947); a test by
 * ranks would have a floor under its p (2 in 3432 for 7 rounds against 7) that
 * a matrix of 100 cells never gets past. */
#include "measure/compare.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include "measure/statistics.h"

#define NOT_KNOWN ((double)NAN)

struct moments {
	double mean, variance; /* of the sample: by n - 1 */
};

static int by_value(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static bool positive(const double *values, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!(values[i] > 0) || !isfinite(values[i]))
			return false;
	return true;
}

/* The i-th logarithm: of a rate, or of the ratio of a pair. */
static double log_at(const double *values, const double *by, size_t i)
{
	return by ? log(values[i] / by[i]) : log(values[i]);
}

static void moments_of(const double *values, const double *by, size_t count,
                       struct moments *out)
{
	double sum = 0, squares = 0;

	for (size_t i = 0; i < count; i++)
		sum += log_at(values, by, i);
	out->mean = sum / (double)count;
	for (size_t i = 0; i < count; i++) {
		double off = log_at(values, by, i) - out->mean;

		squares += off * off;
	}
	out->variance = squares / (double)(count - 1);
}

/* Two levels?  false also where there is no memory to sort a copy in. */
static bool has_two_levels(const double *values, size_t count)
{
	double *sorted = calloc(count, sizeof *sorted);
	struct statistics_modes modes = {.count = 0};

	if (!sorted)
		return false;
	for (size_t i = 0; i < count; i++)
		sorted[i] = values[i];
	qsort(sorted, count, sizeof sorted[0], by_value);
	statistics_modes(sorted, count, &modes);
	free(sorted);
	return modes.count == 2;
}

/* From the difference of logarithms, its standard error and the degrees. */
static void conclude(double difference, double error, double df,
                     struct comparison *out)
{
	double reach = 0;

	out->known = true;
	out->df = df;
	out->ratio = exp(difference);
	if (error > 0) {
		out->t = difference / error;
		reach = error * compare_t_bound(COMPARE_CONFIDENCE, df);
	} else {
		/* Rounds that agree to the last digit. */
		out->t = difference != 0 ? copysign((double)INFINITY, difference) : 0;
	}
	out->p = compare_t_tails(out->t, df);
	out->low = exp(difference - reach);
	out->high = exp(difference + reach);
}

static void nothing_known(struct comparison *out)
{
	*out = (struct comparison){.ratio = NOT_KNOWN,
	                           .low = NOT_KNOWN,
	                           .high = NOT_KNOWN,
	                           .t = NOT_KNOWN,
	                           .df = NOT_KNOWN,
	                           .p = NOT_KNOWN};
}

/* Welch and Satterthwaite's degrees of freedom. */
static double degrees(double a, size_t a_count, double b, size_t b_count)
{
	double parts =
	        a * a / (double)(a_count - 1) + b * b / (double)(b_count - 1);

	if (!(parts > 0))
		return (double)(a_count + b_count - 2);
	return (a + b) * (a + b) / parts;
}

void compare_rounds(const double *before, size_t before_count,
                    const double *now, size_t now_count, struct comparison *out)
{
	struct moments a, b;
	double a_part, b_part;

	nothing_known(out);
	if (before_count < 2 || now_count < 2 || !positive(before, before_count) ||
	    !positive(now, now_count))
		return;
	moments_of(before, NULL, before_count, &a);
	moments_of(now, NULL, now_count, &b);
	a_part = a.variance / (double)before_count;
	b_part = b.variance / (double)now_count;
	conclude(b.mean - a.mean, sqrt(a_part + b_part),
	         degrees(a_part, before_count, b_part, now_count), out);
	out->bimodal = has_two_levels(before, before_count) ||
	               has_two_levels(now, now_count);
}

void compare_pairs(const double *before, const double *now, size_t count,
                   struct comparison *out)
{
	struct moments difference;

	nothing_known(out);
	if (count < 2 || !positive(before, count) || !positive(now, count))
		return;
	moments_of(now, before, count, &difference);
	conclude(difference.mean, sqrt(difference.variance / (double)count),
	         (double)(count - 1), out);
	out->bimodal = has_two_levels(before, count) || has_two_levels(now, count);
}

void compare_beyond(struct comparison *comparison, double delta)
{
	double difference = log(comparison->ratio);
	double margin = difference < 0 ? -log1p(-delta) : log1p(delta);
	double beyond = fabs(difference) - margin;

	if (!comparison->known)
		return;
	if (!(beyond > 0))
		comparison->p = 1;
	else if (isfinite(comparison->t))
		comparison->p = compare_t_tails(
		        comparison->t * beyond / fabs(difference), comparison->df);
}

int compare_adjust(struct comparison *list, size_t count, double q)
{
	double *sorted = calloc(count ? count : 1, sizeof *sorted), bound = -1;
	size_t known = 0;

	if (!sorted)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++)
		if (list[i].known)
			sorted[known++] = list[i].p;
	qsort(sorted, known, sizeof sorted[0], by_value);
	for (size_t k = 1; k <= known; k++)
		if (sorted[k - 1] <= q * (double)k / (double)known)
			bound = sorted[k - 1];
	for (size_t i = 0; i < count; i++)
		list[i].significant = list[i].known && list[i].p <= bound;
	free(sorted);
	return 0;
}

enum compare_verdict compare_verdict(const struct comparison *comparison,
                                     double delta)
{
	if (!comparison->known)
		return COMPARE_INCONCLUSIVE;
	if (comparison->significant && comparison->ratio < 1 - delta)
		return COMPARE_SLOWER;
	if (comparison->significant && comparison->ratio > 1 + delta)
		return COMPARE_FASTER;
	if (!comparison->bimodal && comparison->low >= 1 - delta &&
	    comparison->high <= 1 + delta)
		return COMPARE_SAME;
	return COMPARE_INCONCLUSIVE;
}

const char *compare_verdict_name(enum compare_verdict verdict)
{
	static const char *const names[] = {[COMPARE_INCONCLUSIVE] = "inconclusive",
	                                    [COMPARE_SAME] = "same",
	                                    [COMPARE_SLOWER] = "slower",
	                                    [COMPARE_FASTER] = "faster"};

	return names[verdict];
}
