/* dry.h - --dry-run: the plan in words. */
#ifndef BENCH_COMMAND_DRY_H
#define BENCH_COMMAND_DRY_H

#include <stdbool.h>
#include <stdio.h>
#include "plan/plan.h"

/* "2 targets, 156 cells to measure, 4 skipped, 7 to 15 rounds, about 2:10 min,
 * 4.2 GB or more; seed 1".  The caller frees it. */
char *dry_plan_line(const struct plan *plan);
/* One line per target and test; with `cells` one per cell. */
void dry_print(FILE *out, const struct plan *plan, bool cells);

#endif
