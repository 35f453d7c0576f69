/* test_protocol.c - jobs and events survive the pipe; damaged ones do not. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "unit.h"
#include "config/config.h"
#include "worker/protocol.h"

static void carries_a_job(void)
{
	char *keys[] = {"path", "user"}, *texts[] = {"/a b\"c\\d", "\xc3\xa4"};
	char *tests[] = {"write", "random_read"};
	struct job sent = {.kind = JOB_BLOCK,
	                   .plugin = "/x/y.so",
	                   .keys = keys,
	                   .texts = texts,
	                   .option_count = 2,
	                   .directory = "bench-1",
	                   .tests = tests,
	                   .cell_count = 2,
	                   .file_size = UINT64_C(1) << 62,
	                   .record_size = 4096,
	                   .threads = 4,
	                   .depth = 1,
	                   .direct = true,
	                   .sync = CONFIG_SYNC_EACH,
	                   .sync_every = 16,
	                   .include = 6,
	                   .slices = 3,
	                   .slice_ns = 20000000,
	                   .time_limit_ns = 60000000000,
	                   .passes = 1,
	                   .near = true,
	                   .ns_per_tick = 0.37,
	                   .cpus = (uint64_t[]){3, 0},
	                   .cpu_count = 2,
	                   .seed = 99};
	struct job got;
	char *line = job_encode(&sent);

	CU_ASSERT_PTR_NOT_NULL_FATAL(line);
	CU_ASSERT_PTR_NULL(strchr(line, '\n'));
	CU_ASSERT_EQUAL_FATAL(job_decode(line, &got, NULL), 0);
	CU_ASSERT_EQUAL(got.kind, JOB_BLOCK);
	CU_ASSERT_STRING_EQUAL(got.plugin, "/x/y.so");
	CU_ASSERT_EQUAL_FATAL(got.option_count, 2);
	CU_ASSERT_STRING_EQUAL(got.texts[0], "/a b\"c\\d");
	CU_ASSERT_STRING_EQUAL(got.texts[1], "\xc3\xa4");
	CU_ASSERT_EQUAL_FATAL(got.cell_count, 2);
	CU_ASSERT_STRING_EQUAL(got.tests[1], "random_read");
	CU_ASSERT_EQUAL(got.file_size, sent.file_size);
	CU_ASSERT_EQUAL(got.record_size, 4096);
	CU_ASSERT_EQUAL(got.threads, 4);
	CU_ASSERT_TRUE(got.direct && got.sync == CONFIG_SYNC_EACH &&
	               got.sync_every == 16);
	CU_ASSERT_FALSE(got.wearout || got.remove_directory);
	CU_ASSERT_EQUAL(got.include, 6);
	CU_ASSERT_EQUAL(got.time_limit_ns, 60000000000);
	CU_ASSERT_EQUAL(got.seed, 99);
	CU_ASSERT_TRUE(got.near && got.ns_per_tick == 0.37);
	CU_ASSERT_TRUE(got.cpu_count == 2 && got.cpus[0] == 3 && got.cpus[1] == 0);
	job_free(&got);
	free(line);
}

static void refuses_a_broken_job(void)
{
	static const char *const broken[] = {"", "{", "[]", "{\"kind\":1}", "null"};

	for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
		struct job job;
		char *why = NULL;

		CU_ASSERT_EQUAL(job_decode(broken[i], &job, &why), -EPROTO);
		CU_ASSERT_PTR_NOT_NULL(why);
		free(why);
	}
}

static void carries_a_row(void)
{
	struct event sent = {.kind = EVENT_ROW, .cell = 3}, got;
	struct histogram *latency = malloc(sizeof *latency);
	char *line;

	CU_ASSERT_PTR_NOT_NULL_FATAL(latency);
	histogram_reset(latency);
	histogram_record(latency, 100);
	histogram_record(latency, 5000);
	histogram_record(latency, UINT64_C(1) << 40);
	result_row_init(&sent.row);
	sent.row.status = RESULT_OK;
	sent.row.bytes = 12345;
	sent.row.elapsed_s = 0.25;
	sent.latency = latency;
	sent.series = malloc(3 * sizeof *sent.series);
	CU_ASSERT_PTR_NOT_NULL_FATAL(sent.series);
	for (size_t i = 0; i < 3; i++)
		sent.series[i] = (double)i / 3;
	sent.series_count = 3;
	line = event_encode(&sent);
	CU_ASSERT_PTR_NOT_NULL_FATAL(line);
	CU_ASSERT_EQUAL_FATAL(event_decode(line, &got, NULL), 0);
	CU_ASSERT_EQUAL(got.kind, EVENT_ROW);
	CU_ASSERT_EQUAL(got.cell, 3);
	CU_ASSERT_EQUAL(got.row.bytes, 12345);
	CU_ASSERT_EQUAL(got.row.elapsed_s, 0.25);
	CU_ASSERT_TRUE(isnan(got.row.throughput));
	CU_ASSERT_EQUAL_FATAL(got.series_count, 3);
	CU_ASSERT_EQUAL(got.series[2], 2.0 / 3);
	CU_ASSERT_PTR_NOT_NULL_FATAL(got.latency);
	CU_ASSERT_EQUAL(memcmp(got.latency, latency, sizeof *latency), 0);
	event_free(&got);
	event_free(&sent);
	free(line);
}

static void carries_caps_and_words(void)
{
	struct event caps = {.kind = EVENT_CAPS,
	                     .caps = {.props = 0x3f,
	                              .durable = BENCH_DUR_STABLE,
	                              .max_size = UINT64_C(1) << 60,
	                              .free_bytes = 7}};
	struct event fact = {
	        .kind = EVENT_FACT, .key = "peer", .text = "line\nbreak"};
	struct event got;
	char *line = event_encode(&caps);

	CU_ASSERT_EQUAL_FATAL(event_decode(line, &got, NULL), 0);
	CU_ASSERT_EQUAL(got.caps.props, 0x3f);
	CU_ASSERT_EQUAL(got.caps.durable, BENCH_DUR_STABLE);
	CU_ASSERT_EQUAL(got.caps.max_size, UINT64_C(1) << 60);
	CU_ASSERT_EQUAL(got.caps.free_bytes, 7);
	CU_ASSERT_EQUAL(got.caps.size, sizeof got.caps);
	event_free(&got);
	free(line);
	line = event_encode(&fact);
	CU_ASSERT_PTR_NULL(strchr(line, '\n'));
	CU_ASSERT_EQUAL_FATAL(event_decode(line, &got, NULL), 0);
	CU_ASSERT_STRING_EQUAL(got.key, "peer");
	CU_ASSERT_STRING_EQUAL(got.text, "line\nbreak");
	event_free(&got);
	free(line);
}

static void refuses_what_is_no_event(void)
{
	static const char *const broken[] = {
	        "",
	        "hello",
	        "{}",
	        "{\"event\":99,\"cell\":0,\"error\":0}",
	        "{\"event\":0,\"cell\":-1,\"error\":0}",
	        "{\"event\":4,\"cell\":0,\"error\":0}",
	        "{\"event\":4,\"cell\":0,\"error\":0,\"row\":{},"
	        "\"latency\":{\"min\":1,\"max\":1,\"sum\":1.0,"
	        "\"counts\":[[999999,1]]}}",
	        "{\"event\":4,\"cell\":0,\"error\":0,\"row\":{},\"series\":7}",
	        "{\"event\":4,\"cell\":0,\"error\":0,\"row\":{},\"series\":[1,"
	        "\"x\"]}",
	        "{\"event\":2,\"cell\":0,\"error\":0,\"caps\":[1,2]}"};

	for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
		struct event event;
		char *why = NULL;

		CU_ASSERT_EQUAL(event_decode(broken[i], &event, &why), -EPROTO);
		CU_ASSERT_PTR_NOT_NULL(why);
		free(why);
	}
}

static int make_directory(void *session, const char *name)
{
	(void)session;
	(void)name;
	return 0;
}

static void names_files_the_same_way(void)
{
	struct bench_backend with = {.mkdir = make_directory}, without = {0};
	struct job job = {.directory = "bench-1"};
	char *a = job_file_name(&job, &with, 0);
	char *b = job_file_name(&job, &without, 12);

	CU_ASSERT_STRING_EQUAL(a, "bench-1/t0");
	CU_ASSERT_STRING_EQUAL(b, "bench-1-t12");
	free(a);
	free(b);
}

static CU_TestInfo cases[] = {
        {"carries a job", carries_a_job},
        {"refuses a broken job", refuses_a_broken_job},
        {"carries a row", carries_a_row},
        {"carries caps and words", carries_caps_and_words},
        {"refuses what is no event", refuses_what_is_no_event},
        {"names files the same way", names_files_the_same_way},
        CU_TEST_INFO_NULL};
UNIT_SUITE(protocol, cases)
