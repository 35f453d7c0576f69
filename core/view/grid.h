/* grid.h - the cells of a summary laid out by file size and record size. */
#ifndef BENCH_VIEW_GRID_H
#define BENCH_VIEW_GRID_H

#include <stdbool.h>
#include <stdint.h>
#include "base/text.h"
#include "result/summary.h"

/* What the cells of one picture have in common.  Strings are borrowed from the
 * summary; target is NULL where it does not matter. */
struct grid_key {
	const char *target, *test;
	uint64_t threads, depth;
};

/* Those keys of a summary, each once: tests, then targets as they appear
 * first, threads and depths rising. */
struct grid_keys {
	struct grid_key *keys;
	size_t count;
};

struct grid {
	struct grid_key key;
	uint64_t *files, *records; /* rising */
	size_t file_count, record_count;
	const struct summary_cell **cells; /* [file * record_count + record]; NULL:
	                                      was not planned */
};

/* What keys to gather. */
struct grid_wish {
	bool with_target;            /* one for each target too */
	bool with_sizes;             /* tests with sizes, or those without */
	const struct grid_key *only; /* of this test and load; NULL: of all */
};

/* 0 or -ENOMEM, then there is nothing to free. */
int grid_keys(const struct summary *summary, const struct grid_wish *wish,
              struct grid_keys *out);
void grid_keys_free(struct grid_keys *keys);

/* The grid of a key.  Without a target it has the sizes of all targets, and in
 * each place the cell of any.  0 or -ENOMEM, as above. */
int grid_build(const struct summary *summary, const struct grid_key *key,
               struct grid *out);
void grid_free(struct grid *grid);
const struct summary_cell *grid_cell(const struct grid *grid, size_t file,
                                     size_t record);

/* A cell that has a rate to show. */
bool grid_has_rate(const struct summary_cell *cell);
/* A cell that could never be measured. */
bool grid_is_too_large(const struct summary_cell *cell);
/* The cell is one of this key's. */
bool grid_belongs(const struct grid_key *key, const struct summary_cell *cell);
/* ", threads 4, depth 8"; nothing for those that are 1. */
void grid_add_load(struct text *text, const struct grid_key *key);

#endif
