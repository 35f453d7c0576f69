/* test_summary.c - cells made of rows. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "result/summary.h"
#include "unit.h"

static struct result_row row_of(const char *target, const char *test,
                                uint64_t record_size, double throughput,
                                double ops_per_s)
{
	struct result_row row;

	result_row_init(&row);
	result_set_text(&row.backend, "toy");
	result_set_text(&row.target, target);
	result_set_text(&row.test, test);
	row.file_size = 65536;
	row.record_size = record_size;
	row.threads = row.depth = 1;
	row.status = RESULT_OK;
	row.throughput = throughput;
	row.ops_per_s = ops_per_s;
	return row;
}

static void add(struct summary *summary, struct result_row row,
                const struct histogram *latency)
{
	CU_ASSERT_EQUAL(summary_add(summary, &row, latency), 0);
	result_row_free(&row);
}

static struct result_row failed(struct result_row row, uint64_t status,
                                const char *error)
{
	row.status = status;
	result_set_text(&row.error, error);
	return row;
}

static char *slurp(const char *path)
{
	FILE *file = fopen(path, "rb");
	struct text text = {0};
	int c;

	CU_ASSERT_PTR_NOT_NULL_FATAL(file);
	while ((c = fgetc(file)) != EOF)
		text_add(&text, "%c", c);
	fclose(file);
	return text_take(&text);
}

static void gathers(void)
{
	struct summary summary = {0};
	const struct summary_cell *cell;

	for (int i = 0; i < 7; i++) {
		add(&summary, row_of("b", "write", 4096, 700 - 100 * i, 1), NULL);
		add(&summary, row_of("a", "write", 4096, 5, 1), NULL);
	}
	add(&summary, row_of("b", "write", 8192, 9, 1), NULL);
	summary_finish(&summary);
	CU_ASSERT_EQUAL_FATAL(summary.count, 3);
	CU_ASSERT_STRING_EQUAL(summary.cells[0].target, "b");
	CU_ASSERT_STRING_EQUAL(summary.cells[1].target, "a");
	cell = summary_find(&summary, "b", "write", 65536, 4096, 1, 1);
	CU_ASSERT_PTR_EQUAL_FATAL(cell, &summary.cells[0]);
	CU_ASSERT_EQUAL(cell->count, 7);
	CU_ASSERT_EQUAL(cell->rate.median, 400);
	CU_ASSERT_TRUE(cell->rate.has_interval);
	CU_ASSERT_FALSE(cell->by_ops);
	CU_ASSERT_EQUAL(cell->rounds[0].throughput,
	                700); /* order of rounds is kept */
	CU_ASSERT_EQUAL(cell->rounds[6].throughput, 100);
	CU_ASSERT_TRUE(isnan(cell->lat_mean_us));
	CU_ASSERT_PTR_NULL(summary_find(&summary, "b", "write", 65536, 4096, 2, 1));
	CU_ASSERT_PTR_NULL(summary_find(&summary, "b", "read", 65536, 4096, 1, 1));
	CU_ASSERT_PTR_NULL(summary_find(&summary, "c", "write", 65536, 4096, 1, 1));
	summary_free(&summary);
	CU_ASSERT_PTR_NULL(summary_find(&summary, "b", "write", 65536, 4096, 1, 1));
}

static void finishes_again(void)
{
	struct summary summary = {0};

	summary_finish(&summary);
	add(&summary, row_of("a", "write", 1, 10, 1), NULL);
	summary_finish(&summary);
	CU_ASSERT_EQUAL(summary.cells[0].rate.median, 10);
	add(&summary, row_of("a", "write", 1, 20, 1), NULL);
	summary_finish(&summary);
	CU_ASSERT_EQUAL(summary.cells[0].rate.median, 15);
	CU_ASSERT_EQUAL(summary.cells[0].rate.count, 2);
	summary_free(&summary);
}

