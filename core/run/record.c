/* record.c - rows to results.csv, everything else to run.json. */
#include "run/state.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "config/url.h"
#include "measure/clock.h"
#include "plan/estimate.h"
#include "result/environment.h"

/* More than this share of what the link carries came from a cache. */
#define ABOVE_LINK 1.02

static void add_flag(struct result_row *row, const char *flag)
{
	char *flags = row->flags ? text_format("%s %s", row->flags, flag)
	                         : text_copy(flag);

	if (!flags)
		return;
	free(row->flags);
	row->flags = flags;
}

static void fill_key(struct run *run, const struct plan_cell *cell,
                     unsigned round, struct result_row *row)
{
	const struct config_target *target = &run->config->targets[cell->target];
	double ceiling = run->targets[cell->target].ceiling;

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
	if (round)
		row->round = round;
	if (row->status == RESULT_OK && !isnan(row->throughput) &&
	    !isnan(ceiling) && row->throughput > ceiling * ABOVE_LINK)
		add_flag(row, "above_link");
}

void run_write_row(struct run *run, const struct plan_cell *cell,
                   unsigned round, struct result_row *row,
                   const struct histogram *latency)
{
	fill_key(run, cell, round, row);
	if (row->status == RESULT_OK)
		run->outcome->rows_ok++;
	if (row->status == RESULT_ERROR || row->status == RESULT_TIMEOUT)
		run->outcome->rows_failed++;
	if (!run->error)
		run->error = csv_write(run->csv, row, &run->why);
	if (!run->error && summary_add(&run->outcome->summary, row, latency))
		run->error = failure(&run->why, ENOMEM, "no memory for the summary");
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

		if (cell->verdict == PLAN_RUN)
			continue;
		result_row_init(&row);
		row.status = dismissed_status(cell->verdict);
		result_set_text(&row.error, cell->reason);
		run_write_row(run, cell, 0, &row, NULL);
		result_row_free(&row);
	}
}

/* Is that the key of a secret, in any target? */
static bool is_secret(const struct bench_config *config, const char *key)
{
	for (size_t i = 0; i < config->target_count; i++) {
		const struct bench_opt *option =
		        options_find(config->targets[i].backend, key);

		if (option && option->type == BENCH_SECRET)
			return true;
	}
	return false;
}

/* An argument as it may be shown: of `smb://me:word@nas` and of
 * `nas.password=word` the word is not. */
static char *shown_argument(const struct bench_config *config,
                            const char *argument)
{
	const char *equals = strstr(argument, "--set=") == argument
	                             ? strchr(argument + strlen("--set="), '=')
	                             : strchr(argument, '=');
	const char *scheme = strstr(argument, "://");
	char *before = NULL, *value = NULL, *shown = NULL, *dot;

	if (!equals || (scheme && scheme < equals))
		return url_masked(argument);
	before = text_format("%.*s", (int)(equals - argument), argument);
	dot = before ? strrchr(before, '.') : NULL;
	value = dot && is_secret(config, dot + 1) ? text_copy("***")
	                                          : url_masked(equals + 1);
	if (before && value)
		shown = text_format("%s=%s", before, value);
	free(before);
	free(value);
	return shown;
}

static json_t *argv_to_json(const struct run *run)
{
	const char *const *argv = run->request->argv;
	json_t *array = json_array();

	for (; array && argv && *argv; argv++) {
		char *shown = shown_argument(run->config, *argv);

		json_array_append_new(array, json_string(shown ? shown : "***"));
		free(shown);
	}
	return array;
}

static json_t *target_to_json(const struct run *run, size_t index)
{
	const struct config_target *target = &run->config->targets[index];
	const struct run_target *state = &run->targets[index];
	json_t *object = json_pack(
	        "{ss ss ss ss ss sO}", "name", target->name, "backend",
	        target->backend->name, "backend_version",
	        target->backend->version ? target->backend->version : "", "summary",
	        target->backend->summary ? target->backend->summary : "", "plugin",
	        state->plugin ? state->plugin->path : "", "facts", state->facts);

	if (!object)
		return NULL;
	json_object_set_new(object, "reference", json_boolean(target->reference));
	if (!isnan(state->ceiling))
		json_object_set_new(object, "ceiling_bytes_per_s",
		                    json_real(state->ceiling));
	if (state->caps.free_bytes)
		json_object_set_new(object, "free_bytes",
		                    json_integer((json_int_t)state->caps.free_bytes));
	return object;
}

static json_t *targets_to_json(const struct run *run)
{
	json_t *array = json_array();

	for (size_t i = 0; array && i < run->config->target_count; i++)
		json_array_append_new(array, target_to_json(run, i));
	return array;
}

static json_t *plan_to_json(const struct run *run)
{
	const struct plan *plan = run->plan;

	return json_pack("{sI sI sI sI sI sI si si sf sI}", "cells",
	                 (json_int_t)plan->cell_count, "blocks",
	                 (json_int_t)plan->block_count, "run",
	                 (json_int_t)plan_count(plan, PLAN_RUN), "skipped",
	                 (json_int_t)plan_count(plan, PLAN_SKIPPED), "unsupported",
	                 (json_int_t)plan_count(plan, PLAN_UNSUPPORTED),
	                 "unreached", (json_int_t)plan_count(plan, PLAN_UNREACHED),
	                 "rounds_min", (int)run->config->rounds_min, "rounds_max",
	                 (int)run->config->rounds_max, "precision",
	                 run->config->precision, "seed",
	                 (json_int_t)run->config->seed);
}

static json_t *csv_to_json(const struct run *run)
{
	char *path = text_format("%s/results.csv", run->directory);
	char hex[65];
	json_t *object = json_pack("{ss sI}", "file", "results.csv", "rows",
	                           (json_int_t)run->seq);

	if (object && path && environment_sha256(path, hex, NULL) == 0)
		json_object_set_new(object, "sha256", json_string(hex));
	free(path);
	return object;
}

int run_write_json(struct run *run, bool finished, char **why)
{
	char *path = text_format("%s/run.json", run->directory);
	char utc[32];
	json_t *object;
	int error;

	environment_utc(utc, sizeof utc);
	object = json_pack("{si ss s{ss ss} so so sO so so so so sf}", "schema",
	                   RESULT_SCHEMA, "run_id", run->run_id, "tool", "name",
	                   "bench", "version", run->request->version, "command",
	                   argv_to_json(run), "environment", environment_to_json(),
	                   "configuration", run->config->effective, "targets",
	                   targets_to_json(run), "plan", plan_to_json(run),
	                   "columns", result_columns_to_json(), "results",
	                   csv_to_json(run), "clock_cost_ns", clock_cost_ns());
	if (!object || !path) {
		error = failure(why, ENOMEM, "no memory for run.json");
		goto end;
	}
	json_object_set_new(object, finished ? "ended_utc" : "written_utc",
	                    json_string(utc));
	if (run->outcome->signal)
		json_object_set_new(object, "interrupted_by",
		                    json_string(strsignal(run->outcome->signal)));
	error = environment_write_json(object, path, why);
end:
	json_decref(object);
	free(path);
	return error;
}
