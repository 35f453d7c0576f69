/* target.c - reaching the targets before a run and leaving them behind it. */
#include "run/state.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "config/units.h"
#include "measure/clock.h"
#include "plan/estimate.h"
#include "run/link.h"

#define PROBE_AT_MOST_NS (20 * CLOCK_NS_PER_S)
#define CLEAN_AT_MOST_NS (30 * CLOCK_NS_PER_S)

/* What is asked for on purpose comes on top of the limit. */
static int64_t cell_limit_ns(const struct config_settings *settings)
{
	return settings->time_limit_ns + settings->time_ns + settings->ramp_ns;
}

/* A cell may take its time limit; what comes on top is for a last slow call and
 * for closing.  Then the worker is taken for hung. */
int64_t run_limit_ns(const struct run *run, size_t target)
{
	int64_t limit = cell_limit_ns(&run->config->targets[target].settings);

	return limit + limit / 2 + CLOCK_NS_PER_S;
}

/* A server on this machine takes processor time from its client. */
static bool is_near(const struct run *run, size_t target)
{
	const char *peer = json_string_value(
	        json_object_get(run->targets[target].facts, "peer"));

	return run->config->targets[target].start || (peer && link_is_here(peer));
}

/* What was given of a plugin's options, as it was given; returns how many. */
static size_t hand_on(const struct options *options, char ***keys,
                      char ***texts)
{
	size_t count = options ? options->given_count : 0;

	*keys = calloc(count + 1, sizeof **keys);
	*texts = calloc(count + 1, sizeof **texts);
	if (!*keys || !*texts)
		return 0;
	for (size_t i = 0; i < count; i++) {
		(*keys)[i] = options->given[i].key;
		(*texts)[i] = options->given[i].text;
	}
	return count;
}

void run_base_job(const struct run *run, size_t target, enum job_kind kind,
                  struct job *job)
{
	const struct config_target *chosen = &run->config->targets[target];
	const struct config_settings *settings = &chosen->settings;

	*job = (struct job){.kind = kind,
	                    .plugin = run->targets[target].plugin->path,
	                    .wrapper = run->targets[target].wrapper
	                                       ? run->targets[target].wrapper->path
	                                       : NULL,
	                    .directory = run->targets[target].directory,
	                    .threads = 1,
	                    .depth = 1,
	                    .sync = (unsigned)settings->sync,
	                    .sync_every = settings->sync_every,
	                    .cache = (unsigned)settings->cache,
	                    .direct = settings->direct ||
	                              settings->cache == CONFIG_CACHE_DIRECT,
	                    .include = settings->include,
	                    .slices = run->config->slices,
	                    .slice_ns = run->config->slice_ns,
	                    .time_limit_ns = cell_limit_ns(settings),
	                    .passes = run->config->passes,
	                    .seed = run->config->seed,
	                    .verify = (unsigned)settings->verify,
	                    .rate_bytes = settings->rate_bytes,
	                    .rate_ops = settings->rate_ops,
	                    .buffers = settings->buffers,
	                    .layout = settings->layout,
	                    .cpus = settings->cpus.values,
	                    .cpu_count = settings->cpus.count,
	                    .wearout = settings->wearout,
	                    .steady = settings->steady,
	                    .warmup = settings->warmup,
	                    .mix = settings->mix,
	                    .think_ns = settings->think_ns,
	                    .fill = (unsigned)settings->fill,
	                    .compressible = settings->compressible,
	                    .dedupable = settings->dedupable,
	                    .time_ns = settings->time_ns,
	                    .ramp_ns = settings->ramp_ns,
	                    .files = settings->files,
	                    .share = (unsigned)settings->share,
	                    .near = is_near(run, target),
	                    .clock = (unsigned)run->config->clock,
	                    .ns_per_tick = run->ns_per_tick};
	job->option_count = hand_on(chosen->options, &job->keys, &job->texts);
	job->wrap_option_count =
	        hand_on(chosen->wrap_options, &job->wrap_keys, &job->wrap_texts);
}

void run_free_job(struct job *job)
{
	free(job->keys);
	free(job->texts);
	free(job->wrap_keys);
	free(job->wrap_texts);
	free(job->tests);
}

/* What a probe's events are for. */
struct probing {
	struct run *run;
	size_t target;
};

static void take_probe_event(void *arg, struct event *event)
{
	struct probing *probing = arg;
	struct run_target *state = &probing->run->targets[probing->target];
	const struct run_observer *observer = &probing->run->request->observer;

	if (event->kind == EVENT_CAPS)
		state->caps = event->caps;
	else if (event->kind == EVENT_FACT)
		json_object_set_new(state->facts, event->key, json_string(event->text));
	else if (event->kind == EVENT_NOTE && observer->note)
		observer->note(observer->arg, event->text);
}

static void find_ceiling(struct run *run, size_t target)
{
	double link = run->config->targets[target].settings.link;
	struct run_target *state = &run->targets[target];
	const char *peer = json_string_value(json_object_get(state->facts, "peer"));

	if (link < 0)
		link = peer ? link_speed_to(peer) : 0;
	state->ceiling = link > 0 ? estimate_link_payload(link) : (double)NAN;
	if (link > 0 && !(run->outcome->link_ceiling > state->ceiling))
		run->outcome->link_ceiling = state->ceiling;
}

