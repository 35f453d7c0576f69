/* section_limits.c - what limits each target: one card each, its tests grouped
 * by the rule that holds. */
#include "report/sections.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "report/html.h"
#include "report/judge.h"

/* What a card needs of one test. */
struct finding {
	const struct summary_cell *cell;
	struct limits_verdict verdict;
	bool told;
};

static void add_tests(struct text *page, const struct report_source *source,
                      struct finding *findings, size_t count, size_t first)
{
	enum limits_kind kind = findings[first].verdict.kind;

	text_add(page, "<p><span class=\"pill %s\">%s</span> ", limits_word(kind),
	         limits_name(kind));
	for (size_t i = first; i < count; i++) {
		if (findings[i].verdict.kind != kind)
			continue;
		findings[i].told = true;
		text_add(page, "%s<span data-limit=%s data-c=%zu>",
		         i == first ? "" : ", ", limits_word(kind),
		         report_cell_index(source, findings[i].cell));
		html_text(page, findings[i].cell->test);
		text_add(page, "</span>");
	}
	text_add(page, "</p><p class=evidence>");
	html_text(page, findings[first].cell->test);
	text_add(page, ": ");
	html_text(page, findings[first].verdict.evidence);
	text_add(page, ".</p>\n");
}

static void add_card(struct text *page, const struct report_source *source,
                     const struct report_target *target,
                     const struct report_load *load, struct finding *findings)
{
	size_t count = 0;

	for (size_t i = 0; i < source->test_count; i++) {
		const struct summary_cell *cell =
		        report_large(source, target->name, source->tests[i], load);

		if (!report_has_rate(cell) || cell->by_ops ||
		    cell->file_size == RESULT_NO_COUNT)
			continue;
		findings[count] = (struct finding){.cell = cell};
		if (report_judge(source, cell, &findings[count].verdict))
			page->failed = true;
		else
			count++;
	}
	if (count) {
		text_add(page, "<div class=card><h3>");
		html_text(page, target->name);
		section_load(page, load);
		text_add(page, "</h3>");
	}
	for (size_t i = 0; i < count; i++)
		if (!findings[i].told)
			add_tests(page, source, findings, count, i);
	if (count)
		text_add(page, "</div>\n");
	for (size_t i = 0; i < count; i++)
		free(findings[i].verdict.evidence);
}

void section_limits(struct text *page, const struct report_source *source)
{
	struct finding *findings = calloc(source->test_count + 1, sizeof *findings);
	size_t start;

	if (!findings) {
		page->failed = true;
		return;
	}
	text_add(page,
	         "<section id=limits><h2>What limits each target</h2>\n<p>Of the "
	         "large-file results: the first rule that holds of client cache, "
	         "network, client CPU, storage, round trip, open and close, "
	         "protocol. Evidence is of the first test named.</p>\n"
	         "<div class=cards>\n");
	start = page->length;
	for (size_t i = 0; i < source->target_count; i++)
		for (size_t j = 0; j < source->load_count; j++)
			add_card(page, source, &source->targets[i], &source->loads[j],
			         findings);
	if (page->length == start)
		text_add(page, "<p>Nothing was measured that the rules could judge."
		               "</p>\n");
	text_add(page, "</div></section>\n");
	free(findings);
}
