/* gnuplot_lines.c - the rates of a test by file size. */
#include "export/gnuplot.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "result/large.h"

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
static int add_block(const struct gnuplot *drawing, const struct parts_key *key,
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
static void begin_lines(struct gnuplot *drawing, const struct parts_key *key,
                        const char *name, bool by_ops, const uint64_t range[2])
{
	struct text *to = &drawing->script;

	text_add(to, "\nset output '%s.'.format\n", name);
	gnuplot_title(to, key, false);
	text_add(to,
	         "set logscale x 2\nset xrange [%" PRIu64 "*0.8:%" PRIu64 "*1.25]\n"
	         "set xlabel 'file size'\nset ylabel '%s'\n"
	         "set yrange [0:*]\nunset colorbox\n"
	         "set ytics autofreq\n",
	         range[0], range[1], by_ops ? "1/s" : "MB/s");
}

/* One line of a plot: where its data lies, and what it is called. */
static void add_curve(struct text *plots, const char *file, size_t index,
                      bool by_ops, const char *target)
{
	const char *by = by_ops ? "1.0" : "1e6";

	text_add(plots,
	         "%s'%s' index %zu using 1:($2/%s):($3/%s):($4/%s) with "
	         "yerrorlines title ",
	         index ? ", \\\n     " : "", file, index, by, by, by);
	gnuplot_quoted(plots, target);
}

static void add_plots(struct gnuplot *drawing, const struct text *plots,
                      bool by_ops)
{
	struct text *to = &drawing->script;

	text_add(to, "plot %s", plots->bytes ? plots->bytes : "");
	if (isfinite(drawing->saved->link) && !by_ops) {
		text_add(to, ", \\\n     ");
		parts_real(to, drawing->saved->link / 1e6, 3);
		text_add(to, " with lines dashtype 2 title 'link'");
	}
	text_add(to, "\n");
	to->failed = to->failed || plots->failed;
}

/* All targets of the test of key `at`, which is the first of it. */
static int add_lines(struct gnuplot *drawing, size_t at, const char *stem,
                     const char *file, struct text *data)
{
	const struct parts_key *key = &drawing->keys[at];
	size_t count, index = 0;
	uint64_t *files = parts_sizes(&drawing->saved->summary, key, false, &count);
	uint64_t range[2] = {UINT64_MAX, 0};
	struct text plots = {0};
	bool by_ops = false;
	int error = files ? 0 : -ENOMEM;

	for (size_t i = at; !error && i < drawing->count; i++) {
		if (!is_same_test(key, &drawing->keys[i]))
			continue;
		error = add_block(drawing, &drawing->keys[i], data, &by_ops, range);
		add_curve(&plots, file, index++, by_ops, drawing->keys[i].target);
	}
	if (!error) {
		begin_lines(drawing, key, stem, by_ops, range);
		gnuplot_tics(&drawing->script, 'x', files, count, false);
		add_plots(drawing, &plots, by_ops);
	}
	text_free(&plots);
	free(files);
	return error;
}

int gnuplot_lines(struct gnuplot *drawing, size_t at, char **why)
{
	const struct parts_key *key = &drawing->keys[at];
	const struct parts_key plain = {"lines", key->test, key->threads,
	                                key->depth};
	char *stem = parts_name(&plain, 0);
	char *file = stem ? text_format("%s.dat", stem) : NULL;
	struct text data = {0};
	int error = file ? add_lines(drawing, at, stem, file, &data) : -ENOMEM;

	if (error)
		failure(why, ENOMEM, "no memory for the plots");
	else
		error = parts_write(drawing->directory, file, &data, why);
	text_free(&data);
	free(file);
	free(stem);
	return error;
}

bool gnuplot_has_lines(const struct gnuplot *drawing, size_t at)
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
