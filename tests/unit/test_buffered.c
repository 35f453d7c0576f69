/* test_buffered.c - records through a buffer: the calls that the backend sees,
 * and that the bytes come through. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "trace_rig.h"
#include "unit.h"
#include "workload/operate.h"

#define GIB (UINT64_C(1) << 30)

/* Test, its cell -> the calls of a pass.  The last buffer is flushed short. */
static void calls_once_a_buffer(void)
{
	static const struct {
		const char *test;
		uint64_t file, record;
		const char *calls;
	} expected[] = {
	        {"stdio_write", 10, 4, "open+new+w+seq w0+4 w4+4 w8+2 close"},
	        {"stdio_write", 4, 4, "open+new+w+seq w0+4 close"},
	        {"stdio_write", 3, 1, "open+new+w+seq w0+1 w1+1 w2+1 close"},
	        {"stdio_rewrite", 10, 4, "open+w+seq w0+4 w4+4 w8+2 close"},
	        {"stdio_read", 10, 4, "open+r+seq r0+4 r4+4 r8+2 close"},
	        {"stdio_read", 3, 1, "open+r+seq r0+1 r1+1 r2+1 close"},
	        {"stdio_reread", 4, 4, "open+r+seq r0+4 close"},
	        {"char_write", 20000, 8192,
	         "open+new+w+seq w0+8192 w8192+8192 w16384+3616 flush close"},
	        {"char_write", 100, 8192, "open+new+w+seq w0+100 flush close"},
	        {"char_write", 1, 8192, "open+new+w+seq w0+1 flush close"},
	        {"char_read", 20000, 8192,
	         "open+r+seq r0+8192 r8192+8192 r16384+3616 close"},
	        {"char_read", 8192, 8192, "open+r+seq r0+8192 close"},
	        {"char_read", 1, 8192, "open+r+seq r0+1 close"},
	};

	for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
		struct trace_rig *rig = trace_set_up(expected[i].test, expected[i].file,
		                                     expected[i].record, false);

		trace_slice(rig);
		trace_called(rig, expected[i].calls);
		CU_ASSERT_EQUAL(rig->lane.tally.bytes, expected[i].file);
		CU_ASSERT_EQUAL(rig->lane.tally.ops, rig->latency.total);
		trace_tear_down(rig);
	}
}

static void knows_its_buffer(void)
{
	CU_ASSERT_EQUAL(workload_find("char_write")->record, 8192);
	CU_ASSERT_EQUAL(workload_find("char_read")->record, 8192);
	CU_ASSERT_EQUAL(workload_find("char_read")->sizes, WORKLOAD_FILE_SIZE);
	CU_ASSERT_EQUAL(workload_find("stdio_read")->sizes, WORKLOAD_BOTH_SIZES);
}

/* Straight through the buffer, without a test's data: what is put is what is
 * written, and what is read is what is got, by either way. */
static void carries_the_bytes(void)
{
	static const char *const writes[] = {"stdio_write", "char_write"};
	static const char *const reads[] = {"stdio_read", "char_read"};
	unsigned char bytes[1000];

	for (size_t t = 0; t < 2; t++)
		for (size_t length = 1; length <= 1000; length += 333) {
			struct trace_rig *rig = trace_set_up(writes[t], 1000, 1000, true);

			rig->lane.file = rig;
			for (size_t i = 0; i < length; i++)
				bytes[i] = (unsigned char)(i * i + 7);
			CU_ASSERT_EQUAL(buffered_write(&rig->lane, bytes, length, 5000),
			                (int64_t)length);
			CU_ASSERT_EQUAL(rig->count, 1);
			CU_ASSERT_EQUAL(rig->calls[0].offset, 5000);
			CU_ASSERT_EQUAL(rig->calls[0].hash, trace_hash(bytes, length));
			rig->lane.file = NULL;
			trace_tear_down(rig);

			rig = trace_set_up(reads[t], 1000, 1000, true);
			rig->lane.file = rig;
			CU_ASSERT_EQUAL(buffered_read(&rig->lane, bytes, length, 5000),
			                (int64_t)length);
			CU_ASSERT_EQUAL(rig->count, 1);
			for (size_t i = 0; i < length; i++)
				CU_ASSERT_EQUAL(bytes[i], trace_byte(rig, 5000 + i));
			rig->lane.file = NULL;
			trace_tear_down(rig);
		}
}

/* Test, bytes of a buffer of 1000 -> do they go straight from or to the
 * caller's memory?  As with the C library's streams: whole buffers of stdio_*
 * only. */
