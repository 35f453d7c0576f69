/* compare_table.c - a comparison in 80 columns: what changed, the largest
 * effect first; one sentence for what did not; the means. */
#include "view/compare.h"

#include <math.h>
#include <string.h>
#include "config/units.h"
#include "view/label.h"

enum { RATE = 6, UNIT = 6, RATIO = 6, CELLS = 5 };
/* Room for target, test and sizes together; each gets what it needs. */
enum { NAMES = 34, LOAD_MOST = 16, TARGET_LEAST = 6 };
enum { MEAN_TARGET = 20, MEAN_TEST = 17 };

struct widths {
	size_t target, test, load;
};

static void add_head(const struct compare_view *view, struct text *to)
{
	const struct matches *matches = view->matches;
	struct text line = {0};

	text_add(&line, "A: %s", view->a->path);
	label_wrap(to, line.bytes, 0, 3, view->utf8);
	text_free(&line);
	text_add(&line, "B: %s%s", view->b->path,
	         matches->paired ? "  (the same run, paired by round)" : "");
	label_wrap(to, line.bytes, 0, 3, view->utf8);
	text_free(&line);
	text_add(&line,
	         "%zu cells compared: %zu slower, %zu faster, %zu the same, %zu "
	         "inconclusive",
	         matches->count, matches->slower, matches->faster, matches->same,
	         matches->inconclusive);
	if (matches->few)
		text_add(&line, ", %zu without enough rounds", matches->few);
	label_wrap(to, line.bytes, 0, 2, view->utf8);
	text_free(&line);
}

/* Makes a column of what was added to a text, and empties it. */
static void put(struct text *to, struct text *word, size_t columns, bool right,
                bool utf8)
{
	if (right)
		label_right(to, word->bytes, columns, utf8);
	else
		label_left(to, word->bytes, columns, utf8);
	to->failed = to->failed || word->failed;
	text_free(word);
	text_add(to, " ");
}

static void widen(size_t *width, const struct text *word, bool utf8)
{
	size_t columns = label_columns(word->bytes, utf8);

	if (columns > *width)
		*width = columns;
}

static struct widths measure(const struct compare_view *view)
{
	struct widths widths = {TARGET_LEAST, 5, 5};

	for (size_t i = 0; i < view->matches->count; i++) {
		const struct match *match = &view->matches->list[i];
		struct text target = {0}, test = {0}, load = {0};

		compare_add_target(match, &target);
		text_add(&test, "%s", match->a->test);
		compare_add_load(match->a, &load);
		widen(&widths.target, &target, view->utf8);
		widen(&widths.test, &test, view->utf8);
		widen(&widths.load, &load, view->utf8);
		text_free(&target);
		text_free(&test);
		text_free(&load);
	}
	if (widths.load > LOAD_MOST)
		widths.load = LOAD_MOST;
	if (widths.test > NAMES - TARGET_LEAST - widths.load)
		widths.test = NAMES - TARGET_LEAST - widths.load;
	if (widths.target > NAMES - widths.test - widths.load)
		widths.target = NAMES - widths.test - widths.load;
	return widths;
}

static void add_titles(const struct widths *widths, struct text *to)
{
	text_add(to, "  %-*s %-*s %-*s %*s %*s %-*s %*s %s\n", (int)widths->target,
	         "target", (int)widths->test, "test", (int)widths->load, "sizes",
	         RATE, "A", RATE, "B", UNIT, "", RATIO, "B/A", "interval");
}

static void trim(struct text *to)
{
	while (to->length && to->bytes[to->length - 1] == ' ')
		to->bytes[--to->length] = '\0';
}

static void add_match(const struct compare_view *view,
                      const struct widths *widths, const struct match *match,
                      struct text *to)
{
	struct text word = {0};
	char number[UNITS_TEXT];

