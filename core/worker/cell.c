/* cell.c - the simple protocol of a cell.
 *
 * Passes are repeated until they fill a slice; a few slices are timed, and the
 * one with the median rate becomes the row.  A first pass of a second or more
 * is itself a slice: warming up costs more there than it gives. */
#include "worker/cell.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "config/config.h"
#include "measure/clock.h"
#include "measure/cpu.h"

/* A pass of that length is never thrown away as warm-up. */
#define LONG_PASS_NS CLOCK_NS_PER_S

/* All lanes of one slice.  The phases are those of the slowest lane.
 *
 * elapsed is the window from the first lane's start to the last lane's end,
 * less what none of them was timed for (set-up, cache control, phases that are
 * not included): for one lane that is just what was timed.  The sum of the
 * lanes' own rates would be too high: where there are more threads than
 * processors, each is fast while the others wait. */
struct slice {
	struct workload_tally tally; /* passes, phases of the slowest lane */
	uint64_t bytes, ops;         /* of all lanes */
	int64_t elapsed_ns;
	double slowest, fastest; /* lanes' own rates, bytes/s */
	struct cpu_time cpu;
};

struct measuring {
	struct team *team;
	const struct job *job;
	const struct workload_cell *cell; /* on the team's board */
	struct slice *slices;
	unsigned done;
	uint64_t passes;
};

static int step_prepare(struct member *member)
{
	struct workload_lane *lane = &member->lane;
	int error = 0;

	lane->cell = &member->team->board->cell;
	lane->deadline_ns = clock_now_ns() + member->team->job->time_limit_ns;
	workload_clear(lane);
	json_object_clear(member->facts);
	if (!lane->data.bytes)
		error = workload_open(lane);
	return error ? error : workload_prepare(lane);
}

static int step_slice(struct member *member)
{
	uint64_t passes = member->team->board->passes;
	struct cpu_time before, after;
	int error;

	if (!member->pid)
		return workload_slice(&member->lane, passes);
	cpu_read(&before);
	error = workload_slice(&member->lane, passes);
	cpu_read(&after);
	cpu_difference(&before, &after, &member->cpu);
	return error;
}

static int step_forget(struct member *member)
{
	histogram_reset(&member->latency);
	return 0;
}

static int step_counters(struct member *member)
{
	struct workload_lane *lane = &member->lane;

	return lane->backend->counters ? lane->backend->counters(lane->session) : 0;
}

static int64_t counted_ns(const struct workload_tally *tally, unsigned include)
{
	return tally->io_ns + (include & CONFIG_INCLUDE_OPEN ? tally->open_ns : 0) +
	       (include & CONFIG_INCLUDE_FLUSH ? tally->flush_ns : 0) +
	       (include & CONFIG_INCLUDE_CLOSE ? tally->close_ns : 0);
}

static void collect(const struct team *team, unsigned include,
                    struct slice *slice)
{
	int64_t start = INT64_MAX, end = 0, idle = INT64_MAX, slowest = -1;

	for (unsigned i = 0; i < team->count; i++) {
		const struct workload_tally *tally =
		        &team->board->members[i].lane.tally;
		int64_t ns = counted_ns(tally, include);
		int64_t untimed = tally->end_ns - tally->start_ns - ns;
		double rate = ns > 0 ? (double)tally->bytes * 1e9 / (double)ns : 0;

		slice->bytes += tally->bytes;
		slice->ops += tally->ops;
		start = tally->start_ns < start ? tally->start_ns : start;
		end = tally->end_ns > end ? tally->end_ns : end;
		idle = untimed < idle ? untimed : idle;
		if (ns > slowest) {
			slowest = ns;
			slice->tally = *tally;
		}
		if (i == 0 || rate < slice->slowest)
			slice->slowest = rate;
		if (i == 0 || rate > slice->fastest)
			slice->fastest = rate;
	}
	slice->elapsed_ns = end - start - idle;
}

static int run_slice(struct measuring *measuring, uint64_t passes,
                     struct slice *slice)
{
	struct cpu_time before, after;
	int error;

	memset(slice, 0, sizeof *slice);
	measuring->team->board->passes = passes;
	cpu_read(&before);
	error = team_run(measuring->team, step_slice);
	cpu_read(&after);
	cpu_difference(&before, &after, &slice->cpu);
	for (unsigned i = 0; i < measuring->team->count; i++) {
		const struct member *member = &measuring->team->board->members[i];

		if (!member->pid)
			continue;
		slice->cpu.user_ns += member->cpu.user_ns;
		slice->cpu.system_ns += member->cpu.system_ns;
	}
	collect(measuring->team, measuring->job->include, slice);
	return error;
}

/* Finds how many passes fill a slice: doubles until half of one is filled, then
 * scales.  What was timed on the way is forgotten, unless it was long. */
