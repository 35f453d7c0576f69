/* test_bonnie.c - blocks, read-modify-write and seeks: the calls of a pass. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "trace_rig.h"
#include "unit.h"

#define GIB   (UINT64_C(1) << 30)
#define CHUNK 16384

/* Test, its cell -> the calls of a pass, flush and close with them. */
static void does_what_bonnie_did(void)
{
	static const struct {
		const char *test;
		uint64_t file, record;
		const char *calls;
	} expected[] = {
	        {"block_write", 10, 4, "open+new+w+seq w0+4 w4+4 w8+2 flush close"},
	        {"block_write", 4, 4, "open+new+w+seq w0+4 flush close"},
	        {"block_write", 2, 1, "open+new+w+seq w0+1 w1+1 flush close"},
	        {"block_read", 10, 4, "open+r+seq r0+4 r4+4 r8+2 close"},
	        {"block_read", 4, 4, "open+r+seq r0+4 close"},
	        {"read_modify_write", 10, 4,
	         "open+r+w r0+4 w0+4 r4+4 w4+4 r8+2 w8+2 flush close"},
	        {"read_modify_write", 4, 4, "open+r+w r0+4 w0+4 flush close"},
	        {"read_modify_write", 2, 1,
	         "open+r+w r0+1 w0+1 r1+1 w1+1 flush close"},
	};

	for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
		struct trace_rig *rig = trace_set_up(expected[i].test, expected[i].file,
		                                     expected[i].record, false);

		trace_slice(rig);
		trace_called(rig, expected[i].calls);
		/* What is read and written back counts once. */
		CU_ASSERT_EQUAL(rig->lane.tally.bytes, expected[i].file);
		CU_ASSERT_EQUAL(rig->lane.tally.ops, rig->latency.total);
		trace_tear_down(rig);
	}
}

static void counts_flush_and_close(void)
{
	static const struct {
		const char *test;
		unsigned include;
	} expected[] = {
	        {"char_write", 6}, {"char_read", 4},         {"block_write", 6},
	        {"block_read", 4}, {"read_modify_write", 6}, {"seeks", 0},
	        {"write", 0},      {"stdio_write", 0}};

	for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++)
		CU_ASSERT_EQUAL(workload_find(expected[i].test)->include,
		                expected[i].include);
}

/* One word of a record is other than it was, and no two are changed alike. */
static void changes_one_word(void)
{
	struct trace_rig *rig = trace_set_up("read_modify_write", 4096, 512, false);
	unsigned char bytes[512];

	trace_slice(rig);
	for (size_t i = 0; i < 8; i++) {
		const struct trace_call *got = &rig->calls[1 + 2 * i];
		const struct trace_call *put = got + 1;

		CU_ASSERT_EQUAL(put->offset, got->offset);
		CU_ASSERT_EQUAL(put->length, got->length);
		CU_ASSERT_NOT_EQUAL(put->first, got->first);
		for (size_t k = 0; k < sizeof bytes; k++)
			bytes[k] = trace_byte(rig, got->offset + k);
		CU_ASSERT_EQUAL(got->hash, trace_hash(bytes, sizeof bytes));
		memcpy(bytes, &put->first, sizeof put->first);
		CU_ASSERT_EQUAL(put->hash, trace_hash(bytes, sizeof bytes));
		for (size_t k = 0; k < i; k++)
			CU_ASSERT_NOT_EQUAL(rig->calls[2 + 2 * k].first, put->first);
	}
	trace_tear_down(rig);
}

static void changes_a_record_of_one_byte(void)
{
	struct trace_rig *rig = trace_set_up("read_modify_write", 3, 1, false);

	trace_slice(rig);
	for (size_t i = 0; i < 3; i++)
		CU_ASSERT_EQUAL(rig->calls[2 + 2 * i].first,
		                (rig->calls[1 + 2 * i].first + 1) % 256);
	trace_tear_down(rig);
}

