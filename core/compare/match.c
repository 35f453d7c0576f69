/* match.c - finds the pairs of cells, judges each, and all of them together. */
#include "compare/match.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"

#define NOT_KNOWN ((double)NAN)

/* Room for the figures of any one cell of either side. */
struct room {
	double *a, *b;
};

static size_t most_rounds(const struct summary *summary)
{
	size_t most = 1;

	for (size_t i = 0; i < summary->count; i++)
		if (summary->cells[i].count > most)
			most = summary->cells[i].count;
	return most;
}

size_t match_values(const struct summary_cell *cell, double *values)
{
	size_t count = 0;

	for (size_t i = 0; i < cell->count; i++) {
		const struct summary_round *round = &cell->rounds[i];
		double value = cell->by_ops ? round->ops_per_s : round->throughput;

		if (summary_uses(cell, round) && isfinite(value) && value > 0)
			values[count++] = value;
	}
	return count;
}

static double mean_log(const double *values, size_t count)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += log(values[i]);
	return sum / (double)count;
}

/* Rounds that stood side by side were paired by summary_compare(). */
static void compare_match(struct match *match, bool paired, double delta,
                          const struct room *room)
{
	match->a_rounds = match_values(match->a, room->a);
	match->b_rounds = match_values(match->b, room->b);
	match->ratio = exp(mean_log(room->b, match->b_rounds) -
	                   mean_log(room->a, match->a_rounds));
	match->low = match->high = NOT_KNOWN;
	if (match->a_rounds < SUMMARY_PAIRS || match->b_rounds < SUMMARY_PAIRS)
		return;
	if (!paired) {
		compare_rounds(room->a, match->a_rounds, room->b, match->b_rounds,
		               &match->comparison);
		compare_beyond(&match->comparison, delta);
	} else if (match->b->against) {
		match->comparison = match->b->comparison;
	}
	match->judged = match->comparison.known;
	if (!match->judged)
		return;
	match->ratio = match->comparison.ratio;
	match->low = match->comparison.low;
	match->high = match->comparison.high;
}

static bool is_wanted(const struct summary_cell *cell, const char *target)
{
	return !target || strcmp(cell->target, target) == 0;
}

/* The same size, or one that is not told. */
static bool fits(uint64_t a, uint64_t b)
{
	return a == b || a == RESULT_NO_COUNT || b == RESULT_NO_COUNT;
}

/* Published figures do not always tell their sizes: then the one cell that can
 * be meant, if there is only one. */
static const struct summary_cell *only_fitting(const struct summary *of,
                                               const struct summary_cell *cell,
                                               const char *target)
{
	const struct summary_cell *found = NULL;

	for (size_t i = 0; i < of->count; i++) {
		const struct summary_cell *each = &of->cells[i];

		if (strcmp(each->target, target) != 0 ||
		    strcmp(each->test, cell->test) != 0 ||
		    !fits(each->file_size, cell->file_size) ||
		    !fits(each->record_size, cell->record_size) ||
		    each->threads != cell->threads || each->depth != cell->depth)
			continue;
		if (found)
			return NULL;
		found = each;
	}
	return found;
}

static const struct summary_cell *partner(const struct summary *of,
                                          const struct summary_cell *cell,
                                          const char *target)
{
	const struct summary_cell *same;

	if (!target)
		target = cell->target;
	same = summary_find(of, target, cell->test, cell->file_size,
	                    cell->record_size, cell->threads, cell->depth);
	return same ? same : only_fitting(of, cell, target);
}

static bool has_figure(const struct summary_cell *cell, const struct room *room)
{
	return cell && match_values(cell, room->a) > 0;
}

static bool has_failed(const struct summary_cell *cell)
{
	return cell &&
	       (cell->status == RESULT_ERROR || cell->status == RESULT_TIMEOUT);
}

/* The cells of A, each with its partner. */
static void pair_cells(const struct side *a, const struct side *b,
                       const struct match_wish *wish, const struct room *room,
                       struct matches *out)
{
	for (size_t i = 0; i < a->summary.count; i++) {
		const struct summary_cell *cell = &a->summary.cells[i];
		const struct summary_cell *other = partner(
		        &b->summary, cell, wish->with ? wish->with : wish->target);

		if (!is_wanted(cell, wish->target) || !has_figure(cell, room))
			continue;
		if (has_figure(other, room) && other->by_ops == cell->by_ops) {
			struct match *match = &out->list[out->count++];

			*match = (struct match){.a = cell, .b = other};
			compare_match(match, out->paired, out->delta, room);
		} else if (has_failed(other)) {
			out->lost_cells[out->lost++] = other;
		} else {
			out->only_a++;
		}
	}
}

/* Those of B that A has no figure of. */
static void count_others(const struct side *a, const struct side *b,
                         const struct match_wish *wish, const struct room *room,
                         struct matches *out)
{
	const char *with = wish->with ? wish->with : wish->target;

	for (size_t i = 0; i < b->summary.count; i++) {
		const struct summary_cell *cell = &b->summary.cells[i];

		if (is_wanted(cell, with) && has_figure(cell, room) &&
		    !has_figure(partner(&a->summary, cell, wish->target), room))
			out->only_b++;
	}
}