static int warm_up(struct measuring *measuring, struct slice *slice)
{
	const struct job *job = measuring->job;
	uint64_t passes = 1;

	measuring->passes = job->passes;
	if (job->passes)
		return 0;
	for (;;) {
		int error = run_slice(measuring, passes, slice);
		int64_t ns = slice->elapsed_ns > 0 ? slice->elapsed_ns : 1;

		if (error)
			return error;
		if (ns >= LONG_PASS_NS) {
			measuring->passes = passes;
			measuring->slices[measuring->done++] = *slice;
			return 0;
		}
		if (ns >= job->slice_ns / 2) {
			measuring->passes = passes * (uint64_t)job->slice_ns / (uint64_t)ns;
			measuring->passes += measuring->passes * (uint64_t)ns <
			                     passes * (uint64_t)job->slice_ns;
			break;
		}
		passes *= 2;
	}
	return team_run(measuring->team, step_forget);
}

/* Fills measuring->slices; *slice is the last, broken or not. */
static int run_slices(struct measuring *measuring, struct slice *slice)
{
	int error = warm_up(measuring, slice);

	while (!error && measuring->done < measuring->job->slices) {
		error = run_slice(measuring, measuring->passes, slice);
		if (!error)
			measuring->slices[measuring->done++] = *slice;
	}
	return error;
}

static double slice_rate(const struct slice *slice)
{
	double work = slice->bytes ? (double)slice->bytes : (double)slice->ops;

	return slice->elapsed_ns > 0 ? work / (double)slice->elapsed_ns : 0;
}

static int by_rate(const void *a, const void *b)
{
	double x = slice_rate(a), y = slice_rate(b);

	return (x > y) - (x < y);
}

static double seconds(int64_t ns)
{
	return (double)ns / 1e9;
}

/* The host's busy time comes in ticks of 10 ms, longer than many a slice, so it
 * is taken over all slices and shared out by their length. */
static double host_seconds(const struct measuring *measuring,
                           const struct slice *chosen)
{
	int64_t busy = 0, elapsed = 0;

	for (unsigned i = 0; i < measuring->done; i++) {
		if (measuring->slices[i].cpu.host_busy_ns < 0)
			return (double)NAN;
		busy += measuring->slices[i].cpu.host_busy_ns;
		elapsed += measuring->slices[i].elapsed_ns;
	}
	if (elapsed <= 0)
		return (double)NAN;
	return seconds(busy) * (double)chosen->elapsed_ns / (double)elapsed;
}

static void fill_numbers(const struct measuring *measuring,
                         const struct slice *slice, struct result_row *row)
{
	double elapsed = seconds(slice->elapsed_ns);

	row->passes = slice->tally.passes;
	row->bytes = slice->bytes;
	row->ops = slice->ops;
	row->elapsed_s = elapsed;
	row->open_s = seconds(slice->tally.open_ns);
	row->io_s = seconds(slice->tally.io_ns);
	row->flush_s = seconds(slice->tally.flush_ns);
	row->close_s = seconds(slice->tally.close_ns);
	if (elapsed > 0)
		row->ops_per_s = (double)slice->ops / elapsed;
	if (elapsed > 0 && workload_has_sizes(measuring->cell->test)) {
		row->throughput = (double)slice->bytes / elapsed;
		row->client_min = slice->slowest;
		row->client_max = slice->fastest;
	}
	row->cpu_user_s = seconds(slice->cpu.user_ns);
	row->cpu_sys_s = seconds(slice->cpu.system_ns);
	row->cpu_host_s = host_seconds(measuring, slice);
	row->clients = measuring->team->count;
}

static void fill_latency(const struct histogram *latency,
                         struct result_row *row)
{
	if (!latency->total)
		return;
	row->lat_min_us = (double)latency->min / 1e3;
	row->lat_mean_us = histogram_mean(latency) / 1e3;
	row->lat_p50_us = (double)histogram_quantile(latency, 0.50) / 1e3;
	row->lat_p95_us = (double)histogram_quantile(latency, 0.95) / 1e3;
	row->lat_p99_us = (double)histogram_quantile(latency, 0.99) / 1e3;
	row->lat_p999_us = (double)histogram_quantile(latency, 0.999) / 1e3;
	row->lat_max_us = (double)latency->max / 1e3;
}

/* What state the data were in, and what a flush was worth. */
static void fill_state(const struct measuring *measuring,
                       const struct bench_caps *caps, struct result_row *row)
{
	static const char *const durability[] = {"none", "peer", "stable"};
	const struct workload_cell *cell = measuring->cell;
	bool sync =
	        cell->flush || cell->flush_every || cell->open_flags & BENCH_O_SYNC;

	if (!workload_has_sizes(cell->test))
		return;
	row->direct = measuring->job->direct;
	if (measuring->team->board->members[0].lane.layout)
		row->layout = measuring->team->board->members[0].lane.layout;
	result_set_text(&row->cache, caps->props & BENCH_MEMORY ? "memory"
	                             : cell->drop_cache         ? "cold"
	                                                        : "warm");
	if (cell->test->action == WORKLOAD_WRITE)
		result_set_text(&row->durability,
		                sync && caps->durable <= BENCH_DUR_STABLE
		                        ? durability[caps->durable]
		                        : "none");
}

