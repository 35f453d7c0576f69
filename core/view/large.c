/* large.c - prints the table of the largest files. */
#include "view/large.h"

#include <math.h>
#include <stdlib.h>
#include "config/units.h"
#include "result/large.h"
#include "view/label.h"
#include "view/palette.h"
#include "view/scale.h"

/* Columns.  Names with a load are wider, so fewer targets stand beside them. */
enum { TEST = 18, TEST_LOAD = 31, SIZES = 9, RATE = 8, SHARE = 5 };

/* What is held fixed while the table is drawn. */
struct drawing {
	const struct terminal *terminal;
	const struct matrix_scale *scale;
	const struct summary *summary;
	const struct large *large;
	size_t first, end; /* targets */
	size_t test;       /* columns of a test */
	bool any_above;
};

static bool is_more(uint64_t count)
{
	return count != RESULT_NO_COUNT && count != 1;
}

static bool has_load(const struct large_line *line)
{
	return is_more(line->threads) || is_more(line->depth);
}

static void add_heading(struct drawing *drawing, struct text *to)
{
	text_add(to, "%*s", (int)drawing->test + SIZES, "");
	for (size_t i = drawing->first; i < drawing->end; i++) {
		text_add(to, " ");
		label_right(to, drawing->large->targets[i], RATE + SHARE - 1,
		            drawing->terminal->blocks);
	}
	text_add(to, "\n");
}

static void add_cell(struct drawing *drawing, const struct summary_cell *cell,
                     struct text *to)
{
	char rate[UNITS_TEXT];
	double share = scale_share(drawing->scale, cell);
	bool above = scale_is_above(drawing->scale, cell);
	int step = drawing->terminal->colour && !above ? palette_step(share) : -1;

	text_add(to, " ");
	palette_paint(to, step);
	text_add(to, "%*s", RATE - 1, scale_print(drawing->scale, cell, rate));
	if (above)
		text_add(to, "%*s", SHARE, "*");
	else if (isnan(share))
		text_add(to, "%*s", SHARE, "");
	else
		text_add(to, "%*.0f%%", SHARE - 1, 100 * share);
	if (step >= 0)
		palette_end(to);
	drawing->any_above = drawing->any_above || above;
}

static void add_line(struct drawing *drawing, const struct large_line *line,
                     struct text *to)
{
	char sizes[LABEL_SIZES];
	struct text name = {0};
	bool utf8 = drawing->terminal->blocks;

	text_add(&name, "%s", line->test);
	if (is_more(line->threads))
		text_add(&name, " t%llu", (unsigned long long)line->threads);
	if (is_more(line->depth))
		text_add(&name, " d%llu", (unsigned long long)line->depth);
	label_left(to, name.bytes, drawing->test - 1, utf8);
	text_add(to, " ");
	label_right(to, label_sizes(line->file_size, line->record_size, sizes),
	            SIZES, utf8);
	for (size_t i = drawing->first; i < drawing->end; i++)
		add_cell(drawing,
		         large_cell(drawing->summary, line, drawing->large->targets[i]),
		         to);
	text_add(to, "\n");
	to->failed = to->failed || name.failed;
	text_free(&name);
}

static void add_title(const struct drawing *drawing, struct text *to)
{
	struct text title = {0};

	text_add(&title, "largest files, %s", drawing->scale->unit);
	if (scale_has_ceiling(drawing->scale))
		text_add(&title, " and share of %s",
		         scale_ceiling_name(drawing->scale));
	text_add(to, "\n");
	label_cut(to, title.bytes, LABEL_LINE, drawing->terminal->blocks);
	text_add(to, "\n");
	to->failed = to->failed || title.failed;
	text_free(&title);
}

static void add_table(struct drawing *drawing, struct text *to)
{
	const struct large *large = drawing->large;
	size_t part = 4;

	drawing->test = TEST;
	for (size_t i = 0; i < large->count; i++)
		if (has_load(&large->lines[i])) {
			drawing->test = TEST_LOAD;
			part = 3;
		}
	add_title(drawing, to);
	for (size_t first = 0; first < large->target_count; first += part) {
		drawing->first = first;
		drawing->end = first + part < large->target_count ? first + part
		                                                  : large->target_count;
		add_heading(drawing, to);
		for (size_t i = 0; i < large->count; i++)
			add_line(drawing, &large->lines[i], to);
	}
	if (drawing->any_above) {
		text_add(to, "* more than ");
		label_cut(to, scale_ceiling_name(drawing->scale), LABEL_LINE / 2,
		          drawing->terminal->blocks);
		text_add(to, "\n");
	}
}

void large_print(const struct terminal *terminal,
                 const struct matrix_scale *scale,
                 const struct summary *summary)
{
	struct large large;
	struct text text = {0};
	struct drawing drawing = {.terminal = terminal,
	                          .scale = scale,
	                          .summary = summary,
	                          .large = &large};

	if (large_find(summary, true, &large)) {
		text.failed = true;
	} else {
		if (large.count)
			add_table(&drawing, &text);
		large_free(&large);
	}
	if (text.failed)
		fputs("no memory left to draw the largest files\n", terminal->out);
	else if (text.length > 0)
		fwrite(text.bytes, 1, text.length, terminal->out);
	text_free(&text);
}
