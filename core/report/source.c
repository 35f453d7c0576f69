/* source.c - results.csv and run.json of a directory. */
#include "report/source.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/text.h"
#include "result/clean.h"

static int no_memory(const struct report_source *source, char **why)
{
	return failure(why, ENOMEM, "no memory for the results in %s",
	               source->directory);
}

/* Fit for a page; what has no name is called "". */
static int clean_name(char **name)
{
	char *clean = clean_text(*name);

	if (!clean)
		return -ENOMEM;
	free(*name);
	*name = clean;
	return 0;
}

static int name_row(struct result_row *row)
{
	return clean_name(&row->target) || clean_name(&row->backend) ||
	                       clean_name(&row->test)
	               ? -ENOMEM
	               : 0;
}

/* run.json may be missing: results that came from elsewhere have little to tell
 * beside their numbers. */
static int read_about(struct report_source *source, char **why)
{
	char *path = text_format("%s/run.json", source->directory);
	json_error_t problem;
	int error = 0;

	if (!path)
		return no_memory(source, why);
	if (access(path, F_OK) == 0) {
		source->about = json_load_file(path, 0, &problem);
		if (!json_is_object(source->about))
			error = failure(why, EINVAL, "%s:%d: %s", path, problem.line,
			                source->about ? "no object" : problem.text);
	}
	free(path);
	return error;
}

static int read_rows(struct report_source *source, char **why)
{
	char *path = text_format("%s/results.csv", source->directory);
	int error =
	        path ? csv_read(path, &source->rows, why) : no_memory(source, why);

	free(path);
	for (size_t i = 0; !error && i < source->rows.count; i++)
		if (name_row(&source->rows.rows[i]) ||
		    summary_add(&source->summary, &source->rows.rows[i], NULL))
			error = no_memory(source, why);
	if (!error)
		summary_finish(&source->summary);
	return error;
}

static size_t cell_of_row(const struct report_source *source,
                          const struct result_row *row)
{
	return report_cell_index(source, summary_find(&source->summary, row->target,
	                                              row->test, row->file_size,
	                                              row->record_size,
	                                              row->threads, row->depth));
}

/* Counts, then places: the rows of a cell stay in their order. */
static int order_rows(struct report_source *source)
{
	size_t count = source->rows.count, cells = source->summary.count;
	size_t *next = calloc(cells + 1, sizeof *next);

	source->begin = calloc(cells + 2, sizeof *source->begin);
	source->in_order = calloc(count + 1, sizeof *source->in_order);
	source->scratch = calloc(count + 1, sizeof *source->scratch);
	if (!next || !source->begin || !source->in_order || !source->scratch) {
		free(next);
		return -ENOMEM;
	}
	for (size_t i = 0; i < count; i++)
		source->begin[cell_of_row(source, &source->rows.rows[i]) + 1]++;
	for (size_t i = 0; i < cells; i++) {
		source->begin[i + 1] += source->begin[i];
		next[i] = source->begin[i];
	}
	for (size_t i = 0; i < count; i++)
		source->in_order[next[cell_of_row(source, &source->rows.rows[i])]++] =
		        i;
	free(next);
	return 0;
}

static bool same_name(const char *a, const char *b)
{
	return a && b && strcmp(a, b) == 0;
}

static void note_target(struct report_source *source,
                        const struct summary_cell *cell)
{
	for (size_t i = 0; i < source->target_count; i++)
		if (same_name(source->targets[i].name, cell->target))
			return;
	source->targets[source->target_count++] = (struct report_target){
	        .name = cell->target, .backend = cell->backend};
}

static void note_test(struct report_source *source,
                      const struct summary_cell *cell)
{
	for (size_t i = 0; i < source->test_count; i++)
		if (same_name(source->tests[i], cell->test))
			return;
	source->tests[source->test_count++] = cell->test;
}

static void note_load(struct report_source *source,
                      const struct summary_cell *cell)
{
	for (size_t i = 0; i < source->load_count; i++)
		if (source->loads[i].threads == cell->threads &&
		    source->loads[i].depth == cell->depth)
			return;
	source->loads[source->load_count++] =
	        (struct report_load){cell->threads, cell->depth};
}

