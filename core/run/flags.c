/* flags.c - flags that a worker cannot know: what a rate is held against is
 * known to the coordinator alone. */
#include "run/state.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>
#include "base/text.h"

/* More than this share of what the link carries did not come over it. */
#define ABOVE_LINK 1.02
/* From this share on in the client's cache, a file is read from there. */
#define RESIDENT 0.9

static void add_flag(struct result_row *row, const char *flag)
{
	char *flags = row->flags ? text_format("%s %s", row->flags, flag)
	                         : text_copy(flag);

	if (!flags)
		return;
	free(row->flags);
	row->flags = flags;
}

static double memory_of_machine(void)
{
	return (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
}

/* Could what was read have come from this machine's memory? */
static bool may_be_cached(const struct run *run, const struct plan_cell *cell,
                          const struct result_row *row)
{
	const struct config_settings *settings =
	        &run->config->targets[cell->target].settings;
	const struct bench_caps *caps = &run->targets[cell->target].caps;
	double bytes = (double)cell->file_size * cell->threads;

	return workload_reads(cell->test) && row->direct != 1 &&
	       settings->cache != CONFIG_CACHE_COLD &&
	       settings->cache != CONFIG_CACHE_DIRECT &&
	       !(caps->props & BENCH_MEMORY) && bytes < memory_of_machine();
}

void run_flag_row(const struct run *run, const struct plan_cell *cell,
                  struct result_row *row)
{
	double ceiling = run->targets[cell->target].ceiling;
	const struct bench_caps *caps = &run->targets[cell->target].caps;
	bool above, resident;

	if (row->status != RESULT_SKIPPED && row->status != RESULT_UNSUPPORTED &&
	    run->config->targets[cell->target].wrapper)
		add_flag(row, "wrapped");
	if (row->status != RESULT_OK || isnan(row->throughput))
		return;
	above = !isnan(ceiling) && row->throughput > ceiling * ABOVE_LINK;
	resident = caps->props & BENCH_CACHES && row->resident >= RESIDENT;
	if (above)
		add_flag(row, "above_link");
	if ((above || resident) && may_be_cached(run, cell, row))
		add_flag(row, "cached");
}
