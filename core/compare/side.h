/* side.h - one of the two that are compared: a results directory of a run or of
 * an import, or a CSV file of the form of results.csv. */
#ifndef BENCH_COMPARE_SIDE_H
#define BENCH_COMPARE_SIDE_H

#include <stdbool.h>
#include <jansson.h>
#include "result/csv.h"
#include "result/summary.h"

struct side {
	char *path; /* as it was typed */
	struct csv_rows rows;
	struct summary summary; /* finished */
	/* Of each cell of the summary the first row with a figure, or NULL. */
	const struct result_row **first;
	json_t *run; /* run.json; NULL where there is none */
};

/* 0, or a negative errno and a sentence.  Zero-initialise the side; it is to be
 * freed either way. */
int side_load(struct side *side, const char *path, char **why);
void side_free(struct side *side);

/* For who has rows and their finished summary already: fills first, which is to
 * be freed.  0 or -ENOMEM. */
int side_find_first(struct side *side);

bool side_has_target(const struct side *side, const char *target);
/* The targets, each once, parted by commas.  The caller frees it; NULL when
 * memory ran out. */
char *side_targets(const struct side *side);
/* What run.json has of a target: its member of `targets`, and its section of
 * the configuration.  NULL where it says nothing. */
json_t *side_told(const struct side *side, const char *target);
json_t *side_section(const struct side *side, const char *target);
/* The first row of a cell, one of this side's. */
const struct result_row *side_first(const struct side *side,
                                    const struct summary_cell *cell);

#endif
