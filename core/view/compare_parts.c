/* compare_parts.c - words and numbers of a comparison, the same wherever it is
 * shown. */
#include "view/compare.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include "config/units.h"
#include "view/label.h"

bool compare_fails(const struct compare_view *view, const struct match *match)
{
	return !isnan(view->fail_below) && match_is_below(match, view->fail_below);
}

size_t compare_failures(const struct compare_view *view)
{
	size_t count = 0;

	for (size_t i = 0; i < view->matches->count; i++)
		count += compare_fails(view, &view->matches->list[i]);
	return count;
}

static bool is_unchanged(const struct match *match)
{
	return match->judged && (match->verdict == COMPARE_SAME ||
	                         match->verdict == COMPARE_INCONCLUSIVE);
}

static const char *plural(size_t count)
{
	return count == 1 ? "" : "s";
}

void compare_add_unchanged(const struct compare_view *view, struct text *to)
{
	const struct matches *matches = view->matches;
	size_t count = matches->same + matches->inconclusive;
	double least = INFINITY, most = 0;

	if (count == 0)
		return;
	for (size_t i = 0; i < matches->count; i++) {
		const struct match *match = &matches->list[i];

		if (!is_unchanged(match))
			continue;
		least = fmin(least, match->ratio);
		most = fmax(most, match->ratio);
	}
	text_add(to, "no confirmed change in %zu cell%s: %zu the same within %g %%",
	         count, plural(count), matches->same, 100 * matches->delta);
	if (matches->inconclusive)
		text_add(to, ", %zu inconclusive", matches->inconclusive);
	text_add(to, "; B/A ");
	compare_add_ratio(least, to);
	text_add(to, " to ");
	compare_add_ratio(most, to);
}

void compare_add_missing(const struct compare_view *view, struct text *to)
{
	const struct matches *matches = view->matches;

	if (matches->lost)
		text_add(to, "%zu cell%s of A failed in B", matches->lost,
		         plural(matches->lost));
	if (matches->only_a)
		text_add(to, "%s%zu cell%s only in A", to->length ? ", " : "",
		         matches->only_a, plural(matches->only_a));
	if (matches->only_b)
		text_add(to, "%s%zu cell%s only in B", to->length ? ", " : "",
		         matches->only_b, plural(matches->only_b));
}

void compare_add_load(const struct summary_cell *cell, struct text *to)
{
	char sizes[LABEL_SIZES];
	size_t before = to->length;

	text_add(to, "%s", label_sizes(cell->file_size, cell->record_size, sizes));
	if (cell->threads != 1 && cell->threads != RESULT_NO_COUNT)
		text_add(to, "%st%" PRIu64, to->length > before ? " " : "",
		         cell->threads);
	if (cell->depth != 1 && cell->depth != RESULT_NO_COUNT)
		text_add(to, "%sd%" PRIu64, to->length > before ? " " : "",
		         cell->depth);
	if (to->length == before)
		text_add(to, "-");
}

void compare_add_target(const struct match *match, struct text *to)
{
	text_add(to, "%s", match->a->target);
	if (strcmp(match->a->target, match->b->target) != 0)
		text_add(to, ", %s", match->b->target);
}

char *compare_rate(const struct compare_view *view,
                   const struct summary_cell *cell, char *buffer)
{
	return units_print_rate(cell->rate.median, cell->by_ops ? 1 : view->divisor,
	                        buffer);
}

const char *compare_unit(const struct compare_view *view,
                         const struct summary_cell *cell)
{
	return cell->by_ops ? "1/s" : view->unit;
}

/* Three digits at least, in 6 columns for all that is likely. */
void compare_add_ratio(double ratio, struct text *to)
{
	char number[400];
	unsigned decimals = ratio < 0.1    ? 4
	                    : ratio < 10   ? 3
	                    : ratio < 100  ? 2
	                    : ratio < 1000 ? 1
	                                   : 0;

	if (ratio < 0.001) {
		text_add(to, "<0.001");
		return;
	}
	csv_real(ratio, decimals, number, sizeof number);
	text_add(to, "%s", *number ? number : "-");
}

void compare_add_interval(double low, double high, struct text *to)
{
	if (isnan(low) || isnan(high)) {
		text_add(to, "-");
		return;
	}
	compare_add_ratio(low, to);
	text_add(to, " to ");
	compare_add_ratio(high, to);
}
