/* test_export.c - results as one text in the forms of other programs: every
 * byte of a few made-up rows. */
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "export/export.h"
#include "export/parts.h"
#include "export_rig.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define NOTHING      RESULT_NO_COUNT

static char *exported(export_text *export, const struct made_row *rows,
                      size_t count)
{
	struct saved saved;
	struct text text = {0};

	made_saved(&saved, rows, count);
	export(&saved, &text);
	CU_ASSERT_FALSE(text.failed);
	saved_free(&saved);
	return text_take(&text);
}

static void check_text(export_text *export, const char *expected)
{
	char *got = exported(export, made_few, made_few_count);

	CU_ASSERT_PTR_NOT_NULL_FATAL(got);
	CU_ASSERT_STRING_EQUAL(got, expected);
	free(got);
}

static void escapes_text(void)
{
	static const struct {
		const char *text, *special, *escaped;
	} table[] = {{"plain", ", =", "plain"},
	             {"a,b =c", ", =", "a\\,b\\ \\=c"},
	             {"say \"no\\\"", "\\\"", "say \\\"no\\\\\\\""},
	             {"two\nlines", "\n", "two lines"},
	             {"|x|", "|", "\\|x\\|"},
	             {"", "x", ""},
	             {NULL, "x", ""}};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct text text = {0};
		char *got;

		parts_escape(&text, table[i].text ? table[i].text : "",
		             table[i].special);
		got = text_take(&text);
		CU_ASSERT_PTR_NOT_NULL_FATAL(got);
		CU_ASSERT_STRING_EQUAL(got, table[i].escaped);
		free(got);
	}
}

/* Tags escape comma, blank and equals sign; a backslash at the end would take
 * the comma behind it along. */
static void escapes_influx_tags(void)
{
	static const struct {
		const char *target, *tag;
	} table[] = {{"plain", "target=plain,"},
	             {"a,b", "target=a\\,b,"},
	             {"a b=c", "target=a\\ b\\=c,"},
	             {"say \"no\"", "target=say\\ \"no\","},
	             {"C:\\dir", "target=C:\\dir,"},
	             {"end\\", "target=end,"},
	             {"\\\\", "target=_,"},
	             {"two\nlines", "target=two\\ lines,"},
	             {"Bank\xc3\xa4", "target=Bank\xc3\xa4,"}};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct made_row row = made_few[0];
		char *got;

		row.target = table[i].target;
		got = exported(export_influx, &row, 1);
		CU_ASSERT_PTR_NOT_NULL_FATAL(got);
		CU_ASSERT_PTR_NOT_NULL(strstr(got, table[i].tag));
		CU_ASSERT_PTR_EQUAL(strchr(got, '\n'), got + strlen(got) - 1);
		free(got);
	}
}

static void writes_influx(void)
{
	static const struct made_row rows[] = {
	        {"a", "read", 65536, 4096, 2, 10e6, NAN, RESULT_OK, NULL, 0},
	        {"a", "ping", NOTHING, NOTHING, 1, NAN, NAN, RESULT_ERROR,
	         "\"no\\where\"", 0}};
	char *got = exported(export_influx, rows, COUNT(rows));

	CU_ASSERT_PTR_NOT_NULL_FATAL(got);
	CU_ASSERT_STRING_EQUAL(
	        got, "bench,run_id=made,target=a,backend=toy,test=read,"
	             "file_size_bytes=65536,record_size_bytes=4096,threads=1,"
	             "depth=1,round=2 schema=1i,seq=1i,status=\"ok\","
	             "throughput_bytes_per_s=10000000 1796040000123000000\n"
	             "bench,run_id=made,target=a,backend=toy,test=ping,threads=1,"
	             "depth=1,round=1 schema=1i,seq=2i,status=\"error\","
	             "error=\"\\\"no\\\\where\\\"\" 1796040000123000000\n");
	free(got);
}

static void writes_prometheus(void)
{
	check_text(export_prometheus,
	           "# HELP bench_throughput_bytes_per_second Median throughput of "
	           "the largest file.\n"
	           "# TYPE bench_throughput_bytes_per_second gauge\n"
	           "bench_throughput_bytes_per_second{test=\"read\",target=\"a\","
	           "backend=\"toy\",file_size_bytes=\"1048576\",record_size_bytes="
	           "\"65536\",threads=\"1\",depth=\"1\"} 1234400000\n"
	           "# HELP bench_operations_per_second Median rate of a test that "
	           "moves no bytes.\n"
	           "# TYPE bench_operations_per_second gauge\n"
	           "bench_operations_per_second{test=\"ping\",target=\"a\",backend="
	           "\"toy\",threads=\"1\",depth=\"1\"} 1000.500\n"
	           "# HELP bench_rounds Rounds that were measured.\n"
	           "# TYPE bench_rounds gauge\n"
	           "bench_rounds{test=\"read\",target=\"a\",backend=\"toy\",file_"
	           "size_bytes=\"1048576\",record_size_bytes=\"65536\",threads="
	           "\"1\",depth=\"1\"} 1\n"
	           "bench_rounds{test=\"ping\",target=\"a\",backend=\"toy\","
	           "threads=\"1\",depth=\"1\"} 1\n"
	           "# HELP bench_start_timestamp_seconds When the first row was "
	           "measured.\n"
	           "# TYPE bench_start_timestamp_seconds gauge\n"
	           "bench_start_timestamp_seconds 1796040000.123\n");
}

