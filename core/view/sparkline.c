/* sparkline.c - picks one record size and draws its rates by file size.
 *
 * A file smaller than the record size stands with the largest record that it
 * can hold, so that the line begins with the smallest file. */
#include "view/sparkline.h"

#include <math.h>
#include <stdlib.h>
#include "config/units.h"
#include "view/label.h"
#include "view/palette.h"
#include "view/scale.h"

enum { NAME_LEAST = 8, NAME_MOST = 16, CEILING_MOST = 12 };

struct lines {
	const struct terminal *terminal;
	const struct matrix_scale *scale;
	struct grid all; /* sizes of all targets */
	struct grid *targets;
	size_t target_count;
	uint64_t record;
	bool mixed;           /* smaller records were used somewhere */
	size_t first, glyphs; /* files shown: those before first do not fit */
	size_t name_width;
};

static void free_lines(struct lines *lines)
{
	for (size_t i = 0; i < lines->target_count; i++)
		grid_free(&lines->targets[i]);
	free(lines->targets);
	grid_free(&lines->all);
}

static int build(struct lines *lines, const struct summary *summary,
                 const struct grid_key *key)
{
	struct grid_wish wish = {true, true, key};
	struct grid_keys keys;
	int status = grid_build(summary, key, &lines->all);

	if (status < 0 || grid_keys(summary, &wish, &keys) < 0)
		return -1;
	lines->targets = calloc(keys.count + 1, sizeof(*lines->targets));
	status = lines->targets ? 0 : -1;
	for (size_t i = 0; status == 0 && i < keys.count; i++) {
		status = grid_build(summary, &keys.keys[i],
		                    &lines->targets[lines->target_count]);
		if (status == 0)
			lines->target_count++;
	}
	grid_keys_free(&keys);
	return status;
}

/* The target has a rate for that record size. */
static bool has_record(const struct grid *grid, uint64_t record)
{
	for (size_t r = 0; r < grid->record_count; r++)
		for (size_t f = 0; grid->records[r] == record && f < grid->file_count;
		     f++)
			if (grid_has_rate(grid_cell(grid, f, r)))
				return true;
	return false;
}

/* The largest record size that as many targets as possible have. */
static uint64_t choose_record(const struct lines *lines)
{
	uint64_t chosen = 0;
	size_t most = 0;

	for (size_t r = 0; r < lines->all.record_count; r++) {
		size_t count = 0;

		for (size_t i = 0; i < lines->target_count; i++)
			count += has_record(&lines->targets[i], lines->all.records[r]);
		if (count > 0 && count >= most) {
			most = count;
			chosen = lines->all.records[r];
		}
	}
	return chosen;
}

/* The cell that stands for a file size, or NULL. */
static const struct summary_cell *
cell_at(const struct lines *lines, const struct grid *grid, uint64_t file)
{
	size_t f = 0;

	while (f < grid->file_count && grid->files[f] != file)
		f++;
	for (size_t r = grid->record_count; f < grid->file_count && r-- > 0;) {
		const struct summary_cell *cell = grid_cell(grid, f, r);

		if (grid->records[r] <= lines->record && cell &&
		    !grid_is_too_large(cell))
			return grid_has_rate(cell) ? cell : NULL;
	}
	return NULL;
}

/* What the lines say together; false where there is nothing to say. */
static bool survey(struct lines *lines)
{
	bool utf8 = lines->terminal->blocks, any = false;
	size_t rest = sizeof("   12345  at 1023G 9999 % of ");

	lines->record = choose_record(lines);
	lines->name_width = NAME_LEAST;
	for (size_t i = 0; i < lines->target_count; i++) {
		const struct grid *grid = &lines->targets[i];
		size_t columns = label_columns(grid->key.target, utf8);

		if (columns > lines->name_width)
			lines->name_width = columns < NAME_MOST ? columns : NAME_MOST;
		for (size_t f = 0; f < grid->file_count; f++) {
			const struct summary_cell *cell =
			        cell_at(lines, grid, grid->files[f]);

			any = any || cell;
			lines->mixed = lines->mixed ||
			               (cell && cell->record_size != lines->record);
		}
	}
	rest += lines->name_width + CEILING_MOST +
	        label_columns(lines->scale->unit, utf8);
	lines->glyphs = rest < LABEL_LINE - 1 ? LABEL_LINE - rest : 1;
	if (lines->glyphs > lines->all.file_count)
		lines->glyphs = lines->all.file_count;
	lines->first = lines->all.file_count - lines->glyphs;
	return any;
}

