/* cell_row.c - the row of a cell: the median slice, the latencies of all of
 * them, or why there is no figure. */
#include "worker/cell_run.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "result/csv.h"

static double seconds(int64_t ns)
{
	return (double)ns / 1e9;
}

/* The slice with the median rate, the lower one of two: slices stay in order.
 */
static const struct slice *median_slice(const struct cell_run *run)
{
	for (unsigned i = 0; i < run->done; i++) {
		double rate = window_rate(&run->slices[i]);
		unsigned below = 0, equal = 0;

		for (unsigned k = 0; k < run->done; k++) {
			below += window_rate(&run->slices[k]) < rate;
			equal += window_rate(&run->slices[k]) == rate;
		}
		if (below <= (run->done - 1) / 2 && (run->done - 1) / 2 < below + equal)
			return &run->slices[i];
	}
	return &run->slices[0];
}

/* The host's busy time comes in ticks of 10 ms, longer than many a slice, so it
 * is taken over all slices and shared out by their length. */
static double host_seconds(const struct cell_run *run,
                           const struct slice *chosen)
{
	int64_t busy = 0, elapsed = 0;

	for (unsigned i = 0; i < run->done; i++) {
		if (run->slices[i].cpu.host_busy_ns < 0)
			return (double)NAN;
		busy += run->slices[i].cpu.host_busy_ns;
		elapsed += run->slices[i].elapsed_ns;
	}
	if (elapsed <= 0)
		return (double)NAN;
	return seconds(busy) * (double)chosen->elapsed_ns / (double)elapsed;
}

static void fill_numbers(const struct cell_run *run, const struct slice *slice,
                         struct result_row *row)
{
	double elapsed = seconds(slice->elapsed_ns);

	row->passes = slice->passes;
	row->bytes = slice->bytes;
	row->ops = slice->ops;
	row->elapsed_s = elapsed;
	row->open_s = seconds(slice->tally.open_ns);
	row->io_s = seconds(slice->tally.io_ns);
	row->flush_s = seconds(slice->tally.flush_ns);
	row->close_s = seconds(slice->tally.close_ns);
	if (elapsed > 0)
		row->ops_per_s = (double)slice->ops / elapsed;
	if (elapsed > 0 && workload_counts_bytes(run->cell->test)) {
		row->throughput = (double)slice->bytes / elapsed;
		row->client_min = slice->slowest;
		row->client_max = slice->fastest;
		row->sum_of_rates = slice->sum;
	}
	row->cpu_user_s = seconds(slice->cpu.user_ns);
	row->cpu_sys_s = seconds(slice->cpu.system_ns);
	row->cpu_host_s = host_seconds(run, slice);
	row->clients = run->team->count;
}

static void fill_slice_rates(const struct cell_run *run, struct result_row *row)
{
	unsigned decimals = workload_counts_bytes(run->cell->test) ? 0 : 3;
	struct text rates = {0};
	char number[400];

	for (unsigned i = 0; i < run->done; i++) {
		csv_real(window_rate(&run->slices[i]), decimals, number, sizeof number);
		text_add(&rates, "%s%s", i ? " " : "", number);
	}
	if (rates.length)
		row->slice_rates = text_take(&rates);
	text_free(&rates);
}

static void fill_latency(const struct histogram *latency,
                         struct result_row *row)
{
	if (!latency->total)
		return;
	row->lat_min_us = (double)latency->min / 1e3;
	row->lat_mean_us = histogram_mean(latency) / 1e3;
	row->lat_p50_us = (double)histogram_quantile(latency, 0.50) / 1e3;
	row->lat_p90_us = (double)histogram_quantile(latency, 0.90) / 1e3;
	row->lat_p95_us = (double)histogram_quantile(latency, 0.95) / 1e3;
	row->lat_p99_us = (double)histogram_quantile(latency, 0.99) / 1e3;
	row->lat_p999_us = (double)histogram_quantile(latency, 0.999) / 1e3;
	row->lat_max_us = (double)latency->max / 1e3;
}

static void fill_service(const struct histogram *service,
                         struct result_row *row)
{
	if (!service->total)
		return;
	row->service_mean_us = histogram_mean(service) / 1e3;
	row->service_p50_us = (double)histogram_quantile(service, 0.50) / 1e3;
	row->service_p99_us = (double)histogram_quantile(service, 0.99) / 1e3;
	row->service_max_us = (double)service->max / 1e3;
}

/* Of the measured slices; a row without one has those of the slice that was
 * broken off. */
