/* cell.c - the protocol of a cell.
 *
 * Prepare, warm up, slices; then verify what was written.  Passes are repeated
 * until they fill a slice; a few slices are timed, and the one with the median
 * rate becomes the row.  A steady cell is sliced until its rate has settled. */
#include "worker/cell_run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "config/config.h"
#include "measure/steady.h"

static int step_prepare(struct member *member)
{
	struct workload_lane *lane = &member->lane;
	const struct workload_cell *cell = &member->team->board->cell;
	int error = 0;

	lane->cell = cell;
	lane->service = cell->rate_bytes > 0 || cell->rate_ops > 0
	                        ? &member->service
	                        : NULL;
	lane->deadline_ns =
	        workload_now_ns(lane) + member->team->job->time_limit_ns;
	member->verified_bytes = 0;
	workload_clear(lane);
	json_object_clear(member->facts);
	if (!lane->data.bytes)
		error = workload_open(lane);
	return error ? error : workload_prepare(lane);
}

static int step_prepare_first(struct member *member)
{
	return member->lane.index ? 0 : step_prepare(member);
}

static int step_prepare_others(struct member *member)
{
	return member->lane.index ? step_prepare(member) : 0;
}

/* A file that all go over is there before anyone looks for it. */
static int prepare(struct cell_run *run)
{
	int error;

	if (!run->cell->share_file)
		return team_run(run->team, step_prepare);
	error = team_run(run->team, step_prepare_first);
	return error ? error : team_run(run->team, step_prepare_others);
}

/* Outside of all times, the limit's too. */
static int step_verify(struct member *member)
{
	struct workload_lane *lane = &member->lane;
	int error;

	lane->deadline_ns = INT64_MAX / 4;
	lane->tally.verified_bytes = 0;
	error = workload_verify(lane);
	member->verified_bytes += lane->tally.verified_bytes;
	return error;
}

static int step_counters(struct member *member)
{
	struct workload_lane *lane = &member->lane;

	return lane->backend->counters ? lane->backend->counters(lane->session) : 0;
}

static int keep_rate(struct cell_run *run, double rate)
{
	if (!run->job->steady)
		return 0;
	if (run->series_count == run->series_room) {
		size_t room = run->series_room ? run->series_room * 2 : 64;
		double *series = realloc(run->series, room * sizeof *series);

		if (!series)
			return -ENOMEM;
		run->series = series;
		run->series_room = room;
	}
	run->series[run->series_count++] = rate;
	return 0;
}

int cell_keep_slice(struct cell_run *run)
{
	struct recorded *into = &run->recorded[run->taken++ % run->recorded_count];

	if (run->done == run->room) {
		run->done--;
		memmove(run->slices, run->slices + 1, run->done * sizeof run->last);
	}
	run->slices[run->done++] = run->last;
	if (run->job->steady) {
		histogram_reset(&into->latency);
		histogram_reset(&into->service);
	}
	for (unsigned i = 0; i < run->team->count; i++) {
		const struct member *member = &run->team->board->members[i];

		histogram_merge(&into->latency, &member->latency);
		histogram_merge(&into->service, &member->service);
	}
	cell_keep_verbs(run);
	return keep_rate(run, window_rate(&run->last));
}

static int run_slice(struct cell_run *run)
{
	int error = window_run(run->team, run->passes, &run->last);

	/* On a simulated clock. */
	if (!error && run->last.elapsed_ns <= 0)
		error = -ERANGE;
	return error ? error : cell_keep_slice(run);
}

static bool is_steady(const struct cell_run *run)
{
	struct steady judged;

	steady_judge(&steady_device, run->series, run->series_count, &judged);
	return judged.steady;
}

/* Slices until the last of them agree, or there is no time left. */
static int run_until_steady(struct cell_run *run)
{
	int error = 0;

	while (!error && !is_steady(run))
		error = run_slice(run);
	run->unsteady = error == -ETIMEDOUT;
	return error;
}

static int run_slices(struct cell_run *run)
{
	int error = cell_warm_up(run);

	if (!error && run->job->steady)
		return run_until_steady(run);
	while (!error && run->done < run->room)
		error = run_slice(run);
	return error;
}

