/* json.c - run.json: everything about a run but its rows. */
#include "run/state.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/text.h"
#include "config/url.h"
#include "measure/clock.h"
#include "result/clean.h"
#include "result/environment.h"
#include "run/shuffle.h"

/* Is that the key of a secret, in any target? */
static bool is_secret(const struct bench_config *config, const char *key)
{
	for (size_t i = 0; i < config->target_count; i++) {
		const struct config_target *target = &config->targets[i];
		const struct bench_opt *option = options_find(target->backend, key);

		if (!option && target->wrapper)
			option = options_find(target->wrapper, key);
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
	        "{ss ss ss ss ss sO*}", "name", target->name, "backend",
	        target->backend->name, "backend_version",
	        target->backend->version ? target->backend->version : "", "summary",
	        target->backend->summary ? target->backend->summary : "", "plugin",
	        state->plugin ? state->plugin->path : "", "facts", state->facts);

	if (!object)
		return NULL;
	json_object_set_new(object, "reference", json_boolean(target->reference));
	if (target->wrapper) {
		json_object_set_new(object, "wrapper",
		                    json_string(target->wrapper->name));
		json_object_set_new(object, "wrapper_version",
		                    json_string(target->wrapper->version
		                                        ? target->wrapper->version
		                                        : ""));
	}
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

/* {file, sha256}; NULL where there is no such file. */
static json_t *file_to_json(const struct run *run, const char *name)
{
	char *path = text_format("%s/%s", run->directory, name);
	json_t *object = NULL;
	char hex[65];

	if (path && environment_sha256(path, hex, NULL) == 0)
		object = json_pack("{ss ss}", "file", name, "sha256", hex);
	free(path);
	return object;
}

/* Those beside results.csv. */
static json_t *files_to_json(const struct run *run)
{
	static const char *const names[] = {"summary.csv", "histograms.jsonl",
	                                    "series.jsonl"};
	json_t *array = json_array();

	for (size_t i = 0; array && i < sizeof names / sizeof names[0]; i++) {
		json_t *file = file_to_json(run, names[i]);

		if (file)
			json_array_append_new(array, file);
	}
	return array;
}

static json_t *results_to_json(const struct run *run)
{
	json_t *object = file_to_json(run, "results.csv");

	if (object)
		json_object_set_new(object, "rows",
		                    json_integer((json_int_t)run->row_count));
	return object;
}

static void add_member(json_t *object, const char *key, json_t *value)
{
	if (value)
		json_object_set_new(object, key, value);
}

/* How it was measured: what decided, so that a reader can redo it. */
static void add_method(const struct run *run, json_t *object)
{
	add_member(object, "clock", run_clock_to_json(run));
	add_member(object, "quiet", run_gate_to_json(run));
	add_member(object, "order",
	           json_pack("{sI ss}", "seed", (json_int_t)run->config->seed,
	                     "rule",
	                     run->config->listed ? shuffle_rule_listed
	                                         : shuffle_rule));
	add_member(object, "floor", run_floor_to_json(run));
	add_member(object, "flags", json_incref(run->flags));
}

/* Relative paths of the configuration begin there. */
static json_t *working_directory(void)
{
	char *here = getcwd(NULL, 0);
	char *clean = here ? clean_text(here) : NULL;
	json_t *value = clean ? json_string(clean) : NULL;

	free(clean);
	free(here);
	return value;
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
	                   results_to_json(run), "clock_cost_ns", clock_cost_ns());
	if (!object || !path) {
		error = failure(why, ENOMEM, "no memory for run.json");
		goto end;
	}
	add_method(run, object);
	if (finished)
		add_member(object, "files", files_to_json(run));
	json_object_set_new(object, finished ? "ended_utc" : "written_utc",
	                    json_string(utc));
	json_object_set_new(object, "complete", json_boolean(run->complete));
	if (run->outcome->signal)
		json_object_set_new(object, "interrupted_by",
		                    json_string(strsignal(run->outcome->signal)));
	resume_add_json(run, object);
	add_member(object, "working_directory", working_directory());
	if (run_is_anonymous(run)) {
		json_t *hidden = run_hide_names(run, object);

		json_decref(object);
		object = hidden;
	}
	if (object)
		error = environment_write_json(object, path, why);
	else
		error = failure(why, ENOMEM, "no memory for run.json");
end:
	json_decref(object);
	free(path);
	return error;
}
