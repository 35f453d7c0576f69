/* gnuplot.c - plots.gp and its data: for each test the rates by file size, a
 * line for each target, and for each target and test a map of all sizes. */
#include "export/export.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "config/units.h"
#include "export/parts.h"
#include "result/clean.h"
#include "result/large.h"

static const char prologue[] =
        "# plots.gp - gnuplot -e \"format='png'\" plots.gp; svg without it\n"
        "if (!exists(\"format\")) format = 'svg'\n"
        "if (format eq 'png') { set terminal png size 900,560 noenhanced } \\\n"
        "else { set terminal svg size 900,560 noenhanced }\n"
        "set encoding utf8\n"
        "set datafile missing '-'\n"
        "set key outside right\n"
        "set grid\n";

/* All that belongs to one export. */
struct drawing {
	const struct saved *saved;
	const char *directory;
	struct parts_key *keys;
	size_t count;
	struct text script;
};

/* In single quotes, where only they themselves are special. */
static void add_quoted(struct text *to, const char *text)
{
	char *clean = clean_text(text);

	to->failed = to->failed || !clean;
	text_add(to, "'");
	for (const char *at = clean; at && *at; at++)
		text_add(to, *at == '\'' ? "''" : "%c", *at);
	text_add(to, "'");
	free(clean);
}

static void add_title(struct text *to, const struct parts_key *key,
                      bool with_target)
{
	struct text title = {0};

	if (with_target)
		text_add(&title, "%s: ", key->target);
	text_add(&title, "%s", key->test);
	if (key->threads != RESULT_NO_COUNT && key->threads != 1)
		text_add(&title, ", threads %" PRIu64, key->threads);
	if (key->depth != RESULT_NO_COUNT && key->depth != 1)
		text_add(&title, ", depth %" PRIu64, key->depth);
	text_add(to, "set title ");
	add_quoted(to, title.bytes);
	text_add(to, "\n");
	to->failed = to->failed || title.failed;
	text_free(&title);
}

/* set xtics ("64K" 65536, ...): sizes by value, or by their number. */
static void add_tics(struct text *to, char axis, const uint64_t *sizes,
                     size_t count, bool by_number)
{
	char label[UNITS_TEXT];

	text_add(to, "set %ctics (", axis);
	for (size_t i = 0; i < count; i++)
		text_add(to, "%s'%s' %" PRIu64, i ? ", " : "",
		         units_print_size_label(sizes[i], label),
		         by_number ? (uint64_t)i : sizes[i]);
	text_add(to, ")\n");
}

/* Of a key's cells with this file size the one that stands for them. */
static const struct summary_cell *best_record(const struct summary *summary,
                                              const struct parts_key *key,
                                              uint64_t file)
{
	const struct summary_cell *found = NULL;

	for (size_t i = 0; i < summary->count; i++) {
		const struct summary_cell *cell = &summary->cells[i];

		if (parts_is_of(key, cell) && cell->file_size == file &&
		    parts_has_rate(cell) &&
		    (!found ||
		     large_is_better(key->test, cell->record_size, found->record_size)))
			found = cell;
	}
	return found;
}

static void add_figures(struct text *to, const struct summary_cell *cell)
{
	const struct statistics *rate = &cell->rate;
	const double values[] = {rate->median, rate->min, rate->max};

	for (size_t i = 0; i < 3; i++) {
		text_add(to, " ");
		parts_real(to, values[i], parts_decimals(cell));
	}
}

/* One index of the data: file, median, least, most, record. */
static int add_block(const struct drawing *drawing, const struct parts_key *key,
                     struct text *data, bool *by_ops, uint64_t range[2])
{
	size_t count;
	uint64_t *files = parts_sizes(&drawing->saved->summary, key, false, &count);

	if (!files)
		return -ENOMEM;
	text_add(data, "%s# file_size_bytes median min max record_size_bytes\n",
	         data->length ? "\n\n" : "");
	for (size_t i = 0; i < count; i++) {
		const struct summary_cell *cell =
		        best_record(&drawing->saved->summary, key, files[i]);

		if (files[i] < range[0])
			range[0] = files[i];
		if (files[i] > range[1])
			range[1] = files[i];
		text_add(data, "%" PRIu64, files[i]);
		if (cell) {
			*by_ops = cell->by_ops;
			add_figures(data, cell);
			text_add(data, " %" PRIu64 "\n", cell->record_size);
		} else {
			text_add(data, " - - - -\n");
		}
	}
	free(files);
	return 0;
}

