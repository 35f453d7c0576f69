/* sections.h - the parts of the page that need no script, one file each or
 * two, and the data of those that do. */
#ifndef BENCH_REPORT_SECTIONS_H
#define BENCH_REPORT_SECTIONS_H

#include "report/figures.h"

/* Memory that ran out is in page->failed. */
void section_head(struct text *page, const struct report_source *source);
void section_limits(struct text *page, const struct report_source *source);
void section_large(struct text *page, const struct report_source *source);
void section_cpu(struct text *page, const struct report_source *source);
void section_compare(struct text *page, const struct report_source *before,
                     const struct report_source *now);
void section_numbers(struct text *page, const struct report_source *source);
void section_environment(struct text *page, const struct report_source *source);
/* What the charts are drawn from: a JSON object in a script element. */
void section_data(struct text *page, const struct report_source *source);

/* What the tables of targets x tests have in common: a row for each target and
 * load, a column for each test, and this in each of them (never NULL). */
typedef void section_cell(struct text *page, const struct report_source *source,
                          const struct summary_cell *cell);
void section_matrix(struct text *page, const struct report_source *source,
                    const char *table, section_cell *add);
/* ", threads 4, depth 8"; nothing for those that are 1. */
void section_load(struct text *page, const struct report_load *load);

#endif