static void status_of_a_cell(void)
{
	struct summary summary = {0};
	const struct summary_cell *cell;

	add(&summary, failed(row_of("a", "t", 1, NAN, NAN), RESULT_TIMEOUT, "slow"),
	    NULL);
	add(&summary, failed(row_of("a", "t", 1, NAN, NAN), RESULT_ERROR, "broken"),
	    NULL);
	summary_finish(&summary);
	cell = &summary.cells[0];
	CU_ASSERT_EQUAL(cell->status, RESULT_TIMEOUT);
	CU_ASSERT_STRING_EQUAL(cell->error, "slow");
	CU_ASSERT_EQUAL(cell->failed, 2);
	CU_ASSERT_EQUAL(cell->count, 0);
	CU_ASSERT_EQUAL(cell->rate.count, 0);
	add(&summary, row_of("a", "t", 1, 5, 1), NULL);
	add(&summary, failed(row_of("a", "t", 1, NAN, NAN), RESULT_ERROR, "again"),
	    NULL);
	summary_finish(&summary);
	cell = &summary.cells[0];
	CU_ASSERT_EQUAL(cell->status, RESULT_OK);
	CU_ASSERT_PTR_NULL(cell->error);
	CU_ASSERT_EQUAL(cell->failed, 3);
	CU_ASSERT_EQUAL(cell->rate.median, 5);
	add(&summary, failed(row_of("b", "t", 1, NAN, NAN), RESULT_NO_COUNT, NULL),
	    NULL);
	CU_ASSERT_EQUAL(summary.cells[1].status, RESULT_ERROR);
	summary_free(&summary);
}

static void tests_without_bytes(void)
{
	struct summary summary = {0};

	for (int i = 1; i <= 3; i++)
		add(&summary, row_of("a", "ping", RESULT_NO_COUNT, NAN, i * 10), NULL);
	summary_finish(&summary);
	CU_ASSERT_TRUE(summary.cells[0].by_ops);
	CU_ASSERT_EQUAL(summary.cells[0].rate.median, 20);
	summary_free(&summary);
}

static void merges_latency(void)
{
	static struct histogram a, b, none;
	struct summary summary = {0};
	const struct summary_cell *cell;

	histogram_reset(&a);
	histogram_reset(&b);
	histogram_reset(&none);
	histogram_record(&a, 1000);
	histogram_record(&b, 3000);
	add(&summary, row_of("a", "t", 1, 5, 1), &a);
	add(&summary, row_of("a", "t", 1, 5, 1), &b);
	add(&summary, row_of("a", "t", 1, 5, 1), NULL);
	add(&summary, failed(row_of("a", "t", 1, 5, 1), RESULT_ERROR, NULL), &b);
	add(&summary, row_of("b", "t", 1, 5, 1), &none);
	summary_finish(&summary);
	cell = &summary.cells[0];
	CU_ASSERT_PTR_NOT_NULL_FATAL(cell->latency);
	CU_ASSERT_EQUAL(cell->latency->total, 2);
	CU_ASSERT_EQUAL(histogram_quantile(cell->latency, 0), 1000);
	CU_ASSERT_EQUAL(histogram_quantile(cell->latency, 1), 3000);
	CU_ASSERT_DOUBLE_EQUAL(cell->lat_mean_us, 2, 1e-12);
	CU_ASSERT_PTR_NULL(summary.cells[1].latency);
	summary_free(&summary);
}

/* 20,000 rows over 4,000 cells, in an order that mixes them. */
static void many_cells(void)
{
	enum { CELLS = 4000, ROWS = 5 };
	struct summary summary = {0};
	struct result_row row = row_of("target", "write", 0, 1, 1);

	for (int i = 0; i < ROWS; i++) {
		for (uint64_t k = 0; k < CELLS; k++) {
			row.record_size = (k * 1237) % CELLS;
			row.throughput = (double)row.record_size + i + 1;
			summary_add(&summary, &row, NULL);
		}
	}
	result_row_free(&row);
	summary_finish(&summary);
	CU_ASSERT_EQUAL(summary.count, CELLS);
	for (uint64_t k = 0; k < CELLS; k++) {
		const struct summary_cell *cell =
		        summary_find(&summary, "target", "write", 65536, k, 1, 1);

		CU_ASSERT_PTR_NOT_NULL_FATAL(cell);
		CU_ASSERT_EQUAL(cell->rate.count, ROWS);
		CU_ASSERT_EQUAL(cell->rate.median, (double)k + 3);
	}
	summary_free(&summary);
}

