/* test_report.c - what goes into the page: escapes, figures, which cell stands
 * for many, and what rates are held against. */
#include "unit.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "report/figures.h"
#include "report/html.h"
#include "report/report.h"

static void test_text(void)
{
	static const struct {
		const char *text, *page;
	} table[] = {{"plain", "plain"},
	             {"</script>", "&lt;/script&gt;"},
	             {"a \"b\" & 'c'", "a &quot;b&quot; &amp; &#39;c&#39;"},
	             {"two\nlines", "two lines"},
	             {"\xff", "?"},
	             {"Plattenb\xc3\xa4nke", "Plattenb\xc3\xa4nke"},
	             {NULL, ""}};

	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		struct text page = {0};
		char *got;

		html_text(&page, table[i].text);
		got = text_take(&page);
		CU_ASSERT_PTR_NOT_NULL_FATAL(got);
		CU_ASSERT_STRING_EQUAL(got, table[i].page);
		free(got);
	}
}

static void test_json(void)
{
	struct text page = {0};
	char *got;

	html_json(&page, "{\"</script><!--\":1}");
	got = text_take(&page);
	CU_ASSERT_PTR_NOT_NULL_FATAL(got);
	CU_ASSERT_STRING_EQUAL(got, "{\"\\u003c/script>\\u003c!--\":1}");
	free(got);
}

static void test_rates(void)
{
	static const struct {
		double value;
		const char *page;
	} table[] = {{117.4e6, "117"},
	             {16.32e6, "16.3"},
	             {0.857e6, "0.857"},
	             {1023.4e6, "1,023"},
	             {1234567e6, "1,234,567"},
	             {(double)NAN, HTML_NOTHING},
	             {(double)INFINITY, HTML_NOTHING}};

	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		struct text page = {0};
		char *got;

		html_rate(&page, table[i].value, 1e6);
		got = text_take(&page);
		CU_ASSERT_PTR_NOT_NULL_FATAL(got);
		CU_ASSERT_STRING_EQUAL(got, table[i].page);
		free(got);
	}
}

/* A directory with these rows and this run.json (NULL: none). */
struct made {
	const char *target, *test;
	uint64_t file_size, record_size;
	double throughput, lat_p50_us;
	enum result_status status;
};

static char *make_directory(const char *name, const struct made *made,
                            size_t count, const char *about)
{
	char *directory = text_format("%s/%s", unit_scratch(), name);
	char *csv = text_format("%s/results.csv", directory);
	char *json = text_format("%s/run.json", directory);
	struct csv_writer *writer = NULL;

	CU_ASSERT_EQUAL_FATAL(mkdir(directory, 0700), 0);
	CU_ASSERT_EQUAL_FATAL(csv_create(csv, &writer, NULL), 0);
	for (size_t i = 0; i < count; i++) {
		struct result_row row;

		result_row_init(&row);
		result_set_text(&row.backend, "toy");
		result_set_text(&row.target, made[i].target);
		result_set_text(&row.test, made[i].test);
		row.seq = i + 1;
		row.file_size = made[i].file_size;
		row.record_size = made[i].record_size;
		row.threads = row.depth = 1;
		row.round = i + 1;
		row.status = made[i].status;
		row.throughput = made[i].throughput;
		row.lat_p50_us = made[i].lat_p50_us;
		CU_ASSERT_EQUAL(csv_write(writer, &row, NULL), 0);
		result_row_free(&row);
	}
	CU_ASSERT_EQUAL(csv_close(writer, NULL), 0);
	if (about) {
		FILE *file = fopen(json, "we");

		CU_ASSERT_PTR_NOT_NULL_FATAL(file);
		fputs(about, file);
		fclose(file);
	}
	free(csv);
	free(json);
	return directory;
}

#define RUN_JSON                                                               \
	"{\"targets\": [{\"name\": \"nas\", \"ceiling_bytes_per_s\": 100.0}, "     \
	"{\"name\": \"wire\", \"reference\": true}, {\"name\": \"far\", "          \
	"\"facts\": {\"peer\": \"x\"}}, {\"name\": \"disk\"}]}"

static void test_ceilings(void)
{
	static const struct made made[] = {
	        {"nas", "read", 64, 4, 101, 1, RESULT_OK},
	        {"wire", "read", 64, 4, 200, 1, RESULT_OK},
	        {"wire", "read", 128, 4, 250, 1, RESULT_OK},
	        {"far", "read", 64, 4, 500, 1, RESULT_OK},
	        {"disk", "read", 64, 4, 900, 1, RESULT_OK}};
	char *directory = make_directory("ceilings", made, 5, RUN_JSON);
	struct report_source source = {0};
	const struct summary_cell *cells;

	CU_ASSERT_EQUAL_FATAL(report_source_open(&source, directory, NULL), 0);
	cells = source.summary.cells;
	CU_ASSERT_EQUAL_FATAL(source.summary.count, 5);
	CU_ASSERT_EQUAL(source.target_count, 4);
	CU_ASSERT_EQUAL(source.targets[0].scale, REPORT_LINK);
	CU_ASSERT_EQUAL(source.targets[1].scale, REPORT_WIRE);
	CU_ASSERT_EQUAL(source.targets[2].scale, REPORT_WIRE);
	CU_ASSERT_EQUAL(source.targets[3].scale, REPORT_OWN);
	CU_ASSERT_DOUBLE_EQUAL(report_share(&source, &cells[0]), 1.01, 1e-9);
	CU_ASSERT_DOUBLE_EQUAL(report_share(&source, &cells[1]), 0.8, 1e-9);
	CU_ASSERT_DOUBLE_EQUAL(report_share(&source, &cells[3]), 2, 1e-9);
	CU_ASSERT_TRUE(isnan(report_share(&source, &cells[4])));
	CU_ASSERT_FALSE(report_is_above(&source, &cells[0]));
	CU_ASSERT_TRUE(report_is_above(&source, &cells[3]));
	CU_ASSERT_FALSE(report_is_above(&source, &cells[4]));
	report_source_free(&source);
	free(directory);
}