/* All that were looked at are one family: each more makes a false alarm more
 * likely. */
static int judge(struct matches *out)
{
	struct comparison *list = calloc(out->count + 1, sizeof *list);
	size_t known = 0;
	int error = -ENOMEM;

	if (!list)
		return error;
	for (size_t i = 0; i < out->count; i++)
		if (out->list[i].judged)
			list[known++] = out->list[i].comparison;
	error = compare_adjust(list, known, COMPARE_Q);
	known = 0;
	for (size_t i = 0; !error && i < out->count; i++) {
		struct match *match = &out->list[i];

		if (!match->judged)
			continue;
		match->comparison = list[known++];
		match->verdict = compare_verdict(&match->comparison, out->delta);
	}
	free(list);
	return error;
}

static void count_verdicts(struct matches *out)
{
	for (size_t i = 0; i < out->count; i++) {
		const struct match *match = &out->list[i];

		if (!match->judged)
			out->few++;
		else if (match->verdict == COMPARE_SLOWER)
			out->slower++;
		else if (match->verdict == COMPARE_FASTER)
			out->faster++;
		else if (match->verdict == COMPARE_SAME)
			out->same++;
		else
			out->inconclusive++;
	}
}

/* The larger effect first; equal ones stay as they were measured. */
static int by_effect(const void *left, const void *right)
{
	const struct match *a = left, *b = right;
	double of_a = fabs(log(a->ratio)), of_b = fabs(log(b->ratio));

	if (of_a != of_b)
		return of_a < of_b ? 1 : -1;
	return (a->a > b->a) - (a->a < b->a);
}

static int say_nothing_matches(const struct side *a, const struct side *b,
                               const struct match_wish *wish,
                               const struct matches *out, char **why)
{
	char *of_a = wish->target ? NULL : side_targets(a);
	char *of_b = wish->target ? NULL : side_targets(b);
	int error = failure(
	        why, ENOENT,
	        "no cell with a figure is in both: test, sizes, threads and depth "
	        "must be the same; %zu are only in A and %zu only in B%s%s%s%s%s",
	        out->only_a + out->lost, out->only_b,
	        of_a && of_b ? "; A has the targets " : "", of_a ? of_a : "",
	        of_a && of_b ? ", B has " : "", of_b ? of_b : "",
	        of_a && of_b ? "; --target X --with Y compares those of different "
	                       "names"
	                     : "");

	free(of_a);
	free(of_b);
	return error;
}

static int check_wish(const struct side *a, const struct side *b,
                      const struct match_wish *wish, char **why)
{
	const char *with = wish->with ? wish->with : wish->target;
	bool in_a = !wish->target || side_has_target(a, wish->target);
	const struct side *lacking = in_a ? b : a;
	char *names;
	int error;

	if (in_a && (!with || side_has_target(b, with)))
		return 0;
	names = side_targets(lacking);
	error = failure(why, ENOENT, "%s: no target `%s` in it; there are %s",
	                lacking->path, in_a ? with : wish->target,
	                names ? names : "");
	free(names);
	return error;
}

static int build(struct side *a, struct side *b, const struct match_wish *wish,
                 const struct room *room, struct matches *out)
{
	int error;

	if (!room->a || !room->b || !out->list || !out->lost_cells)
		return -ENOMEM;
	out->delta = wish->delta;
	out->paired = a == b;
	error = out->paired ? summary_compare(&a->summary, wish->target) : 0;
	if (error)
		return error;
	pair_cells(a, b, wish, room, out);
	count_others(a, b, wish, room, out);
	error = judge(out);
	if (error)
		return error;
	count_verdicts(out);
	error = match_means(out);
	/* Last: the means are in the order of the run. */
	if (out->count > 1)
		qsort(out->list, out->count, sizeof out->list[0], by_effect);
	return error;
}

int match_build(struct side *a, struct side *b, const struct match_wish *wish,
                struct matches *out, char **why)
{
	size_t most = most_rounds(&a->summary) + most_rounds(&b->summary);
	struct room room = {calloc(most, sizeof(double)),
	                    calloc(most, sizeof(double))};
	int error;

	*out = (struct matches){0};
	error = check_wish(a, b, wish, why);
	if (error)
		goto end;
	out->list = calloc(a->summary.count + 1, sizeof *out->list);
	out->lost_cells = calloc(a->summary.count + 1, sizeof *out->lost_cells);
	if (build(a, b, wish, &room, out) != 0)
		error = failure(why, ENOMEM, "no memory for the comparison");
	else if (out->count == 0)
		error = say_nothing_matches(a, b, wish, out, why);
end:
	free(room.a);
	free(room.b);
	return error;
}

void match_free(struct matches *matches)
{
	free(matches->list);
	free(matches->means);
	free(matches->lost_cells);
	*matches = (struct matches){0};
}

bool match_is_below(const struct match *match, double share)
{
	return match->judged && match->verdict == COMPARE_SLOWER &&
	       match->ratio < 1 - share;
}

const char *match_verdict_name(const struct match *match)
{
	return match->judged ? compare_verdict_name(match->verdict)
	                     : "not enough rounds";
}
