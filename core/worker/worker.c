/* worker.c - takes a job, opens the target, does the job, tells what came; and
 * again, where it may stay: loading a process and a plugin takes as long as
 * many a cell. */
#include "worker/worker.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/text.h"
#include "plugin/host.h"
#include "plugin/loader.h"
#include "plugin/wrap.h"
#include "worker/cell.h"
#include "worker/clean.h"
#include "worker/protocol.h"
#include "worker/team.h"
#include "workload/names.h"

struct worker {
	struct job job;
	struct plugin *plugin, *wrapper;     /* wrapper: NULL for none */
	const struct bench_backend *backend; /* the plugin's, or as it is wrapped */
	const void *config;                  /* what that is given */
	struct options *options, *wrap_options;
	struct wrap wrap;
	struct bench_backend wrapped;
	struct bench_ctx *ctx;
	void *target;
	struct bench_caps caps;
	bool has_caps, inited, wrap_inited;
};

/* The coordinator is gone when this fails: nobody is left to tell. */
static void send_event(const struct event *event)
{
	(void)protocol_send(PROTOCOL_EVENT_FD, event_encode(event));
}

static void send_note(void *arg, const char *text)
{
	(void)arg;
	send_event(&(struct event){.kind = EVENT_NOTE, .text = (char *)text});
}

static void send_fact(void *arg, const char *key, const char *value)
{
	(void)arg;
	send_event(&(struct event){
	        .kind = EVENT_FACT, .key = (char *)key, .text = (char *)value});
}

/* Reads up to the newline; NULL at the end of the pipe without one. */
static char *read_line(int fd)
{
	struct text text = {0};
	char byte[4096];
	char *newline = NULL;

	while (!newline) {
		ssize_t got = read(fd, byte, sizeof byte);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		text_add_bytes(&text, byte, (size_t)got);
		newline = text.bytes ? memchr(text.bytes, '\n', text.length) : NULL;
	}
	if (!newline) {
		text_free(&text);
		return NULL;
	}
	*newline = '\0';
	return text_take(&text);
}

static int plugin_failed(const struct worker *worker, int error,
                         const char *what, char **why)
{
	if (why && !*why)
		*why = host_ctx_explain(worker->ctx, error, what);
	return error;
}

static int set_options(const struct plugin *plugin, char *const *keys,
                       char *const *texts, size_t count,
                       struct options **options, char **why)
{
	int error = options_new(&plugin->backend, options, why);

	for (size_t i = 0; !error && i < count; i++)
		error = options_set(*options, keys[i], texts[i], why);
	return error ? error : options_complete(*options, why);
}

/* Lays the wrapper over the backend. */
static int load_wrapper(struct worker *worker, char **why)
{
	const struct job *job = &worker->job;
	int error = plugin_load(job->wrapper, &worker->wrapper, why);

	if (!error)
		error = set_options(worker->wrapper, job->wrap_keys, job->wrap_texts,
		                    job->wrap_option_count, &worker->wrap_options, why);
	if (error)
		return error;
	worker->wrap = (struct wrap){.wrapper = &worker->wrapper->backend,
	                             .inner = worker->backend,
	                             .wrapper_config = worker->wrap_options->config,
	                             .inner_config = worker->config};
	wrap_make_table(&worker->wrap, &worker->wrapped);
	worker->backend = &worker->wrapped;
	worker->config = &worker->wrap;
	return 0;
}

/* The backend, then what is laid over it. */
static int init_plugins(struct worker *worker, char **why)
{
	int error = 0;

	if (worker->backend->init)
		error = worker->backend->init();
	worker->inited = error >= 0;
	if (error >= 0 && worker->wrapper) {
		if (worker->wrapper->backend.init)
			error = worker->wrapper->backend.init();
		worker->wrap_inited = error >= 0;
	}
	return error < 0 ? plugin_failed(worker, error, "init", why) : 0;
}

/* Everything up to, but not, opening the target: what a forked member may
 * inherit. */
static int load_backend(struct worker *worker, char **why)
{
	struct host_sinks sinks = {.note = send_note, .fact = send_fact};
	const struct bench_backend *backend;
	const struct job *job = &worker->job;
	int error = plugin_load(job->plugin, &worker->plugin, why);

	if (error)
		return error;
	worker->backend = &worker->plugin->backend;
	worker->ctx = host_ctx_new(&sinks);
	if (!worker->ctx)
		return failure(why, ENOMEM, "no memory for the target");
	error = set_options(worker->plugin, job->keys, job->texts,
	                    job->option_count, &worker->options, why);
	if (error)
		return error;
	worker->config = worker->options->config;
	if (job->wrapper)
		error = load_wrapper(worker, why);
	if (!error)
		error = init_plugins(worker, why);
	if (error)
		return error;
	backend = worker->backend;
	if (backend->check &&
	    (error = backend->check(worker->config, worker->ctx)) < 0)
		return plugin_failed(worker, error, "options", why);
	return 0;
}

