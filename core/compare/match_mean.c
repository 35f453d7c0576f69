/* match_mean.c - geometric means over cells.
 *
 * What disturbs a round disturbs all of its cells, so cells are not
 * independent, and rounds are.  Hence the interval is that of the rounds: the
 * geometric mean of all cells in the first round, in the second, and so on, A's
 * against B's.  The cells are those that were chosen, no sample of others. */
#include "compare/match.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NOT_KNOWN ((double)NAN)

/* Sums of logarithms, by round, of both sides. */
struct sums {
	double *a, *b, *values;
	size_t a_rounds, b_rounds, cells;
};

static bool belongs(const struct match_mean *mean, const struct match *match)
{
	return !mean->target || (strcmp(mean->target, match->a->target) == 0 &&
	                         strcmp(mean->test, match->a->test) == 0);
}

static void add_cell(const struct summary_cell *cell, double *sums,
                     size_t *rounds, double *values)
{
	size_t count = match_values(cell, values);

	if (count < *rounds)
		*rounds = count;
	for (size_t i = 0; i < *rounds; i++)
		sums[i] += log(values[i]);
}

/* From sums of logarithms to means of rates. */
static void resolve(double *sums, size_t rounds, size_t cells)
{
	for (size_t i = 0; i < rounds; i++)
		sums[i] = exp(sums[i] / (double)cells);
}

/* All of the cells have their ratio; how sure it is say the rounds. */
static void add_interval(const struct matches *matches, struct sums *sums,
                         struct match_mean *mean)
{
	struct comparison comparison;

	resolve(sums->a, sums->a_rounds, sums->cells);
	resolve(sums->b, sums->b_rounds, sums->cells);
	if (matches->paired) {
		size_t rounds = sums->a_rounds < sums->b_rounds ? sums->a_rounds
		                                                : sums->b_rounds;

		compare_pairs(sums->a, sums->b, rounds, &comparison);
	} else {
		compare_rounds(sums->a, sums->a_rounds, sums->b, sums->b_rounds,
		               &comparison);
	}
	if (!comparison.known)
		return;
	mean->low = mean->ratio * comparison.low / comparison.ratio;
	mean->high = mean->ratio * comparison.high / comparison.ratio;
}

static void fill_mean(const struct matches *matches, struct sums *sums,
                      size_t most, struct match_mean *mean)
{
	bool judged = false;
	double logs = 0;

	memset(sums->a, 0, most * sizeof sums->a[0]);
	memset(sums->b, 0, most * sizeof sums->b[0]);
	sums->a_rounds = sums->b_rounds = most;
	sums->cells = 0;
	for (size_t i = 0; i < matches->count; i++)
		judged = judged ||
		         (matches->list[i].judged && belongs(mean, &matches->list[i]));
	for (size_t i = 0; i < matches->count; i++) {
		const struct match *match = &matches->list[i];

		if (!belongs(mean, match) || match->judged != judged)
			continue;
		logs += log(match->ratio);
		sums->cells++;
		add_cell(match->a, sums->a, &sums->a_rounds, sums->values);
		add_cell(match->b, sums->b, &sums->b_rounds, sums->values);
	}
	mean->cells = sums->cells;
	mean->ratio = exp(logs / (double)sums->cells);
	mean->low = mean->high = NOT_KNOWN;
	if (judged)
		add_interval(matches, sums, mean);
}

/* One of each target and test, in the order of the run. */
static void name_means(struct matches *matches)
{
	for (size_t i = 0; i < matches->count; i++) {
		const struct match *match = &matches->list[i];
		size_t known = 0;

		while (known < matches->mean_count &&
		       !belongs(&matches->means[known], match))
			known++;
		if (known == matches->mean_count)
			matches->means[matches->mean_count++] = (struct match_mean){
			        .target = match->a->target, .test = match->a->test};
	}
}

static size_t most_rounds(const struct matches *matches)
{
	size_t most = 1;

	for (size_t i = 0; i < matches->count; i++) {
		const struct match *match = &matches->list[i];

		if (match->a->count > most)
			most = match->a->count;
		if (match->b->count > most)
			most = match->b->count;
	}
	return most;
}

int match_means(struct matches *matches)
{
	size_t most = most_rounds(matches);
	struct sums sums = {.a = calloc(most, sizeof *sums.a),
	                    .b = calloc(most, sizeof *sums.b),
	                    .values = calloc(most, sizeof *sums.values)};
	int error = -ENOMEM;

	matches->means = calloc(matches->count + 1, sizeof *matches->means);
	if (sums.a && sums.b && sums.values && matches->means) {
		error = 0;
		name_means(matches);
		for (size_t i = 0; i < matches->mean_count; i++)
			fill_mean(matches, &sums, most, &matches->means[i]);
		if (matches->count > 0)
			fill_mean(matches, &sums, most, &matches->all);
	}
	free(sums.a);
	free(sums.b);
	free(sums.values);
	return error;
}
