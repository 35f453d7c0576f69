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
#include "measure/statistics.h"
#include "result/environment.h"
#include "run/state.h"
#include "workload/data.h"

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
	run->spent = calloc(items + 1, sizeof *run->spent);
	run->item_done = calloc(items + 1, sizeof *run->item_done);
	if (!run->targets || !run->cells || !run->spent || !run->item_done)
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

static int open_results(struct run *run, char **why)
{
	char *path = text_format("%s/results.csv", run->directory);
	int error = path ? csv_create(path, &run->csv, why)
	                 : failure(why, ENOMEM, "no memory");

	free(path);
	return error;
}

/* The blocks in an order of this round's own, the same for the same seed. */
static void shuffle(size_t *order, size_t count, uint64_t seed, unsigned round)
{
	uint64_t state = seed + round * UINT64_C(0x9e3779b97f4a7c15);

	for (size_t i = 0; i < count; i++)
		order[i] = i;
	for (size_t i = count; i > 1; i--) {
		size_t other = (size_t)(data_random(&state) % i);
		size_t kept = order[i - 1];

		order[i - 1] = order[other];
		order[other] = kept;
	}
}

/* One round: false once a signal came or the run failed. */
static bool run_round(struct run *run, size_t *order)
{
	size_t blocks = run->plan->block_count;
	size_t targets = run->config->target_count;

	memset(run->item_done, 0, blocks * targets * sizeof *run->item_done);
	shuffle(order, blocks, run->config->seed, run->round);
	for (size_t b = 0; b < blocks; b++)
		for (size_t t = 0; t < targets; t++) {
			/* A B C, then C B A: what drifts hits all alike. */
			size_t target = run->round % 2 ? t : targets - 1 - t;

			if (!run_item(run, order[b], target))
				return false;
		}
	return true;
}

/* After these rounds it is asked which cells are finished. */
static bool is_checkpoint(const struct run *run)
{
	static const unsigned schedule[] = {7, 10, 15, 22, 33};

	for (size_t i = 0; i < sizeof schedule / sizeof schedule[0]; i++)
		if (schedule[i] == run->round)
			return run->round >= run->config->rounds_min;
	return run->round == run->config->rounds_min;
}

/* Marks the cells whose interval is narrow enough; how many are left. */
static size_t finish_cells(struct run *run)
{
	size_t left = 0;

	for (size_t i = 0; i < run->plan->cell_count; i++) {
		struct run_cell *cell = &run->cells[i];
		struct statistics statistics;

		if (run->plan->cells[i].verdict != PLAN_RUN || cell->finished)
			continue;
		if (cell->count) {
			statistics_describe(cell->values, cell->count, &statistics);
			cell->finished = statistics_half_width(&statistics) <=
			                 run->config->precision;
		}
		if (cell->strikes >= RUN_STRIKES && !cell->count)
			cell->finished = true;
		left += !cell->finished;
	}
	return left;
}

static void run_rounds(struct run *run)
{
	size_t *order = calloc(run->plan->block_count + 1, sizeof *order);

	run->started_ns = clock_now_ns();
	run->rounds = run->config->rounds_min;
	if (!order)
		run->error = failure(&run->why, ENOMEM, "no memory for blocks");
	while (order && !run->error && run->round < run->config->rounds_max) {
		run->round++;
		if (run->round > run->rounds)
			run->rounds = run->round;
		if (!run_round(run, order))
			break;
		if (run->round < run->config->rounds_max && is_checkpoint(run) &&
		    finish_cells(run) == 0)
			break;
	}
	free(order);
}

static void write_summary(struct run *run)
{
	char *path = text_format("%s/summary.csv", run->directory);
	char *why = NULL;

	summary_finish(&run->outcome->summary);
	if (!path || summary_write(&run->outcome->summary, path, &why))
		run_warn(run, "%s", why ? why : "no memory for summary.csv");
	free(why);
	free(path);
}

/* Takes back what a refused run made, so that nothing is left of it. */
static void discard(struct run *run)
{
	static const char *const files[] = {"results.csv", "workers.log"};

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

/* From reached targets to the last row. */
static int measure(struct run *run, char **why)
{
	const struct run_observer *observer = &run->request->observer;
	int error = open_results(run, why);

	if (!error)
		error = run_write_json(run, false, why);
	if (error)
		return error;
	run->outcome->directory = text_copy(run->directory);
	if (observer->planned)
		observer->planned(observer->arg, run->plan, run->directory);
	run_write_dismissed(run);
	run_rounds(run);
	return 0;
}

static int finish(struct run *run, int error, char **why)
{
	if (!run->outcome->directory)
		return error;
	if (csv_close(run->csv, error ? NULL : why) && !error)
		error = -EIO;
	run->csv = NULL;
	write_summary(run);
	if (run_write_json(run, true, error ? NULL : why) && !error)
		error = -EIO;
	return error;
}

static void free_run(struct run *run)
{
	for (size_t i = 0; run->cells && i < run->plan->cell_count; i++)
		free(run->cells[i].values);
	if (run->csv)
		csv_close(run->csv, NULL);
	if (run->log_fd >= 0)
		close(run->log_fd);
	for (size_t i = 0; run->targets && i < run->config->target_count; i++)
		free(run->targets[i].directory);
	free(run->cells);
	free(run->targets);
	free(run->spent);
	free(run->item_done);
	free(run->directory);
	free(run->run_id);
	free(run->exe_directory);
	free(run->why);
}

int run_execute(const struct run_request *request, struct run_outcome *outcome,
                char **why)
{
	struct run run = {.request = request,
	                  .config = request->config,
	                  .plan = request->plan,
	                  .outcome = outcome,
	                  .log_fd = -1,
	                  .rate = (double)NAN};
	bool made = false;
	int error;

	memset(outcome, 0, sizeof *outcome);
	outcome->link_ceiling = (double)NAN;
	error = signals_open(&run.signals, why);
	if (error)
		return error;
	run.exe_directory = text_copy(request->exe);
	if (make_run_id(&run) || make_tables(&run) || !run.exe_directory) {
		error = failure(why, ENOMEM, "no memory for the run");
		goto end;
	}
	*strrchr(run.exe_directory, '/') = '\0';
	error = make_directory(&run, why);
	if (error)
		goto end;
	made = true;
	error = open_log(&run, why);
	if (!error)
		error = run_reach_targets(&run, why);
	outcome->refused = error == -ENOSPC;
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