static bool is_same_test(const struct parts_key *a, const struct parts_key *b)
{
	return a->threads == b->threads && a->depth == b->depth &&
	       strcmp(a->test, b->test) == 0;
}

/* Wide enough for the sizes of all targets, and for a single one. */
static void begin_lines(struct drawing *drawing, const struct parts_key *key,
                        const char *name, bool by_ops, const uint64_t range[2])
{
	struct text *to = &drawing->script;

	text_add(to, "\nset output '%s.'.format\n", name);
	add_title(to, key, false);
	text_add(to,
	         "set logscale x 2\nset xrange [%" PRIu64 "*0.8:%" PRIu64 "*1.25]\n"
	         "set xlabel 'file size'\nset ylabel '%s'\n"
	         "set yrange [0:*]\nunset colorbox\n"
	         "set ytics autofreq\n",
	         range[0], range[1], by_ops ? "1/s" : "MB/s");
}

static int draw_lines(struct drawing *drawing, size_t at, char **why)
{
	const struct parts_key *key = &drawing->keys[at];
	const struct parts_key plain = {"lines", key->test, key->threads,
	                                key->depth};
	char *stem = parts_name(&plain, 0);
	char *file = stem ? text_format("%s.dat", stem) : NULL;
	size_t count, index = 0;
	uint64_t *files = parts_sizes(&drawing->saved->summary, key, false, &count);
	struct text data = {0}, plots = {0};
	uint64_t range[2] = {UINT64_MAX, 0};
	bool by_ops = false;
	int error = stem && file && files ? 0 : -ENOMEM;

	for (size_t i = at; !error && i < drawing->count; i++) {
		if (!is_same_test(key, &drawing->keys[i]))
			continue;
		error = add_block(drawing, &drawing->keys[i], &data, &by_ops, range);
		text_add(&plots,
		         "%s'%s' index %zu using 1:($2/%s):($3/%s):($4/%s) with "
		         "yerrorlines title ",
		         index ? ", \\\n     " : "", file, index,
		         by_ops ? "1.0" : "1e6", by_ops ? "1.0" : "1e6",
		         by_ops ? "1.0" : "1e6");
		add_quoted(&plots, drawing->keys[i].target);
		index++;
	}
	if (!error) {
		begin_lines(drawing, key, stem, by_ops, range);
		add_tics(&drawing->script, 'x', files, count, false);
		text_add(&drawing->script, "plot ");
		text_add(&drawing->script, "%s", plots.bytes ? plots.bytes : "");
		if (isfinite(drawing->saved->link) && !by_ops) {
			text_add(&drawing->script, ", \\\n     ");
			parts_real(&drawing->script, drawing->saved->link / 1e6, 3);
			text_add(&drawing->script, " with lines dashtype 2 title 'link'");
		}
		text_add(&drawing->script, "\n");
		error = parts_write(drawing->directory, file, &data, why);
	} else {
		failure(why, ENOMEM, "no memory for the plots");
	}
	drawing->script.failed = drawing->script.failed || plots.failed;
	text_free(&plots);
	text_free(&data);
	free(files);
	free(file);
	free(stem);
	return error;
}

/* Number of file and record, rate, sizes. */
static bool add_points(const struct saved *saved, const struct parts_key *key,
                       const uint64_t *files, size_t file_count,
                       const uint64_t *records, size_t record_count,
                       struct text *data)
{
	bool by_ops = false;

	text_add(data, "# file record rate file_size_bytes record_size_bytes\n");
	for (size_t i = 0; i < file_count; i++)
		for (size_t j = 0; j < record_count; j++) {
			const struct summary_cell *cell = summary_find(
			        &saved->summary, key->target, key->test, files[i],
			        records[j], key->threads, key->depth);

			if (!parts_has_rate(cell))
				continue;
			by_ops = cell->by_ops;
			text_add(data, "%zu %zu ", i, j);
			parts_real(data, cell->rate.median, parts_decimals(cell));
			text_add(data, " %" PRIu64 " %" PRIu64 "\n", files[i], records[j]);
		}
	return by_ops;
}

