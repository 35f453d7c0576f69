/* compare_junit.c - a comparison for a build server: one test case per cell. */
#include "view/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "config/units.h"
#include "result/clean.h"

/* Text from outside as a part of an attribute. */
static void add_xml(const char *text, struct text *to)
{
	static const struct {
		char byte;
		const char *entity;
	} entities[] = {{'&', "&amp;"},
	                {'<', "&lt;"},
	                {'>', "&gt;"},
	                {'"', "&quot;"},
	                {'\'', "&apos;"}};
	char *clean = clean_text(text);

	to->failed = to->failed || !clean;
	for (const char *at = clean; at && *at; at++) {
		size_t i = 0, count = sizeof entities / sizeof entities[0];

		while (i < count && entities[i].byte != *at)
			i++;
		if (i < count)
			text_add(to, "%s", entities[i].entity);
		else
			text_add_bytes(to, at, 1);
	}
	free(clean);
}

static void add_case(const struct summary_cell *cell, struct text *to)
{
	struct text load = {0};

	compare_add_load(cell, &load);
	text_add(to, "    <testcase classname=\"");
	add_xml(cell->target, to);
	text_add(to, ".");
	add_xml(cell->test, to);
	text_add(to, "\" name=\"");
	add_xml(load.bytes, to);
	text_add(to, "\">");
	to->failed = to->failed || load.failed;
	text_free(&load);
}

static void add_figures(const struct compare_view *view,
                        const struct match *match, struct text *to)
{
	char number[UNITS_TEXT];

	text_add(to, "%s: B/A ", match_verdict_name(match));
	compare_add_ratio(match->ratio, to);
	if (!isnan(match->low)) {
		text_add(to, " (");
		compare_add_interval(match->low, match->high, to);
		text_add(to, ")");
	}
	text_add(to, ", %s in A", compare_rate(view, match->a, number));
	text_add(to, " and %s in B, %s", compare_rate(view, match->b, number),
	         compare_unit(view, match->a));
}

static void add_match(const struct compare_view *view,
                      const struct match *match, struct text *to)
{
	const char *around = compare_fails(view, match) ? "failure"
	                     : match->judged            ? NULL
	                                                : "skipped";

	add_case(match->a, to);
	if (around)
		text_add(to, "\n      <%s message=\"", around);
	else
		text_add(to, "\n      <system-out>");
	add_figures(view, match, to);
	text_add(to, around ? "\"/>\n    </testcase>\n"
	                    : "</system-out>\n    </testcase>\n");
}

static void add_lost(const struct summary_cell *cell, struct text *to)
{
	add_case(cell, to);
	text_add(to, "\n      <error message=\"failed in B: ");
	add_xml(cell->error, to);
	text_add(to, "\"/>\n    </testcase>\n");
}

void compare_print_junit(const struct compare_view *view, struct text *to)
{
	const struct matches *matches = view->matches;
	struct text counts = {0};

	text_add(&counts,
	         "tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\"",
	         matches->count + matches->lost, compare_failures(view),
	         matches->lost, matches->few);
	text_add(to,
	         "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	         "<testsuites %s>\n  <testsuite name=\"bench compare\" %s>\n",
	         counts.bytes ? counts.bytes : "",
	         counts.bytes ? counts.bytes : "");
	for (size_t i = 0; i < matches->count; i++)
		add_match(view, &matches->list[i], to);
	for (size_t i = 0; i < matches->lost; i++)
		add_lost(matches->lost_cells[i], to);
	text_add(to, "  </testsuite>\n</testsuites>\n");
	to->failed = to->failed || counts.failed;
	text_free(&counts);
}
