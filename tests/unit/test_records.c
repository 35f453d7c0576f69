/* test_records.c - the orders in which records are visited, and what is done to
 * each: the sequence of calls of a pass, exactly. */
#include <stdlib.h>
#include <string.h>
#include "trace_rig.h"
#include "unit.h"
#include "workload/order.h"

#define GIB (UINT64_C(1) << 30)

/* Test, its cell -> the calls of a pass. */
static void visits_records_as_the_test_says(void)
{
	static const struct {
		const char *test;
		uint64_t file, record;
		const char *calls;
	} expected[] = {
	        {"write", 10, 4, "open+new+w+seq w0+4 w4+4 w8+2 close"},
	        {"write", 4, 4, "open+new+w+seq w0+4 close"},
	        {"write", 3, 1, "open+new+w+seq w0+1 w1+1 w2+1 close"},
	        {"rewrite", 10, 4, "open+w+seq w0+4 w4+4 w8+2 close"},
	        {"rewrite", 4, 4, "open+w+seq w0+4 close"},
	        {"read", 10, 4, "open+r+seq r0+4 r4+4 r8+2 close"},
	        {"read", 3, 1, "open+r+seq r0+1 r1+1 r2+1 close"},
	        {"reread", 8, 4, "open+r+seq r0+4 r4+4 close"},
	        {"backward_read", 10, 4, "open+r r8+2 r4+4 r0+4 close"},
	        {"backward_read", 4, 4, "open+r r0+4 close"},
	        {"backward_read", 3, 1, "open+r r2+1 r1+1 r0+1 close"},
	        {"record_rewrite", 10, 4, "open+w w0+4 w0+4 w0+4 close"},
	        {"record_rewrite", 4, 4, "open+w w0+4 close"},
	        {"record_rewrite", 3, 1, "open+w w0+1 w0+1 w0+1 close"},
	        {"pwrite", 10, 4, "open+w w0+4 w4+4 w8+2 close"},
	        {"pwrite", 4, 4, "open+w w0+4 close"},
	        {"repwrite", 3, 1, "open+w w0+1 w1+1 w2+1 close"},
	        {"pread", 10, 4, "open+r r0+4 r4+4 r8+2 close"},
	        {"repread", 4, 4, "open+r r0+4 close"},
	        {"stride_read", 10, 4, "open+r r0+4 r4+4 r8+2 close"},
	        {"stride_read", 4, 4, "open+r r0+4 close"},
	        /* 20 records: 0 and 17, 1 and 18, 2 and 19, then the rest. */
	        {"stride_read", 20, 1,
	         "open+r r0+1 r17+1 r1+1 r18+1 r2+1 r19+1 r3+1 r4+1 r5+1 r6+1 "
	         "r7+1 r8+1 r9+1 r10+1 r11+1 r12+1 r13+1 r14+1 r15+1 r16+1 close"},
	        {"random_read", 4, 4, "open+r r0+4 close"},
	        {"random_write", 4, 4, "open+w w0+4 close"},
	};

	for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
		struct trace_rig *rig = trace_set_up(expected[i].test, expected[i].file,
		                                     expected[i].record, false);

		trace_slice(rig);
		trace_called(rig, expected[i].calls);
		CU_ASSERT_EQUAL(rig->lane.tally.passes, 1);
		CU_ASSERT_EQUAL(rig->lane.tally.ops, rig->latency.total);
		trace_tear_down(rig);
	}
}

/* Every record once whatever the count is, also where the file ends with a
 * short one. */
static void covers_the_file(void)
{
	static const char *const tests[] = {"random_read", "random_write",
	                                    "backward_read", "stride_read",
	                                    "mixed"};

	for (size_t t = 0; t < sizeof tests / sizeof tests[0]; t++)
		for (uint64_t n = 1; n < 120; n += n < 40 ? 1 : 13) {
			struct trace_rig *rig = trace_set_up(tests[t], n * 4 - 1, 4, false);
			unsigned char seen[128] = {0};

			trace_slice(rig);
			CU_ASSERT_EQUAL_FATAL(rig->count, n + 2);
			for (size_t i = 1; i <= n; i++) {
				const struct trace_call *call = &rig->calls[i];

				CU_ASSERT_EQUAL_FATAL(call->offset % 4, 0);
				CU_ASSERT_FATAL(call->offset / 4 < n);
				CU_ASSERT_FALSE(seen[call->offset / 4]++);
				CU_ASSERT_EQUAL(call->length,
				                call->offset / 4 == n - 1 ? 3 : 4);
			}
			CU_ASSERT_EQUAL(rig->lane.tally.bytes, n * 4 - 1);
			trace_tear_down(rig);
		}
}

