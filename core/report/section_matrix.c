/* section_matrix.c - the tables of targets x tests: large files, and what they
 * cost the client. */
#include "report/sections.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include "config/units.h"
#include "report/html.h"

void section_load(struct text *page, const struct report_load *load)
{
	if (load->threads != 1 && load->threads != RESULT_NO_COUNT)
		text_add(page, ", threads %" PRIu64, load->threads);
	if (load->depth != 1 && load->depth != RESULT_NO_COUNT)
		text_add(page, ", depth %" PRIu64, load->depth);
}

static void add_header(struct text *page, const struct report_source *source,
                       const char *table)
{
	text_add(page,
	         "<div class=wide><table class=matrix data-table=%s><thead><tr>"
	         "<th scope=col>target",
	         table);
	for (size_t i = 0; i < source->test_count; i++) {
		text_add(page, "<th scope=col>");
		html_text(page, source->tests[i]);
	}
	text_add(page, "<tbody>\n");
}

static bool has_load(const struct report_source *source,
                     const struct report_target *target,
                     const struct report_load *load)
{
	for (size_t i = 0; i < source->summary.count; i++) {
		const struct summary_cell *cell = &source->summary.cells[i];

		if (cell->threads == load->threads && cell->depth == load->depth &&
		    strcmp(cell->target, target->name) == 0)
			return true;
	}
	return false;
}

static void add_row(struct text *page, const struct report_source *source,
                    size_t target_index, const struct report_load *load,
                    section_cell *add)
{
	const struct report_target *target = &source->targets[target_index];

	text_add(page, "<tr%s><th scope=row><i class=mark data-target=%zu></i>",
	         target->reference ? " class=reference" : "", target_index);
	html_text(page, target->name);
	text_add(page, "<small>");
	html_text(page, target->backend);
	if (target->reference)
		text_add(page, ", the reference");
	section_load(page, load);
	text_add(page, "</small>");
	for (size_t i = 0; i < source->test_count; i++) {
		const struct summary_cell *cell =
		        report_large(source, target->name, source->tests[i], load);

		if (cell)
			add(page, source, cell);
		else
			text_add(page, "<td class=none>" HTML_NOTHING);
	}
	text_add(page, "\n");
}

void section_matrix(struct text *page, const struct report_source *source,
                    const char *table, section_cell *add)
{
	add_header(page, source, table);
	for (size_t i = 0; i < source->target_count; i++)
		for (size_t j = 0; j < source->load_count; j++)
			if (has_load(source, &source->targets[i], &source->loads[j]))
				add_row(page, source, i, &source->loads[j], add);
	text_add(page, "</table></div>\n");
}

/* "unsupported", with the reason where there is one. */
static void add_status(struct text *page, const struct report_source *source,
                       const struct summary_cell *cell)
{
	text_add(page, "<td class=none data-c=%zu",
	         report_cell_index(source, cell));
	if (cell->error) {
		text_add(page, " title=\"");
		html_text(page, cell->error);
		text_add(page, "\"");
	}
	text_add(page, ">%s",
	         cell->count ? HTML_NOTHING : result_status_name(cell->status));
}

static void add_sizes(struct text *page, const struct summary_cell *cell)
{
	char file[UNITS_TEXT], record[UNITS_TEXT];

	if (cell->file_size == RESULT_NO_COUNT)
		return;
	text_add(page, " title=\"%s",
	         units_print_size_label(cell->file_size, file));
	if (cell->record_size != RESULT_NO_COUNT)
		text_add(page, " in records of %s",
		         units_print_size_label(cell->record_size, record));
	text_add(page, "\"");
}