/* One in ten is written back, to where it was read. */
static void writes_one_seek_in_ten_back(void)
{
	struct trace_rig *rig = trace_set_up("seeks", 1000 * CHUNK, CHUNK, true);
	uint64_t reads = 0, writes = 0;

	trace_slice(rig);
	CU_ASSERT_EQUAL(rig->count, 1 + 4000 + 400 + 1);
	CU_ASSERT_EQUAL(rig->calls[0].flags, BENCH_O_READ | BENCH_O_WRITE);
	for (size_t i = 1; i < rig->count - 1; i++) {
		const struct trace_call *call = &rig->calls[i];

		CU_ASSERT_EQUAL(call->offset % CHUNK, 0);
		CU_ASSERT_EQUAL(call->length, CHUNK);
		reads += call->what == 'r';
		if (call->what != 'w')
			continue;
		writes++;
		CU_ASSERT_EQUAL(reads, 10 * writes);
		CU_ASSERT_EQUAL(call->offset, call[-1].offset);
		CU_ASSERT_NOT_EQUAL(call->hash, call[-1].hash);
	}
	CU_ASSERT_EQUAL(reads, 4000);
	CU_ASSERT_EQUAL(writes, 400);
	CU_ASSERT_EQUAL(rig->lane.tally.ops, 4000);
	CU_ASSERT_EQUAL(rig->lane.tally.bytes, UINT64_C(4000) * CHUNK);
	CU_ASSERT_EQUAL(rig->latency.total, 4000);
	trace_tear_down(rig);
}

/* With replacement: of 1000 places about 982 come up in 4000 draws, some often;
 * the next pass draws others. */
static void draws_places_with_replacement(void)
{
	struct trace_rig *rig = trace_set_up("seeks", 1000, 1, true);
	unsigned seen[1000] = {0}, missing = 0, most = 0;
	uint64_t second = 0, first_of[20], same = 0;

	trace_slice(rig);
	for (size_t i = 1; i < rig->count - 1; i++)
		if (rig->calls[i].what == 'r')
			seen[rig->calls[i].offset]++;
	for (size_t i = 0; i < 1000; i++) {
		missing += !seen[i];
		most = seen[i] > most ? seen[i] : most;
	}
	CU_ASSERT(missing > 2 && missing < 40);
	CU_ASSERT(most > 8 && most < 20);
	for (size_t i = 0; i < 9; i++)
		first_of[i] = rig->calls[1 + i].offset;
	trace_slice(rig);
	for (second = 0; second < 9; second++)
		same += first_of[second] == rig->calls[1 + second].offset;
	CU_ASSERT(same < 5);
	trace_tear_down(rig);
}

static void draws_all_of_5_gib(void)
{
	struct trace_rig *rig = trace_set_up("seeks", 5 * GIB, CHUNK, true);
	unsigned above = 0;

	trace_slice(rig);
	for (size_t i = 1; i < rig->count - 1; i++) {
		CU_ASSERT_FATAL(rig->calls[i].offset <= 5 * GIB - CHUNK);
		above += rig->calls[i].what == 'r' && rig->calls[i].offset >= 4 * GIB;
	}
	CU_ASSERT(above > 673 && above < 927); /* 800, 5 x 25.3 */
	trace_tear_down(rig);
	rig = trace_set_up("seeks", 1, 1, true);
	trace_slice(rig);
	CU_ASSERT_EQUAL(rig->count, 4402);
	CU_ASSERT_EQUAL(rig->calls[4399].offset, 0);
	trace_tear_down(rig);
}

/* Lanes share the 4000, and do all of theirs whoever is done first. */
static void shares_seeks_out(void)
{
	static const struct {
		unsigned lanes;
		uint64_t each[5];
	} shares[] = {{0, {4000}},
	              {1, {4000}},
	              {3, {1334, 1333, 1333}},
	              {5, {800, 800, 800, 800, 800}}};
	const struct workload_test *seeks = workload_find("seeks");

	for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++)
		for (unsigned k = 0; k < shares[i].lanes || k == 0; k++)
			CU_ASSERT_EQUAL(workload_operations(seeks, CHUNK, CHUNK, k,
			                                    shares[i].lanes),
			                shares[i].each[k]);
	CU_ASSERT_EQUAL(workload_operations(workload_find("read"), 10, 4, 1, 3), 3);
	for (unsigned k = 0; k < 3; k++) {
		struct trace_rig *rig = trace_set_up("seeks", 64 * CHUNK, CHUNK, true);

		rig->cell.lanes = 3;
		rig->lane.index = k;
		rig->stop_at = 5;
		trace_slice(rig);
		CU_ASSERT_FALSE(rig->lane.tally.cut);
		CU_ASSERT_EQUAL(rig->lane.tally.ops, k == 0 ? 1334 : 1333);
		trace_tear_down(rig);
	}
}

