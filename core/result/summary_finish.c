/* summary_finish.c - what the rounds of a cell come to: which of them count,
 * their median, and whether that is enough. */
#include "result/summary.h"

#include <math.h>
#include <string.h>

bool summary_has_flag(const struct result_row *row, const char *flag)
{
	size_t length = strlen(flag);
	const char *at = row->flags;

	while (at && *(at += strspn(at, " ")) != '\0') {
		size_t word = strcspn(at, " ");

		if (word == length && strncmp(at, flag, length) == 0)
			return true;
		at += word;
	}
	return false;
}

bool summary_uses(const struct summary_cell *cell,
                  const struct summary_round *round)
{
	return !cell->only_calm || !round->flagged;
}

/* How many of the flagged rounds of a cell have nothing in their place, and
 * could get it. */
size_t summary_replace_count(const struct summary_cell *cell)
{
	size_t calm = cell->count - cell->flagged;
	size_t added = cell->count - cell->planned, most = cell->planned / 2;

	if (cell->planned < SUMMARY_CLAIMS || calm >= cell->planned ||
	    added >= most || cell->planned - calm > most - added)
		return 0;
	return cell->planned - calm;
}

static bool is_replaced(const struct summary_cell *cell, uint64_t round)
{
	for (size_t i = 0; i < cell->count; i++)
		if (cell->rounds[i].replaces == round)
			return true;
	return false;
}

uint64_t summary_replace_next(const struct summary_cell *cell)
{
	uint64_t earliest = 0;

	if (summary_replace_count(cell) == 0)
		return 0;
	for (size_t i = 0; i < cell->count; i++) {
		uint64_t round = cell->rounds[i].round;

		if (cell->rounds[i].flagged && round != RESULT_NO_COUNT &&
		    (earliest == 0 || round < earliest) && !is_replaced(cell, round))
			earliest = round;
	}
	return earliest;
}

static void choose_rounds(struct summary_cell *cell)
{
	cell->planned = 0;
	for (size_t i = 0; i < cell->count; i++)
		cell->planned += cell->rounds[i].replaces == 0;
	cell->only_calm = cell->flagged > 0 &&
	                  cell->count - cell->flagged >= cell->planned &&
	                  cell->count > cell->flagged;
}

/* Describes the finite ones of the values that count, and leaves them sorted in
 * the scratch. */
static void describe(struct summary *summary, struct summary_cell *cell)
{
	size_t kept = 0;

	for (size_t i = 0; i < cell->count; i++) {
		const struct summary_round *round = &cell->rounds[i];
		double value = cell->by_ops ? round->ops_per_s : round->throughput;

		if (isfinite(value) && summary_uses(cell, round))
			summary->scratch[kept++] = value;
	}
	statistics_describe(summary->scratch, kept, &cell->rate);
}

static double ratio_of(double above, double below, double scale)
{
	return above >= 0 && below > 0 ? above / below * scale : (double)NAN;
}

/* Sums over the rounds that count; one that does not know a figure makes it
 * unknown. */
static void add_up_work(struct summary_cell *cell)
{
	struct summary_round all = {0};

	for (size_t i = 0; i < cell->count; i++) {
		const struct summary_round *round = &cell->rounds[i];

		if (!summary_uses(cell, round))
			continue;
		all.bytes += round->bytes;
		all.ops += round->ops;
		all.cpu_s += round->cpu_s;
		all.all_bytes += round->all_bytes;
		all.all_ops += round->all_ops;
		all.server_s += round->server_s;
	}
	cell->cpu_s_per_gb = ratio_of(all.cpu_s, all.bytes, 1e9);
	cell->cpu_us_per_op = ratio_of(all.cpu_s, all.ops, 1e6);
	cell->server_s_per_gb = ratio_of(all.server_s, all.all_bytes, 1e9);
	cell->server_us_per_op = ratio_of(all.server_s, all.all_ops, 1e6);
}

static void finish_cell(struct summary *summary, struct summary_cell *cell)
{
	choose_rounds(cell);
	cell->by_ops = false;
	describe(summary, cell);
	cell->by_ops = cell->count > 0 && !(cell->rate.max > 0);
	if (cell->by_ops)
		describe(summary, cell);
	statistics_modes(summary->scratch, cell->rate.count, &cell->modes);
	cell->converged = SUMMARY_NOT_TOLD;
	if (summary->precision > 0 && cell->rate.has_interval)
		cell->converged =
		        statistics_half_width(&cell->rate) <= summary->precision
		                ? SUMMARY_CONVERGED
		                : SUMMARY_NOT_CONVERGED;
	add_up_work(cell);
	if (cell->latency)
		cell->lat_mean_us = histogram_mean(cell->latency) / 1000;
}

void summary_finish(struct summary *summary)
{
	for (size_t i = 0; i < summary->count; i++)
		finish_cell(summary, &summary->cells[i]);
}