static void add_large(struct text *page, const struct report_source *source,
                      const struct summary_cell *cell)
{
	double share = report_share(source, cell), median, best;
	double divisor = cell->by_ops ? 1 : 1e6;

	if (!report_has_rate(cell)) {
		add_status(page, source, cell);
		return;
	}
	text_add(page, "<td data-c=%zu", report_cell_index(source, cell));
	add_sizes(page, cell);
	text_add(page, "%s><b>",
	         report_is_above(source, cell) ? " class=above" : "");
	html_rate(page, cell->rate.median, divisor);
	text_add(page, "</b>%s<small>",
	         cell->by_ops                    ? " <span>/s</span>"
	         : report_is_above(source, cell) ? "*"
	                                         : "");
	report_sweep(source, cell, &median, &best);
	html_rate(page, median, divisor);
	text_add(page, " &middot; ");
	html_rate(page, best, divisor);
	text_add(page, "</small>");
	if (!isnan(share)) {
		text_add(page, "<div class=bar title=\"");
		html_real(page, 100 * share, 1);
		text_add(page, " %%\"><i style=\"width:");
		html_real(page, 100 * fmin(share, 1), 1);
		text_add(page, "%%\"></i></div>");
	}
}

static void add_ceiling(struct text *page, const struct report_source *source,
                        const struct report_target *target)
{
	html_rate(page, target->ceiling, 1e6);
	if (target->scale == REPORT_LINK) {
		text_add(page, " MB/s that the link carries after the overhead of "
		               "TCP/IP");
		return;
	}
	text_add(page, " MB/s that ");
	for (size_t i = 0; i < source->target_count; i++)
		if (source->targets[i].reference) {
			html_text(page, source->targets[i].name);
			break;
		}
	text_add(page, ", the reference, reached at its best");
}

/* Where the bars end: one place for all targets, or one for each. */
static void add_ceilings(struct text *page, const struct report_source *source)
{
	const struct report_target *first = NULL;

	for (size_t i = 0; i < source->target_count; i++) {
		const struct report_target *target = &source->targets[i];

		if (target->scale == REPORT_OWN ||
		    (first && target->scale == first->scale &&
		     !(fabs(target->ceiling - first->ceiling) > 0)))
			continue;
		text_add(page, first ? "; for " : " The bar is the share of the ");
		if (first) {
			html_text(page, target->name);
			text_add(page, " of the ");
		} else {
			first = target;
		}
		add_ceiling(page, source, target);
	}
	text_add(page,
	         first ? ". Hatched or *: faster than that by more than 2 %%, "
	                 "so not over the wire, most likely from the "
	                 "client&rsquo;s cache."
	               : " No link is known and no target is the reference, "
	                 "so there are no shares.");
}

void section_large(struct text *page, const struct report_source *source)
{
	text_add(page,
	         "<section id=large><h2>Large files</h2>\n<p>Median of the rounds "
	         "at the largest file, in records of 1M, or 4K where the test is a "
	         "random one (else the nearest smaller that was measured). MB/s "
	         "(10<sup>6</sup> bytes a second), or operations a second where it "
	         "says /s. Small: median and best of the whole sweep.");
	add_ceilings(page, source);
	text_add(page, "</p>\n");
	section_matrix(page, source, "large", add_large);
	text_add(page, "</section>\n");
}

static void add_cpu(struct text *page, const struct report_source *source,
                    const struct summary_cell *cell)
{
	double percent = report_median(source, cell, report_cpu_percent);

	if (!report_has_rate(cell) || isnan(percent)) {
		add_status(page, source, cell);
		return;
	}
	text_add(page, "<td data-c=%zu", report_cell_index(source, cell));
	add_sizes(page, cell);
	text_add(page, "><b>");
	html_real(page, percent, 0);
	text_add(page, " %%</b><small>");
	if (cell->by_ops) {
		html_real(page, cell->cpu_us_per_op, 1);
		text_add(page, " us/op");
	} else {
		html_real(page, cell->cpu_s_per_gb, 2);
		text_add(page, " s/GB");
	}
	text_add(page, " &middot; ");
	html_real(page, report_median(source, cell, report_host_percent), 0);
	text_add(page, " %%</small>");
}

void section_cpu(struct text *page, const struct report_source *source)
{
	text_add(page,
	         "<section id=cpu><h2>Client CPU</h2>\n<p>Share of one processor "
	         "during the large-file result, by the measuring process; over 100 "
	         "%% where several threads work. Small: processor seconds per GB "
	         "moved (or microseconds per operation), and the busy time of the "
	         "whole machine, in which kernel threads count that no process "
	         "accounts for; it comes in steps of 10 ms.</p>\n");
	section_matrix(page, source, "cpu", add_cpu);
	text_add(page, "</section>\n");
}