static void test_large(void)
{
	static const struct made made[] = {
	        {"nas", "read", 1 << 20, 1 << 20, 9, 1, RESULT_OK},
	        {"nas", "read", 1 << 24, 1 << 16, 7, 1, RESULT_OK},
	        {"nas", "read", 1 << 24, 1 << 19, 5, 1, RESULT_OK},
	        {"nas", "read", 1 << 24, 1 << 22, 3, 1, RESULT_OK},
	        {"nas", "read", 1 << 25, 1 << 20, 0, 1, RESULT_ERROR},
	        {"nas", "random_read", 1 << 24, 1 << 16, 2, 1, RESULT_OK},
	        {"nas", "random_read", 1 << 24, 1 << 13, 1, 1, RESULT_OK},
	        {"nas", "write", 1 << 24, 1 << 13, 1, 1, RESULT_UNSUPPORTED}};
	static const struct report_load load = {1, 1}, other = {2, 1};
	char *directory = make_directory("large", made, 8, NULL);
	struct report_source source = {0};
	const struct summary_cell *cell;
	double median, best;

	CU_ASSERT_EQUAL_FATAL(report_source_open(&source, directory, NULL), 0);
	cell = report_large(&source, "nas", "read", &load);
	CU_ASSERT_PTR_NOT_NULL_FATAL(cell);
	CU_ASSERT_EQUAL(cell->file_size, 1 << 24);
	CU_ASSERT_EQUAL(cell->record_size, 1 << 19);
	report_sweep(&source, cell, &median, &best);
	CU_ASSERT_EQUAL(median, 6);
	CU_ASSERT_EQUAL(best, 9);
	cell = report_large(&source, "nas", "random_read", &load);
	CU_ASSERT_PTR_NOT_NULL_FATAL(cell);
	CU_ASSERT_EQUAL(cell->record_size, 1 << 13);
	cell = report_large(&source, "nas", "write", &load);
	CU_ASSERT_PTR_NOT_NULL_FATAL(cell);
	CU_ASSERT_FALSE(report_has_rate(cell));
	CU_ASSERT_PTR_NULL(report_large(&source, "nas", "read", &other));
	CU_ASSERT_PTR_NULL(report_large(&source, "nas", "ping", &load));
	report_source_free(&source);
	free(directory);
}

static void test_medians(void)
{
	static const struct made made[] = {
	        {"nas", "read", 64, 4, 10, 30, RESULT_OK},
	        {"nas", "read", 64, 4, 0, 1, RESULT_ERROR},
	        {"nas", "read", 64, 4, 12, 10, RESULT_OK},
	        {"nas", "write", 64, 4, 12, 99, RESULT_OK},
	        {"nas", "read", 64, 4, 14, (double)NAN, RESULT_OK},
	        {"nas", "read", 64, 4, 16, 20, RESULT_OK}};
	char *directory = make_directory("medians", made, 6, NULL);
	struct report_source source = {0};

	CU_ASSERT_EQUAL_FATAL(report_source_open(&source, directory, NULL), 0);
	CU_ASSERT_EQUAL(
	        report_median(&source, &source.summary.cells[0], report_p50), 20);
	CU_ASSERT_EQUAL(
	        report_median(&source, &source.summary.cells[1], report_p50), 99);
	CU_ASSERT_TRUE(isnan(
	        report_median(&source, &source.summary.cells[0], report_p99)));
	report_source_free(&source);
	free(directory);
}

static void test_page(void)
{
	static const struct made made[] = {
	        {"</script>", "read", 64, 4, 10, 30, RESULT_OK}};
	char *directory = make_directory("page", made, 1, NULL);
	char *output = text_format("%s/page.html", directory);
	const char *directories[] = {directory, directory};
	struct report_request request = {directories, 2, NULL, output};
	bool without_charts = false;
	char *why = NULL;

	CU_ASSERT_EQUAL(report_write(&request, &without_charts, &why), 0);
	CU_ASSERT_TRUE(without_charts);
	CU_ASSERT_PTR_NULL(why);
	CU_ASSERT_EQUAL(access(output, R_OK), 0);
	request.output = "/nowhere/page.html";
	CU_ASSERT_EQUAL(report_write(&request, &without_charts, &why), -ENOENT);
	CU_ASSERT_PTR_NOT_NULL(why);
	free(why);
	why = NULL;
	directories[1] = "/nowhere";
	request.output = output;
	CU_ASSERT_EQUAL(report_write(&request, &without_charts, &why), -ENOENT);
	CU_ASSERT_PTR_NOT_NULL(why);
	free(why);
	free(output);
	free(directory);
}

static CU_TestInfo cases[] = {{"text", test_text},
                              {"JSON in a script", test_json},
                              {"rates", test_rates},
                              {"ceilings", test_ceilings},
                              {"large-file cells", test_large},
                              {"medians of rounds", test_medians},
                              {"page", test_page},
                              CU_TEST_INFO_NULL};

UNIT_SUITE(report, cases)
