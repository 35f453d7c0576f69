/* section_compare.c - two runs side by side, cell by cell. */
#include "report/sections.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "measure/compare.h"
#include "report/html.h"

/* The rates of the rounds that count, into room for all of them; how many. */
static size_t rates_of(const struct report_source *source,
                       const struct summary_cell *cell)
{
	size_t count = 0;

	for (size_t i = 0; i < cell->count; i++) {
		double rate = cell->by_ops ? cell->rounds[i].ops_per_s
		                           : cell->rounds[i].throughput;

		if (isfinite(rate) && summary_uses(cell, &cell->rounds[i]))
			source->scratch[count++] = rate;
	}
	return count;
}

static void add_side(struct text *page, const struct summary_cell *cell)
{
	double divisor = cell->by_ops ? 1 : 1e6;
	const struct statistics *rate = &cell->rate;

	html_td_real(page, rate->median / divisor, 3);
	html_td_real(page, rate->has_interval ? rate->low / divisor : (double)NAN,
	             3);
	html_td_real(page, rate->has_interval ? rate->high / divisor : (double)NAN,
	             3);
}

static void add_cell(struct text *page, const struct report_source *before,
                     const struct summary_cell *a,
                     const struct report_source *now,
                     const struct summary_cell *b)
{
	struct comparison comparison;

	compare_rounds(before->scratch, rates_of(before, a), now->scratch,
	               rates_of(now, b), &comparison);
	text_add(page, "<tr data-c=%zu>", report_cell_index(before, a));
	html_td_text(page, a->target);
	html_td_text(page, a->test);
	html_td_size(page, a->file_size);
	html_td_size(page, a->record_size);
	html_td_count(page, a->threads);
	html_td_count(page, a->depth);
	text_add(page, "<td>%s", a->by_ops ? "1/s" : "MB/s");
	add_side(page, a);
	add_side(page, b);
	html_td_real(page, comparison.known ? comparison.ratio : (double)NAN, 4);
	html_td_real(page, comparison.known ? comparison.low : (double)NAN, 4);
	html_td_real(page, comparison.known ? comparison.high : (double)NAN, 4);
	text_add(page, "\n");
}

static const char *name_of(const struct report_source *source)
{
	const char *run = report_about(source, NULL, "run_id");

	return run ? run : source->directory;
}

static void add_head(struct text *page, const struct report_source *before,
                     const struct report_source *now)
{
	text_add(page, "<section class=compare><h2>A against B</h2>\n<p>A is "
	               "<code>");
	html_text(page, name_of(before));
	text_add(page, "</code>, B is <code>");
	html_text(page, name_of(now));
	text_add(page,
	         "</code>. Medians with their 95 %% intervals, and B by A: the "
	         "ratio of the geometric means of the rounds with its 95 %% "
	         "interval (above 1: B is faster). An interval that holds 1 says "
	         "that no change is known; where many cells are compared, one in "
	         "twenty leaves 1 out by chance.</p>\n");
}

void section_compare(struct text *page, const struct report_source *before,
                     const struct report_source *now)
{
	size_t missing = 0;

	add_head(page, before, now);
	text_add(page,
	         "<details open><summary>all cells of both</summary>"
	         "<div class=wide><table data-table=compare><thead><tr><th>target"
	         "<th>test<th>file<th>record<th>threads<th>depth<th>unit"
	         "<th>A median<th>A low<th>A high<th>B median<th>B low<th>B high"
	         "<th>B by A<th>low<th>high<tbody>\n");
	for (size_t i = 0; i < before->summary.count; i++) {
		const struct summary_cell *a = &before->summary.cells[i];
		const struct summary_cell *b =
		        summary_find(&now->summary, a->target, a->test, a->file_size,
		                     a->record_size, a->threads, a->depth);

		if (report_has_rate(a) && report_has_rate(b) && a->by_ops == b->by_ops)
			add_cell(page, before, a, now, b);
		else
			missing++;
	}
	text_add(page, "</table></div></details>\n");
	if (missing)
		text_add(page,
		         "<p>%zu cell%s of A %s no counterpart in B that was "
		         "measured in the same unit.</p>\n",
		         missing, missing == 1 ? "" : "s",
		         missing == 1 ? "has" : "have");
	text_add(page, "</section>\n");
}
