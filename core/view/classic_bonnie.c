/* classic_bonnie.c - the lines of bonnie 1.x, and below them the same in the
 * CSV of bonnie++ 2.00 (its format 1.98, 50 fields), whose fields that bench
 * has nothing for are empty. */
#include "view/classic_parts.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include "config/units.h"
#include "view/label.h"

#define MIB 1048576

enum phase { PUTC, BLOCK_WRITE, REWRITE, GETC, BLOCK_READ, SEEKS, PHASES };

static const char *const phases[] = {
        "char_write", "block_write", "read_modify_write",
        "char_read",  "block_read",  "seeks",
        NULL};
/* All but the seeks, which may have seekers of their own. */
static const char *const streams[] = {"char_write",        "block_write",
                                      "read_modify_write", "char_read",
                                      "block_read",        NULL};
static const char *const seeks[] = {"seeks", NULL};

/* One line: a drive at one file size and chunk. */
struct line {
	const struct classic_table *table;
	uint64_t file, chunk;
	const struct summary_cell *cells[PHASES];
};

/* Blanks would be taken for another column's. */
static void add_figure(struct text *to, double figure, int width, int decimals)
{
	if (isnan(figure))
		text_add(to, "%*s ", width, "-");
	else
		text_add(to, "%*.*f ", width, decimals, figure);
}

static double kib_of(const struct summary_cell *cell)
{
	return floor(classic_rate(cell) / 1024);
}

static void add_classic_line(struct text *to, const struct line *line)
{
	char size[UNITS_TEXT];

	/* As there, the first eight letters of the name. */
	label_left(to, line->table->target, 8, true);
	if (line->file >= MIB)
		text_add(to, " %4" PRIu64 " ", line->file / MIB);
	else
		text_add(to, " %4s ", label_size_within(line->file, 4, size));
	for (int i = 0; i < PHASES; i++) {
		if (i == SEEKS)
			add_figure(to, classic_ops(line->cells[i], to), 5, 1);
		else
			add_figure(to, kib_of(line->cells[i]), 5, 0);
		add_figure(to, classic_cpu_percent(line->cells[i]), 4, 1);
	}
	/* The blank behind the last figure. */
	if (!to->failed)
		to->bytes[to->length - 1] = '\n';
}

static void add_headings(struct text *to)
{
	text_add(to,
	         "%14s-------Sequential Output-------- ---Sequential Input-- "
	         "--Random--\n"
	         "%14s-Per Char- --Block--- -Rewrite-- -Per Char- --Block--- "
	         "--Seeks---\n"
	         "Machine    MB K/sec %%CPU K/sec %%CPU K/sec %%CPU K/sec %%CPU "
	         "K/sec %%CPU  /sec %%CPU\n",
	         "", "");
}

/* A field that is not there is empty. */
static void add_field(struct text *to, double figure, int decimals)
{
	text_add(to, ",");
	if (!isnan(figure))
		text_add(to, "%.*f", decimals, figure);
}

/* Names as they are, but for what would make another field of them. */
static void add_csv_name(struct text *to, const char *name)
{
	for (; *name; name++) {
		bool plain = *name != ',' && *name != '"' && (unsigned char)*name > ' ';

		text_add_bytes(to, plain ? name : "_", 1);
	}
}

static void add_latency(struct text *to, const struct summary_cell *cell)
{
	uint64_t us;

	text_add(to, ",");
	if (!cell || !cell->latency || cell->latency->total == 0)
		return;
	us = (cell->latency->max + 500) / 1000;
	if (us < 100000)
		text_add(to, "%" PRIu64 "us", us);
	else if (us < 100000000)
		text_add(to, "%" PRIu64 "ms", us / 1000);
	else
		text_add(to, "%" PRIu64 "s", us / 1000000);
}

/* format, version, name, concurrency, seed, size, chunk, seeks, seekers. */
static void add_csv_head(struct text *to, const struct line *line,
                         const struct classic_about *about)
{
	char size[UNITS_TEXT];

	text_add(to, "1.98,bench-%s,", about->version ? about->version : "");
	add_csv_name(to, line->table->target);
	text_add(to, ",%" PRIu64 ",,%s,", line->table->threads,
	         units_print_size_label(line->file, size));
	/* 8 KiB is the chunk that needs no word. */
	if (line->chunk != 8192 && line->chunk != RESULT_NO_COUNT)
		text_add(to, "%s", units_print_size_label(line->chunk, size));
	text_add(to, ",,");
	if (line->cells[SEEKS])
		text_add(to, "%" PRIu64, line->cells[SEEKS]->threads);
}

