/* large.h - which cells stand for a test: those of its largest file. */
#ifndef BENCH_RESULT_LARGE_H
#define BENCH_RESULT_LARGE_H

#include "result/summary.h"

/* The same cell of every target.  Strings are borrowed from the summary. */
struct large_line {
	const char *test;
	uint64_t threads, depth, file_size, record_size;
};

/* Lines and targets in the order of their first appearance. */
struct large {
	const char **targets;
	size_t target_count;
	struct large_line *lines;
	size_t count;
};

/* A line for each test and load of the tests with sizes (or, without, of those
 * that have none): the largest file that was measured; of its records 1 MiB, 4
 * KiB for random access, else the next smaller one, else the smallest.  0 or
 * -ENOMEM, then there is nothing to free. */
int large_find(const struct summary *summary, bool with_sizes,
               struct large *out);
void large_free(struct large *large);

/* NULL where a target has no such cell. */
const struct summary_cell *large_cell(const struct summary *summary,
                                      const struct large_line *line,
                                      const char *target);

/* Does a record stand better for a test than another one? */
bool large_is_better(const char *test, uint64_t record, uint64_t than);

#endif
