/* cell_verbs.c - the verbs that a test's operations consist of: what each of
 * them took, for the row's counters. */
#include "worker/cell_run.h"

#include <errno.h>
#include <stdlib.h>
#include "result/csv.h"

int cell_open_verbs(struct cell_run *run)
{
	if (!run->cell->test->verbs)
		return 0;
	run->verbs = malloc(WORKLOAD_VERBS * sizeof *run->verbs);
	if (!run->verbs)
		return -ENOMEM;
	for (unsigned i = 0; i < WORKLOAD_VERBS; i++)
		histogram_reset(&run->verbs[i]);
	return 0;
}

void cell_keep_verbs(struct cell_run *run)
{
	for (unsigned i = 0; run->verbs && i < run->team->count; i++)
		for (unsigned v = 0; v < WORKLOAD_VERBS; v++)
			histogram_merge(&run->verbs[v],
			                &run->team->board->members[i].verbs[v]);
}

static void add(struct text *counters, const char *verb, const char *what,
                double value, unsigned decimals)
{
	char number[400];

	csv_real(value, decimals, number, sizeof number);
	text_add(counters, "%s%s_%s=%s", counters->length ? ";" : "", verb, what,
	         number);
}

/* A verb of a test over a file moves the whole of it. */
static void add_verb(const struct cell_run *run, const char *verb,
                     const struct histogram *taken, struct text *counters)
{
	const struct team *team = run->team;
	double ns = team->backend->clock_ns ? 1 : team->board->clock.ns_per_tick;
	double sum_ns = histogram_sum(taken) * ns;

	if (!taken->total)
		return;
	if (workload_has_sizes(run->cell->test) && sum_ns > 0)
		add(counters, verb, "bytes_per_s",
		    (double)run->cell->file_size * (double)taken->total / sum_ns * 1e9,
		    0);
	add(counters, verb, "p50_us",
	    (double)histogram_quantile(taken, 0.50) * ns / 1e3, 3);
	add(counters, verb, "p99_us",
	    (double)histogram_quantile(taken, 0.99) * ns / 1e3, 3);
	add(counters, verb, "max_us", (double)taken->max * ns / 1e3, 3);
}

void cell_fill_verbs(const struct cell_run *run, struct text *counters)
{
	const char *const *verbs = run->cell->test->verbs;

	for (unsigned i = 0; run->verbs && verbs[i]; i++)
		add_verb(run, verbs[i], &run->verbs[i], counters);
}
