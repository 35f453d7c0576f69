/* picture.c - one matrix: widths first, then title, parts, legend, reasons. */
#include "view/picture.h"

#include <stdlib.h>
#include <string.h>
#include "config/units.h"
#include "view/label.h"
#include "view/palette.h"
#include "view/reasons.h"
#include "view/scale.h"

enum { HEAD_LEAST = 6, CELL_LEAST = 5, NAME_MOST = 24, LEGEND_STEP = 2 };

/* One matrix while it is printed. */
struct picture {
	const struct terminal *terminal;
	const struct matrix_scale *scale;
	const struct grid *grid;
	size_t head_width, cell_width; /* columns */
	size_t least, most;            /* rounds behind a cell; most 0: no rate */
	bool by_ops;
	bool coloured;
	struct text *to;
};

/* "" for places without a cell. */
static const char *cell_text(const struct picture *picture,
                             const struct summary_cell *cell, char *buffer)
{
	if (!cell || grid_is_too_large(cell))
		return "";
	return scale_print(picture->scale, cell, buffer);
}

static void grow(size_t *width, size_t needed)
{
	if (*width < needed)
		*width = needed;
}

static void measure_cell(struct picture *picture,
                         const struct summary_cell *cell)
{
	char buffer[UNITS_TEXT];

	grow(&picture->cell_width, strlen(cell_text(picture, cell, buffer)) + 1);
	if (!grid_has_rate(cell))
		return;
	if (picture->most == 0 || cell->rate.count < picture->least)
		picture->least = cell->rate.count;
	grow(&picture->most, cell->rate.count);
	picture->by_ops = picture->by_ops || cell->by_ops;
}

/* Widths that let a blank stand before each number. */
static void measure(struct picture *picture)
{
	const struct grid *grid = picture->grid;
	char buffer[UNITS_TEXT];

	picture->head_width = HEAD_LEAST;
	picture->cell_width = CELL_LEAST;
	for (size_t f = 0; f < grid->file_count; f++)
		grow(&picture->head_width, strlen(label_size(grid->files[f], buffer)));
	for (size_t r = 0; r < grid->record_count; r++)
		grow(&picture->cell_width,
		     strlen(label_size(grid->records[r], buffer)) + 1);
	for (size_t f = 0; f < grid->file_count; f++)
		for (size_t r = 0; r < grid->record_count; r++)
			measure_cell(picture, grid_cell(grid, f, r));
	picture->coloured = picture->terminal->colour && picture->most > 0 &&
	                    scale_has_ceiling(picture->scale) && !picture->by_ops;
}

static void add_rounds(struct text *title, const struct picture *picture)
{
	if (picture->most == 1)
		text_add(title, ", one round");
	else if (picture->least == picture->most)
		text_add(title, ", median of %zu", picture->most);
	else
		text_add(title, ", median of %zu to %zu", picture->least,
		         picture->most);
}

static void add_title(struct picture *picture)
{
	static const char how[] = "file size down, record size across";
	const struct grid_key *key = &picture->grid->key;
	bool utf8 = picture->terminal->blocks;
	struct text title = {0};

	label_cut(&title, key->target, NAME_MOST, utf8);
	text_add(&title, " ");
	label_cut(&title, key->test, NAME_MOST, utf8);
	grid_add_load(&title, key);
	if (picture->most > 0) {
		text_add(&title, ", %s", scale_unit(picture->scale, picture->by_ops));
		add_rounds(&title, picture);
		if (label_columns(title.bytes, utf8) + sizeof(how) + 2 <= LABEL_LINE)
			text_add(&title, "   %s", how);
	} else {
		text_add(&title, ": nothing measured");
	}
	label_wrap(picture->to, title.bytes, 0, 2, utf8);
	picture->to->failed = picture->to->failed || title.failed;
	text_free(&title);
}

static void add_cell(struct picture *picture, const struct summary_cell *cell)
{
	char buffer[UNITS_TEXT];
	const char *number = cell_text(picture, cell, buffer);
	int blanks = (int)(picture->cell_width - strlen(number));
	int step = picture->coloured
	                   ? palette_step(scale_share(picture->scale, cell))
	                   : -1;

	palette_paint(picture->to, step);
	text_add(picture->to, "%*s", blanks, "");
	if (step >= 0 && scale_is_above_link(picture->scale, cell))
		palette_stress(picture->to);
	text_add(picture->to, "%s", number);
	if (step >= 0)
		palette_end(picture->to);
}

/* The row's last place with something in it, plus one; from if there is none.
 */
static size_t row_end(const struct picture *picture, size_t file, size_t from,
                      size_t to)
{
	char buffer[UNITS_TEXT];

	while (to > from &&
	       cell_text(picture, grid_cell(picture->grid, file, to - 1),
	                 buffer)[0] == '\0')
		to--;
	return to;
}