static void keeps_backends_apart(void)
{
	struct summary summary = {0};
	struct result_row other = row_of("a", "t", 1, 6, 1);

	add(&summary, row_of("a", "t", 1, 5, 1), NULL);
	result_set_text(&other.backend, "other");
	add(&summary, other, NULL);
	CU_ASSERT_EQUAL(summary.count, 2);
	CU_ASSERT_PTR_NOT_NULL(summary_find(&summary, "a", "t", 65536, 1, 1, 1));
	summary_free(&summary);
}

static void writes(void)
{
	static const char expected[] =
	        "backend,target,test,file_size_bytes,record_size_bytes,threads,"
	        "depth,status,n,failed,unit,median,ci_low,ci_high,min,max,cv,"
	        "lat_mean_us,lat_p50_us,lat_p95_us,lat_p99_us,lat_p999_us,"
	        "lat_max_us,error,used,flagged,converged,mad,modes,mode_low,"
	        "mode_high,lat_p90_us,cpu_s_per_gb,cpu_us_per_op,"
	        "server_cpu_s_per_gb,server_cpu_us_per_op,against,ratio,"
	        "ratio_low,ratio_high,verdict\r\n"
	        "toy,\"a,1\",write,65536,4096,1,1,ok,6,0,bytes_per_s,350,136,564,"
	        "100,600,0.534522,0.100,0.100,0.100,0.100,0.100,0.100,,6,0,no,150,"
	        "1,,,0.100,,,,,,,,,\r\n"
	        "toy,b,ping,65536,,1,1,ok,1,0,ops_per_s,12.500,,,12.500,12.500,,"
	        ",,,,,,,1,0,,,1,,,,,,,,,,,,\r\n"
	        "toy,b,read,65536,1,1,1,skipped,0,1,,,,,,,,,,,,,,"
	        "\"record > file, so none\",0,0,,,,,,,,,,,,,,,\r\n";
	char *path = text_format("%s/summary.csv", unit_scratch()), *found,
	     *why = NULL;
	static struct histogram latency;
	struct summary summary = {.precision = 0.05};

	histogram_reset(&latency);
	histogram_record(&latency, 100);
	for (int i = 1; i <= 6; i++)
		add(&summary, row_of("a,1", "write", 4096, 100 * i, 1), &latency);
	add(&summary, row_of("b", "ping", RESULT_NO_COUNT, NAN, 12.5), NULL);
	add(&summary,
	    failed(row_of("b", "read", 1, NAN, NAN), RESULT_SKIPPED,
	           "record > file, so none"),
	    NULL);
	summary_finish(&summary);
	CU_ASSERT_EQUAL(summary_write(&summary, path, &why), 0);
	CU_ASSERT_EQUAL(summary_write(&summary, path, &why), 0);
	found = slurp(path);
	CU_ASSERT_STRING_EQUAL(found, expected);
	free(found);
	free(path);
	CU_ASSERT_TRUE(summary_write(&summary, "/nowhere/s.csv", &why) < 0);
	CU_ASSERT_PTR_NOT_NULL_FATAL(why);
	CU_ASSERT_PTR_NOT_NULL(strstr(why, "/nowhere/s.csv: cannot be made"));
	free(why);
	summary_free(&summary);
}

static CU_TestInfo cases[] = {{"gathers", gathers},
                              {"finishes again", finishes_again},
                              {"status of a cell", status_of_a_cell},
                              {"tests without bytes", tests_without_bytes},
                              {"merges latency", merges_latency},
                              {"many cells", many_cells},
                              {"keeps backends apart", keeps_backends_apart},
                              {"writes", writes},
                              CU_TEST_INFO_NULL};
UNIT_SUITE(summary, cases)
