/* section_compare.h - the tables of A against B. */
#ifndef BENCH_REPORT_SECTION_COMPARE_H
#define BENCH_REPORT_SECTION_COMPARE_H

#include "compare/differences.h"
#include "report/source.h"

struct compared {
	const struct report_source *before, *now;
	struct matches matches;         /* of cells of the two summaries */
	struct differences differences; /* refusing: no verdict, no ratio */
};

/* What is confirmed, the largest effect first; a sentence for the rest. */
void section_compare_changes(struct text *page,
                             const struct compared *compared);
/* Geometric means of each target and test, and of all. */
void section_compare_means(struct text *page, const struct compared *compared);
/* Every cell with all of its figures. */
void section_compare_cells(struct text *page, const struct compared *compared);

#endif