/* The columns from `from` to before `to`. */
static void add_part(struct picture *picture, size_t from, size_t to)
{
	const struct grid *grid = picture->grid;
	char buffer[UNITS_TEXT];

	text_add(picture->to, "%*s", (int)picture->head_width, "");
	for (size_t r = from; r < to; r++)
		text_add(picture->to, "%*s", (int)picture->cell_width,
		         label_size(grid->records[r], buffer));
	text_add(picture->to, "\n");
	for (size_t f = 0; f < grid->file_count; f++) {
		size_t end = row_end(picture, f, from, to);

		if (end == from)
			continue;
		text_add(picture->to, "%*s", (int)picture->head_width,
		         label_size(grid->files[f], buffer));
		for (size_t r = from; r < end; r++)
			add_cell(picture, grid_cell(grid, f, r));
		text_add(picture->to, "\n");
	}
}

/* All columns, in parts of about the same width. */
static void add_parts(struct picture *picture)
{
	size_t count = picture->grid->record_count;
	size_t fit =
	        picture->head_width < LABEL_LINE
	                ? (LABEL_LINE - picture->head_width) / picture->cell_width
	                : 1;
	size_t parts, each;

	if (fit == 0)
		fit = 1;
	parts = (count + fit - 1) / fit;
	each = (count + parts - 1) / parts;
	for (size_t from = 0; from < count; from += each) {
		if (from > 0)
			text_add(picture->to, "\n");
		add_part(picture, from, from + each < count ? from + each : count);
	}
}

static void add_legend(struct picture *picture)
{
	char number[UNITS_TEXT];

	text_add(picture->to, "share of ");
	label_cut(picture->to, scale_ceiling_name(picture->scale), NAME_MOST,
	          picture->terminal->blocks);
	text_add(picture->to, " ");
	for (int step = 0; step < PALETTE_STEPS; step++) {
		palette_paint(picture->to, step);
		text_add(picture->to, "%*s", LEGEND_STEP, "");
	}
	palette_end(picture->to);
	text_add(picture->to, " 0 to 100 %% of %s %s\n",
	         units_print_rate(picture->scale->ceiling, picture->scale->divisor,
	                          number),
	         picture->scale->unit);
}

/* Records larger than the file stand by themselves, behind the others: they are
 * none of the cells that could be measured. */
/* In half of the rounds or more. */
static bool is_often(size_t rounds, const struct summary_cell *cell)
{
	return rounds > 0 && 2 * rounds >= cell->count;
}

/* What a reader should know of a cell that has a number. */
static void add_notes(const struct picture *picture,
                      const struct summary_cell *cell, const char *sizes,
                      struct reasons *reasons)
{
	if (scale_is_above_link(picture->scale, cell))
		reasons_add(reasons,
		            "faster than the link: client cache or a local target",
		            sizes);
	else if (is_often(cell->cached, cell))
		reasons_add(reasons, "cached: read from this machine's memory", sizes);
	if (cell->wrapped)
		reasons_add(reasons,
		            "wrapped: not the backend's own figures, a wrapper lies "
		            "over it",
		            sizes);
	if (is_often(cell->harness_bound, cell))
		reasons_add(reasons,
		            "harness_bound: bench itself takes a good part of the time",
		            sizes);
	if (cell->modes.count > 1) {
		char low[UNITS_TEXT], high[UNITS_TEXT];
		double divisor = cell->by_ops ? 1 : picture->scale->divisor;
		char *where = text_format(
		        "%s: %s or %s", sizes,
		        units_print_rate(cell->modes.first, divisor, low),
		        units_print_rate(cell->modes.second, divisor, high));

		reasons_add(reasons, "two levels among the rounds, none of them wrong",
		            where ? where : sizes);
		free(where);
	}
	if (cell->converged == SUMMARY_NOT_CONVERGED)
		reasons_add(reasons, "not converged: the interval is wider than asked",
		            sizes);
}

static void add_reasons(struct picture *picture)
{
	const struct grid *grid = picture->grid;
	bool utf8 = picture->terminal->blocks;
	struct reasons reasons = {0}, large = {0};
	size_t all = 0;

	for (size_t i = 0; i < grid->file_count * grid->record_count; i++) {
		const struct summary_cell *cell = grid->cells[i];
		char sizes[LABEL_SIZES];

		if (!cell)
			continue;
		label_sizes(cell->file_size, cell->record_size, sizes);
		if (grid_is_too_large(cell)) {
			reasons_add_cell(&large, cell, sizes);
			continue;
		}
		all++;
		if (cell->status == RESULT_OK)
			add_notes(picture, cell, sizes, &reasons);
		else
			reasons_add_cell(&reasons, cell, sizes);
	}
	reasons_print(&reasons, all, picture->to, utf8);
	reasons_print(&large, 0, picture->to, utf8);
	if (reasons.failed || large.failed)
		picture->to->failed = true;
	reasons_free(&reasons);
	reasons_free(&large);
}

void picture_print(const struct terminal *terminal,
                   const struct matrix_scale *scale, const struct grid *grid,
                   struct text *to)
{
	struct picture picture = {
	        .terminal = terminal, .scale = scale, .grid = grid, .to = to};

	measure(&picture);
	add_title(&picture);
	if (picture.most > 0)
		add_parts(&picture);
	if (picture.coloured)
		add_legend(&picture);
	add_reasons(&picture);
	text_add(to, "\n");
}
