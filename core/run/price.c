/* price.c - how long a run will still take.
 *
 * What was measured before is expected to take as long again: each cell by
 * itself, and a worker's start and end apart, since cells finish one by one.
 * Cells yet to be measured take what the plan says, scaled by how wrong it was
 * for this test of this target so far, else for this target, else for all. */
#include "run/state.h"

#include <stdlib.h>
#include "measure/clock.h"
#include "plan/estimate.h"

static struct run_price *price_of(const struct run *run, size_t index)
{
	const struct plan_cell *cell = &run->plan->cells[index];
	size_t test = (size_t)(cell->test - workload_tests);

	return &run->prices[cell->target * workload_test_count + test];
}

/* Half of what came last, half of what was before. */
static void average(int64_t *mean, int64_t ns)
{
	if (ns < 1)
		ns = 1;
	*mean = *mean ? *mean / 2 + ns / 2 : ns;
}

void run_learn_cell(struct run *run, size_t index, int64_t ns)
{
	struct run_price *price = price_of(run, index);

	if (!run->cells[index].spent_ns) {
		price->spent_ns += (double)ns;
		price->planned_ns +=
		        (double)estimate_cell_ns(run->config, &run->plan->cells[index]);
	}
	average(&run->cells[index].spent_ns, ns);
}

void run_learn_overhead(struct run *run, size_t block, size_t target,
                        int64_t ns)
{
	average(&run->overhead[block * run->config->target_count + target], ns);
}

static double scale_of(struct run_price sum)
{
	return sum.planned_ns > 0 ? sum.spent_ns / sum.planned_ns : 0;
}

/* The first of the three that something was measured for; 1 where nothing was.
 */
static double find_scale(const struct run *run, const struct run_price *price)
{
	size_t at = (size_t)(price - run->prices);
	size_t first = at - at % workload_test_count;
	struct run_price target = {0}, all = {0};
	double scale = scale_of(*price);

	for (size_t i = 0; i < run->config->target_count * workload_test_count;
	     i++) {
		bool own = i >= first && i < first + workload_test_count;

		all.spent_ns += run->prices[i].spent_ns;
		all.planned_ns += run->prices[i].planned_ns;
		target.spent_ns += own ? run->prices[i].spent_ns : 0;
		target.planned_ns += own ? run->prices[i].planned_ns : 0;
	}
	scale = scale > 0 ? scale : scale_of(target);
	scale = scale > 0 ? scale : scale_of(all);
	return scale > 0 ? scale : 1;
}

static double cell_ns(const struct run *run, size_t index)
{
	const struct plan_cell *cell = &run->plan->cells[index];
	double limit =
	        (double)run->config->targets[cell->target].settings.time_limit_ns;
	double ns = (double)run->cells[index].spent_ns;

	if (ns > 0)
		return ns;
	ns = (double)estimate_cell_ns(run->config, cell) *
	     find_scale(run, price_of(run, index));
	return ns < limit ? ns : limit;
}

/* Rounds that the cell will still be measured in. */
static unsigned rounds_left(const struct run *run, size_t index)
{
	const struct run_cell *cell = &run->cells[index];
	unsigned left = 0;

	if (run->plan->cells[index].verdict != PLAN_RUN)
		return 0;
	if (run->replacing)
		return cell->extra - (cell->extra && cell->done == run->round);
	if (!cell->finished && cell->last > cell->done)
		left = cell->last - cell->done;
	return left + cell->extra;
}

/* Of one worker, without its cells: as in this block, else as in others. */
static double overhead_ns(const struct run *run, size_t block, size_t target)
{
	size_t targets = run->config->target_count, known = 0;
	int64_t own = run->overhead[block * targets + target];
	double sum = 0;

	if (own)
		return (double)own;
	for (size_t b = 0; b < run->plan->block_count; b++) {
		int64_t ns = run->overhead[b * targets + target];

		sum += (double)ns;
		known += ns != 0;
	}
	return known ? sum / (double)known : ESTIMATE_WORKER_NS;
}

static double gate_ns(const struct run *run)
{
	if (run->config->quiet_ns <= 0 || run->gate.blind)
		return 0;
	return run->gate.asked ? (double)run->gate.waited_ns / run->gate.asked
	                       : (double)estimate_gate_ns(run->config);
}

/* All of one target in one block; *rounds is raised to the rounds that it will
 * be measured in. */
static double item_left(const struct run *run, size_t block, size_t target,
                        unsigned *rounds)
{
	size_t first = 0;
	size_t count = plan_block_target(run->plan, block, target, &first);
	unsigned most = 0;
	double left = 0;

	for (size_t i = first; i < first + count; i++) {
		unsigned times = rounds_left(run, i);

		if (times > most)
			most = times;
		if (times)
			left += times * cell_ns(run, i);
	}
	if (most > *rounds)
		*rounds = most;
	return left + most * overhead_ns(run, block, target);
}

/* What the cell at work has taken already, at most all that it was expected to.
 */
static double under_way(const struct run *run)
{
	double spent, expected;

	if (!run->cell)
		return 0;
	spent = (double)(clock_now_ns() - run->cell_started_ns);
	expected = cell_ns(run, (size_t)(run->cell - run->plan->cells));
	return spent < expected ? spent : expected;
}

int64_t run_left_ns(const struct run *run)
{
	double left = -under_way(run);

	for (size_t b = 0; b < run->plan->block_count; b++) {
		unsigned rounds = 0;

		for (size_t t = 0; t < run->config->target_count; t++)
			left += item_left(run, b, t, &rounds);
		left += rounds * gate_ns(run);
	}
	return left > 0 ? (int64_t)left : 0;
}
