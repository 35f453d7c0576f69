/* estimate.c - a price for each cell, and for the whole. */
#include "plan/estimate.h"

#include "measure/clock.h"
#include "workload/lane.h"
#include "workload/order.h"

double estimate_link_payload(double bits_per_s)
{
	return bits_per_s / 8 * 1448 / 1538;
}

static double pass_ns(const struct config_settings *settings,
                      const struct plan_cell *cell)
{
	double rate = ESTIMATE_RATE;
	double bytes = (double)cell->file_size * cell->threads;
	double ops = WORKLOAD_PINGS;

	if (settings->link > 0 && estimate_link_payload(settings->link) < rate)
		rate = estimate_link_payload(settings->link);
	if (cell->record_size)
		ops = (double)order_records(cell->file_size, cell->record_size);
	return bytes / rate * CLOCK_NS_PER_S + ops * ESTIMATE_OP_NS;
}

int64_t estimate_cell_ns(const struct bench_config *config,
                         const struct plan_cell *cell)
{
	const struct config_settings *settings =
	        &config->targets[cell->target].settings;
	double pass, slice, total;

	if (cell->verdict != PLAN_RUN)
		return 0;
	pass = pass_ns(settings, cell);
	slice = config->passes                    ? pass * (double)config->passes
	        : pass > (double)config->slice_ns ? pass
	                                          : (double)config->slice_ns;
	total = pass + slice * (config->slices + 1);
	return total > (double)settings->time_limit_ns ? settings->time_limit_ns
	                                               : (int64_t)total;
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

int64_t estimate_run_ns(const struct plan *plan, unsigned rounds)
{
	int64_t total = 0;

	for (size_t block = 0; block < plan->block_count; block++)
		for (size_t i = 0; i < plan->config->target_count; i++)
			total += estimate_block_ns(plan, block, i);
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
