/* rounds.c - rounds outermost, blocks shuffled in each, and the rounds that
 * stand in for flagged ones behind them. */
#include "run/state.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "run/shuffle.h"

/* After these rounds it is asked which cells are finished. */
static const unsigned schedule[] = {7, 10, 15, 22, 33};
#define SCHEDULED (sizeof schedule / sizeof schedule[0])
/* From so many rounds on it is guessed how many a cell will take. */
#define GUESS_FROM 3

bool run_cell_due(struct run *run, size_t index)
{
	const struct run_cell *cell = &run->cells[index];

	if (run->plan->cells[index].verdict != PLAN_RUN)
		return false;
	if (run->replacing ? cell->replaces == 0 : cell->finished)
		return false;
	return !resume_has(run, index, run->round);
}

static bool block_due(struct run *run, size_t block)
{
	const struct plan_block *cells = &run->plan->blocks[block];

	for (size_t i = cells->first; i < cells->first + cells->count; i++)
		if (run_cell_due(run, i))
			return true;
	return false;
}

/* All items of a round: false once a signal came or the run failed. */
static bool run_items(struct run *run, size_t *order)
{
	size_t blocks = run->plan->block_count;
	size_t targets = run->config->target_count;

	if (run->config->listed)
		shuffle_list(order, blocks);
	else
		shuffle_blocks(order, blocks, run->config->seed, run->round);
	for (size_t b = 0; b < blocks; b++) {
		if (!block_due(run, order[b]))
			continue;
		if (!run_wait_quiet(run))
			return false;
		for (size_t t = 0; t < targets; t++)
			if (!run_item(run, order[b],
			              shuffle_target(t, targets, run->round)))
				return false;
	}
	return true;
}

static bool run_round(struct run *run, size_t *order)
{
	bool go_on = run_items(run, order);

	talk_dismiss(&run->worker);
	return go_on;
}

static bool is_checkpoint(const struct run *run)
{
	for (size_t i = 0; i < SCHEDULED; i++)
		if (schedule[i] == run->round)
			return run->round >= run->config->rounds_min;
	return run->round == run->config->rounds_min;
}

static const struct summary_cell *summary_of(const struct run *run,
                                             size_t index)
{
	const struct plan_cell *cell = &run->plan->cells[index];
	bool sizes = workload_has_sizes(cell->test);

	return summary_find(
	        &run->outcome->summary, run->config->targets[cell->target].name,
	        cell->test->name, sizes ? cell->file_size : RESULT_NO_COUNT,
	        sizes ? cell->record_size : RESULT_NO_COUNT, cell->threads,
	        cell->depth);
}

/* The last round of a cell with this spread, guessed: half an interval is about
 * 2.5 standard deviations by the root of n. */
static unsigned guess_last(const struct run *run,
                           const struct summary_cell *cell)
{
	const struct bench_config *config = run->config;
	double spread = cell->rate.median > 0
	                        ? 1.4826 * cell->rate.mad / cell->rate.median
	                        : 1;

	if (run->round < GUESS_FROM || cell->rate.count < GUESS_FROM)
		return (unsigned)(sqrt((double)config->rounds_min *
		                       (double)config->rounds_max) +
		                  0.5);
	for (size_t i = 0; i < SCHEDULED; i++)
		if (schedule[i] >= config->rounds_min &&
		    schedule[i] < config->rounds_max && schedule[i] > run->round &&
		    2.5 * spread / sqrt(schedule[i]) <= config->precision)
			return schedule[i];
	return config->rounds_max;
}

/* Marks the cells whose interval is narrow enough, if it is time to, and says
 * of all how long they will go on; how many are left. */
static size_t look_at_cells(struct run *run)
{
	bool last = run->round >= run->config->rounds_max;
	size_t left = 0;

	summary_finish(&run->outcome->summary);
	for (size_t i = 0; i < run->plan->cell_count; i++) {
		struct run_cell *cell = &run->cells[i];
		const struct summary_cell *seen = summary_of(run, i);

		if (run->plan->cells[i].verdict != PLAN_RUN || !seen)
			continue;
		cell->extra = (unsigned)summary_replace_count(seen);
		if (!cell->finished && is_checkpoint(run) && !last)
			cell->finished = seen->converged == SUMMARY_CONVERGED ||
			                 (cell->strikes >= RUN_STRIKES && !seen->count);
		cell->last = cell->finished ? run->round : guess_last(run, seen);
		left += !cell->finished;
	}
	return left;
}

/* Chooses the flagged round of each cell that the next one stands in for; how
 * many cells have one. */
static size_t choose_replaced(struct run *run)
{
	size_t count = 0;

	summary_finish(&run->outcome->summary);
	for (size_t i = 0; i < run->plan->cell_count; i++) {
		const struct summary_cell *seen = summary_of(run, i);
		struct run_cell *cell = &run->cells[i];

		cell->replaces = 0;
		cell->extra = 0;
		if (run->plan->cells[i].verdict != PLAN_RUN || !seen ||
		    cell->strikes >= RUN_STRIKES)
			continue;
		cell->replaces = summary_replace_next(seen);
		cell->extra = (unsigned)summary_replace_count(seen);
		count += cell->replaces != 0;
	}
	return count;
}

/* A round that fails leaves its cell as it was, so their number is bounded
 * here, too. */
static void run_replacements(struct run *run, size_t *order)
{
	unsigned most = run->round / 2;

	run->replacing = true;
	for (unsigned i = 0; i < most && choose_replaced(run) > 0; i++) {
		run->round++;
		run->rounds = run->round;
		if (!run_round(run, order))
			break;
	}
}

void run_rounds(struct run *run)
{
	size_t *order = calloc(run->plan->block_count + 1, sizeof *order);
	bool go_on = order != NULL;

	run->rounds = run->config->rounds_min;
	for (size_t i = 0; i < run->plan->cell_count; i++)
		run->cells[i].last =
		        guess_last(run, &(struct summary_cell){.count = 0});
	if (!order)
		run->error = failure(&run->why, ENOMEM, "no memory for blocks");
	while (go_on && run->round < run->config->rounds_max) {
		run->round++;
		if (run->round > run->rounds)
			run->rounds = run->round;
		go_on = run_round(run, order);
		if (go_on && look_at_cells(run) == 0)
			break;
	}
	if (go_on)
		run_replacements(run, order);
	free(order);
}
