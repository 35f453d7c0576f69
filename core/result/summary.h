/* summary.h - cells made of rows: n, median, interval, percentiles. */
#ifndef BENCH_RESULT_SUMMARY_H
#define BENCH_RESULT_SUMMARY_H

#include <stdbool.h>
#include "measure/histogram.h"
#include "measure/statistics.h"
#include "result/row.h"

struct summary_cell {
	/* The key.  Strings are owned by the cell. */
	char *backend, *target, *test;
	uint64_t file_size, record_size, threads, depth;
	/* What its rows say.  A cell is ok as soon as one of its rows is;
	 * else it has the status and the error of its first row. */
	enum result_status status;
	char *error;
	size_t failed;                  /* rows that are not ok */
	double *throughput, *ops_per_s; /* one per ok row */
	size_t count;
	struct statistics rate; /* of throughput; of ops_per_s for tests that move
	                           no bytes (then by_ops is true) */
	bool by_ops;
	double lat_mean_us;        /* of the merged histogram, else NAN */
	struct histogram *latency; /* merged, ns; NULL where none was given */
};

struct summary {
	struct summary_cell *cells; /* in order of first appearance */
	size_t count, capacity;
	/* Of summary.c: a hash of the cells by their key, and room for sorting
	 * the values of any one cell. */
	size_t *slots, slot_count;
	double *scratch;
	size_t scratch_capacity;
};

/* Zero-initialise a summary, add rows in any order (latency may be NULL), then
 * finish it as often as you like: that computes `rate`. */
int summary_add(struct summary *summary, const struct result_row *row,
                const struct histogram *latency);
void summary_finish(struct summary *summary);
void summary_free(struct summary *summary);
/* The cell of a key, or NULL. */
const struct summary_cell *summary_find(const struct summary *summary,
                                        const char *target, const char *test,
                                        uint64_t file_size,
                                        uint64_t record_size, uint64_t threads,
                                        uint64_t depth);
/* summary.csv: written to a temporary name and renamed. */
int summary_write(const struct summary *summary, const char *path, char **why);

#endif
