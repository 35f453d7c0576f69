/* section_compare.c - two runs side by side: the same verdicts as `bench
 * compare` gives, and none where it would refuse to. */
#include "report/sections.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "report/html.h"
#include "report/section_compare.h"

/* What was read for the page already is not read again: rows, summary and
 * run.json stay the source's. */
static int borrow(const struct report_source *source, struct side *side)
{
	*side = (struct side){.path = source->directory,
	                      .rows = source->rows,
	                      .summary = source->summary,
	                      .run = source->about};
	return side_find_first(side);
}

static const char *name_of(const struct report_source *source)
{
	const char *run = report_about(source, NULL, "run_id");

	return run ? run : source->directory;
}

static const char *plural(size_t count)
{
	return count == 1 ? "" : "s";
}

static void add_head(struct text *page, const struct compared *compared)
{
	text_add(page, "<section class=compare><h2>A against B</h2>\n<p>A is "
	               "<code>");
	html_text(page, name_of(compared->before));
	text_add(page, "</code>, B is <code>");
	html_text(page, name_of(compared->now));
	text_add(page,
	         "</code>. B by A is the ratio of the geometric means of the "
	         "rounds with its 95 %% interval; above 1, B is faster. A verdict "
	         "needs %d rounds on both sides, an effect of more than %g %%, and "
	         "holds for all cells at once: of those reported, 5 %% may be "
	         "false.</p>\n",
	         SUMMARY_PAIRS, 100 * COMPARE_DELTA);
}

static void add_list(struct text *page, const struct differences *differences,
                     bool refusing)
{
	text_add(page, "<ul>\n");
	for (size_t i = 0; i < differences->count; i++) {
		char *sentence;

		if (differences->list[i].refuses != refusing)
			continue;
		sentence = differences_sentence(&differences->list[i]);
		page->failed = page->failed || !sentence;
		text_add(page, "<li>");
		html_text(page, sentence);
		text_add(page, "\n");
		free(sentence);
	}
	text_add(page, "</ul>\n");
}

static void add_differences(struct text *page, const struct compared *compared)
{
	const struct differences *differences = &compared->differences;
	size_t warnings = differences->count - differences->refusing;

	if (differences->refusing) {
		text_add(page, "<p class=warn>A and B were not measured alike, so "
		               "their ratios would mean nothing and none is given:"
		               "</p>\n");
		add_list(page, differences, true);
	}
	if (warnings) {
		text_add(page,
		         "<details><summary>%zu thing%s that A and B differ in "
		         "may be why one is slower</summary>\n",
		         warnings, plural(warnings));
		add_list(page, differences, false);
		text_add(page, "</details>\n");
	}
}

static void add_counts(struct text *page, const struct compared *compared)
{
	const struct matches *matches = &compared->matches;

	text_add(page, "<p class=counts>%zu cell%s compared", matches->count,
	         plural(matches->count));
	if (!compared->differences.refusing)
		text_add(page,
		         ": %zu slower, %zu faster, %zu the same, %zu inconclusive, "
		         "%zu without enough rounds",
		         matches->slower, matches->faster, matches->same,
		         matches->inconclusive, matches->few);
	text_add(page, ".");
	if (matches->lost)
		text_add(page, " %zu cell%s of A failed in B.", matches->lost,
		         plural(matches->lost));
	if (matches->only_a)
		text_add(page, " %zu cell%s only in A.", matches->only_a,
		         plural(matches->only_a));
	if (matches->only_b)
		text_add(page, " %zu cell%s only in B.", matches->only_b,
		         plural(matches->only_b));
	text_add(page, "</p>\n");
}

static void add_body(struct text *page, const struct compared *compared)
{
	add_differences(page, compared);
	add_counts(page, compared);
	if (!compared->differences.refusing) {
		section_compare_changes(page, compared);
		section_compare_means(page, compared);
	}
	section_compare_cells(page, compared);
}

void section_compare(struct text *page, const struct report_source *before,
                     const struct report_source *now)
{
	static const struct match_wish wish = {NULL, NULL, COMPARE_DELTA};
	struct compared compared = {.before = before, .now = now};
	struct side a, b = {0};
	char *why = NULL;
	int error = borrow(before, &a);

	if (!error)
		error = borrow(now, &b);
	if (!error)
		error = match_build(&a, &b, &wish, &compared.matches, &why);
	if (!error)
		error = differences_find(&a, &b, &compared.matches,
		                         &compared.differences);
	add_head(page, &compared);
	if (error == -ENOENT) {
		text_add(page, "<p class=warn>");
		html_text(page, why);
		text_add(page, ".</p>\n");
	} else if (error) {
		page->failed = true;
	} else {
		add_body(page, &compared);
	}
	text_add(page, "</section>\n");
	match_free(&compared.matches);
	differences_free(&compared.differences);
	free(a.first);
	free(b.first);
	free(why);
}
