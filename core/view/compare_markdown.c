/* compare_markdown.c - a comparison to be pasted into a ticket. */
#include "view/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "config/units.h"
#include "result/clean.h"

/* Text from outside: one line, and nothing that Markdown would take for more.
 */
static void add_plain(const char *text, struct text *to)
{
	char *clean = clean_text(text);

	to->failed = to->failed || !clean;
	for (const char *at = clean; at && *at; at++) {
		if (strchr("\\`*_|<>[]#~&", *at))
			text_add(to, "\\");
		text_add_bytes(to, at, 1);
	}
	free(clean);
}

static void add_match(const struct compare_view *view,
                      const struct match *match, struct text *to)
{
	struct text target = {0};
	char number[UNITS_TEXT];

	compare_add_target(match, &target);
	text_add(to, "| %s | ", match_verdict_name(match));
	add_plain(target.bytes, to);
	text_add(to, " | ");
	add_plain(match->a->test, to);
	text_add(to, " | ");
	compare_add_load(match->a, to);
	text_add(to, " | %s |", compare_rate(view, match->a, number));
	text_add(to, " %s | %s | ", compare_rate(view, match->b, number),
	         compare_unit(view, match->a));
	compare_add_ratio(match->ratio, to);
	text_add(to, " | ");
	compare_add_interval(match->low, match->high, to);
	text_add(to, " |\n");
	text_free(&target);
}

static bool is_listed(const struct match *match)
{
	return !match->judged || match->verdict == COMPARE_SLOWER ||
	       match->verdict == COMPARE_FASTER;
}

static void add_matches(const struct compare_view *view, struct text *to)
{
	bool any = false;

	for (size_t i = 0; i < view->matches->count; i++) {
		if (!is_listed(&view->matches->list[i]))
			continue;
		if (!any)
			text_add(to, "| verdict | target | test | sizes | A | B | unit | "
			             "B/A | 95 %% interval |\n"
			             "|---|---|---|---|---:|---:|---|---:|---|\n");
		any = true;
		add_match(view, &view->matches->list[i], to);
	}
	if (any)
		text_add(to, "\n");
}

static void add_mean(const char *target, const char *test,
                     const struct match_mean *mean, struct text *to)
{
	text_add(to, "| ");
	add_plain(target, to);
	text_add(to, " | ");
	add_plain(test, to);
	text_add(to, " | %zu | ", mean->cells);
	compare_add_ratio(mean->ratio, to);
	text_add(to, " | ");
	compare_add_interval(mean->low, mean->high, to);
	text_add(to, " |\n");
}

static void add_differences(const struct compare_view *view, struct text *to)
{
	if (view->differences->count == 0)
		return;
	text_add(to, "Not alike:\n\n");
	for (size_t i = 0; i < view->differences->count; i++) {
		char *sentence = differences_sentence(&view->differences->list[i]);

		text_add(to, "- ");
		add_plain(sentence, to);
		text_add(to, "\n");
		to->failed = to->failed || !sentence;
		free(sentence);
	}
	text_add(to, "\n");
}

static void add_sentence(struct text *sentence, struct text *to)
{
	if (sentence->length)
		text_add(to, "%s.\n\n", sentence->bytes);
	to->failed = to->failed || sentence->failed;
	text_free(sentence);
}

void compare_print_markdown(const struct compare_view *view, struct text *to)
{
	const struct matches *matches = view->matches;
	struct text sentence = {0};

	text_add(to, "### ");
	add_plain(view->b->path, to);
	text_add(to, " (B) against ");
	add_plain(view->a->path, to);
	text_add(to,
	         " (A)\n\n%zu cells compared: %zu slower, %zu faster, %zu the "
	         "same, %zu inconclusive, %zu without enough rounds.\n\n",
	         matches->count, matches->slower, matches->faster, matches->same,
	         matches->inconclusive, matches->few);
	add_matches(view, to);
	compare_add_unchanged(view, &sentence);
	add_sentence(&sentence, to);
	compare_add_missing(view, &sentence);
	add_sentence(&sentence, to);
	add_differences(view, to);
	text_add(to, "| target | test | cells | B/A, geometric mean | 95 %% "
	             "interval |\n|---|---|---:|---:|---|\n");
	for (size_t i = 0; i < matches->mean_count; i++)
		add_mean(matches->means[i].target, matches->means[i].test,
		         &matches->means[i], to);
	add_mean("all", "", &matches->all, to);
}