/* key=value;key=value of the first lane. */
static void fill_counters(const struct team *team, struct result_row *row)
{
	struct text text = {0};
	const char *key;
	json_t *value;

	json_object_foreach(team->board->members[0].facts, key, value)
	{
		text_add(&text, "%s%s=%s", text.length ? ";" : "", key,
		         json_string_value(value));
	}
	if (text.length)
		row->counters = text_take(&text);
	text_free(&text);
}

static void fill_failure(const struct measuring *measuring, int error,
                         struct result_row *row)
{
	const char *why = team_why(measuring->team, error);

	row->status = error == -ENOTSUP             ? RESULT_UNSUPPORTED
	              : error == -ETIMEDOUT && !why ? RESULT_TIMEOUT
	                                            : RESULT_ERROR;
	if (why) {
		result_set_text(&row->error, why);
	} else if (error == -ETIMEDOUT) {
		row->error = text_format("not finished within the time limit of "
		                         "%.3g s (time_limit)",
		                         seconds(measuring->job->time_limit_ns));
	} else {
		result_set_text(&row->error, strerror(-error));
	}
}

static unsigned cell_open_flags(const struct job *job, bool writes)
{
	return (job->direct ? BENCH_O_DIRECT : 0u) |
	       (job->cache == CONFIG_CACHE_DONTCACHE ? BENCH_O_DONTCACHE : 0u) |
	       (job->sync == CONFIG_SYNC_DSYNC && writes ? BENCH_O_SYNC : 0u);
}

static void prepare_cell(struct measuring *measuring,
                         const struct bench_caps *caps, size_t index)
{
	const struct job *job = measuring->job;
	const struct workload_test *test = workload_find(job->tests[index]);
	bool writes = test->action == WORKLOAD_WRITE;

	measuring->cell = &measuring->team->board->cell;
	measuring->team->board->cell = (struct workload_cell){
	        .test = test,
	        .file_size = job->file_size,
	        .record_size = job->record_size,
	        .open_flags = cell_open_flags(job, writes),
	        .flush = job->sync == CONFIG_SYNC_FSYNC && writes,
	        .flush_every = job->sync == CONFIG_SYNC_EACH && writes
	                               ? job->sync_every
	                               : 0,
	        .drop_cache = job->cache == CONFIG_CACHE_COLD &&
	                      test->action == WORKLOAD_READ,
	        .close_to_open = job->cache == CONFIG_CACHE_CLOSE_TO_OPEN,
	        .reopen =
	                !(caps->props & BENCH_RANDOM) ||
	                job->include & (CONFIG_INCLUDE_OPEN | CONFIG_INCLUDE_CLOSE),
	        .depth = job->depth,
	        .verify = job->verify,
	        .rate_bytes = job->rate_bytes / job->threads,
	        .rate_ops = job->rate_ops / job->threads,
	        .buffers = job->buffers,
	        .layout = job->layout,
	        .seed = job->seed};
}

void cell_measure(struct team *team, const struct job *job,
                  const struct bench_caps *caps, size_t index,
                  struct result_row *row, struct histogram *latency)
{
	struct measuring measuring = {.team = team, .job = job};
	struct slice last = {0};
	int error;

	measuring.slices = calloc(job->slices, sizeof *measuring.slices);
	if (!measuring.slices) {
		row->status = RESULT_ERROR;
		result_set_text(&row->error, "no memory for the slices");
		return;
	}
	prepare_cell(&measuring, caps, index);
	error = team_run(team, step_prepare);
	if (!error)
		error = team_run(team, step_forget);
	if (!error)
		error = run_slices(&measuring, &last);
	for (unsigned i = 0; i < team->count; i++)
		histogram_merge(latency, &team->board->members[i].latency);
	if (measuring.done && (!error || error == -ETIMEDOUT)) {
		qsort(measuring.slices, measuring.done, sizeof last, by_rate);
		row->status = RESULT_OK;
		fill_numbers(&measuring, &measuring.slices[(measuring.done - 1) / 2],
		             row);
		if (error)
			result_set_text(&row->flags, "short");
		team_run(team, step_counters);
	} else {
		fill_failure(&measuring, error, row);
		if (row->status == RESULT_TIMEOUT && last.ops)
			fill_numbers(&measuring, &last, row);
	}
	if (row->status == RESULT_OK || row->status == RESULT_TIMEOUT)
		fill_latency(latency, row);
	fill_state(&measuring, caps, row);
	fill_counters(team, row);
	free(measuring.slices);
}
