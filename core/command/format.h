/* format.h - what --format asks for. */
#ifndef BENCH_COMMAND_FORMAT_H
#define BENCH_COMMAND_FORMAT_H

#include <time.h>
#include <stdio.h>
#include "plan/plan.h"
#include "result/saved.h"
#include "run/run.h"
#include "view/classic.h"

/* 0, or -EINVAL after a message: the plan has none of the format's tests. */
int format_check(enum classic_format format, const struct plan *plan);
/* The classic tables of a run on stdout.  0, or a negative errno after a
 * message. */
int format_print(enum classic_format format, const struct run_outcome *outcome,
                 time_t began);
/* The same of results that were read back; says nothing itself. */
int format_print_saved(FILE *out, enum classic_format format,
                       const struct saved *saved);

#endif