static void escapes_prometheus_labels(void)
{
	struct made_row row = made_few[0];
	char *got;

	row.target = "say \"C:\\\"\nx";
	got = exported(export_prometheus, &row, 1);
	CU_ASSERT_PTR_NOT_NULL_FATAL(got);
	CU_ASSERT_PTR_NOT_NULL(
	        strstr(got, ",target=\"say \\\"C:\\\\\\\" x\",backend="));
	free(got);
}

static void tells_prometheus_latencies(void)
{
	static const char *const quantiles[] = {"0.5", "0.95", "0.99", "0.999",
	                                        "1"};
	struct made_row row = made_few[5];
	char *got;

	row.latency_ns = 1500;
	got = exported(export_prometheus, &row, 1);
	CU_ASSERT_PTR_NOT_NULL_FATAL(got);
	for (size_t i = 0; i < COUNT(quantiles); i++) {
		char *line = text_format("bench_latency_seconds{test=\"ping\","
		                         "target=\"a\",backend=\"toy\","
		                         "threads=\"1\",depth=\"1\","
		                         "quantile=\"%s\"} 0.000001500\n",
		                         quantiles[i]);

		CU_ASSERT_PTR_NOT_NULL_FATAL(line);
		CU_ASSERT_PTR_NOT_NULL(strstr(got, line));
		free(line);
	}
	free(got);
}

static void writes_markdown(void)
{
	check_text(export_markdown,
	           "Largest files, median in MB/s:\n"
	           "\n"
	           "| test | file | record | a | b's |\n"
	           "| --- | ---: | ---: | ---: | ---: |\n"
	           "| read | 1M | 64K | 1234 | - |\n"
	           "\n"
	           "Tests without sizes, median of operations a second:\n"
	           "\n"
	           "| test | file | record | a |\n"
	           "| --- | ---: | ---: | ---: |\n"
	           "| ping | - | - | 1000 |\n"
	           "\n"
	           "- run: made\n"
	           "- measured: 2026-11-30T12:00:00.123Z\n"
	           "- rows: 6\n");
}

static void writes_jsonl(void)
{
	char *got = exported(export_jsonl, &made_few[3], 3);

	CU_ASSERT_PTR_NOT_NULL_FATAL(got);
	CU_ASSERT_STRING_EQUAL(
	        got, "{\"schema\":1,\"run_id\":\"made\",\"seq\":1,\"started_utc\":"
	             "\"2026-11-30T12:00:00.123Z\",\"target\":\"b's\",\"backend\":"
	             "\"toy\",\"test\":\"read\",\"file_size_bytes\":65536,\"record_"
	             "size_bytes\":4096,\"threads\":1,\"depth\":1,\"round\":1,"
	             "\"status\":\"ok\",\"throughput_bytes_per_s\":5000000.0}\n"
	             "{\"schema\":1,\"run_id\":\"made\",\"seq\":2,\"started_utc\":"
	             "\"2026-11-30T12:00:00.123Z\",\"target\":\"b's\",\"backend\":"
	             "\"toy\",\"test\":\"read\",\"file_size_bytes\":1048576,"
	             "\"record_size_bytes\":65536,\"threads\":1,\"depth\":1,"
	             "\"round\":1,\"status\":\"error\",\"error\":\"it broke\"}\n"
	             "{\"schema\":1,\"run_id\":\"made\",\"seq\":3,\"started_utc\":"
	             "\"2026-11-30T12:00:00.123Z\",\"target\":\"a\",\"backend\":"
	             "\"toy\",\"test\":\"ping\",\"threads\":1,\"depth\":1,"
	             "\"round\":1,\"status\":\"ok\",\"ops_per_s\":1000.5}\n");
	free(got);
}

static CU_TestInfo cases[] = {
        {"escapes", escapes_text},
        {"influx tags", escapes_influx_tags},
        {"influx lines", writes_influx},
        {"Prometheus", writes_prometheus},
        {"Prometheus labels", escapes_prometheus_labels},
        {"Prometheus latencies", tells_prometheus_latencies},
        {"Markdown", writes_markdown},
        {"JSON Lines", writes_jsonl},
        CU_TEST_INFO_NULL};

UNIT_SUITE(export, cases)
