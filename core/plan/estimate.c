/* estimate.c - a price for each cell, and for the whole. */
#include "plan/estimate.h"

#include "measure/clock.h"

double estimate_link_payload(double bits_per_s)
{
	return bits_per_s / 8 * 1448 / 1538;
}

/* All flushes of a pass. */
static double flushes_ns(const struct config_settings *settings,
                         const struct plan_cell *cell, double ops)
{
	double flushes = settings->sync == CONFIG_SYNC_FSYNC   ? 1
	                 : settings->sync == CONFIG_SYNC_DSYNC ? ops
	                 : settings->sync == CONFIG_SYNC_EACH
	                         ? ops / (double)settings->sync_every
	                         : 0;

	return workload_writes(cell->test) ? flushes * ESTIMATE_FLUSH_NS : 0;
}

static double pass_ns(const struct config_settings *settings,
                      const struct plan_cell *cell)
{
	double rate = ESTIMATE_RATE, ops_ns = ESTIMATE_OP_NS;
	double bytes = (double)cell->file_size * cell->threads;
	double ops = (double)workload_operations(
	        cell->test, cell->file_size, cell->record_size, 0, cell->threads);

	if (settings->link > 0 && estimate_link_payload(settings->link) < rate)
		rate = estimate_link_payload(settings->link);
	if (cell->test->operations)
		bytes = ops * (double)cell->record_size * cell->threads;
	if (settings->rate_bytes > 0 && settings->rate_bytes < rate)
		rate = settings->rate_bytes;
	if (settings->rate_ops > 0 &&
	    settings->rate_ops < CLOCK_NS_PER_S / ESTIMATE_OP_NS)
		return ops * cell->threads * CLOCK_NS_PER_S / settings->rate_ops;
	ops_ns += (double)settings->think_ns;
	return bytes / rate * CLOCK_NS_PER_S + ops * ops_ns +
	       flushes_ns(settings, cell, ops);
}

static double longer(double a, double b)
{
	return a > b ? a : b;
}

/* Five windows of a quarter of a slice, or of a pass each, for a second at
 * most.
 */
static double warm_up_ns(const struct bench_config *config,
                         const struct config_settings *settings,
                         const struct workload_test *test, double pass)
{
	double windows = 5 * longer(pass, (double)config->slice_ns / 4);
	bool cold = settings->cache == CONFIG_CACHE_COLD && workload_reads(test);

	if (!settings->warmup || settings->steady || test->new_file || cold)
		return 0;
	return windows < CLOCK_NS_PER_S ? windows : CLOCK_NS_PER_S + pass;
}

/* A cell whose pass lasts this long has no warm-up: its first is a slice. */
#define LONG_PASS_NS CLOCK_NS_PER_S

static double slices_ns(const struct bench_config *config,
                        const struct config_settings *settings,
                        const struct workload_test *test, double pass)
{
	double slice = longer(pass, (double)config->slice_ns);
	double slices = settings->steady && config->slices < 5 ? 5 : config->slices;

	if (settings->time_ns)
		return longer(pass, (double)settings->time_ns) +
		       (double)settings->ramp_ns;
	if (config->passes)
		return pass * (double)config->passes * slices;
	if (pass >= LONG_PASS_NS)
		return slice * slices;
	return longer(pass, (double)config->slice_ns / 2) +
	       warm_up_ns(config, settings, test, pass) + slice * slices;
}

int64_t estimate_cell_ns(const struct bench_config *config,
                         const struct plan_cell *cell)
{
	const struct config_settings *settings =
	        &config->targets[cell->target].settings;
	double pass, total;
	int64_t limit;

	if (cell->verdict != PLAN_RUN)
		return 0;
	pass = pass_ns(settings, cell);
	total = pass + slices_ns(config, settings, cell->test, pass);
	if (settings->verify != CONFIG_VERIFY_NO && workload_writes(cell->test))
		total += pass;
	limit = settings->time_limit_ns + settings->time_ns + settings->ramp_ns;
	return total > (double)limit ? limit : (int64_t)total;
}

int64_t estimate_block_ns(const struct plan *plan, size_t block, size_t target)
{
	size_t first = 0;
	size_t count = plan_block_target(plan, block, target, &first);
	int64_t total = 0;

	for (size_t i = first; i < first + count; i++)
		total += estimate_cell_ns(plan->config, &plan->cells[i]);
	return total ? total + ESTIMATE_WORKER_NS : 0;
}

int64_t estimate_gate_ns(const struct bench_config *config)
{
	return config->quiet_ns < ESTIMATE_GATE_NS ? config->quiet_ns
	                                           : ESTIMATE_GATE_NS;
}

int64_t estimate_run_ns(const struct plan *plan, unsigned rounds)
{
	int64_t total = 0;

	for (size_t block = 0; block < plan->block_count; block++) {
		int64_t cells = 0;

		for (size_t i = 0; i < plan->config->target_count; i++)
			cells += estimate_block_ns(plan, block, i);
		if (cells)
			total += cells + estimate_gate_ns(plan->config);
	}
	return total * rounds;
}

uint64_t estimate_bytes(const struct plan *plan, unsigned rounds)
{
	uint64_t total = 0;

	for (size_t i = 0; i < plan->cell_count; i++) {
		const struct plan_cell *cell = &plan->cells[i];

		if (cell->verdict == PLAN_RUN)
			total += cell->file_size * cell->threads *
			         (1 + plan->config->slices);
	}
	return total * rounds;
}