static void add_map(struct text *to, const char *name, bool by_ops,
                    size_t file_count, size_t record_count)
{
	text_add(to,
	         "unset logscale x\nset xlabel 'file size'\n"
	         "set ylabel 'record size'\nset xrange [-0.5:%zu.5]\n"
	         "set yrange [-0.5:%zu.5]\nset colorbox\nset cblabel '%s'\n"
	         "set cbrange [0:*]\n"
	         "plot '%s.dat' using 1:2:($1-0.5):($1+0.5):($2-0.5):($2+0.5):"
	         "($3/%s) \\\n     with boxxyerror palette fillstyle solid "
	         "notitle\n",
	         file_count - 1, record_count - 1, by_ops ? "1/s" : "MB/s", name,
	         by_ops ? "1.0" : "1e6");
}

/* Nothing for a target that no cell was measured of. */
static int draw_map(struct drawing *drawing, size_t at, char **why)
{
	const struct parts_key *key = &drawing->keys[at];
	const struct summary *summary = &drawing->saved->summary;
	struct text data = {0}, *to = &drawing->script;
	size_t file_count, record_count;
	uint64_t *files = parts_sizes(summary, key, false, &file_count);
	uint64_t *records = parts_sizes(summary, key, true, &record_count);
	char *name = parts_name(drawing->keys, at);
	char *file = name ? text_format("%s.dat", name) : NULL;
	int error = 0;

	if (files && records && file) {
		bool by_ops = add_points(drawing->saved, key, files, file_count,
		                         records, record_count, &data);
		bool any = data.bytes && strchr(data.bytes, '\n')[1] != '\0';

		if (any) {
			text_add(to, "\nset output '%s.'.format\n", name);
			add_title(to, key, true);
			add_tics(to, 'x', files, file_count, true);
			add_tics(to, 'y', records, record_count, true);
			add_map(to, name, by_ops, file_count, record_count);
			error = parts_write(drawing->directory, file, &data, why);
		}
	} else {
		error = failure(why, ENOMEM, "no memory for the plots");
	}
	text_free(&data);
	free(file);
	free(name);
	free(files);
	free(records);
	return error;
}

/* Is it the first key of its test, and is there anything to draw? */
static bool has_lines(const struct drawing *drawing, size_t at)
{
	const struct summary *summary = &drawing->saved->summary;

	for (size_t i = 0; i < at; i++)
		if (is_same_test(&drawing->keys[i], &drawing->keys[at]))
			return false;
	for (size_t i = at; i < drawing->count; i++)
		for (size_t j = 0; j < summary->count; j++)
			if (is_same_test(&drawing->keys[i], &drawing->keys[at]) &&
			    parts_is_of(&drawing->keys[i], &summary->cells[j]) &&
			    parts_has_rate(&summary->cells[j]))
				return true;
	return false;
}

static int draw(struct drawing *drawing, char **why)
{
	int error = parts_directory(drawing->directory, why);

	text_add(&drawing->script, "%s", prologue);
	for (size_t i = 0; !error && i < drawing->count; i++) {
		if (has_lines(drawing, i))
			error = draw_lines(drawing, i, why);
	}
	for (size_t i = 0; !error && i < drawing->count; i++)
		error = draw_map(drawing, i, why);
	if (!error)
		error = parts_write(drawing->directory, "plots.gp", &drawing->script,
		                    why);
	return error;
}

int export_gnuplot(const struct saved *saved, const char *directory, char **why)
{
	struct drawing drawing = {.saved = saved, .directory = directory};
	int error;

	drawing.keys = parts_keys(&saved->summary, &drawing.count);
	if (!drawing.keys)
		error = failure(why, ENOMEM, "no memory for the plots");
	else if (drawing.count == 0)
		error = failure(why, ENODATA,
		                "%s has no test with file and record sizes",
		                saved->directory);
	else
		error = draw(&drawing, why);
	text_free(&drawing.script);
	free(drawing.keys);
	return error;
}
