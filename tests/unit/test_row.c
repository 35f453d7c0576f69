/* test_row.c - the table of columns, and rows as JSON. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "result/row.h"
#include "unit.h"

static const char *const names[] = {"schema",
                                    "run_id",
                                    "seq",
                                    "started_utc",
                                    "target",
                                    "backend",
                                    "test",
                                    "file_size_bytes",
                                    "record_size_bytes",
                                    "threads",
                                    "depth",
                                    "round",
                                    "passes",
                                    "status",
                                    "bytes",
                                    "ops",
                                    "elapsed_s",
                                    "open_s",
                                    "io_s",
                                    "flush_s",
                                    "close_s",
                                    "throughput_bytes_per_s",
                                    "ops_per_s",
                                    "lat_min_us",
                                    "lat_mean_us",
                                    "lat_p50_us",
                                    "lat_p95_us",
                                    "lat_p99_us",
                                    "lat_p999_us",
                                    "lat_max_us",
                                    "cpu_user_s",
                                    "cpu_sys_s",
                                    "cpu_host_s",
                                    "clients",
                                    "client_min_bytes_per_s",
                                    "client_max_bytes_per_s",
                                    "direct",
                                    "layout_bytes",
                                    "durability",
                                    "cache",
                                    "flags",
                                    "error",
                                    "counters",
                                    "sum_bytes_per_s",
                                    "lat_p90_us",
                                    "service_mean_us",
                                    "service_p50_us",
                                    "service_p99_us",
                                    "service_max_us",
                                    "slice_rates",
                                    "warmup",
                                    "warmup_passes",
                                    "sync",
                                    "pace",
                                    "buffers",
                                    "cpus",
                                    "verify",
                                    "verified_bytes",
                                    "resident_share",
                                    "run_delay_s",
                                    "steal_share",
                                    "psi_cpu_share",
                                    "psi_io_share",
                                    "psi_memory_share",
                                    "switches",
                                    "preemptions",
                                    "minor_faults",
                                    "major_faults",
                                    "cpu_server_s",
                                    "floor_us",
                                    "quiet_s",
                                    "replaces",
                                    "drift_ppm",
                                    "data",
                                    "think_s",
                                    "sharing",
                                    "mix_share",
                                    "time_s",
                                    "ramp_s",
                                    "files",
                                    "source",
                                    "conditions",
                                    "published"};

#define NAME_COUNT (sizeof names / sizeof names[0])

static void columns_in_order(void)
{
	CU_ASSERT_EQUAL_FATAL(result_column_count, NAME_COUNT);
	for (size_t i = 0; i < NAME_COUNT; i++) {
		CU_ASSERT_STRING_EQUAL(result_columns[i].name, names[i]);
		CU_ASSERT_NOT_EQUAL(result_columns[i].meaning[0], '\0');
	}
}

/* Each byte of the row belongs to one column. */
static void columns_cover_the_row(void)
{
	unsigned char used[sizeof(struct result_row)] = {0};

	/* Strings, counts and reals are of one size. */
	CU_ASSERT_EQUAL(sizeof(char *), sizeof(uint64_t));
	CU_ASSERT_EQUAL(sizeof(double), sizeof(uint64_t));
	for (size_t i = 0; i < result_column_count; i++)
		for (size_t k = 0; k < sizeof(uint64_t); k++)
			used[result_columns[i].offset + k]++;
	for (size_t i = 0; i < sizeof used; i++)
		CU_ASSERT_EQUAL(used[i], 1);
}

static void starts_missing(void)
{
	struct result_row row;
	json_t *json;

	result_row_init(&row);
	CU_ASSERT_EQUAL(row.schema, RESULT_SCHEMA);
	CU_ASSERT_EQUAL(row.file_size, RESULT_NO_COUNT);
	CU_ASSERT_EQUAL(row.status, RESULT_NO_COUNT);
	CU_ASSERT_TRUE(isnan(row.throughput));
	CU_ASSERT_PTR_NULL(row.counters);
	json = result_row_to_json(&row);
	CU_ASSERT_EQUAL(json_object_size(json), 1);
	json_decref(json);
	result_row_free(&row);
}

static void copies(void)
{
	struct result_row row, copy;

	result_row_init(&row);
	result_set_text(&row.target, "wire");
	result_set_text(&row.error, "a");
	result_set_text(&row.error, "b");
	row.ops = 7;
	row.io_s = 0.5;
	CU_ASSERT_EQUAL(result_row_copy(&copy, &row), 0);
	CU_ASSERT_PTR_NOT_EQUAL(copy.target, row.target);
	result_row_free(&row);
	CU_ASSERT_PTR_NULL(row.target);
	CU_ASSERT_STRING_EQUAL(copy.target, "wire");
	CU_ASSERT_STRING_EQUAL(copy.error, "b");
	CU_ASSERT_EQUAL(copy.ops, 7);
	CU_ASSERT_EQUAL(copy.io_s, 0.5);
	CU_ASSERT_PTR_NULL(copy.test);
	result_set_text(&copy.target, NULL);
	CU_ASSERT_PTR_NULL(copy.target);
	result_row_free(&copy);
}