static unsigned open_flags(const struct job *job, bool writes)
{
	return (job->direct ? BENCH_O_DIRECT : 0u) |
	       (job->cache == CONFIG_CACHE_DONTCACHE ? BENCH_O_DONTCACHE : 0u) |
	       (job->sync == CONFIG_SYNC_DSYNC && writes ? BENCH_O_SYNC : 0u);
}

static void set_cell(struct cell_run *run, size_t index)
{
	const struct job *job = run->job;
	const struct workload_test *test = workload_find(job->tests[index]);
	bool writes = workload_writes(test);
	bool each = job->sync == CONFIG_SYNC_EACH && writes;

	run->cell = &run->team->board->cell;
	run->team->board->cell = (struct workload_cell){
	        .test = test,
	        .file_size = job->file_size,
	        .record_size = job->record_size,
	        .open_flags = open_flags(job, writes),
	        .flush = writes && (job->sync == CONFIG_SYNC_FSYNC ||
	                            test->include & CONFIG_INCLUDE_FLUSH),
	        .flush_every = each ? job->sync_every : 0,
	        .drop_cache =
	                job->cache == CONFIG_CACHE_COLD && workload_reads(test),
	        .close_to_open = job->cache == CONFIG_CACHE_CLOSE_TO_OPEN,
	        .reopen = !(run->place->caps->props & BENCH_RANDOM) ||
	                  (job->include | test->include) &
	                          (CONFIG_INCLUDE_OPEN | CONFIG_INCLUDE_CLOSE),
	        .depth = job->depth,
	        .lanes = job->threads,
	        .mix = job->mix,
	        .files = job->files,
	        .think_ns = job->think_ns,
	        .share_file = job->share == CONFIG_SHARE_ONE && job->threads > 1,
	        .zeroes = job->fill == CONFIG_FILL_ZERO,
	        .compressible = job->compressible,
	        .dedupable = job->dedupable,
	        .verify = test->pass ? CONFIG_VERIFY_NO : job->verify,
	        .rate_bytes = job->rate_bytes / job->threads,
	        .rate_ops = job->rate_ops / job->threads,
	        .buffers = job->buffers,
	        .layout = job->layout ? job->layout : test->layout,
	        .seed = job->seed};
}

static int make_room(struct cell_run *run)
{
	run->room = run->job->steady ? (unsigned)steady_device.window
	                             : run->job->slices;
	run->recorded_count = run->job->steady ? run->room : 1;
	run->slices = calloc(run->room, sizeof *run->slices);
	run->recorded = malloc(run->recorded_count * sizeof *run->recorded);
	if (!run->slices || !run->recorded)
		return -ENOMEM;
	for (unsigned i = 0; i < run->recorded_count; i++) {
		histogram_reset(&run->recorded[i].latency);
		histogram_reset(&run->recorded[i].service);
	}
	return 0;
}

static bool has_number(const struct cell_run *run, int error)
{
	return run->done && (!error || error == -ETIMEDOUT);
}

/* Reading tests have checked each record as it came. */
static int verify(struct cell_run *run)
{
	if (run->cell->verify == CONFIG_VERIFY_NO ||
	    !workload_writes(run->cell->test))
		return 0;
	if (run->place->note)
		run->place->note(run->place->arg, "reading back what was written");
	return team_run(run->team, step_verify);
}

static int measure(struct cell_run *run)
{
	int error = cell_open_verbs(run), failed;

	if (!error)
		error = prepare(run);
	if (!error)
		error = run_slices(run);
	if (!has_number(run, error))
		return error;
	failed = verify(run);
	if (failed)
		return failed == -ETIMEDOUT ? -EIO : failed;
	team_run(run->team, step_counters);
	return error;
}

void cell_measure(struct cell_place *place, size_t index, struct event *event)
{
	struct cell_run run = {
	        .place = place, .team = place->team, .job = place->job};

	if (make_room(&run)) {
		event->row.status = RESULT_ERROR;
		result_set_text(&event->row.error, "no memory for the slices");
	} else {
		set_cell(&run, index);
		cell_fill_row(&run, measure(&run), event);
	}
	event->series = run.series;
	event->series_count = run.series_count;
	free(run.slices);
	free(run.recorded);
	free(run.verbs);
}
