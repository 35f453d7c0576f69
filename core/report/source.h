/* source.h - a directory of results, read and made ready to be shown. */
#ifndef BENCH_REPORT_SOURCE_H
#define BENCH_REPORT_SOURCE_H

#include <stdbool.h>
#include <jansson.h>
#include "result/csv.h"
#include "result/summary.h"

/* What the rates of a target are held against. */
enum report_scale {
	REPORT_LINK, /* what the link carries */
	REPORT_WIRE, /* the best of the reference target */
	REPORT_OWN   /* its own best: local, or no link is known */
};

/* Strings are borrowed. */
struct report_target {
	const char *name, *backend;
	const json_t *facts; /* NULL: none told */
	bool reference;
	enum report_scale scale;
	double ceiling; /* bytes/s; NAN where nothing moved bytes */
};

struct report_load {
	uint64_t threads, depth;
};

struct report_source {
	char *directory;
	json_t *about; /* run.json; NULL where there is none */
	struct csv_rows rows;
	struct summary summary; /* finished */
	/* The rows of cell c: in_order[begin[c]] to in_order[begin[c + 1] - 1]. */
	size_t *begin, *in_order;
	/* All in the order of their first appearance. */
	struct report_target *targets;
	const char **tests;
	struct report_load *loads;
	size_t target_count, test_count, load_count;
	double link;     /* the fastest that is known; NAN: none */
	double *scratch; /* for the values of any one cell */
};

/* Zero-initialise it; free it whatever came of it. */
int report_source_open(struct report_source *source, const char *directory,
                       char **why);
void report_source_free(struct report_source *source);

size_t report_cell_index(const struct report_source *source,
                         const struct summary_cell *cell);
const struct report_target *report_target_of(const struct report_source *source,
                                             const struct summary_cell *cell);
/* A text of run.json by its path, such as "environment.kernel", or NULL. */
const char *report_about(const struct report_source *source, const char *object,
                         const char *key);

#endif
