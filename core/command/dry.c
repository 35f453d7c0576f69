/* dry.c - what would be done, what would not and why, and what it costs. */
#include "command/dry.h"

#include <string.h>
#include "base/text.h"
#include "config/units.h"
#include "plan/estimate.h"

static const char *verdict_name(enum plan_verdict verdict)
{
	switch (verdict) {
	case PLAN_RUN:
		return "run";
	case PLAN_SKIPPED:
		return "skipped";
	case PLAN_UNSUPPORTED:
		return "unsupported";
	case PLAN_UNREACHED:
		break;
	}
	return "error";
}

char *dry_plan_line(const struct plan *plan)
{
	const struct bench_config *config = plan->config;
	struct text line = {0};
	char low[UNITS_TEXT], high[UNITS_TEXT];
	size_t skipped = plan_count(plan, PLAN_SKIPPED);
	size_t unsupported = plan_count(plan, PLAN_UNSUPPORTED);
	size_t unreached = plan_count(plan, PLAN_UNREACHED);

	text_add(&line, "%zu target%s, %zu cells to measure", config->target_count,
	         config->target_count == 1 ? "" : "s", plan_count(plan, PLAN_RUN));
	if (skipped)
		text_add(&line, ", %zu skipped", skipped);
	if (unsupported)
		text_add(&line, ", %zu unsupported", unsupported);
	if (unreached)
		text_add(&line, ", %zu out of reach", unreached);
	text_add(&line, "; %u", config->rounds_min);
	if (config->rounds_max > config->rounds_min)
		text_add(&line, " to %u", config->rounds_max);
	text_add(&line, " rounds, about %s",
	         units_print_time(estimate_run_ns(plan, config->rounds_min), low));
	if (config->rounds_max > config->rounds_min)
		text_add(&line, " to %s",
		         units_print_time(estimate_run_ns(plan, config->rounds_max),
		                          high));
	text_add(&line, " (an estimate), %.3g GB or more to move; seed %llu",
	         (double)estimate_bytes(plan, config->rounds_min) / 1e9,
	         (unsigned long long)config->seed);
	return text_take(&line);
}

static void print_cell(FILE *out, const struct plan *plan,
                       const struct plan_cell *cell)
{
	char file[UNITS_TEXT] = "-", record[UNITS_TEXT] = "-";

	if (workload_has_sizes(cell->test)) {
		units_print_size(cell->file_size, file);
		units_print_size(cell->record_size, record);
	}
	fprintf(out,
	        "%-12s %-14s file %-6s record %-6s threads %u depth %u  %s%s%s\n",
	        plan->config->targets[cell->target].name, cell->test->name, file,
	        record, cell->threads, cell->depth, verdict_name(cell->verdict),
	        cell->reason ? ": " : "", cell->reason ? cell->reason : "");
}

/* How many cells of (target, test) have a verdict; the first reason found. */
static size_t count_cells(const struct plan *plan, size_t target,
                          const struct workload_test *test,
                          enum plan_verdict verdict, const char **reason)
{
	size_t count = 0;

	for (size_t i = 0; i < plan->cell_count; i++) {
		const struct plan_cell *cell = &plan->cells[i];

		if (cell->target != target || cell->test != test ||
		    cell->verdict != verdict)
			continue;
		if (count++ == 0 && reason)
			*reason = cell->reason;
	}
	return count;
}

static void print_test(FILE *out, const struct plan *plan, size_t target,
                       const struct workload_test *test)
{
	static const enum plan_verdict others[] = {PLAN_SKIPPED, PLAN_UNSUPPORTED,
	                                           PLAN_UNREACHED};
	size_t run = count_cells(plan, target, test, PLAN_RUN, NULL);
	struct text line = {0};

	text_add(&line, "%zu cells", run);
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
		const char *reason = "";
		size_t count = count_cells(plan, target, test, others[i], &reason);

		if (count)
			text_add(&line, "; %zu %s: %s%s", count, verdict_name(others[i]),
			         reason, count > 1 ? ", ..." : "");
	}
	fprintf(out, "%-12s %-14s %s\n", plan->config->targets[target].name,
	        test->name, line.bytes ? line.bytes : "");
	text_free(&line);
}

void dry_print(FILE *out, const struct plan *plan, bool cells)
{
	for (size_t i = 0; cells && i < plan->cell_count; i++)
		print_cell(out, plan, &plan->cells[i]);
	for (size_t t = 0; !cells && t < plan->config->target_count; t++)
		for (size_t i = 0; i < workload_test_count; i++) {
			const struct workload_test *test = &workload_tests[i];
			size_t all = 0;

			for (int verdict = PLAN_RUN; verdict <= PLAN_UNREACHED; verdict++)
				all += count_cells(plan, t, test, (enum plan_verdict)verdict,
				                   NULL);
			if (all)
				print_test(out, plan, t, test);
		}
}
