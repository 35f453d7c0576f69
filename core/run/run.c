/* run.c - the run from its directory to its summary. */
#include "run/run.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/text.h"
#include "measure/clock.h"
#include "result/environment.h"
#include "run/state.h"

/* results/NAME-UTC, and NAME-UTC-2 where that is taken. */
static int make_directory(struct run *run, char **why)
{
	const char *results = run->request->results;
	char utc[32];

	if (mkdir(results, 0755) && errno != EEXIST)
		return failure(why, errno,
		               "the directory for results, %s, cannot be made: "
		               "%s; choose another with --results",
		               results, strerror(errno));
	environment_utc_compact(utc, sizeof utc);
	for (unsigned i = 1; i < 1000; i++) {
		free(run->directory);
		run->directory = i == 1 ? text_format("%s/%s-%s", results,
		                                      run->config->name, utc)
		                        : text_format("%s/%s-%s-%u", results,
		                                      run->config->name, utc, i);
		if (!run->directory)
			return failure(why, ENOMEM, "no memory");
		if (mkdir(run->directory, 0755) == 0)
			return 0;
		if (errno != EEXIST)
			break;
	}
	return failure(why, errno, "%s cannot be made: %s", run->directory,
	               strerror(errno));
}

/* 20261130T120000Z-1a2b3c4d: also in the names of the directories in the
 * targets, so it must be nobody else's. */
static int make_run_id(struct run *run)
{
	uint32_t random = 0;
	char utc[32];

	if (run->request->resume) {
		run->run_id = text_copy(resume_run_id(run->request->resume));
		return run->run_id ? 0 : -ENOMEM;
	}
	if (getrandom(&random, sizeof random, 0) != sizeof random)
		random = (uint32_t)clock_now_ns() ^ (uint32_t)getpid();
	environment_utc_compact(utc, sizeof utc);
	run->run_id = text_format("%s-%08x", utc, random);
	return run->run_id ? 0 : -ENOMEM;
}

static int make_tables(struct run *run)
{
	size_t items = run->plan->block_count * run->config->target_count;

	run->targets = calloc(run->config->target_count, sizeof *run->targets);
	run->cells = calloc(run->plan->cell_count + 1, sizeof *run->cells);
	run->overhead = calloc(items + 1, sizeof *run->overhead);
	run->prices = calloc(run->config->target_count * workload_test_count,
	                     sizeof *run->prices);
	run->flags = json_object();
	if (!run->targets || !run->cells || !run->overhead || !run->prices ||
	    !run->flags)
		return -ENOMEM;
	for (size_t i = 0; i < run->config->target_count; i++) {
		run->targets[i].directory =
		        text_format("bench-%s-%zu", run->run_id, i + 1);
		if (!run->targets[i].directory)
			return -ENOMEM;
	}
	return 0;
}

static int open_log(struct run *run, char **why)
{
	char *path = text_format("%s/workers.log", run->directory);

	run->log_fd =
	        path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644)
	             : -1;
	free(path);
	return run->log_fd < 0
	               ? failure(why, errno, "workers.log cannot be made in %s",
	                         run->directory)
	               : 0;
}

/* What the others are held against. */
static const char *reference_of(const struct bench_config *config)
{
	for (size_t i = 0; i < config->target_count; i++)
		if (config->targets[i].reference)
			return config->targets[i].name;
	return config->targets[0].name;
}

static void finish_summary(struct run *run)
{
	summary_finish(&run->outcome->summary);
	if (summary_compare(&run->outcome->summary, reference_of(run->config)))
		run_warn(run, "no memory to compare the targets");
}

static void write_summary(struct run *run)
{
	char *path = text_format("%s/summary.csv", run->directory);
	char *why = NULL;

	finish_summary(run);
	if (!path || summary_write(&run->outcome->summary, path, &why))
		run_warn(run, "%s", why ? why : "no memory for summary.csv");
	free(why);
	free(path);
}

/* Takes back what a refused run made, so that nothing is left of it. */
static void discard(struct run *run)
{
	static const char *const files[] = {"run.json", "results.csv",
	                                    "histograms.jsonl", "workers.log"};

	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
		char *path = text_format("%s/%s", run->directory, files[i]);

		if (path)
			unlink(path);
		free(path);
	}
	for (size_t i = 0; i < run->config->target_count; i++) {
		char *path = text_format("%s/%s.log", run->directory,
		                         run->config->targets[i].name);

		if (path && run->config->targets[i].start)
			unlink(path);
		free(path);
	}
	rmdir(run->directory);
	/* Only if it is empty, so only if this run made it or nobody cares. */
	rmdir(run->request->results);
}

