/* test_workload.c - what the tests do to a file, seen by a backend that writes
 * down every call. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "measure/clock.h"
#include "plugin/host.h"
#include "unit.h"
#include "workload/suites.h"
#include "workload/workload.h"

/* The recording backend: one file in memory, and a log of calls. */
static struct text calls;
static unsigned char store[65536];
static uint64_t stored;
static bool exists;
static int64_t fail_write_at; /* the nth write fails; 0: none */
static int64_t writes, pinged;

static int open_file(void *session, const char *name, unsigned flags,
                     uint64_t size_hint, void **file)
{
	(void)session;
	(void)name;
	(void)size_hint;
	if (flags & BENCH_O_EXCL && exists)
		return -EEXIST;
	if (!(flags & BENCH_O_CREATE) && !exists)
		return -ENOENT;
	text_add(&calls, "open%s%s%s ", flags & BENCH_O_CREATE ? "+new" : "",
	         flags & BENCH_O_SEQUENTIAL ? "+seq" : "",
	         flags & BENCH_O_SYNC ? "+sync" : "");
	exists = true;
	*file = &exists;
	return 0;
}

static int close_file(void *file)
{
	(void)file;
	text_add(&calls, "close ");
	return 0;
}

static int64_t read_file(void *file, void *buf, size_t len, uint64_t off)
{
	(void)file;
	if (off > stored || len > stored - off)
		len = off > stored ? 0 : (size_t)(stored - off);
	memcpy(buf, store + off, len);
	text_add(&calls, "r%d+%d ", (int)off, (int)len);
	return (int64_t)len;
}

static int64_t write_file(void *file, const void *buf, size_t len, uint64_t off)
{
	(void)file;
	if (++writes == fail_write_at)
		return -EIO;
	memcpy(store + off, buf, len);
	if (off + len > stored)
		stored = off + len;
	text_add(&calls, "w%d+%d ", (int)off, (int)len);
	return (int64_t)len;
}

static int flush_file(void *file)
{
	(void)file;
	text_add(&calls, "flush ");
	return 0;
}

static int drop_file(void *file)
{
	(void)file;
	text_add(&calls, "drop ");
	return 0;
}

static int unlink_file(void *session, const char *name)
{
	(void)session;
	(void)name;
	if (!exists)
		return -ENOENT;
	exists = false;
	stored = 0;
	text_add(&calls, "unlink ");
	return 0;
}

static int ping(void *session)
{
	(void)session;
	pinged++;
	return 0;
}

static const struct bench_backend backend = {.name = "recorder",
                                             .open = open_file,
                                             .close = close_file,
                                             .read = read_file,
                                             .write = write_file,
                                             .flush = flush_file,
                                             .drop_cache = drop_file,
                                             .unlink = unlink_file,
                                             .ping = ping};

static struct histogram latency;
static struct workload_cell cell;
static struct workload_lane lane;

static void set_up(const char *test, uint64_t file, uint64_t record)
{
	text_free(&calls);
	exists = false;
	stored = 0;
	writes = pinged = fail_write_at = 0;
	histogram_reset(&latency);
	cell = (struct workload_cell){.test = workload_find(test),
	                              .file_size = file,
	                              .record_size = record,
	                              .flush = true,
	                              .seed = 1};
	lane = (struct workload_lane){.backend = &backend,
	                              .ctx = host_ctx_new(&(struct host_sinks){0}),
	                              .session = &exists,
	                              .name = "t0",
	                              .cell = &cell,
	                              .latency = &latency,
	                              .deadline_ns =
	                                      clock_now_ns() + 60 * CLOCK_NS_PER_S};
	CU_ASSERT_PTR_NOT_NULL_FATAL(cell.test);
	CU_ASSERT_EQUAL_FATAL(workload_open(&lane), 0);
}

static void tear_down(void)
{
	CU_ASSERT_EQUAL(workload_close(&lane), 0);
	CU_ASSERT_FALSE(exists);
	workload_clear(&lane);
	host_ctx_free(lane.ctx);
	text_free(&calls);
}

/* Test, its cell, passes -> the calls of the slice, and of making the file. */
static void does_what_the_tests_say(void)
{
	static const struct {
		const char *test;
		uint64_t file, record, passes;
		const char *prepared, *slice;
	} expected[] = {
	        {"write", 10240, 4096, 2, "",
	         "open+new+seq w0+4096 w4096+4096 w8192+2048 flush close "
	         "unlink "
	         "open+new+seq w0+4096 w4096+4096 w8192+2048 flush close "},
	        {"rewrite", 8192, 4096, 2,
	         "open+new+seq w0+4096 w4096+4096 flush close ",
	         "open+seq w0+4096 w4096+4096 flush w0+4096 w4096+4096 flush "
	         "close "},
	        {"read", 8192, 8192, 1, "open+new+seq w0+8192 flush close ",
	         "open+seq r0+8192 close "},
	        {"reread", 8192, 8192, 2, "open+new+seq w0+8192 flush close ",
	         "open+seq r0+8192 r0+8192 close "}};

	for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
		set_up(expected[i].test, expected[i].file, expected[i].record);
		CU_ASSERT_EQUAL(workload_prepare(&lane), 0);
		CU_ASSERT_STRING_EQUAL(calls.bytes ? calls.bytes : "",
		                       expected[i].prepared);
		text_free(&calls);
		CU_ASSERT_EQUAL(workload_slice(&lane, expected[i].passes), 0);
		CU_ASSERT_STRING_EQUAL(calls.bytes, expected[i].slice);
		CU_ASSERT_EQUAL(lane.tally.passes, expected[i].passes);
		CU_ASSERT_EQUAL(lane.tally.bytes,
		                expected[i].passes * expected[i].file);
		CU_ASSERT_EQUAL(lane.layout, expected[i].record);
		tear_down();
	}
}

