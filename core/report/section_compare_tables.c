/* section_compare_tables.c - the tables of A against B. */
#include "report/section_compare.h"

#include <math.h>
#include <string.h>
#include "report/figures.h"
#include "report/html.h"

#define NOT_KNOWN ((double)NAN)

static double divisor_of(const struct summary_cell *cell)
{
	return cell->by_ops ? 1 : 1e6;
}

static bool is_changed(const struct match *match)
{
	return match->judged && (match->verdict == COMPARE_SLOWER ||
	                         match->verdict == COMPARE_FASTER);
}

static const char *verdict_of(const struct compared *compared,
                              const struct match *match)
{
	return compared->differences.refusing ? "not alike"
	                                      : match_verdict_name(match);
}

static void begin_row(struct text *page, const struct compared *compared,
                      const struct match *match)
{
	text_add(page, "<tr data-c=%zu data-b=%zu>",
	         report_cell_index(compared->before, match->a),
	         report_cell_index(compared->now, match->b));
}

static void add_names(struct text *page, const struct summary_cell *cell)
{
	html_td_text(page, cell->target);
	html_td_text(page, cell->test);
	html_td_size(page, cell->file_size);
	html_td_size(page, cell->record_size);
	html_td_count(page, cell->threads);
	html_td_count(page, cell->depth);
}

static void add_ratio(struct text *page, double ratio, double low, double high,
                      unsigned decimals)
{
	html_td_real(page, ratio, decimals);
	html_td_real(page, low, decimals);
	html_td_real(page, high, decimals);
}

static void add_unchanged(struct text *page, const struct matches *matches)
{
	double least = (double)INFINITY, most = 0;
	size_t count = matches->same + matches->inconclusive;

	for (size_t i = 0; i < matches->count; i++) {
		const struct match *match = &matches->list[i];

		if (!match->judged || is_changed(match))
			continue;
		least = fmin(least, match->ratio);
		most = fmax(most, match->ratio);
	}
	if (count == 0)
		return;
	text_add(page,
	         "<p>No confirmed change in %zu cell%s: %zu the same within %g %%, "
	         "%zu inconclusive; B by A ",
	         count, count == 1 ? "" : "s", matches->same, 100 * matches->delta,
	         matches->inconclusive);
	html_real(page, least, 3);
	text_add(page, " to ");
	html_real(page, most, 3);
	text_add(page, ".</p>\n");
}

static void add_change(struct text *page, const struct compared *compared,
                       const struct match *match)
{
	const char *verdict = verdict_of(compared, match);

	begin_row(page, compared, match);
	text_add(page, "<td class=text><span class=\"pill %s\">%s</span>", verdict,
	         verdict);
	add_names(page, match->a);
	text_add(page, "<td>");
	html_rate(page, match->a->rate.median, divisor_of(match->a));
	text_add(page, "<td>");
	html_rate(page, match->b->rate.median, divisor_of(match->b));
	text_add(page, "<td>%s", match->a->by_ops ? "1/s" : "MB/s");
	add_ratio(page, match->ratio, match->low, match->high, 3);
	text_add(page, "\n");
}

void section_compare_changes(struct text *page, const struct compared *compared)
{
	const struct matches *matches = &compared->matches;

	if (matches->slower + matches->faster > 0) {
		text_add(page,
		         "<div class=wide><table data-table=changes><thead><tr>"
		         "<th>verdict<th>target<th>test<th>file<th>record<th>threads"
		         "<th>depth<th>A<th>B<th>unit<th>B by A<th>low<th>high"
		         "<tbody>\n");
		for (size_t i = 0; i < matches->count; i++)
			if (is_changed(&matches->list[i]))
				add_change(page, compared, &matches->list[i]);
		text_add(page, "</table></div>\n");
	}
	add_unchanged(page, matches);
}

static void add_mean(struct text *page, const struct match_mean *mean)
{
	text_add(page, "<tr>");
	html_td_text(page, mean->target ? mean->target : "all");
	html_td_text(page, mean->test ? mean->test : "");
	text_add(page, "<td>%zu", mean->cells);
	add_ratio(page, mean->ratio, mean->low, mean->high, 3);
	text_add(page, "\n");
}

void section_compare_means(struct text *page, const struct compared *compared)
{
	const struct matches *matches = &compared->matches;

	text_add(page, "<h3>Geometric mean of B by A, its 95 %% interval by "
	               "rounds</h3>\n<div class=wide><table data-table=means>"
	               "<thead><tr><th>target<th>test<th>cells<th>B by A<th>low"
	               "<th>high<tbody>\n");
	for (size_t i = 0; i < matches->mean_count; i++)
		add_mean(page, &matches->means[i]);
	add_mean(page, &matches->all);
	text_add(page, "</table></div>\n");
}

static void add_side(struct text *page, const struct summary_cell *cell)
{
	double divisor = divisor_of(cell);
	const struct statistics *rate = &cell->rate;

	html_td_real(page, rate->median / divisor, 3);
	html_td_real(page, rate->has_interval ? rate->low / divisor : NOT_KNOWN, 3);
	html_td_real(page, rate->has_interval ? rate->high / divisor : NOT_KNOWN,
	             3);
}

static void add_cell(struct text *page, const struct compared *compared,
                     const struct match *match)
{
	begin_row(page, compared, match);
	add_names(page, match->a);
	text_add(page, "<td>%s", match->a->by_ops ? "1/s" : "MB/s");
	add_side(page, match->a);
	add_side(page, match->b);
	if (compared->differences.refusing)
		add_ratio(page, NOT_KNOWN, NOT_KNOWN, NOT_KNOWN, 4);
	else
		add_ratio(page, match->ratio, match->low, match->high, 4);
	html_td_text(page, verdict_of(compared, match));
	text_add(page, "\n");
}

void section_compare_cells(struct text *page, const struct compared *compared)
{
	text_add(page,
	         "<details><summary>all cells of both, the largest effect first"
	         "</summary><div class=wide><table data-table=compare><thead><tr>"
	         "<th>target<th>test<th>file<th>record<th>threads<th>depth<th>unit"
	         "<th>A median<th>A low<th>A high<th>B median<th>B low<th>B high"
	         "<th>B by A<th>low<th>high<th>verdict<tbody>\n");
	for (size_t i = 0; i < compared->matches.count; i++)
		add_cell(page, compared, &compared->matches.list[i]);
	text_add(page, "</table></div></details>\n");
}