static void goes_beyond_4_gib(void)
{
	static const char *const tests[] = {"block_write", "block_read",
	                                    "read_modify_write"};

	for (size_t t = 0; t < sizeof tests / sizeof tests[0]; t++) {
		struct trace_rig *rig =
		        trace_set_up(tests[t], 5 * GIB + 1, 64 << 20, true);
		const struct trace_call *last;

		trace_slice(rig);
		CU_ASSERT_EQUAL(rig->lane.tally.ops, 81);
		CU_ASSERT_EQUAL(rig->lane.tally.bytes, 5 * GIB + 1);
		last = &rig->calls[rig->count - (rig->cell.flush ? 3 : 2)];
		CU_ASSERT_EQUAL(last->offset, 5 * GIB);
		CU_ASSERT_EQUAL(last->length, 1);
		trace_tear_down(rig);
	}
}

static void notices_a_short_call(void)
{
	static const size_t at[] = {2, 3};

	for (size_t i = 0; i < 2; i++) {
		struct trace_rig *rig = trace_set_up("read_modify_write", 64, 8, true);

		rig->short_at = at[i];
		CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), -EIO);
		CU_ASSERT_PTR_NOT_NULL_FATAL(rig->lane.why);
		CU_ASSERT_PTR_NOT_NULL(strstr(rig->lane.why, "short record"));
		CU_ASSERT_EQUAL(rig->lane.tally.ops, 0);
		CU_ASSERT_EQUAL(rig->lane.layout, 0);
		trace_tear_down(rig);
	}
}

static void refuses_what_it_cannot_do(void)
{
	struct workload_cell cell = {.test = workload_find("read_modify_write"),
	                             .file_size = CHUNK,
	                             .record_size = CHUNK,
	                             .depth = 1,
	                             .verify = WORKLOAD_VERIFY_ALL};
	struct bench_caps stream = {.props = BENCH_REWRITE | BENCH_KEEPS};
	struct bench_caps once = {.props = BENCH_RANDOM | BENCH_KEEPS};
	struct bench_backend backend = {0};
	const char *lacks = workload_lacks_for_cell(&cell, &backend, NULL);

	CU_ASSERT_PTR_NOT_NULL_FATAL(lacks);
	CU_ASSERT_PTR_NOT_NULL(strstr(lacks, "cannot be verified"));
	CU_ASSERT_STRING_EQUAL(workload_lacks_property(cell.test, &stream),
	                       "the target is a stream: offsets only go forward");
	CU_ASSERT_STRING_EQUAL(workload_lacks_property(cell.test, &once),
	                       "the target cannot write a range again");
	cell.test = workload_find("seeks");
	cell.verify = WORKLOAD_VERIFY_NO;
	cell.depth = 4;
	lacks = workload_lacks_for_cell(&cell, &backend, NULL);
	CU_ASSERT_PTR_NOT_NULL_FATAL(lacks);
	CU_ASSERT_PTR_NOT_NULL(strstr(lacks, "depth = 1"));
}

static CU_TestInfo cases[] = {
        {"does what bonnie did", does_what_bonnie_did},
        {"counts flush and close", counts_flush_and_close},
        {"changes one word", changes_one_word},
        {"changes a record of one byte", changes_a_record_of_one_byte},
        {"writes one seek in ten back", writes_one_seek_in_ten_back},
        {"draws places with replacement", draws_places_with_replacement},
        {"draws all of 5 GiB", draws_all_of_5_gib},
        {"shares seeks out", shares_seeks_out},
        {"goes beyond 4 GiB", goes_beyond_4_gib},
        {"notices a short call", notices_a_short_call},
        {"refuses what it cannot do", refuses_what_it_cannot_do},
        CU_TEST_INFO_NULL};
UNIT_SUITE(bonnie, cases)