static int check_room(const struct run *run, size_t target, char **why)
{
	uint64_t needed = plan_bytes_needed(run->plan, target);
	uint64_t room = run->targets[target].caps.free_bytes;
	char wants[UNITS_TEXT], has[UNITS_TEXT];

	if (!room || needed <= room)
		return 0;
	return failure(why, ENOSPC,
	               "target `%s` has room for %s, but the largest file of "
	               "this sweep times its threads takes %s: nothing was "
	               "measured; choose smaller file_sizes",
	               run->config->targets[target].name,
	               units_print_size_label(room, has),
	               units_print_size_label(needed, wants));
}

static int probe(struct run *run, size_t target, char **why)
{
	struct probing probing = {run, target};
	struct job job;
	struct talk_result result;
	int64_t limit = run_limit_ns(run, target);
	struct talk with = {.exe = run->request->exe,
	                    .log_fd = run->log_fd,
	                    .signals = &run->signals,
	                    .limit_ns = limit < PROBE_AT_MOST_NS ? limit
	                                                         : PROBE_AT_MOST_NS,
	                    .arg = &probing,
	                    .event = take_probe_event};

	run_base_job(run, target, JOB_PROBE, &job);
	run->targets[target].probed = true;
	talk(&with, &job, &result);
	run_free_job(&job);
	if (result.end == TALK_DONE) {
		plan_apply_caps(run->plan, target, &run->targets[target].caps);
		find_ceiling(run, target);
		return check_room(run, target, why);
	}
	*why = result.why;
	if (result.end == TALK_SIGNAL) {
		run->outcome->signal = result.signal;
		return -EINTR;
	}
	return -ENOTCONN;
}

static int reach(struct run *run, size_t target, char **why)
{
	const struct config_target *chosen = &run->config->targets[target];
	struct run_target *state = &run->targets[target];
	struct fixture_places places = {run->directory, run->exe_directory,
	                                run->request->datadir};
	int error;

	state->plugin = plugin_of(run->request->plugins, chosen->backend);
	if (chosen->wrapper)
		state->wrapper = plugin_of(run->request->plugins, chosen->wrapper);
	state->facts = json_object();
	state->ceiling = (double)NAN;
	if (!state->plugin || !state->facts || (chosen->wrapper && !state->wrapper))
		return failure(why, ENOMEM, "no memory for a target");
	if (chosen->start) {
		error = fixture_start(&state->fixture, chosen, &places, &run->signals,
		                      &run->outcome->signal, why);
		if (error)
			return error;
	}
	if (run->request->resume)
		run_clean_target(run, target, true);
	return probe(run, target, why);
}

int run_reach_targets(struct run *run, char **why)
{
	for (size_t i = 0; i < run->config->target_count; i++) {
		char *reason = NULL;
		int error = reach(run, i, &reason);

		if (error == -EINTR || error == -ENOSPC) {
			*why = reason;
			return error;
		}
		if (error) {
			run_warn(run,
			         "target `%s`: %s; its cells are errors, "
			         "the other targets are measured",
			         run->config->targets[i].name,
			         reason ? reason : strerror(-error));
			if (run->request->resume)
				run_warn(run,
				         "target `%s`: what the part before this one may have "
				         "left there (%s) was not removed",
				         run->config->targets[i].name,
				         run->targets[i].directory);
			error = plan_unreached(run->plan, i,
			                       reason ? reason : strerror(-error));
		}
		free(reason);
		if (error)
			return failure(why, ENOMEM, "no memory for the plan");
	}
	return 0;
}

/* The most threads that a target was given, so that every name is known. */
static unsigned most_threads(const struct run *run, size_t target)
{
	unsigned most = 1;

	for (size_t i = 0; i < run->plan->cell_count; i++) {
		const struct plan_cell *cell = &run->plan->cells[i];

		if (cell->target == target && cell->threads > most)
			most = cell->threads;
	}
	return most;
}

void run_clean_target(struct run *run, size_t target, bool directory)
{
	struct talk_result result;
	struct job job;
	/* No signal may cut this short; its limit does. */
	struct talk with = {.exe = run->request->exe,
	                    .log_fd = run->log_fd,
	                    .limit_ns = CLEAN_AT_MOST_NS};

	run_base_job(run, target, JOB_CLEAN, &job);
	job.threads = most_threads(run, target);
	job.remove_directory = directory;
	talk(&with, &job, &result);
	run_free_job(&job);
	if (result.end != TALK_DONE && run->targets[target].caps.size)
		run_warn(run,
		         "target `%s`: what this run made there (%s) could not "
		         "be removed: %s",
		         run->config->targets[target].name,
		         run->targets[target].directory, result.why);
	free(result.why);
}

void run_leave_targets(struct run *run)
{
	for (size_t i = 0; i < run->config->target_count; i++)
		if (run->targets[i].probed)
			run_clean_target(run, i, true);
	for (size_t i = 0; i < run->config->target_count; i++) {
		fixture_stop(&run->targets[i].fixture);
		json_decref(run->targets[i].facts);
		run->targets[i].facts = NULL;
	}
}
