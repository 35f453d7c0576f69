/* status.c - how far a run is, and how long it will still take.
 *
 * An item (block, target) that was measured before is expected to take as long
 * again; the others what the plan says, scaled by how wrong the plan was so
 * far. */
#include "run/state.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "measure/clock.h"
#include "plan/estimate.h"

static size_t item_index(const struct run *run, size_t block, size_t target)
{
	return block * run->config->target_count + target;
}

/* Is there still a cell to be measured in this item? */
static bool item_open(const struct run *run, size_t block, size_t target)
{
	size_t first = 0;
	size_t count = plan_block_target(run->plan, block, target, &first);

	for (size_t i = first; i < first + count; i++)
		if (run->plan->cells[i].verdict == PLAN_RUN && !run->cells[i].finished)
			return true;
	return false;
}

static double plan_error(const struct run *run)
{
	double planned = 0, spent = 0;

	for (size_t b = 0; b < run->plan->block_count; b++)
		for (size_t t = 0; t < run->config->target_count; t++) {
			int64_t ns = run->spent[item_index(run, b, t)];

			if (!ns)
				continue;
			spent += (double)ns;
			planned += (double)estimate_block_ns(run->plan, b, t);
		}
	return planned > 0 && spent > 0 ? spent / planned : 1;
}

static int64_t expected_ns(const struct run *run, size_t block, size_t target)
{
	int64_t ns = run->spent[item_index(run, block, target)];

	return ns ? ns : estimate_block_ns(run->plan, block, target);
}

/* All that is left: the rest of this round, and the rounds behind it. */
static int64_t left_ns(const struct run *run)
{
	double scale = plan_error(run), left = 0;

	for (size_t b = 0; b < run->plan->block_count; b++)
		for (size_t t = 0; t < run->config->target_count; t++) {
			size_t item = item_index(run, b, t);
			double ns = (double)expected_ns(run, b, t);
			unsigned times = run->rounds - run->round;

			if (!item_open(run, b, t))
				continue;
			if (!run->spent[item])
				ns *= scale;
			left += ns * times;
			if (!run->item_done[item])
				left += ns;
		}
	if (run->item_started_ns)
		left -= (double)(clock_now_ns() - run->item_started_ns);
	return left > 0 ? (int64_t)left : 0;
}

void run_tick(void *arg)
{
	struct run *run = arg;
	const struct run_observer *observer = &run->request->observer;
	int64_t now = clock_now_ns();
	struct run_status status = {.cell = run->cell,
	                            .rate = run->rate,
	                            .round = run->round,
	                            .rounds = run->rounds};

	/* Adding up a large plan takes its time. */
	if (!observer->tick || now - run->last_tick_ns < CLOCK_NS_PER_S / 5)
		return;
	run->last_tick_ns = now;
	if (run->cell)
		status.target = run->config->targets[run->cell->target].name;
	status.elapsed_ns = now - run->started_ns;
	status.left_ns = left_ns(run);
	status.done = (double)status.elapsed_ns /
	              (double)(status.elapsed_ns + status.left_ns + 1);
	observer->tick(observer->arg, &status);
}

void run_warn(struct run *run, const char *format, ...)
{
	const struct run_observer *observer = &run->request->observer;
	char *sentence = NULL;
	va_list args;

	va_start(args, format);
	if (vasprintf(&sentence, format, args) < 0)
		sentence = NULL;
	va_end(args);
	if (sentence && observer->warn)
		observer->warn(observer->arg, sentence);
	free(sentence);
}