/* Opens the target unless this process has it open; also what a forked member
 * does for itself. */
static int reach_target(void *arg, void **target, char **why)
{
	struct worker *worker = arg;
	const struct bench_backend *backend = worker->backend;
	int error = 0;

	if (!worker->target)
		error = backend->target_open(worker->config, worker->ctx,
		                             &worker->target);
	if (error < 0) {
		worker->target = NULL;
		return plugin_failed(worker, error, "open", why);
	}
	worker->caps.size = sizeof worker->caps;
	if (!worker->has_caps &&
	    (error = backend->caps(worker->target, &worker->caps)) < 0)
		return plugin_failed(worker, error, "caps", why);
	worker->has_caps = true;
	if (target)
		*target = worker->target;
	return 0;
}

static void close_target(struct worker *worker)
{
	if (worker->target)
		worker->backend->target_close(worker->target);
	worker->target = NULL;
	worker->has_caps = false;
}

static void leave_target(void *arg)
{
	struct worker *worker = arg;

	close_target(worker);
	if (worker->wrap_inited && worker->wrapper->backend.fini)
		worker->wrapper->backend.fini();
	if (worker->inited && worker->backend->fini)
		worker->backend->fini();
	worker->wrap_inited = worker->inited = false;
}

static void free_worker(struct worker *worker)
{
	host_ctx_free(worker->ctx);
	options_free(worker->wrap_options);
	options_free(worker->options);
	plugin_free(worker->wrapper);
	plugin_free(worker->plugin);
	job_free(&worker->job);
}

/* Opens the one session that probing and cleaning need. */
static int open_session(struct worker *worker, void **session, char **why)
{
	struct bench_who who = {
	        .size = sizeof who, .ranks = 1, .workers = 1, .depth = 1};
	int error = worker->backend->session_open(worker->target, &who, worker->ctx,
	                                          session);

	return error < 0 ? plugin_failed(worker, error, "session", why) : 0;
}

static int probe(struct worker *worker, char **why)
{
	const struct bench_backend *backend = worker->backend;
	void *session = NULL;
	int error;

	send_event(&(struct event){.kind = EVENT_CAPS, .caps = worker->caps});
	if (backend->describe && (error = backend->describe(worker->target)) < 0)
		return plugin_failed(worker, error, "describe", why);
	error = open_session(worker, &session, why);
	if (error)
		return error;
	if (worker->job.directory && backend->mkdir) {
		error = backend->mkdir(session, worker->job.directory);
		if (error < 0)
			plugin_failed(worker, error,
			              "the run's own directory cannot be made", why);
	}
	backend->session_close(session);
	return error < 0 ? error : 0;
}

/* Takes the name. */
static int clean_file(struct worker *worker, void *session, char *name,
                      char **why)
{
	int error = name ? worker->backend->unlink(session, name) : -ENOMEM;

	free(name);
	if (error < 0 && error != -ENOENT)
		return plugin_failed(worker, error, "unlink", why);
	return 0;
}

/* The files of a lane that are known by name. */
static int clean_lane(struct worker *worker, void *session, unsigned lane,
                      char **why)
{
	char *name = job_file_name(&worker->job, worker->backend, lane);
	int error = name ? 0 : -ENOMEM;

	for (unsigned i = 0; !error && i < NAMES_IN_TURN; i++)
		error = clean_file(worker, session, names_in_turn(name, i), why);
	if (error) {
		free(name);
		return error;
	}
	return clean_file(worker, session, name, why);
}

/* Where names cannot be listed. */
static int clean_known(struct worker *worker, void *session, char **why)
{
	const struct bench_backend *backend = worker->backend;
	int error = 0;

	for (unsigned i = 0; backend->unlink && i < worker->job.threads; i++) {
		int failed = clean_lane(worker, session, i, why);

		if (failed)
			error = failed;
	}
	if (worker->job.remove_directory && backend->rmdir && backend->mkdir) {
		int failed = backend->rmdir(session, worker->job.directory);

		if (failed < 0 && failed != -ENOENT)
			error = plugin_failed(worker, failed, "rmdir", why);
	}
	return error;
}