static void copies_no_whole_record(void)
{
	static const struct {
		const char *test;
		size_t length;
		bool straight;
	} expected[] = {
	        {"stdio_write", 1000, true}, {"stdio_write", 999, false},
	        {"stdio_read", 1000, true},  {"stdio_read", 1, false},
	        {"char_write", 1000, false}, {"char_read", 1000, false},
	};
	unsigned char bytes[1000] = {0};

	for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
		struct trace_rig *rig =
		        trace_set_up(expected[i].test, 1000, 1000, true);
		int64_t moved;

		rig->lane.file = rig;
		moved = workload_writes(rig->cell.test)
		                ? buffered_write(&rig->lane, bytes, expected[i].length,
		                                 0)
		                : buffered_read(&rig->lane, bytes, expected[i].length,
		                                0);
		CU_ASSERT_EQUAL(moved, (int64_t)expected[i].length);
		CU_ASSERT_EQUAL(rig->count, 1);
		CU_ASSERT_EQUAL(rig->calls[0].at == bytes, expected[i].straight);
		rig->lane.file = NULL;
		trace_tear_down(rig);
	}
}

/* A short call of the backend is a failure here, too. */
static void notices_a_short_call(void)
{
	static const char *const tests[] = {"stdio_write", "stdio_read",
	                                    "char_write", "char_read"};

	for (size_t t = 0; t < sizeof tests / sizeof tests[0]; t++) {
		struct trace_rig *rig = trace_set_up(tests[t], 20000, 8192, true);

		rig->short_at = workload_find(tests[t])->new_file ? 4 : 3;
		CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), -EIO);
		CU_ASSERT_PTR_NOT_NULL_FATAL(rig->lane.why);
		CU_ASSERT_PTR_NOT_NULL(strstr(rig->lane.why, "short record"));
		CU_ASSERT_EQUAL(rig->lane.tally.ops, 1);
		trace_tear_down(rig);
	}
}

static void goes_beyond_4_gib(void)
{
	static const char *const tests[] = {"stdio_write", "stdio_rewrite",
	                                    "stdio_read", "stdio_reread"};

	for (size_t t = 0; t < sizeof tests / sizeof tests[0]; t++) {
		struct trace_rig *rig =
		        trace_set_up(tests[t], 5 * GIB + 1, 64 << 20, true);
		/* Each GiB through a buffer takes its time: two records will do. */
		uint64_t offset = 5 * GIB;
		int64_t moved;

		rig->lane.file = rig;
		moved = workload_writes(rig->cell.test)
		                ? buffered_write(&rig->lane, rig->lane.data.bytes, 1,
		                                 offset)
		                : buffered_read(&rig->lane, rig->lane.data.bytes, 1,
		                                offset);
		CU_ASSERT_EQUAL(moved, 1);
		CU_ASSERT_EQUAL(rig->calls[0].offset, offset);
		rig->lane.file = NULL;
		trace_tear_down(rig);
	}
}

/* The sequence of char tests over 5 GiB, until somebody says stop. */
static void begins_5_gib_of_bytes(void)
{
	struct trace_rig *rig = trace_set_up("char_read", 5 * GIB, 8192, true);

	rig->stop_at = 101;
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
	CU_ASSERT_TRUE(rig->lane.tally.cut);
	CU_ASSERT_EQUAL(rig->lane.tally.bytes, 100 * 8192);
	CU_ASSERT_EQUAL(rig->calls[100].offset, 99 * 8192);
	trace_tear_down(rig);
}

static void refuses_depth(void)
{
	static const char *const tests[] = {"stdio_write", "stdio_read",
	                                    "char_write", "char_read"};
	struct bench_backend backend = {0};

	for (size_t t = 0; t < sizeof tests / sizeof tests[0]; t++) {
		struct workload_cell cell = {.test = workload_find(tests[t]),
		                             .file_size = 8192,
		                             .record_size = 8192,
		                             .depth = 8};
		const char *lacks = workload_lacks_for_cell(&cell, &backend, NULL);

		CU_ASSERT_PTR_NOT_NULL_FATAL(lacks);
		CU_ASSERT_STRING_EQUAL(lacks, "the test does one thing after the "
		                              "other: it needs depth = 1");
		cell.depth = 1;
		CU_ASSERT_PTR_NULL(workload_lacks_for_cell(&cell, &backend, NULL));
	}
}

static CU_TestInfo cases[] = {
        {"calls once a buffer", calls_once_a_buffer},
        {"knows its buffer", knows_its_buffer},
        {"carries the bytes", carries_the_bytes},
        {"copies no whole record", copies_no_whole_record},
        {"notices a short call", notices_a_short_call},
        {"goes beyond 4 GiB", goes_beyond_4_gib},
        {"begins 5 GiB of bytes", begins_5_gib_of_bytes},
        {"refuses depth", refuses_depth},
        CU_TEST_INFO_NULL};
UNIT_SUITE(buffered, cases)
