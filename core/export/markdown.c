/* markdown.c - a table to be pasted into a ticket. */
#include "export/export.h"

#include <inttypes.h>
#include <math.h>
#include "config/units.h"
#include "export/parts.h"
#include "result/large.h"

#define SPECIAL "\\`*_|<>[]#~&"

static void add_heading(const struct large *large, struct text *to)
{
	text_add(to, "| test | file | record |");
	for (size_t i = 0; i < large->target_count; i++) {
		text_add(to, " ");
		parts_escape(to, large->targets[i], SPECIAL);
		text_add(to, " |");
	}
	text_add(to, "\n| --- | ---: | ---: |");
	for (size_t i = 0; i < large->target_count; i++)
		text_add(to, " ---: |");
	text_add(to, "\n");
}

static void add_size(struct text *to, uint64_t size)
{
	char label[UNITS_TEXT];

	text_add(to, " %s |",
	         size == RESULT_NO_COUNT ? "-"
	                                 : units_print_size_label(size, label));
}

static void add_line(const struct saved *saved, const struct large *large,
                     const struct large_line *line, struct text *to)
{
	char number[UNITS_TEXT];

	text_add(to, "| ");
	parts_escape(to, line->test, SPECIAL);
	if (line->threads != RESULT_NO_COUNT && line->threads != 1)
		text_add(to, ", threads %" PRIu64, line->threads);
	if (line->depth != RESULT_NO_COUNT && line->depth != 1)
		text_add(to, ", depth %" PRIu64, line->depth);
	text_add(to, " |");
	add_size(to, line->file_size);
	add_size(to, line->record_size);
	for (size_t i = 0; i < large->target_count; i++) {
		const struct summary_cell *cell =
		        large_cell(&saved->summary, line, large->targets[i]);
		bool by_ops = cell && cell->by_ops;
		double rate =
		        cell && cell->rate.count ? cell->rate.median : (double)NAN;

		text_add(to, " %s |", units_print_rate(rate, by_ops ? 1 : 1e6, number));
	}
	text_add(to, "\n");
}

static void add_table(const struct saved *saved, bool with_sizes,
                      struct text *to)
{
	struct large large;

	if (large_find(&saved->summary, with_sizes, &large)) {
		to->failed = true;
		return;
	}
	if (large.count) {
		text_add(to, "%s\n\n",
		         with_sizes ? "Largest files, median in MB/s:"
		                    : "Tests without sizes, median of operations a "
		                      "second:");
		add_heading(&large, to);
		for (size_t i = 0; i < large.count; i++)
			add_line(saved, &large, &large.lines[i], to);
		text_add(to, "\n");
	}
	large_free(&large);
}

static void add_fact(struct text *to, const char *name, const char *value)
{
	if (!value)
		return;
	text_add(to, "- %s: ", name);
	parts_escape(to, value, SPECIAL);
	text_add(to, "\n");
}

void export_markdown(const struct saved *saved, struct text *to)
{
	char number[UNITS_TEXT];

	add_table(saved, true, to);
	add_table(saved, false, to);
	add_fact(to, "run", saved->rows.rows[0].run_id);
	add_fact(to, "measured", saved->rows.rows[0].started_utc);
	add_fact(to, "kernel", saved_text(saved, "environment", "kernel"));
	add_fact(to, "processor", saved_text(saved, "environment", "cpu"));
	if (isfinite(saved->link))
		text_add(to, "- link: %s MB/s at most\n",
		         units_print_rate(saved->link, 1e6, number));
	text_add(to, "- rows: %zu\n", saved->rows.count);
}
