/* saved.h - a results directory read back: its rows, the cells that they make
 * with their latencies, and what its run.json says. */
#ifndef BENCH_RESULT_SAVED_H
#define BENCH_RESULT_SAVED_H

#include <stdio.h>
#include <jansson.h>
#include "result/csv.h"
#include "result/summary.h"

struct saved_line; /* where the latencies of a row begin */

struct saved {
	char *directory;
	json_t *run; /* run.json; NULL where there is none */
	struct csv_rows rows;
	/* Finished, and compared as at the end of the run. */
	struct summary summary;
	const char *reference; /* the target's name; NULL: none */
	double link;           /* bytes/s that the fastest carries; NAN: none */
	/* histograms.jsonl; NULL where there is none. */
	FILE *histograms;
	struct saved_line *lines; /* by seq */
	size_t line_count;
};

/* Zero-initialise it; free it whatever came of it.  A torn line at the end of a
 * file is no failure. */
int saved_open(struct saved *saved, const char *directory, char **why);
void saved_free(struct saved *saved);

/* The line of histograms.jsonl of a row; NULL where there is none.  The caller
 * owns it. */
json_t *saved_latency(const struct saved *saved, const struct result_row *row);
/* A text of run.json: object.key, or key where object is NULL.  NULL where
 * there is none. */
const char *saved_text(const struct saved *saved, const char *object,
                       const char *key);
/* A time as results have it, 2026-11-30T12:00:00.123Z, in ns since 1970.  False
 * for anything else. */
bool saved_utc(const char *text, int64_t *ns);

#endif
