/* cell_warm.c - how many passes make a slice, and warming up on the way. */
#include "worker/cell_run.h"

#include <errno.h>
#include "worker/warm.h"

/* A pass of that length is never thrown away as warm-up. */
#define LONG_PASS_NS CLOCK_NS_PER_S
/* A window of the warm-up is this part of a slice. */
#define WINDOWS_OF_SLICE 4

/* Files that are new in each pass never get warm, nor do cold ones; a steady
 * cell has a rule of its own. */
static bool warms_up(const struct cell_run *run)
{
	return run->job->warmup && !run->job->steady &&
	       !run->cell->test->new_file && !run->cell->drop_cache;
}

static int run_passes(struct cell_run *run, uint64_t passes)
{
	int error = window_run(run->team, passes, &run->last);

	run->warmup_passes += run->last.passes;
	return error;
}

/* Doubles the passes until they last as long as asked.  A pass of a second or
 * more is a slice. */
static int find_passes(struct cell_run *run, int64_t enough_ns)
{
	for (run->passes = 1;; run->passes *= 2) {
		int error = run_passes(run, run->passes);

		if (error)
			return error;
		if (run->last.elapsed_ns >= LONG_PASS_NS) {
			run->warmup_passes -= run->last.passes;
			return cell_keep_slice(run);
		}
		if (run->last.elapsed_ns >= enough_ns)
			return 0;
		if (run->last.elapsed_ns <= 0 && run->passes >= WORKLOAD_EMPTY_PASSES)
			return -ERANGE;
	}
}

/* The window that filled a quarter of a slice is the first of the five, and as
 * many passes as just fill it are the others. */
static int flatten(struct cell_run *run, struct warm *warm)
{
	enum warm_state state;

	run->passes = warm_passes(run->passes, run->last.elapsed_ns,
	                          run->job->slice_ns / WINDOWS_OF_SLICE);
	while ((state = warm_add(warm, window_rate(&run->last),
	                         run->last.elapsed_ns)) == WARM_NOT_YET) {
		int error = run_passes(run, run->passes);

		if (error)
			return error;
	}
	run->warmup = state == WARM_FLAT ? "flat" : "timeout";
	return 0;
}

/* Passes for so long, none of which counts. */
static int ramp_up(struct cell_run *run)
{
	struct team_board *board = run->team->board;
	int error;

	board->time_ns = run->job->ramp_ns;
	if (!board->time_ns)
		return 0;
	error = run_passes(run, UINT64_MAX);
	board->time_ns = 0;
	return error;
}

/* After what time a slice ends, however little was done; 0: by its passes.
 * Pauses are in no elapsed time: passes that are to fill one would take for
 * ever. */
static int64_t slice_time(const struct job *job)
{
	if (job->time_ns)
		return job->time_ns / (int64_t)job->slices;
	return job->think_ns && !job->passes ? job->slice_ns : 0;
}

int cell_warm_up(struct cell_run *run)
{
	bool warms = warms_up(run);
	struct warm warm = {.count = 0};
	double took_ns;
	int error;

	run->warmup = "none";
	run->warmup_passes = 0;
	run->passes = run->job->passes;
	error = ramp_up(run);
	if (!error && slice_time(run->job)) {
		run->passes = UINT64_MAX;
		run->team->board->time_ns = slice_time(run->job);
	}
	if (error || run->passes)
		return error;
	error = find_passes(run,
	                    run->job->slice_ns / (warms ? WINDOWS_OF_SLICE : 2));
	if (error || run->done)
		return error;
	if (warms)
		error = flatten(run, &warm);
	/* The last window may have been an odd one. */
	took_ns = (double)run->last.elapsed_ns * warm_last_to_median(&warm);
	run->passes =
	        warm_passes(run->passes, (int64_t)took_ns, run->job->slice_ns);
	return error;
}