static void statuses(void)
{
	static const char *const all[] = {"ok", "error", "unsupported", "skipped",
	                                  "timeout"};

	for (int i = 0; i < 5; i++) {
		CU_ASSERT_STRING_EQUAL(result_status_name((enum result_status)i),
		                       all[i]);
		CU_ASSERT_EQUAL(result_status_find(all[i]), i);
	}
	CU_ASSERT_STRING_EQUAL(result_status_name((enum result_status)5), "");
	CU_ASSERT_EQUAL(result_status_find("Ok"), -1);
	CU_ASSERT_EQUAL(result_status_find(""), -1);
}

static void goes_through_json(void)
{
	struct result_row row, back;
	char *dump, *why = NULL;
	json_t *json, *parsed;

	result_row_init(&row);
	result_set_text(&row.target, "M\xc3\xbcll");
	result_set_text(&row.error,
	                "latin \xfc, cut \xe2\x82, bad \xed\xa0\x80\n!");
	row.status = RESULT_TIMEOUT;
	row.file_size = UINT64_MAX - 1;
	row.record_size = INT64_MAX;
	row.elapsed_s = 1.0 / 3;
	row.ops_per_s = 12;
	row.lat_max_us = HUGE_VAL; /* not a number for a file: missing */
	json = result_row_to_json(&row);
	CU_ASSERT_PTR_NOT_NULL_FATAL(json);
	dump = json_dumps(json, JSON_COMPACT);
	parsed = json_loads(dump, 0, NULL);
	result_row_init(&back);
	CU_ASSERT_EQUAL(result_row_from_json(&back, parsed, &why), 0);
	CU_ASSERT_PTR_NULL(why);
	CU_ASSERT_STRING_EQUAL(back.target, "M\xc3\xbcll");
	CU_ASSERT_STRING_EQUAL(back.error, "latin ?, cut ??, bad ??? !");
	CU_ASSERT_EQUAL(back.status, RESULT_TIMEOUT);
	CU_ASSERT_EQUAL(back.file_size, UINT64_MAX - 1);
	CU_ASSERT_EQUAL(back.record_size, INT64_MAX);
	CU_ASSERT_EQUAL(back.elapsed_s, 1.0 / 3);
	CU_ASSERT_EQUAL(back.ops_per_s, 12);
	CU_ASSERT_TRUE(isnan(back.lat_max_us));
	CU_ASSERT_EQUAL(back.seq, RESULT_NO_COUNT);
	CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(json, "status")),
	                       "timeout");
	free(dump);
	json_decref(json);
	json_decref(parsed);
	result_row_free(&row);
	result_row_free(&back);
}

static void refuses_wrong_json(void)
{
	static const struct {
		const char *json, *why;
	} table[] = {{"{\"nonsense\": 1}", "result row: unknown key nonsense"},
	             {"[]", "result row: expected a JSON object"},
	             {"{\"seq\": -1}",
	              "result row: seq: expected a whole number from 0"},
	             {"{\"seq\": 1.5}",
	              "result row: seq: expected a whole number from 0"},
	             {"{\"seq\": \"\"}",
	              "result row: seq: expected a whole number from 0"},
	             {"{\"seq\": \"18446744073709551616\"}",
	              "result row: seq: expected a whole number from 0"},
	             {"{\"io_s\": \"1\"}", "result row: io_s: expected a number"},
	             {"{\"test\": 1}", "result row: test: expected a string"},
	             {"{\"status\": \"fine\"}",
	              "result row: status: expected the name of a status"},
	             {"{\"status\": 0}",
	              "result row: status: expected the name of a status"}};

	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		json_t *json = json_loads(table[i].json, 0, NULL);
		struct result_row row;
		char *why = NULL;

		result_row_init(&row);
		CU_ASSERT_EQUAL(result_row_from_json(&row, json, &why), -EINVAL);
		CU_ASSERT_PTR_NOT_NULL_FATAL(why);
		CU_ASSERT_STRING_EQUAL(why, table[i].why);
		free(why);
		json_decref(json);
		result_row_free(&row);
	}
}

static void null_is_missing(void)
{
	json_t *json = json_pack("{s:n, s:n, s:i}", "io_s", "test", "seq", 3);
	struct result_row row;

	result_row_init(&row);
	CU_ASSERT_EQUAL(result_row_from_json(&row, json, NULL), 0);
	CU_ASSERT_TRUE(isnan(row.io_s));
	CU_ASSERT_PTR_NULL(row.test);
	CU_ASSERT_EQUAL(row.seq, 3);
	json_decref(json);
	result_row_free(&row);
}

static void lists_columns(void)
{
	json_t *list = result_columns_to_json(), *entry;

	CU_ASSERT_EQUAL(json_array_size(list), NAME_COUNT);
	entry = json_array_get(list, 21);
	CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(entry, "name")),
	                       "throughput_bytes_per_s");
	CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(entry, "unit")),
	                       "bytes/s");
	CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(entry, "type")),
	                       "real");
	json_decref(list);
}

static CU_TestInfo cases[] = {{"columns in order", columns_in_order},
                              {"columns cover the row", columns_cover_the_row},
                              {"starts missing", starts_missing},
                              {"copies", copies},
                              {"statuses", statuses},
                              {"goes through JSON", goes_through_json},
                              {"refuses wrong JSON", refuses_wrong_json},
                              {"null is missing", null_is_missing},
                              {"lists columns", lists_columns},
                              CU_TEST_INFO_NULL};
UNIT_SUITE(row, cases)