static void add_heading(const struct lines *lines, struct text *to)
{
	const struct grid *all = &lines->all;
	struct text heading = {0};
	char size[UNITS_TEXT];

	text_add(&heading, "%s", all->key.test ? all->key.test : "");
	grid_add_load(&heading, &all->key);
	if (lines->glyphs > 1) {
		text_add(&heading, " by file size, %s",
		         label_size(all->files[lines->first], size));
		text_add(&heading, " to %s",
		         label_size(all->files[all->file_count - 1], size));
	} else {
		text_add(&heading, " at %s", label_size(all->files[0], size));
	}
	if (lines->record != RESULT_NO_COUNT)
		text_add(&heading, ", record %s%s", lines->mixed ? "up to " : "",
		         label_size(lines->record, size));
	label_wrap(to, heading.bytes, 0, 2, lines->terminal->blocks);
	to->failed = to->failed || heading.failed;
	text_free(&heading);
}

/* What a bar of full height stands for: the ceiling, or where the target goes
 * beyond it or there is none, the target's own best, without colours. */
static double full_height(const struct lines *lines, const struct grid *grid,
                          bool *coloured)
{
	double best = 0;
	bool above = false;

	for (size_t i = lines->first; i < lines->all.file_count; i++) {
		const struct summary_cell *cell =
		        cell_at(lines, grid, lines->all.files[i]);
		bool shared = cell && !isnan(scale_share(lines->scale, cell));

		if (cell && cell->rate.median > best)
			best = cell->rate.median;
		above = above || (cell && !shared) ||
		        (shared && scale_is_above(lines->scale, cell));
	}
	*coloured = lines->terminal->colour && !above;
	return above ? best : lines->scale->ceiling;
}

static void add_bars(const struct lines *lines, const struct grid *grid,
                     struct text *to)
{
	bool coloured;
	double full = full_height(lines, grid, &coloured);
	int now = -1;

	for (size_t i = lines->first; i < lines->all.file_count; i++) {
		const struct summary_cell *cell =
		        cell_at(lines, grid, lines->all.files[i]);
		int step = cell ? palette_step(full > 0 ? cell->rate.median / full : 0)
		                : -1;

		if (coloured && step != now) {
			if (now >= 0)
				palette_end(to);
			palette_draw(to, step);
			now = step;
		}
		text_add(to, "%s", palette_bar(step, lines->terminal->blocks));
	}
	if (now >= 0)
		palette_end(to);
}

/* The rate at the largest file that has one, and what it is worth. */
static void add_last(const struct lines *lines, const struct grid *grid,
                     struct text *to)
{
	const struct summary_cell *cell = NULL;
	char rate[UNITS_TEXT], size[UNITS_TEXT];
	double share;

	for (size_t f = grid->file_count; !cell && f-- > 0;)
		cell = cell_at(lines, grid, grid->files[f]);
	if (!cell) {
		text_add(to, "%8s\n", "-");
		return;
	}
	text_add(to, "%8s %s at %s", scale_print(lines->scale, cell, rate),
	         scale_unit(lines->scale, cell->by_ops),
	         label_size_within(cell->file_size, 5, size));
	share = scale_share(lines->scale, cell);
	if (scale_is_above_link(lines->scale, cell)) {
		text_add(to, "   faster than link");
	} else if (!isnan(share)) {
		text_add(to, "%5lld %% of ", llround(share * 100));
		label_cut(to, scale_ceiling_name(lines->scale), CEILING_MOST,
		          lines->terminal->blocks);
	}
	text_add(to, "\n");
}

void sparkline_print(const struct terminal *terminal,
                     const struct matrix_scale *scale,
                     const struct summary *summary, const struct grid_key *key,
                     struct text *to)
{
	struct lines lines = {.terminal = terminal, .scale = scale};

	if (build(&lines, summary, key) < 0) {
		to->failed = true;
	} else if (survey(&lines)) {
		add_heading(&lines, to);
		for (size_t i = 0; i < lines.target_count; i++) {
			label_right(to, lines.targets[i].key.target, lines.name_width,
			            terminal->blocks);
			text_add(to, " ");
			add_bars(&lines, &lines.targets[i], to);
			add_last(&lines, &lines.targets[i], to);
		}
		text_add(to, "\n");
	}
	free_lines(&lines);
}
