/* section_numbers.c - every cell and every round as a table, for those who read
 * without script, by ear, or copy. */
#include "report/sections.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "report/html.h"

/* Rates in MB/s, or operations a second. */
static void add_rates(struct text *page, const struct summary_cell *cell)
{
	const struct statistics *rate = &cell->rate;
	double divisor = cell->by_ops ? 1 : 1e6;
	bool any = report_has_rate(cell);
	double low = rate->has_interval ? rate->low / divisor : (double)NAN;
	double high = rate->has_interval ? rate->high / divisor : (double)NAN;

	text_add(page, "<td>%s<td>%zu",
	         !any           ? ""
	         : cell->by_ops ? "1/s"
	                        : "MB/s",
	         rate->count);
	html_td_real(page, any ? rate->median / divisor : (double)NAN, 3);
	html_td_real(page, low, 3);
	html_td_real(page, high, 3);
	html_td_real(page, any ? rate->min / divisor : (double)NAN, 3);
	html_td_real(page, any ? rate->max / divisor : (double)NAN, 3);
	html_td_real(page, rate->count > 1 ? 100 * rate->cv : (double)NAN, 1);
}

static void add_doubts(struct text *page, const struct report_source *source,
                       const struct summary_cell *cell)
{
	text_add(page, "<td class=text>");
	if (!report_has_rate(cell))
		text_add(page, "%s ", result_status_name(cell->status));
	if (report_is_above(source, cell))
		text_add(page, "faster than the wire ");
	if (cell->cached)
		text_add(page, "cached ");
	if (cell->modes.count > 1)
		text_add(page, "two levels ");
	if (cell->flagged)
		text_add(page, "%zu noisy%s ", cell->flagged,
		         cell->only_calm ? " left out" : "");
	if (cell->wrapped)
		text_add(page, "wrapped ");
	if (cell->harness_bound)
		text_add(page, "harness bound ");
	if (cell->failed)
		text_add(page, "%zu failed ", cell->failed);
	html_text(page, cell->error);
}

static void add_cell(struct text *page, const struct report_source *source,
                     const struct summary_cell *cell)
{
	static report_value *const latencies[] = {
	        report_p50, report_p95, report_p99, report_p999, report_max};

	text_add(page, "<tr data-c=%zu>", report_cell_index(source, cell));
	html_td_text(page, cell->test);
	html_td_size(page, cell->file_size);
	html_td_size(page, cell->record_size);
	html_td_count(page, cell->threads);
	html_td_count(page, cell->depth);
	add_rates(page, cell);
	html_td_real(page, 100 * report_share(source, cell), 1);
	for (size_t i = 0; i < sizeof latencies / sizeof latencies[0]; i++)
		html_td_real(page, report_median(source, cell, latencies[i]), 3);
	html_td_real(page, cell->cpu_s_per_gb, 3);
	add_doubts(page, source, cell);
	text_add(page, "\n");
}

static void add_cells(struct text *page, const struct report_source *source,
                      const struct report_target *target)
{
	text_add(page, "<details class=cells><summary>");
	html_text(page, target->name);
	text_add(page,
	         ": cells</summary><div class=wide><table data-table=cells><thead>"
	         "<tr><th>test<th>file<th>record<th>threads<th>depth<th>unit"
	         "<th>rounds<th>median<th>low<th>high<th>min<th>max<th>cv %%"
	         "<th>share %%<th>p50 us<th>p95 us<th>p99 us<th>p99.9 us"
	         "<th>max us<th>CPU s/GB<th>remarks<tbody>\n");
	for (size_t i = 0; i < source->summary.count; i++)
		if (strcmp(source->summary.cells[i].target, target->name) == 0)
			add_cell(page, source, &source->summary.cells[i]);
	text_add(page, "</table></div></details>\n");
}

/* The columns of a round that are shown as results.csv has them. */
static const char *const round_columns[] = {"seq",
                                            "test",
                                            "file_size_bytes",
                                            "record_size_bytes",
                                            "threads",
                                            "depth",
                                            "round",
                                            "status",
                                            "throughput_bytes_per_s",
                                            "ops_per_s",
                                            "elapsed_s",
                                            "lat_min_us",
                                            "lat_mean_us",
                                            "lat_p50_us",
                                            "lat_p95_us",
                                            "lat_p99_us",
                                            "lat_p999_us",
                                            "lat_max_us",
                                            "cpu_user_s",
                                            "cpu_sys_s",
                                            "cpu_host_s",
                                            "flags",
                                            "error"};

#define ROUND_COLUMNS (sizeof round_columns / sizeof round_columns[0])

static const struct result_column *column_of(const char *name)
{
	for (size_t i = 0; i < result_column_count; i++)
		if (strcmp(result_columns[i].name, name) == 0)
			return &result_columns[i];
	return NULL;
}

static void add_field(struct text *page, const struct result_row *row,
                      const struct result_column *column)
{
	const void *member = (const char *)row + column->offset;
	char buffer[400];

	text_add(page, "<td>");
	switch (column->kind) {
	case RESULT_TEXT:
		html_text(page, *(char *const *)member);
		break;
	case RESULT_REAL:
		csv_real(*(const double *)member, column->decimals, buffer,
		         sizeof buffer);
		text_add(page, "%s", buffer);
		break;
	case RESULT_COUNT:
		if (*(const uint64_t *)member != RESULT_NO_COUNT)
			text_add(page, "%llu",
			         (unsigned long long)*(const uint64_t *)member);
		break;
	case RESULT_STATUS:
		text_add(page, "%s",
		         result_status_name((enum result_status) *
		                            (const uint64_t *)member));
		break;
	}
}

static void add_rounds(struct text *page, const struct report_source *source,
                       const struct report_target *target)
{
	const struct result_column *columns[ROUND_COLUMNS];

	text_add(page, "<details class=rounds><summary>");
	html_text(page, target->name);
	text_add(page, ": every round, as results.csv has it</summary>"
	               "<div class=wide><table data-table=rounds><thead><tr>");
	for (size_t i = 0; i < ROUND_COLUMNS; i++) {
		columns[i] = column_of(round_columns[i]);
		text_add(page, "<th>%s", round_columns[i]);
	}
	text_add(page, "<tbody>\n");
	for (size_t i = 0; i < source->rows.count; i++) {
		const struct result_row *row = &source->rows.rows[i];

		if (strcmp(row->target, target->name) != 0)
			continue;
		text_add(page, "<tr>");
		for (size_t j = 0; j < ROUND_COLUMNS; j++)
			if (columns[j])
				add_field(page, row, columns[j]);
		text_add(page, "\n");
	}
	text_add(page, "</table></div></details>\n");
}

void section_numbers(struct text *page, const struct report_source *source)
{
	text_add(
	        page,
	        "<section id=numbers><h2>All numbers</h2>\n<p>Cells: median of the "
	        "rounds with its 95 %% interval (from six rounds on), the slowest "
	        "and the fastest round, and the variation (standard deviation by "
	        "mean). Latencies are medians of the rounds&rsquo; own "
	        "percentiles, for one operation.</p>\n");
	for (size_t i = 0; i < source->target_count; i++) {
		add_cells(page, source, &source->targets[i]);
		add_rounds(page, source, &source->targets[i]);
	}
	text_add(page, "</section>\n");
}