static void reads_at_random_without_a_promise(void)
{
	set_up("random_read", 16384, 4096);
	CU_ASSERT_EQUAL(workload_prepare(&lane), 0);
	text_free(&calls);
	CU_ASSERT_EQUAL(workload_slice(&lane, 1), 0);
	CU_ASSERT_PTR_NOT_NULL_FATAL(calls.bytes);
	CU_ASSERT_EQUAL(strncmp(calls.bytes, "open r", 6), 0);
	for (int at = 0; at < 4; at++) {
		char *name = text_format(" r%d+4096 ", at * 4096);

		CU_ASSERT_PTR_NOT_NULL(strstr(calls.bytes, name));
		free(name);
	}
	CU_ASSERT_EQUAL(lane.tally.ops, 4);
	CU_ASSERT_EQUAL(latency.total, 4); /* and none of the filling */
	tear_down();
}

static void drops_the_cache_before_each_pass(void)
{
	set_up("read", 4096, 4096);
	cell.drop_cache = true;
	CU_ASSERT_EQUAL(workload_prepare(&lane), 0);
	text_free(&calls);
	CU_ASSERT_EQUAL(workload_slice(&lane, 2), 0);
	CU_ASSERT_STRING_EQUAL(calls.bytes,
	                       "open+seq drop r0+4096 drop r0+4096 close ");
	tear_down();
}

static void reopens_where_it_must(void)
{
	set_up("read", 4096, 4096);
	cell.reopen = true;
	CU_ASSERT_EQUAL(workload_prepare(&lane), 0);
	text_free(&calls);
	CU_ASSERT_EQUAL(workload_slice(&lane, 2), 0);
	CU_ASSERT_STRING_EQUAL(calls.bytes,
	                       "open+seq r0+4096 close open+seq r0+4096 close ");
	tear_down();
}

static void leaves_the_flush_out_if_told(void)
{
	set_up("write", 4096, 4096);
	cell.flush = false;
	cell.open_flags = BENCH_O_SYNC;
	CU_ASSERT_EQUAL(workload_prepare(&lane), 0);
	CU_ASSERT_EQUAL(workload_slice(&lane, 1), 0);
	CU_ASSERT_STRING_EQUAL(calls.bytes, "open+new+seq+sync w0+4096 close ");
	CU_ASSERT_EQUAL(lane.tally.flush_ns, 0);
	tear_down();
}

static void tells_what_failed(void)
{
	set_up("write", 12288, 4096);
	CU_ASSERT_EQUAL(workload_prepare(&lane), 0);
	fail_write_at = 2;
	CU_ASSERT_EQUAL(workload_slice(&lane, 1), -EIO);
	CU_ASSERT_EQUAL(lane.error, -EIO);
	CU_ASSERT_STRING_EQUAL(lane.why, "write: Input/output error");
	CU_ASSERT_EQUAL(lane.tally.bytes, 4096);
	CU_ASSERT_EQUAL(lane.layout, 0);
	tear_down();
}

static void notices_a_short_read(void)
{
	set_up("read", 8192, 4096);
	CU_ASSERT_EQUAL(workload_prepare(&lane), 0);
	stored = 5000;
	CU_ASSERT_EQUAL(workload_slice(&lane, 1), -EIO);
	CU_ASSERT_PTR_NOT_NULL_FATAL(lane.why);
	CU_ASSERT_PTR_NOT_NULL(strstr(lane.why, "short record"));
	tear_down();
}

static void stops_at_the_deadline(void)
{
	set_up("write", 65536, 4096);
	CU_ASSERT_EQUAL(workload_prepare(&lane), 0);
	lane.deadline_ns = clock_now_ns() - 1;
	CU_ASSERT_EQUAL(workload_slice(&lane, 1000), -ETIMEDOUT);
	CU_ASSERT_EQUAL(lane.tally.ops, 1);
	CU_ASSERT_PTR_NULL(lane.why);
	tear_down();
}

static void pings_a_hundred_times_a_pass(void)
{
	set_up("ping", 0, 0);
	CU_ASSERT_EQUAL(workload_prepare(&lane), 0);
	CU_ASSERT_EQUAL(workload_slice(&lane, 3), 0);
	CU_ASSERT_EQUAL(pinged, 300);
	CU_ASSERT_EQUAL(latency.total, 300);
	CU_ASSERT_EQUAL(lane.tally.bytes, 0);
	tear_down();
}

static void knows_its_suites(void)
{
	for (size_t i = 0; i < workload_suite_count; i++)
		for (const char *const *test = workload_suites[i].tests; *test; test++)
			CU_ASSERT_PTR_NOT_NULL(workload_find(*test));
	CU_ASSERT_PTR_NULL(workload_find("wrote"));
}

static CU_TestInfo cases[] = {
        {"does what the tests say", does_what_the_tests_say},
        {"reads at random without a promise",
         reads_at_random_without_a_promise},
        {"drops the cache before each pass", drops_the_cache_before_each_pass},
        {"reopens where it must", reopens_where_it_must},
        {"leaves the flush out if told", leaves_the_flush_out_if_told},
        {"tells what failed", tells_what_failed},
        {"notices a short read", notices_a_short_read},
        {"stops at the deadline", stops_at_the_deadline},
        {"pings a hundred times a pass", pings_a_hundred_times_a_pass},
        {"knows its suites", knows_its_suites},
        CU_TEST_INFO_NULL};
UNIT_SUITE(workload, cases)