static int list_names(struct report_source *source)
{
	size_t most = source->summary.count + 1;

	source->targets = calloc(most, sizeof *source->targets);
	source->tests = calloc(most, sizeof *source->tests);
	source->loads = calloc(most, sizeof *source->loads);
	if (!source->targets || !source->tests || !source->loads)
		return -ENOMEM;
	for (size_t i = 0; i < source->summary.count; i++) {
		note_target(source, &source->summary.cells[i]);
		note_test(source, &source->summary.cells[i]);
		note_load(source, &source->summary.cells[i]);
	}
	return 0;
}

static const json_t *told_of(const struct report_source *source,
                             const char *target)
{
	const json_t *list = json_object_get(source->about, "targets");

	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *one = json_array_get(list, i);
		const char *name = json_string_value(json_object_get(one, "name"));

		if (same_name(name, target))
			return one;
	}
	return NULL;
}

static double best_of(const struct report_source *source, const char *target)
{
	double best = (double)NAN;

	for (size_t i = 0; i < source->summary.count; i++) {
		const struct summary_cell *cell = &source->summary.cells[i];

		if (cell->count && !cell->by_ops && strcmp(cell->target, target) == 0 &&
		    !(best >= cell->rate.median))
			best = cell->rate.median;
	}
	return best;
}

/* The link where it is known; else the reference for what goes to a peer, as
 * that does; else nothing but the target itself. */
static void find_ceilings(struct report_source *source)
{
	double wire = (double)NAN;

	source->link = (double)NAN;
	for (size_t i = 0; i < source->target_count; i++) {
		struct report_target *target = &source->targets[i];
		const json_t *told = told_of(source, target->name);
		const json_t *link = json_object_get(told, "ceiling_bytes_per_s");

		target->facts = json_object_get(told, "facts");
		target->reference = json_is_true(json_object_get(told, "reference"));
		target->scale = json_is_number(link) ? REPORT_LINK : REPORT_OWN;
		target->ceiling = target->scale == REPORT_LINK
		                          ? json_number_value(link)
		                          : best_of(source, target->name);
		if (target->scale == REPORT_LINK && !(source->link >= target->ceiling))
			source->link = target->ceiling;
		if (target->reference && isnan(wire))
			wire = best_of(source, target->name);
	}
	for (size_t i = 0; i < source->target_count; i++) {
		struct report_target *target = &source->targets[i];

		if (target->scale != REPORT_OWN || isnan(wire) ||
		    !(target->reference || json_object_get(target->facts, "peer")))
			continue;
		target->scale = REPORT_WIRE;
		target->ceiling = wire;
	}
}

int report_source_open(struct report_source *source, const char *directory,
                       char **why)
{
	int error;

	source->directory = text_copy(directory);
	if (!source->directory)
		return failure(why, ENOMEM, "no memory");
	error = read_rows(source, why);
	if (!error)
		error = read_about(source, why);
	if (error)
		return error;
	if (order_rows(source) || list_names(source))
		return no_memory(source, why);
	find_ceilings(source);
	return 0;
}

void report_source_free(struct report_source *source)
{
	summary_free(&source->summary);
	csv_rows_free(&source->rows);
	json_decref(source->about);
	free(source->directory);
	free(source->begin);
	free(source->in_order);
	free(source->scratch);
	free(source->targets);
	free(source->tests);
	free(source->loads);
	*source = (struct report_source){0};
}

size_t report_cell_index(const struct report_source *source,
                         const struct summary_cell *cell)
{
	return (size_t)(cell - source->summary.cells);
}

const struct report_target *report_target_of(const struct report_source *source,
                                             const struct summary_cell *cell)
{
	for (size_t i = 0; i < source->target_count; i++)
		if (same_name(source->targets[i].name, cell->target))
			return &source->targets[i];
	return NULL;
}

const char *report_about(const struct report_source *source, const char *object,
                         const char *key)
{
	const json_t *from = source->about;

	if (object)
		from = json_object_get(from, object);
	return json_string_value(json_object_get(from, key));
}
