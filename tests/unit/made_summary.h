/* made_summary.h - summaries made up for tests of the views. */
#ifndef BENCH_TESTS_MADE_SUMMARY_H
#define BENCH_TESTS_MADE_SUMMARY_H

#include <math.h>
#include <stdlib.h>
#include "unit.h"
#include "view/matrix.h"

#define K ((uint64_t)1 << 10)
#define M ((uint64_t)1 << 20)

/* Rates are held against 100 MB/s, or nothing. */
static const struct matrix_scale by_link = {1e6, "MB/s", 100e6, "link"};
static const struct matrix_scale by_nothing = {1e6, "MB/s", (double)NAN, NULL};

/* One cell of so many rounds. */
static inline void add_rounds(struct summary *summary, const char *target,
                              const char *test, uint64_t file, uint64_t record,
                              double rate, size_t rounds)
{
	for (size_t i = 0; i < rounds; i++) {
		struct result_row row;

		result_row_init(&row);
		result_set_text(&row.target, target);
		result_set_text(&row.test, test);
		row.file_size = file;
		row.record_size = record;
		row.threads = row.depth = 1;
		row.round = i + 1;
		row.status = RESULT_OK;
		row.throughput = rate * 1e6;
		CU_ASSERT_EQUAL(summary_add(summary, &row, NULL), 0);
		result_row_free(&row);
	}
}

static inline void add(struct summary *summary, const char *target,
                       const char *test, uint64_t file, uint64_t record,
                       double rate)
{
	add_rounds(summary, target, test, file, record, rate, 7);
}

static inline void add_failed(struct summary *summary, const char *target,
                              const char *test, uint64_t file, uint64_t record,
                              enum result_status status, const char *error)
{
	struct result_row row;

	result_row_init(&row);
	result_set_text(&row.target, target);
	result_set_text(&row.test, test);
	row.file_size = file;
	row.record_size = record;
	row.threads = row.depth = 1;
	row.status = status;
	result_set_text(&row.error, error);
	CU_ASSERT_EQUAL(summary_add(summary, &row, NULL), 0);
	result_row_free(&row);
}

/* The caller frees it. */
static inline char *draw(struct summary *summary,
                         const struct matrix_scale *scale, bool colour,
                         bool blocks)
{
	struct terminal terminal = {.colour = colour, .blocks = blocks};
	char *bytes = NULL;
	size_t length = 0;

	terminal.out = terminal.err = open_memstream(&bytes, &length);
	CU_ASSERT_PTR_NOT_NULL_FATAL(terminal.out);
	summary_finish(summary);
	matrix_print_summary(&terminal, scale, summary);
	fclose(terminal.out);
	return bytes;
}

#endif
