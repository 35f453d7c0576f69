/* gnuplot.c - plots.gp and its data: for each test the rates by file size, a
 * line for each target, and for each target and test a map of all sizes. */
#include "export/gnuplot.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "config/units.h"
#include "export/export.h"
#include "result/clean.h"

static const char prologue[] =
        "# plots.gp - gnuplot -e \"format='png'\" plots.gp; svg without it\n"
        "if (!exists(\"format\")) format = 'svg'\n"
        "if (format eq 'png') { set terminal png size 900,560 noenhanced } \\\n"
        "else { set terminal svg size 900,560 noenhanced }\n"
        "set encoding utf8\n"
        "set datafile missing '-'\n"
        "set key outside right\n"
        "set grid\n";

/* Only single quotes themselves are special. */
void gnuplot_quoted(struct text *to, const char *text)
{
	char *clean = clean_text(text);

	to->failed = to->failed || !clean;
	text_add(to, "'");
	for (const char *at = clean; at && *at; at++)
		text_add(to, *at == '\'' ? "''" : "%c", *at);
	text_add(to, "'");
	free(clean);
}

void gnuplot_title(struct text *to, const struct parts_key *key,
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
	gnuplot_quoted(to, title.bytes);
	text_add(to, "\n");
	to->failed = to->failed || title.failed;
	text_free(&title);
}

void gnuplot_tics(struct text *to, char axis, const uint64_t *sizes,
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
static int draw_map(struct gnuplot *drawing, size_t at, char **why)
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
			gnuplot_title(to, key, true);
			gnuplot_tics(to, 'x', files, file_count, true);
			gnuplot_tics(to, 'y', records, record_count, true);
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

static int draw(struct gnuplot *drawing, char **why)
{
	int error = parts_directory(drawing->directory, why);

	text_add(&drawing->script, "%s", prologue);
	for (size_t i = 0; !error && i < drawing->count; i++) {
		if (gnuplot_has_lines(drawing, i))
			error = gnuplot_lines(drawing, i, why);
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
	struct gnuplot drawing = {.saved = saved, .directory = directory};
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
