/* judge.h - what limits a cell of measured results. */
#ifndef BENCH_REPORT_JUDGE_H
#define BENCH_REPORT_JUDGE_H

#include "base/text.h"
#include "report/limits.h"
#include "report/source.h"

/* The verdict on one cell, which has a rate; the caller frees its evidence.  0
 * or -ENOMEM. */
int report_judge(const struct report_source *source,
                 const struct summary_cell *cell,
                 struct limits_verdict *verdict);

/* The same of the large-file cell of every target, load and test, as lines for
 * a terminal: what limits it, and the evidence.  text->failed when memory ran
 * out. */
void report_explain(const struct report_source *source, struct text *text);

#endif