static void merge_recorded(const struct cell_run *run, struct recorded *all)
{
	histogram_reset(&all->latency);
	histogram_reset(&all->service);
	for (unsigned i = 0; i < run->recorded_count; i++) {
		histogram_merge(&all->latency, &run->recorded[i].latency);
		histogram_merge(&all->service, &run->recorded[i].service);
	}
	for (unsigned i = 0; i < run->team->count && !run->done; i++) {
		const struct member *member = &run->team->board->members[i];

		histogram_merge(&all->latency, &member->latency);
		histogram_merge(&all->service, &member->service);
	}
}

/* From ticks to ns.  A backend with a clock of its own is in ns already. */
static void fill_latencies(const struct cell_run *run, struct event *event)
{
	const struct clock_source *clock = &run->team->board->clock;
	double rate = run->team->backend->clock_ns ? 1 : clock->ns_per_tick;
	struct recorded *all = malloc(sizeof *all);
	struct histogram *service = malloc(sizeof *service);

	if (all && service && event->latency) {
		merge_recorded(run, all);
		histogram_scale(event->latency, &all->latency, rate);
		histogram_scale(service, &all->service, rate);
		fill_latency(event->latency, &event->row);
		fill_service(service, &event->row);
	}
	free(all);
	free(service);
}

/* How many of each a mix really was, in the slice of the row. */
static void fill_mix(const struct cell_run *run, struct text *text)
{
	const struct slice *slice = median_slice(run);

	if (run->cell->test->action == WORKLOAD_MIX)
		text_add(text, "%sreads=%" PRIu64 ";writes=%" PRIu64,
		         text->length ? ";" : "", slice->reads,
		         slice->ops - slice->reads);
}

/* key=value;key=value: what the first lane told, and what the test's verbs took
 * in all lanes. */
static void fill_counters(const struct cell_run *run, struct result_row *row)
{
	struct text text = {0};
	const char *key;
	json_t *value;

	json_object_foreach(run->team->board->members[0].facts, key, value)
	{
		text_add(&text, "%s%s=%s", text.length ? ";" : "", key,
		         json_string_value(value));
	}
	if (run->done) {
		cell_fill_verbs(run, &text);
		fill_mix(run, &text);
	}
	if (text.length)
		row->counters = text_take(&text);
	text_free(&text);
}

/* A file that would not get out of the cache: its figure would be the cache's.
 * Dropping is what a lane of such a cell tries first. */
static bool is_unverified(const struct cell_run *run, const char *why)
{
	return run->cell->drop_cache && why &&
	       strncmp(why, "drop_cache", strlen("drop_cache")) == 0;
}

static void fill_failure(const struct cell_run *run, int error,
                         struct result_row *row)
{
	const char *why = team_why(run->team, error);

	row->status = error == -ENOTSUP             ? RESULT_UNSUPPORTED
	              : error == -ERANGE && !why    ? RESULT_UNSUPPORTED
	              : error == -ETIMEDOUT && !why ? RESULT_TIMEOUT
	                                            : RESULT_ERROR;
	if (row->status == RESULT_ERROR && is_unverified(run, why)) {
		row->error = text_format("the file is not cold: %s", why);
		cell_add_flag(row, "unverified");
	} else if (why) {
		result_set_text(&row->error, why);
	} else if (error == -ERANGE) {
		result_set_text(&row->error, "its operations take no time at all, so "
		                             "there is no rate");
	} else if (error == -ETIMEDOUT) {
		row->error = text_format("not finished within the time limit of "
		                         "%.3g s (time_limit)",
		                         seconds(run->job->time_limit_ns));
	} else {
		result_set_text(&row->error, strerror(-error));
	}
}

void cell_fill_row(struct cell_run *run, int error, struct event *event)
{
	struct result_row *row = &event->row;
	struct clock_source *clock = &run->team->board->clock;
	bool ok = run->done && (!error || error == -ETIMEDOUT);

	clock_refine(clock);
	if (!run->team->backend->clock_ns)
		row->drift_ppm = clock_drift_ppm(clock);
	if (ok) {
		row->status = RESULT_OK;
		fill_numbers(run, median_slice(run), row);
		fill_slice_rates(run, row);
		cell_fill_disturbance(run, row);
	} else {
		fill_failure(run, error, row);
		if (row->status == RESULT_TIMEOUT && run->last.ops)
			fill_numbers(run, &run->last, row);
	}
	if (ok || row->status == RESULT_TIMEOUT)
		fill_latencies(run, event);
	cell_fill_state(run, row);
	fill_counters(run, row);
	if (ok)
		cell_fill_flags(run, error, row);
}