static void add_csv_line(struct text *to, const struct line *line,
                         const struct classic_about *about)
{
	add_csv_head(to, line, about);
	for (int i = 0; i < PHASES; i++) {
		double figure = i == SEEKS ? classic_ops(line->cells[i], to)
		                           : kib_of(line->cells[i]);

		add_field(to, figure, i == SEEKS && figure < 1000 ? 1 : 0);
		add_field(to, classic_cpu_percent(line->cells[i]), 0);
	}
	/* Files: number, max, min, directories, chunk, six pairs. */
	text_add(to, ",,,,,,,,,,,,,,,,,");
	for (int i = 0; i < PHASES; i++)
		add_latency(to, line->cells[i]);
	text_add(to, ",,,,,,\n");
}

/* Those of this line's sizes; characters have a chunk of their own, and seeks
 * may have another number of threads.  Is any of them of this chunk? */
static bool find_cells(const struct summary *summary, struct line *line)
{
	struct classic_table any = {line->table->target, CLASSIC_ANY, CLASSIC_ANY};
	bool measured = false;

	for (int i = 0; i < PHASES; i++) {
		bool of_chars = i == PUTC || i == GETC;

		line->cells[i] =
		        classic_cell(summary, line->table, phases[i], line->file,
		                     of_chars ? CLASSIC_ANY : line->chunk);
		if (i == SEEKS && !line->cells[i])
			line->cells[i] = classic_cell(summary, &any, phases[i], line->file,
			                              line->chunk);
		measured = measured || (line->cells[i] && !of_chars);
	}
	return measured;
}

struct pass {
	const struct summary *summary;
	const struct classic_about *about;
	bool csv;
};

static void add_line(struct text *to, const struct pass *pass,
                     const struct line *line)
{
	if (pass->csv)
		add_csv_line(to, line, pass->about);
	else
		add_classic_line(to, line);
}

/* One for each chunk; where nothing has a chunk there is one line all the same,
 * of characters or of dashes. */
static void add_lines(struct text *to, const struct pass *pass,
                      const struct classic_table *table,
                      const struct classic_sizes *sizes, uint64_t file)
{
	struct line line = {.table = table, .file = file};
	bool any = false;

	for (size_t i = 0; i < sizes->record_count; i++) {
		line.chunk = sizes->records[i];
		if (!find_cells(pass->summary, &line))
			continue;
		any = true;
		add_line(to, pass, &line);
	}
	if (any)
		return;
	line.chunk = CLASSIC_ANY;
	find_cells(pass->summary, &line);
	add_line(to, pass, &line);
}

static int add_table(struct text *to, const struct summary *summary,
                     const struct classic_about *about,
                     const struct classic_table *table)
{
	struct pass pass = {summary, about, false};
	struct classic_sizes sizes;
	int error = classic_sizes_find(summary, table, phases, &sizes);

	if (error)
		return error;
	text_add(to, "Target: ");
	classic_add_name(to, table);
	text_add(to, "\n");
	add_headings(to);
	for (size_t i = 0; i < sizes.file_count; i++)
		add_lines(to, &pass, table, &sizes, sizes.files[i]);
	text_add(to, "\n");
	pass.csv = true;
	for (size_t i = 0; i < sizes.file_count; i++)
		add_lines(to, &pass, table, &sizes, sizes.files[i]);
	classic_sizes_free(&sizes);
	return 0;
}

static bool has_target(const struct classic_tables *tables, const char *target)
{
	for (size_t i = 0; i < tables->count; i++)
		if (strcmp(tables->tables[i].target, target) == 0)
			return true;
	return false;
}

static int add_tables(struct text *to, const struct summary *summary,
                      const struct classic_about *about,
                      const struct classic_tables *tables,
                      const struct classic_tables *others)
{
	int error = 0;

	for (size_t i = 0; !error && i < tables->count; i++) {
		if (others && has_target(others, tables->tables[i].target))
			continue;
		if (to->length > 0)
			text_add(to, "\n");
		error = add_table(to, summary, about, &tables->tables[i]);
	}
	return error;
}

int classic_bonnie(struct text *to, const struct summary *summary,
                   const struct classic_about *about)
{
	struct classic_tables tables, alone;
	int error = classic_tables_find(summary, streams, &tables);

	if (error)
		return error;
	error = classic_tables_find(summary, seeks, &alone);
	if (!error) {
		error = add_tables(to, summary, about, &tables, NULL);
		/* Seeks of targets that have nothing else. */
		if (!error)
			error = add_tables(to, summary, about, &alone, &tables);
		classic_tables_free(&alone);
	}
	classic_tables_free(&tables);
	return error;
}