	text_add(to, "  ");
	compare_add_target(match, &word);
	put(to, &word, widths->target, false, view->utf8);
	text_add(&word, "%s", match->a->test);
	put(to, &word, widths->test, false, view->utf8);
	compare_add_load(match->a, &word);
	put(to, &word, widths->load, false, view->utf8);
	text_add(&word, "%s", compare_rate(view, match->a, number));
	put(to, &word, RATE, true, view->utf8);
	text_add(&word, "%s", compare_rate(view, match->b, number));
	put(to, &word, RATE, true, view->utf8);
	text_add(&word, "%s", compare_unit(view, match->a));
	put(to, &word, UNIT, false, view->utf8);
	compare_add_ratio(match->ratio, &word);
	put(to, &word, RATIO, true, view->utf8);
	if (!isnan(match->low)) {
		struct text narrow = {0};

		compare_add_ratio(match->low, &narrow);
		text_add(&narrow, "-");
		compare_add_ratio(match->high, &narrow);
		text_add(to, "%s", narrow.bytes ? narrow.bytes : "");
		text_free(&narrow);
	}
	trim(to);
	text_add(to, "\n");
}

/* Those with one verdict, under a heading; nothing where there are none. */
static void add_section(const struct compare_view *view, bool judged,
                        enum compare_verdict verdict, const char *heading,
                        struct text *to)
{
	struct widths widths = measure(view);
	bool any = false;

	for (size_t i = 0; i < view->matches->count; i++) {
		const struct match *match = &view->matches->list[i];

		if (match->judged != judged || (judged && match->verdict != verdict))
			continue;
		if (!any) {
			text_add(to, "\n%s\n", heading);
			add_titles(&widths, to);
		}
		any = true;
		add_match(view, &widths, match, to);
	}
}

static void add_mean(const struct compare_view *view, const char *target,
                     const char *test, const struct match_mean *mean,
                     struct text *to)
{
	struct text word = {0};

	text_add(to, "  ");
	text_add(&word, "%s", target);
	put(to, &word, MEAN_TARGET, false, view->utf8);
	text_add(&word, "%s", test);
	put(to, &word, MEAN_TEST, false, view->utf8);
	text_add(&word, "%zu", mean->cells);
	put(to, &word, CELLS, true, view->utf8);
	compare_add_ratio(mean->ratio, &word);
	put(to, &word, RATIO, true, view->utf8);
	compare_add_interval(mean->low, mean->high, &word);
	text_add(to, " %s\n", word.bytes ? word.bytes : "");
	text_free(&word);
}

static void add_means(const struct compare_view *view, struct text *to)
{
	const struct matches *matches = view->matches;

	text_add(to,
	         "\ngeometric mean of B/A, its 95 %% interval by rounds\n"
	         "  %-*s %-*s %*s %*s  %s\n",
	         MEAN_TARGET, "target", MEAN_TEST, "test", CELLS, "cells", RATIO,
	         "B/A", "interval");
	for (size_t i = 0; i < matches->mean_count; i++)
		add_mean(view, matches->means[i].target, matches->means[i].test,
		         &matches->means[i], to);
	if (matches->mean_count > 1)
		add_mean(view, "all", "", &matches->all, to);
}

static void add_sentence(const struct compare_view *view, struct text *sentence,
                         struct text *to)
{
	if (sentence->length) {
		text_add(to, "\n");
		label_wrap(to, sentence->bytes, 0, 2, view->utf8);
	}
	to->failed = to->failed || sentence->failed;
	text_free(sentence);
}

static void add_failure(const struct compare_view *view, struct text *to)
{
	struct text sentence = {0};
	size_t count = compare_failures(view);

	if (isnan(view->fail_below))
		return;
	text_add(&sentence, "--fail-below %g%%: ", 100 * view->fail_below);
	if (count)
		text_add(&sentence, "failed, %zu cell%s confirmed slower by more",
		         count, count == 1 ? " is" : "s are");
	else
		text_add(&sentence, "no cell is confirmed slower by more");
	add_sentence(view, &sentence, to);
}

void compare_print_table(const struct compare_view *view, struct text *to)
{
	struct text sentence = {0};

	add_head(view, to);
	add_section(view, true, COMPARE_SLOWER, "slower in B, confirmed", to);
	add_section(view, true, COMPARE_FASTER, "faster in B, confirmed", to);
	add_section(view, false, COMPARE_INCONCLUSIVE,
	            "not enough rounds for a verdict (6 on both sides)", to);
	compare_add_unchanged(view, &sentence);
	add_sentence(view, &sentence, to);
	compare_add_missing(view, &sentence);
	add_sentence(view, &sentence, to);
	add_means(view, to);
	add_failure(view, to);
}
