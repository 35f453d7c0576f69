/* summary_compare.c - the targets of one run held against one of them.
 *
 * In each round the targets of a block are measured one right after the other,
 * so a round of one and the same round of the other are a pair: what drifts
 * hits both.  A round that stands in for a flagged one takes its place. */
#include "result/summary.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Both sides of one comparison. */
struct pairs {
	double *before, *now;
	size_t count;
};

static const struct summary_round *find_round(const struct summary_cell *cell,
                                              uint64_t round)
{
	for (size_t i = 0; i < cell->count; i++)
		if (cell->rounds[i].round == round)
			return &cell->rounds[i];
	return NULL;
}

/* The round in whose place this one counts.  Each replaces an earlier one, so
 * that the chain ends. */
static uint64_t place_of(const struct summary_cell *cell,
                         const struct summary_round *round)
{
	while (cell->only_calm && round->replaces != 0 &&
	       round->replaces < round->round) {
		const struct summary_round *replaced =
		        find_round(cell, round->replaces);

		if (!replaced)
			return round->replaces;
		round = replaced;
	}
	return round->round;
}

/* The figure that stands in this place; NAN where none does. */
static double value_at(const struct summary_cell *cell, uint64_t place)
{
	for (size_t i = 0; i < cell->count; i++) {
		const struct summary_round *round = &cell->rounds[i];

		if (summary_uses(cell, round) && place_of(cell, round) == place)
			return cell->by_ops ? round->ops_per_s : round->throughput;
	}
	return (double)NAN;
}

static void pair_up(const struct summary_cell *reference,
                    const struct summary_cell *cell, struct pairs *pairs)
{
	pairs->count = 0;
	for (size_t i = 0; i < cell->count; i++) {
		const struct summary_round *round = &cell->rounds[i];
		uint64_t place = place_of(cell, round);
		double now = cell->by_ops ? round->ops_per_s : round->throughput;
		double before = value_at(reference, place);

		if (!summary_uses(cell, round) || place == RESULT_NO_COUNT ||
		    !isfinite(now) || !isfinite(before))
			continue;
		pairs->before[pairs->count] = before;
		pairs->now[pairs->count++] = now;
	}
}

static void compare_cell(const struct summary *summary, const char *reference,
                         struct summary_cell *cell, struct pairs *pairs)
{
	const struct summary_cell *other =
	        summary_find(summary, reference, cell->test, cell->file_size,
	                     cell->record_size, cell->threads, cell->depth);

	cell->against = NULL;
	cell->comparison = (struct comparison){0};
	cell->verdict = COMPARE_INCONCLUSIVE;
	if (!other || other == cell || other->by_ops != cell->by_ops ||
	    strcmp(cell->target, reference) == 0)
		return;
	pair_up(other, cell, pairs);
	if (pairs->count < SUMMARY_PAIRS)
		return;
	compare_pairs(pairs->before, pairs->now, pairs->count, &cell->comparison);
	if (cell->comparison.known)
		cell->against = reference;
}

/* All comparisons of the run are one family: each more that is looked at makes
 * a false alarm more likely. */
static int judge(struct summary *summary, struct comparison *list)
{
	size_t count = 0;
	int error;

	for (size_t i = 0; i < summary->count; i++)
		if (summary->cells[i].against)
			list[count++] = summary->cells[i].comparison;
	error = compare_adjust(list, count, COMPARE_Q);
	if (error < 0)
		return error;
	count = 0;
	for (size_t i = 0; i < summary->count; i++) {
		struct summary_cell *cell = &summary->cells[i];

		if (!cell->against)
			continue;
		cell->comparison = list[count++];
		cell->verdict = compare_verdict(&cell->comparison, COMPARE_DELTA);
	}
	return 0;
}

int summary_compare(struct summary *summary, const char *reference)
{
	size_t most = 1;
	struct pairs pairs = {0};
	struct comparison *list = calloc(summary->count + 1, sizeof *list);
	int error = -ENOMEM;

	for (size_t i = 0; i < summary->count; i++)
		if (summary->cells[i].count > most)
			most = summary->cells[i].count;
	pairs.before = calloc(most, sizeof *pairs.before);
	pairs.now = calloc(most, sizeof *pairs.now);
	if (list && pairs.before && pairs.now) {
		for (size_t i = 0; i < summary->count; i++)
			compare_cell(summary, reference, &summary->cells[i], &pairs);
		error = judge(summary, list);
	}
	free(list);
	free(pairs.before);
	free(pairs.now);
	return error;
}
