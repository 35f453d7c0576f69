/* figures.h - what the report says of a cell, beside its summary. */
#ifndef BENCH_REPORT_FIGURES_H
#define BENCH_REPORT_FIGURES_H

#include "report/source.h"

/* More than this share of a ceiling did not come over it: the computed payload
 * of a link is only that exact. */
#define REPORT_ABOVE 1.02

/* A figure of one row. */
typedef double report_value(const struct result_row *row);
report_value report_p50, report_p95, report_p99, report_p999, report_max;
/* Percent of one processor over the median slice: the worker's, and the whole
 * machine's over the same time. */
report_value report_cpu_percent, report_host_percent;

/* The median over the rounds that count of those that know the figure; NAN
 * where none does. */
double report_median(const struct report_source *source,
                     const struct summary_cell *cell, report_value *value);
bool report_has_rate(const struct summary_cell *cell);
/* Of the ceiling that its target is held against; NAN where there is none, or
 * nothing but its own best. */
double report_share(const struct report_source *source,
                    const struct summary_cell *cell);
bool report_is_above(const struct report_source *source,
                     const struct summary_cell *cell);

/* The record size that stands for a test in the large-file table. */
uint64_t report_usual_record(const char *test);
/* The cell of a target, test and load that stands in the large-file table: the
 * largest file measured; of its records the usual one, else the next smaller
 * one, else the smallest.  Where none was measured, any; NULL without cells. */
const struct summary_cell *report_large(const struct report_source *source,
                                        const char *target, const char *test,
                                        const struct report_load *load);
/* The same cells' median of medians, and the best of them. */
void report_sweep(const struct report_source *source,
                  const struct summary_cell *of, double *median, double *best);

#endif
