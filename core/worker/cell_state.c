/* cell_state.c - the state of the data, and what was asked for beside the
 * cell's key: without it a figure cannot be compared with another. */
#include "worker/cell_run.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "config/config.h"
#include "config/units.h"

static const char *cache_state(const struct cell_run *run)
{
	if (run->job->direct)
		return "direct";
	if (run->job->cache == CONFIG_CACHE_CLOSE_TO_OPEN)
		return "close_to_open";
	if (run->job->cache == CONFIG_CACHE_DONTCACHE)
		return "dontcache";
	return run->cell->drop_cache ? "cold" : "warm";
}

/* Memory is memory, whatever is done about caches. */
static void fill_cache(const struct cell_run *run, struct result_row *row)
{
	const char *state = cache_state(run);

	if (!(run->place->caps->props & BENCH_MEMORY))
		result_set_text(&row->cache, state);
	else if (run->job->cache == CONFIG_CACHE_CLOSE_TO_OPEN)
		row->cache = text_format("memory %s", state);
	else
		result_set_text(&row->cache, "memory");
}

static void fill_resident(const struct cell_run *run, struct result_row *row)
{
	const char *percent = json_string_value(
	        json_object_get(run->team->board->members[0].facts, "resident"));
	double value;

	if (percent && units_real(percent, &value, NULL) == 0)
		row->resident = value / 100;
}

static void fill_writing(const struct cell_run *run, struct result_row *row)
{
	static const char *const durability[] = {"none", "peer", "stable"};
	static const char *const syncs[] = {"none", "fsync", "dsync"};
	const struct workload_cell *cell = run->cell;
	bool sync =
	        cell->flush || cell->flush_every || cell->open_flags & BENCH_O_SYNC;

	if (!workload_writes(cell->test))
		return;
	result_set_text(&row->durability,
	                sync && run->place->caps->durable <= BENCH_DUR_STABLE
	                        ? durability[run->place->caps->durable]
	                        : "none");
	if (run->job->sync == CONFIG_SYNC_EACH)
		row->sync = text_format("each:%" PRIu64, run->job->sync_every);
	else
		result_set_text(&row->sync,
		                cell->flush ? "fsync" : syncs[run->job->sync]);
}

static void fill_verified(const struct cell_run *run, struct result_row *row)
{
	static const char *const words[] = {"no", "yes", "sample"};

	result_set_text(&row->verify, words[run->cell->verify]);
	if (run->cell->verify == CONFIG_VERIFY_NO)
		return;
	row->verified_bytes = 0;
	for (unsigned i = 0; i < run->team->count; i++)
		row->verified_bytes += run->team->board->members[i].verified_bytes;
}

static void fill_buffers(const struct cell_run *run, struct result_row *row)
{
	char size[UNITS_TEXT];

	if (run->job->buffers)
		row->buffers = text_format("rotate:%s",
		                           units_print_size(run->job->buffers, size));
	else
		result_set_text(&row->buffers, "hot");
}

/* As a configuration says it: of all threads. */
static void fill_pace(const struct cell_run *run, struct result_row *row)
{
	const struct job *job = run->job;
	char size[UNITS_TEXT];

	if (job->rate_ops > 0)
		row->pace = text_format("%.15g ops", job->rate_ops);
	else if (job->rate_bytes > 0 && workload_has_sizes(run->cell->test))
		result_set_text(&row->pace,
		                units_print_size((uint64_t)job->rate_bytes, size));
}

static void fill_data(const struct cell_run *run, struct result_row *row)
{
	const struct workload_cell *cell = run->cell;
	struct text words = {0};

	if (!workload_writes(cell->test))
		return;
	if (cell->zeroes)
		text_add(&words, "zero");
	if (cell->compressible > 0)
		text_add(&words, "compressible=%.15g%%", cell->compressible * 100);
	if (cell->dedupable > 0)
		text_add(&words, "%sdedupable=%.15g%%", words.length ? " " : "",
		         cell->dedupable * 100);
	if (!words.length)
		text_add(&words, "random");
	row->data = text_take(&words);
}

/* What the work was like, as far as the test knows of it. */
static void fill_shape(const struct cell_run *run, struct result_row *row)
{
	const struct job *job = run->job;
	const struct workload_test *test = run->cell->test;

	row->think_s = (double)job->think_ns / 1e9;
	if (job->time_ns)
		row->time_s = (double)job->time_ns / 1e9;
	row->ramp_s = (double)job->ramp_ns / 1e9;
	if (test->action == WORKLOAD_MIX)
		row->mix = job->mix;
	if (test->family && strcmp(test->family, "metadata") == 0)
		row->files = job->files;
	if (workload_has_sizes(test))
		result_set_text(&row->sharing,
		                job->share == CONFIG_SHARE_ONE && !test->own_files
		                        ? "one"
		                        : "own");
}

static void fill_cpus(const struct cell_run *run, struct result_row *row)
{
	const struct job *job = run->job;
	struct text cpus = {0};

	if (!job->cpu_count)
		return;
	for (unsigned i = 0; i < run->team->count; i++)
		text_add(&cpus, "%s%" PRIu64, i ? " " : "",
		         job->cpus[i % job->cpu_count]);
	row->cpus = text_take(&cpus);
}

void cell_fill_state(const struct cell_run *run, struct result_row *row)
{
	result_set_text(&row->warmup, run->warmup);
	row->warmup_passes = run->warmup_passes;
	fill_pace(run, row);
	fill_cpus(run, row);
	fill_shape(run, row);
	if (!workload_has_sizes(run->cell->test))
		return;
	row->direct = run->job->direct;
	if (run->team->board->members[0].lane.layout)
		row->layout = run->team->board->members[0].lane.layout;
	fill_cache(run, row);
	fill_resident(run, row);
	fill_writing(run, row);
	fill_verified(run, row);
	fill_buffers(run, row);
	fill_data(run, row);
}
