/* classic_parts.h - what the classic views are made of. */
#ifndef BENCH_VIEW_CLASSIC_PARTS_H
#define BENCH_VIEW_CLASSIC_PARTS_H

#include <stdint.h>
#include "base/text.h"
#include "view/classic.h"

/* What stands in one table. */
struct classic_table {
	const char *target; /* borrowed from the summary */
	uint64_t threads, depth;
};
struct classic_tables {
	struct classic_table *tables; /* in order of first appearance */
	size_t count;
};

/* The sizes of a table's cells, each once, rising. */
struct classic_sizes {
	uint64_t *files, *records;
	size_t file_count, record_count;
};

/* Any size, any load. */
#define CLASSIC_ANY UINT64_MAX

/* Is the test among those of a list that ends with NULL? */
bool classic_is_among(const char *test, const char *const *tests);

/* The tables that cells of these tests make.  0 or -ENOMEM, then there is
 * nothing to free. */
int classic_tables_find(const struct summary *summary, const char *const *tests,
                        struct classic_tables *out);
void classic_tables_free(struct classic_tables *tables);
/* "disk, threads 4"; fit for a line of a table. */
void classic_add_name(struct text *to, const struct classic_table *table);

/* The same for the sizes of a table. */
int classic_sizes_find(const struct summary *summary,
                       const struct classic_table *table,
                       const char *const *tests, struct classic_sizes *out);
void classic_sizes_free(struct classic_sizes *sizes);

/* The first measured cell of a test in a table, or NULL.  Sizes, and the
 * table's threads and depth, may be CLASSIC_ANY. */
const struct summary_cell *classic_cell(const struct summary *summary,
                                        const struct classic_table *table,
                                        const char *test, uint64_t file_size,
                                        uint64_t record_size);

/* bytes/s of a cell that moves bytes; NAN for others, and for NULL. */
double classic_rate(const struct summary_cell *cell);
/* Operations a second, the median of the rounds that count; NAN as above.
 * Memory that ran out is in text->failed. */
double classic_ops(const struct summary_cell *cell, struct text *text);
/* Processor time of the client for each second of the cell, in percent of one
 * processor: 100 * cpu / elapsed. */
double classic_cpu_percent(const struct summary_cell *cell);
/* The mean time of an operation in ms; of one lane where only rates are known.
 */
double classic_mean_ms(const struct summary_cell *cell, struct text *text);

/* The views, one file each. */
int classic_iozone(struct text *to, const struct summary *summary,
                   const struct classic_about *about);
int classic_bonnie(struct text *to, const struct summary *summary,
                   const struct classic_about *about);
int classic_files(struct text *to, const struct summary *summary,
                  const struct classic_about *about);
int classic_sandra(struct text *to, const struct summary *summary,
                   const struct classic_about *about);
int classic_ping(struct text *to, const struct summary *summary,
                 const struct classic_about *about);

/* The columns of iozone's table, and its reports. */
struct classic_column {
	const char *test;
	const char *above, *title; /* two lines of the heading */
	const char *report;        /* "Writer" */
	int width;
};
extern const struct classic_column classic_columns[];
/* The thirteen of every table; behind them those that it has on demand. */
enum { CLASSIC_COLUMNS = 13, CLASSIC_ALL_COLUMNS = 17 };

/* KiB/s without fraction, of a column's cell; NAN where there is none. */
double classic_kib(const struct summary *summary,
                   const struct classic_table *table,
                   const struct classic_column *column, uint64_t file_size,
                   uint64_t record_size);
/* The reports of one table. */
void classic_excel(struct text *to, const struct summary *summary,
                   const struct classic_table *table,
                   const struct classic_sizes *sizes);

#endif