static int clean(struct worker *worker, char **why)
{
	const struct bench_backend *backend = worker->backend;
	struct clean all = {.backend = backend, .ctx = worker->ctx};
	int error = open_session(worker, &all.session, why);

	if (error)
		return error;
	error = -ENOTSUP;
	if (backend->mkdir && backend->rmdir && backend->unlink && backend->readdir)
		error = clean_directory(&all, worker->job.directory,
		                        worker->job.remove_directory);
	if (error == -ENOTSUP) {
		host_ctx_clear(worker->ctx);
		error = clean_known(worker, all.session, why);
	} else if (error) {
		failure(why, -error, "%s", all.why ? all.why : strerror(-error));
	}
	free(all.why);
	backend->session_close(all.session);
	return error;
}

static void measure_cell(struct cell_place *place, size_t index)
{
	struct event event = {.kind = EVENT_ROW, .cell = index};

	event.latency = malloc(sizeof *event.latency);
	if (!event.latency)
		return;
	histogram_reset(event.latency);
	result_row_init(&event.row);
	send_event(&(struct event){.kind = EVENT_START, .cell = index});
	cell_measure(place, index, &event);
	send_event(&event);
	event_free(&event);
}

/* Once for all cells of the worker, whose rates are refined as time goes on. */
static int choose_clock(const struct job *job, struct clock_source *clock,
                        char **why)
{
	/* In the order of enum config_clock. */
	static const enum clock_want wants[] = {CLOCK_WANT_AUTO, CLOCK_WANT_TSC,
	                                        CLOCK_WANT_SYSTEM};
	int error;

	if (job->clock >= sizeof wants / sizeof wants[0])
		return failure(why, EPROTO, "an unknown clock");
	if (!(job->ns_per_tick > 0))
		return clock_choose(wants[job->clock], clock, why);
	error = clock_start(wants[job->clock], clock, why);
	if (!error)
		clock_set_rate(clock, job->ns_per_tick);
	return error;
}

static int measure(struct worker *worker, char **why)
{
	struct team_target target = {worker, reach_target, leave_target};
	struct team team;
	struct cell_place place = {.team = &team,
	                           .job = &worker->job,
	                           .caps = &worker->caps,
	                           .floors = {.quick = worker->job.passes > 0},
	                           .note = send_note};
	int error = team_make(&team, &worker->job, worker->backend, &target, why);

	if (!error)
		error = choose_clock(&worker->job, &team.board->clock, why);
	if (!error)
		error = reach_target(worker, NULL, why);
	if (!error)
		error = team_open(&team, why);
	for (size_t i = 0; !error && i < worker->job.cell_count; i++)
		measure_cell(&place, i);
	team_close(&team);
	return error;
}

static int do_job(struct worker *worker, char **why)
{
	int error = worker->plugin ? 0 : load_backend(worker, why);

	if (!error && worker->job.kind != JOB_BLOCK)
		error = reach_target(worker, NULL, why);
	if (error)
		return error;
	switch (worker->job.kind) {
	case JOB_PROBE:
		return probe(worker, why);
	case JOB_BLOCK:
		return measure(worker, why);
	case JOB_CLEAN:
		return clean(worker, why);
	}
	return failure(why, EPROTO, "an unknown kind of job");
}

/* What a wrapper keeps in mind, no backend can promise to leave behind. */
static bool can_stay(const struct worker *worker)
{
	return worker->job.stay && !worker->wrapper &&
	       worker->caps.props & BENCH_REOPENS &&
	       worker->backend->threads != BENCH_ONE_PER_PROCESS;
}

/* One job, told to its end.  The target is opened anew for each, so that what a
 * job finds does not depend on whether the worker is new. */
static int serve(struct worker *worker, char *line, bool *stays)
{
	char *why = NULL;
	int error;

	job_free(&worker->job);
	if (worker->ctx)
		host_ctx_clear(worker->ctx);
	error = job_decode(line, &worker->job, &why);
	if (!error)
		error = do_job(worker, &why);
	*stays = !error && can_stay(worker);
	if (*stays)
		close_target(worker);
	else
		leave_target(worker);
	if (error)
		send_event(&(struct event){
		        .kind = EVENT_FAILED, .error = error, .text = why});
	else
		send_event(&(struct event){.kind = EVENT_DONE, .stays = *stays});
	free(why);
	return error;
}

int worker_main(void)
{
	struct worker worker = {0};
	bool stays = true;
	int error = -EPIPE;

	signal(SIGPIPE, SIG_IGN);
	while (stays) {
		char *line = read_line(PROTOCOL_JOB_FD);

		if (!line)
			break;
		error = serve(&worker, line, &stays);
		free(line);
	}
	leave_target(&worker);
	free_worker(&worker);
	return error ? 1 : 0;
}