/* What a killed run leaves in the targets has the name that run.json tells. So
 * that comes first. */
static int open_files(struct run *run, char **why)
{
	int error = open_log(run, why);

	if (error || run->request->resume)
		return error;
	error = run_open_files(run, why);
	return error ? error : run_write_json(run, false, why);
}

/* From reached targets to the last row. */
static int measure(struct run *run, char **why)
{
	const struct run_observer *observer = &run->request->observer;
	int error = run->request->resume ? resume_mend(run, why) : 0;

	if (!error && run->request->resume)
		error = run_open_files(run, why);
	if (!error)
		error = run_write_json(run, false, why);
	if (error)
		return error;
	run->outcome->directory = text_copy(run->directory);
	if (observer->planned)
		observer->planned(observer->arg, run->plan, run->directory);
	run_write_dismissed(run);
	run->started_ns = clock_now_ns();
	run_rounds(run);
	run->complete = !run->error && !run->outcome->signal;
	return 0;
}

static int finish(struct run *run, int error, char **why)
{
	if (!run->outcome->directory)
		return error;
	if (run_close_files(run, error ? NULL : why) && !error)
		error = -EIO;
	resume_count_rest(run);
	write_summary(run);
	if (run_write_json(run, true, error ? NULL : why) && !error)
		error = -EIO;
	return error;
}

static void free_run(struct run *run)
{
	run_close_files(run, NULL);
	if (run->log_fd >= 0)
		close(run->log_fd);
	if (run->lock >= 0)
		close(run->lock);
	for (size_t i = 0; run->targets && i < run->config->target_count; i++)
		free(run->targets[i].directory);
	free(run->cells);
	free(run->targets);
	free(run->prices);
	free(run->overhead);
	json_decref(run->flags);
	free(run->directory);
	free(run->run_id);
	free(run->exe_directory);
	free(run->why);
}

/* That of a broken run, or a new one. */
static int find_directory(struct run *run, char **why)
{
	const struct resume *resume = run->request->resume;
	int error;

	if (!resume) {
		error = make_directory(run, why);
		return error ? error : resume_lock(run->directory, &run->lock, why);
	}
	run->directory = text_copy(resume->directory);
	if (!run->directory)
		return failure(why, ENOMEM, "no memory");
	error = resume_match(run, why);
	if (error || !resume_is_complete(run))
		return error;
	run->outcome->was_complete = true;
	run->outcome->directory = text_copy(run->directory);
	resume_count_rest(run);
	finish_summary(run);
	return 0;
}

int run_execute(const struct run_request *request, struct run_outcome *outcome,
                char **why)
{
	struct run run = {.request = request,
	                  .config = request->config,
	                  .plan = request->plan,
	                  .outcome = outcome,
	                  .log_fd = -1,
	                  .lock = -1,
	                  .histograms = {.fd = -1},
	                  .series = {.fd = -1},
	                  .gate = {.block_s = (double)NAN},
	                  .rate = (double)NAN};
	bool made = false;
	int error;

	memset(outcome, 0, sizeof *outcome);
	outcome->link_ceiling = (double)NAN;
	outcome->summary.precision = request->config->precision;
	error = run_start_clock(&run, why);
	if (error)
		return error;
	error = signals_open(&run.signals, why);
	if (error)
		return error;
	run.exe_directory = text_copy(request->exe);
	if (make_run_id(&run) || make_tables(&run) || !run.exe_directory) {
		error = failure(why, ENOMEM, "no memory for the run");
		goto end;
	}
	*strrchr(run.exe_directory, '/') = '\0';
	error = find_directory(&run, why);
	if (error || outcome->was_complete)
		goto end;
	made = !request->resume;
	error = open_files(&run, why);
	if (!error)
		error = run_reach_targets(&run, why);
	outcome->refused = error == -ENOSPC;
	if (!error)
		run_calibrate_clock(&run);
	if (!error)
		error = measure(&run, why);
	if (run.error && !error) {
		error = run.error;
		if (why)
			*why = text_copy(run.why);
	}
	error = finish(&run, error, why);
	run_leave_targets(&run);
end:
	if (made && !outcome->directory)
		discard(&run);
	free_run(&run);
	signals_close(&run.signals);
	/* A signal is an end like any other: what was measured is kept. */
	return error == -EINTR ? 0 : error;
}

void run_outcome_free(struct run_outcome *outcome)
{
	free(outcome->directory);
	summary_free(&outcome->summary);
	memset(outcome, 0, sizeof *outcome);
}