static void strides_as_far_as_it_says(void)
{
	struct trace_rig *rig = trace_set_up("stride_read", 1000, 1, false);

	trace_slice(rig);
	for (size_t i = 0; i < 58; i++)
		CU_ASSERT_EQUAL(rig->calls[1 + i].offset, i * 17);
	/* 59 numbers below 1000 in the first round, from 0 to 986. */
	CU_ASSERT_EQUAL(rig->calls[1 + 58].offset, 986);
	CU_ASSERT_EQUAL(rig->calls[1 + 59].offset, 1);
	trace_tear_down(rig);
}

static void reads_and_writes_in_one_order(void)
{
	struct trace_rig *rig = trace_set_up("random_read", 64, 4, false);
	uint64_t offsets[16];

	trace_slice(rig);
	for (size_t i = 0; i < 16; i++)
		offsets[i] = rig->calls[1 + i].offset;
	trace_tear_down(rig);
	rig = trace_set_up("random_write", 64, 4, false);
	trace_slice(rig);
	for (size_t i = 0; i < 16; i++)
		CU_ASSERT_EQUAL(rig->calls[1 + i].offset, offsets[i]);
	trace_tear_down(rig);
}

/* Share of reads -> how many of 10000, five standard deviations (229) either
 * way. */
static void mixes_as_asked(void)
{
	static const struct {
		double mix;
		uint64_t least, most;
	} shares[] = {
	        {0, 0, 0}, {0.3, 2771, 3229}, {0.7, 6771, 7229}, {1, 10000, 10000}};

	for (size_t k = 0; k < sizeof shares / sizeof shares[0]; k++) {
		struct trace_rig *rig = trace_set_up("mixed", 40000, 4, false);
		uint64_t reads = 0, writes = 0;

		rig->cell.mix = shares[k].mix;
		trace_slice(rig);
		CU_ASSERT_EQUAL(rig->calls[0].flags, BENCH_O_READ | BENCH_O_WRITE);
		for (size_t i = 1; i <= 10000; i++) {
			reads += rig->calls[i].what == 'r';
			writes += rig->calls[i].what == 'w';
		}
		CU_ASSERT_EQUAL(reads + writes, 10000);
		CU_ASSERT(reads >= shares[k].least && reads <= shares[k].most);
		CU_ASSERT_EQUAL(rig->lane.tally.reads, reads);
		CU_ASSERT_EQUAL(rig->lane.tally.ops, 10000);
		CU_ASSERT_EQUAL(rig->lane.tally.bytes, 40000);
		trace_tear_down(rig);
	}
}

/* No two records that are written are the same, and none is what was read. */
static void writes_new_bytes(void)
{
	static const char *const tests[] = {"write",  "rewrite", "random_write",
	                                    "pwrite", "mixed",   "record_rewrite"};

	for (size_t t = 0; t < sizeof tests / sizeof tests[0]; t++) {
		struct trace_rig *rig = trace_set_up(tests[t], 16384, 512, false);
		uint64_t seen[32], writes = 0;

		trace_slice(rig);
		CU_ASSERT_EQUAL_FATAL(rig->count, 34);
		for (size_t i = 1; i <= 32; i++) {
			if (rig->calls[i].what != 'w')
				continue;
			for (size_t k = 0; k < writes; k++)
				CU_ASSERT_NOT_EQUAL(seen[k], rig->calls[i].hash);
			seen[writes++] = rig->calls[i].hash;
		}
		CU_ASSERT(writes > 3);
		trace_tear_down(rig);
	}
}

