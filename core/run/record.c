/* record.c - rows to results.csv, what is too long for a row to files beside
 * it, and all of it to the summary. */
#include "run/state.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "result/environment.h"

static char *path_of(const struct run *run, const char *name)
{
	return text_format("%s/%s", run->directory, name);
}

static int open_csv(struct run *run, char **why)
{
	char *path = path_of(run, "results.csv");
	int error = !path                  ? failure(why, ENOMEM, "no memory")
	            : run->request->resume ? csv_open(path, &run->csv, why)
	                                   : csv_create(path, &run->csv, why);

	free(path);
	return error;
}

static int open_jsonl(const struct run *run, const char *name,
                      struct jsonl *file, char **why)
{
	char *path = path_of(run, name);
	int error = path ? jsonl_open(file, path, why)
	                 : failure(why, ENOMEM, "no memory");

	free(path);
	return error;
}

int run_open_files(struct run *run, char **why)
{
	int error = open_csv(run, why);

	return error ? error
	             : open_jsonl(run, "histograms.jsonl", &run->histograms, why);
}

int run_close_files(struct run *run, char **why)
{
	int error = csv_close(run->csv, why);

	run->csv = NULL;
	jsonl_close(&run->histograms);
	jsonl_close(&run->series);
	return error;
}

static void fill_key(struct run *run, const struct plan_cell *cell,
                     unsigned round, struct result_row *row)
{
	const struct config_target *target = &run->config->targets[cell->target];

	row->seq = ++run->seq;
	result_set_text(&row->run_id, run->run_id);
	if (!row->started_utc) {
		char utc[32];

		environment_utc(utc, sizeof utc);
		result_set_text(&row->started_utc, utc);
	}
	result_set_text(&row->backend, target->backend->name);
	result_set_text(&row->target, target->name);
	result_set_text(&row->test, cell->test->name);
	if (workload_has_sizes(cell->test)) {
		row->file_size = cell->file_size;
		row->record_size = cell->record_size;
	}
	row->threads = cell->threads;
	row->depth = cell->depth;
	if (!round)
		return;
	row->round = round;
	row->quiet_s = run->gate.block_s;
	if (run->replacing)
		row->replaces = run->cells[cell - run->plan->cells].replaces;
}

static int write_histogram(struct run *run, const struct result_row *row,
                           const struct histogram *latency)
{
	json_t *line;

	if (!latency || !latency->total)
		return 0;
	line = jsonl_key(row);
	if (line && (json_object_set_new(line, "unit", json_string("ns")) ||
	             json_object_update_new(line, histogram_to_json(latency)))) {
		json_decref(line);
		line = NULL;
	}
	return jsonl_add(&run->histograms, line, &run->why);
}

/* The file is made with the first series: few runs have one. */
static int write_series(struct run *run, const struct result_row *row,
                        const struct run_extras *extras)
{
	json_t *line, *values;
	int error = 0;

	if (!extras->series_count)
		return 0;
	if (run->series.fd < 0)
		error = open_jsonl(run, "series.jsonl", &run->series, &run->why);
	if (error)
		return error;
	line = jsonl_key(row);
	values = json_array();
	for (size_t i = 0; values && i < extras->series_count; i++)
		json_array_append_new(values, json_real(extras->series[i]));
	if (line &&
	    (json_object_set_new(
	             line, "unit",
	             json_string(isnan(row->throughput) ? "1/s" : "bytes/s")) ||
	     json_object_set_new(line, "rates", values))) {
		json_decref(line);
		line = NULL;
	} else if (!line) {
		json_decref(values);
	}
	return jsonl_add(&run->series, line, &run->why);
}

static void count_flags(struct run *run, const char *flags)
{
	while (flags && *(flags += strspn(flags, " ")) != '\0') {
		size_t length = strcspn(flags, " ");
		char *word = strndup(flags, length);
		json_t *before = word ? json_object_get(run->flags, word) : NULL;

		if (word)
			json_object_set_new(run->flags, word,
			                    json_integer(json_integer_value(before) + 1));
		free(word);
		flags += length;
	}
}

void run_count_row(struct run *run, size_t cell, const struct result_row *row,
                   const struct histogram *latency)
{
	struct run_cell *state = &run->cells[cell];

	if (row->status == RESULT_OK)
		run->outcome->rows_ok++;
	if (row->status == RESULT_ERROR || row->status == RESULT_TIMEOUT)
		run->outcome->rows_failed++;
	run->row_count++;
	if (row->round != RESULT_NO_COUNT && row->round > state->done)
		state->done = (unsigned)row->round;
	if (summary_has_flag(row, RUN_FLAG_LOST))
		state->strikes++;
	count_flags(run, row->flags);
	if (!run->error && summary_add(&run->outcome->summary, row, latency))
		run->error = failure(&run->why, ENOMEM, "no memory for the summary");
}

/* The row comes last: what is in results.csv has its lines in the other files.
 */
void run_write_row(struct run *run, const struct plan_cell *cell,
                   unsigned round, struct result_row *row,
                   const struct run_extras *extras)
{
	fill_key(run, cell, round, row);
	run_flag_row(run, cell, row);
	if (!run->error)
		run->error = write_histogram(run, row, extras->latency);
	if (!run->error)
		run->error = write_series(run, row, extras);
	if (!run->error)
		run->error = csv_write(run->csv, row, &run->why);
	run_count_row(run, (size_t)(cell - run->plan->cells), row, extras->latency);
}

static enum result_status dismissed_status(enum plan_verdict verdict)
{
	return verdict == PLAN_SKIPPED       ? RESULT_SKIPPED
	       : verdict == PLAN_UNSUPPORTED ? RESULT_UNSUPPORTED
	                                     : RESULT_ERROR;
}

void run_write_dismissed(struct run *run)
{
	for (size_t i = 0; i < run->plan->cell_count; i++) {
		const struct plan_cell *cell = &run->plan->cells[i];
		struct result_row row;

		if (cell->verdict == PLAN_RUN || resume_has(run, i, 0))
			continue;
		result_row_init(&row);
		row.status = dismissed_status(cell->verdict);
		result_set_text(&row.error, cell->reason);
		run_write_row(run, cell, 0, &row, &(struct run_extras){0});
		result_row_free(&row);
	}
}