/* 5 GiB in records of 64 MiB and a short one: nothing overflows. */
static void goes_beyond_4_gib(void)
{
	static const struct {
		const char *test;
		uint64_t first, last; /* offsets in 64 MiB */
	} expected[] = {{"write", 0, 80},         {"rewrite", 0, 80},
	                {"read", 0, 80},          {"reread", 0, 80},
	                {"backward_read", 80, 0}, {"record_rewrite", 0, 0},
	                {"stride_read", 0, 67},   {"pwrite", 0, 80},
	                {"repwrite", 0, 80},      {"pread", 0, 80},
	                {"repread", 0, 80}};
	uint64_t record = 64 << 20;

	for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
		struct trace_rig *rig =
		        trace_set_up(expected[i].test, 5 * GIB + 1, record, true);
		uint64_t sum = 0;

		trace_slice(rig);
		for (size_t k = 0; k < rig->count; k++)
			sum += rig->calls[k].length;
		CU_ASSERT_EQUAL(rig->lane.tally.ops, 81);
		CU_ASSERT_EQUAL(rig->lane.tally.bytes, sum);
		CU_ASSERT_EQUAL(sum, strcmp(expected[i].test, "record_rewrite") == 0
		                             ? 81 * record
		                             : 5 * GIB + 1);
		CU_ASSERT_EQUAL(rig->calls[rig->count - 82].offset,
		                expected[i].first * record);
		CU_ASSERT_EQUAL(rig->calls[rig->count - 2].offset,
		                expected[i].last * record);
		trace_tear_down(rig);
	}
}

/* More records than a table could hold: the order is computed, at once. */
static void visits_5_gib_byte_by_byte(void)
{
	static const char *const tests[] = {"random_read", "random_write", "mixed",
	                                    "stride_read", "backward_read"};

	for (size_t t = 0; t < sizeof tests / sizeof tests[0]; t++) {
		struct trace_rig *rig = trace_set_up(tests[t], 5 * GIB, 1, true);
		uint64_t above = 0;

		CU_ASSERT_PTR_NULL(rig->lane.order);
		rig->stop_at = 10001;
		CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
		CU_ASSERT_TRUE(rig->lane.tally.cut);
		CU_ASSERT_EQUAL(rig->lane.tally.ops, 10000);
		for (size_t i = 1; i <= 10000; i++) {
			CU_ASSERT_FATAL(rig->calls[i].offset < 5 * GIB);
			CU_ASSERT_EQUAL(rig->calls[i].length, 1);
			above += rig->calls[i].offset >= 4 * GIB;
		}
		if (rig->cell.test->order == WORKLOAD_RANDOM)
			CU_ASSERT(above > 1800 && above < 2200); /* 5 x 40 */
		trace_tear_down(rig);
	}
}

/* The computed permutation: each number once, other ones for other seeds, no
 * place that it keeps. */
static void permutes_without_a_table(void)
{
	static const uint64_t counts[] = {1, 2, 3, 5, 16, 17, 1000, 4097, 65536};

	for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
		uint64_t count = counts[k], same = 0, fixed = 0;
		unsigned char *seen = calloc(count, 1);

		CU_ASSERT_PTR_NOT_NULL_FATAL(seen);
		for (uint64_t i = 0; i < count; i++) {
			uint64_t at = order_permuted(count, 7, i);

			CU_ASSERT_FATAL(at < count);
			CU_ASSERT_FALSE(seen[at]++);
			same += at == order_permuted(count, 8, i);
			fixed += at == i;
		}
		if (count >= 1000) {
			CU_ASSERT(same < 20);
			CU_ASSERT(fixed < 20);
		}
		free(seen);
	}
}

static void strides_over_each_number_once(void)
{
	for (uint64_t count = 1; count < 200; count++) {
		unsigned char seen[200] = {0};

		for (uint64_t i = 0; i < count; i++) {
			uint64_t at = order_strided(count, 17, i);

			CU_ASSERT_FATAL(at < count);
			CU_ASSERT_FALSE(seen[at]++);
		}
	}
}

static CU_TestInfo cases[] = {
        {"visits records as the test says", visits_records_as_the_test_says},
        {"covers the file", covers_the_file},
        {"strides as far as it says", strides_as_far_as_it_says},
        {"reads and writes in one order", reads_and_writes_in_one_order},
        {"mixes as asked", mixes_as_asked},
        {"writes new bytes", writes_new_bytes},
        {"goes beyond 4 GiB", goes_beyond_4_gib},
        {"visits 5 GiB byte by byte", visits_5_gib_byte_by_byte},
        {"permutes without a table", permutes_without_a_table},
        {"strides over each number once", strides_over_each_number_once},
        CU_TEST_INFO_NULL};
UNIT_SUITE(records, cases)
