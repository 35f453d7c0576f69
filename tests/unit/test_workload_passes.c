/* test_workload_passes.c - what a slice is made of: layouts, buffers, closing
 * and opening, stopping, and the exact times of each, on a known clock. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "measure/clock.h"
#include "unit.h"
#include "workload_rig.h"

/* layout asked for -> what the file is made of, and made anew or not when the
 * next cell asks for the second. */
static void fills_with_a_layout(void)
{
	static const struct {
		uint64_t first, second;
		const char *made, *made_anew;
	} cases[] = {{0, 0, "open+new+seq w0 w4096 w8192 flush close ", ""},
	             {8192, 8192, "open+new+seq w0 w8192 flush close ", ""},
	             {65536, 0, "open+new+seq w0 flush close ",
	              "unlink open+new+seq w0 w4096 w8192 flush close "},
	             {0, 8192, "open+new+seq w0 w4096 w8192 flush close ",
	              "unlink open+new+seq w0 w8192 flush close "}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct workload_rig *rig = rig_set_up("read", 10240, 4096);

		rig->cell.layout = cases[i].first;
		CU_ASSERT_EQUAL(workload_open(&rig->lane), 0);
		CU_ASSERT_EQUAL(workload_prepare(&rig->lane), 0);
		rig_called(rig, cases[i].made);
		CU_ASSERT_EQUAL(rig->size, 10240);
		CU_ASSERT_EQUAL(rig->lane.layout,
		                cases[i].first ? cases[i].first : 4096);
		CU_ASSERT_EQUAL(rig->latency.total, 0);
		text_free(&rig->calls);
		rig->cell.layout = cases[i].second;
		CU_ASSERT_EQUAL(workload_prepare(&rig->lane), 0);
		rig_called(rig, cases[i].made_anew);
		rig_tear_down(rig);
	}
}

/* A new file's own records are its layout: another one is made for a test that
 * wants another. */
static void takes_a_written_file_for_what_it_is(void)
{
	struct workload_rig *rig = rig_set_up("write", 8192, 4096);

	rig->cell.layout = 8192;
	rig_prepare(rig);
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
	CU_ASSERT_EQUAL(rig->lane.layout, 4096);
	rig->cell.test = workload_find("read");
	text_free(&rig->calls);
	CU_ASSERT_EQUAL(workload_prepare(&rig->lane), 0);
	rig_called(rig, "unlink open+new+seq w0 flush close ");
	CU_ASSERT_EQUAL(rig->lane.layout, 8192);
	rig_tear_down(rig);
}

static void closes_and_opens(void)
{
	static const struct {
		const char *test, *calls;
	} cases[] = {{"read", "open+seq+read r0 close open+seq+read r0 close "},
	             {"rewrite", "open+seq w0 close open+seq w0 close "},
	             {"write", "open+new+seq w0 close unlink open+new+seq w0 "
	                       "close "}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct workload_rig *rig = rig_set_up(cases[i].test, 4096, 4096);

		rig->cell.close_to_open = true;
		rig_prepare(rig);
		rig->open_ns = 300;
		rig->close_ns = 500;
		CU_ASSERT_EQUAL(workload_slice(&rig->lane, 2), 0);
		rig_called(rig, cases[i].calls);
		CU_ASSERT_EQUAL(rig->lane.tally.open_ns, 600);
		CU_ASSERT_EQUAL(rig->lane.tally.close_ns, 1000);
		CU_ASSERT_EQUAL(rig->lane.tally.io_ns, 2000);
		rig_tear_down(rig);
	}
}

/* Test, depth -> every phase to the ns. */
static void times_each_phase_apart(void)
{
	static const struct {
		const char *test;
		unsigned depth;
		int64_t io;
	} cases[] = {{"write", 1, 8000},       {"write", 4, 2000},
	             {"rewrite", 1, 8000},     {"read", 1, 8000},
	             {"read", 8, 1000},        {"random_read", 1, 8000},
	             {"random_read", 2, 4000}, {"random_write", 3, 3000}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct workload_rig *rig = rig_set_up(cases[i].test, 32768, 4096);
		bool writes = rig->cell.test->action == WORKLOAD_WRITE;

		rig->cell.flush = writes;
		rig->cell.depth = cases[i].depth;
		rig_prepare(rig);
		rig->open_ns = 70;
		rig->flush_ns = 50;
		rig->close_ns = 30;
		CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
		CU_ASSERT_EQUAL(rig->lane.tally.io_ns, cases[i].io);
		CU_ASSERT_EQUAL(rig->lane.tally.open_ns, 70);
		CU_ASSERT_EQUAL(rig->lane.tally.flush_ns, writes ? 50 : 0);
		CU_ASSERT_EQUAL(rig->lane.tally.close_ns, 30);
		CU_ASSERT_EQUAL(rig->lane.tally.end_ns - rig->lane.tally.start_ns,
		                cases[i].io + 100 + (writes ? 50 : 0));
		CU_ASSERT_EQUAL(rig->latency.total, 8);
		CU_ASSERT_EQUAL(rig->latency.sum, 8000);
		CU_ASSERT_EQUAL(rig->lane.tally.ops, 8);
		CU_ASSERT_EQUAL(rig->lane.tally.bytes, 32768);
		rig_tear_down(rig);
	}
}

/* Says stop at the fifth record of 16 in passes; who may be cut is, and what it
 * did until then is told exactly. */
static void stops_where_it_may(void)
{
	static const struct {
		const char *test;
		unsigned depth;
		bool flush, reopen;
		double rate;
		bool cut;
		uint64_t passes, ops;
	} cases[] = {{"read", 1, false, false, 0, true, 0, 5},
	             {"read", 1, false, true, 0, true, 0, 5},
	             {"random_read", 1, false, false, 0, true, 0, 5},
	             {"read", 1, false, false, 1000, true, 0, 5},
	             {"read", 4, false, false, 0, true, 0, 8},
	             {"read", 4, false, false, 1000, true, 0, 5},
	             {"rewrite", 1, false, false, 0, true, 0, 5},
	             {"rewrite", 4, false, false, 0, true, 0, 8},
	             {"rewrite", 1, true, false, 0, false, 1, 16},
	             {"rewrite", 4, true, false, 0, false, 1, 16},
	             {"rewrite", 1, false, true, 0, false, 1, 16},
	             {"write", 1, false, false, 0, false, 1, 16},
	             {"write", 1, true, false, 1000, false, 1, 16}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct workload_rig *rig = rig_set_up(cases[i].test, 65536, 4096);

		rig->cell.depth = cases[i].depth;
		rig->cell.flush = cases[i].flush;
		rig->cell.reopen = cases[i].reopen;
		rig_prepare(rig);
		rig->cell.rate_ops = cases[i].rate;
		rig->lane.stop = &rig->stop;
		rig->stop_at = 5;
		CU_ASSERT_EQUAL(workload_slice(&rig->lane, 10), 0);
		CU_ASSERT_EQUAL(rig->lane.tally.cut, cases[i].cut);
		CU_ASSERT_EQUAL(rig->lane.tally.passes, cases[i].passes);
		CU_ASSERT_EQUAL(rig->lane.tally.ops, cases[i].ops);
		CU_ASSERT_EQUAL(rig->lane.tally.bytes, cases[i].ops * 4096);
		CU_ASSERT_EQUAL(rig->latency.total, cases[i].ops);
		if (!cases[i].rate && cases[i].depth == 1)
			CU_ASSERT_EQUAL(rig->lane.tally.io_ns,
			                (int64_t)cases[i].ops * 1000);
		rig_tear_down(rig);
	}
}

static void pings_stop_too(void)
{
	struct workload_rig *rig = rig_set_up("ping", 0, 0);

	rig_prepare(rig);
	rig->lane.stop = &rig->stop;
	rig->stop_at = 142;
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 10), 0);
	CU_ASSERT_TRUE(rig->lane.tally.cut);
	CU_ASSERT_EQUAL(rig->lane.tally.passes, 1);
	CU_ASSERT_EQUAL(rig->lane.tally.ops, 142);
	rig_tear_down(rig);
}

/* Whose slice ends says so, also when it failed. */
static void tells_the_others(void)
{
	for (uint64_t fail = 0; fail < 2; fail++) {
		struct workload_rig *rig = rig_set_up("read", 8192, 4096);

		rig_prepare(rig);
		rig->lane.stop = &rig->stop;
		rig->fail_at = fail;
		CU_ASSERT_EQUAL(workload_slice(&rig->lane, 2), fail ? -EIO : 0);
		CU_ASSERT_TRUE(atomic_load(&rig->stop));
		CU_ASSERT_FALSE(rig->lane.tally.cut);
		CU_ASSERT_EQUAL(rig->lane.tally.passes, fail ? 0 : 2);
		rig_tear_down(rig);
	}
}

/* By each clock, at either depth, the operations fill no more than the slice.
 */
static void reads_each_clock(void)
{
	struct clock_source sources[2] = {{.kind = CLOCK_SYSTEM, .ns_per_tick = 1}};
	unsigned count = 1;

#if defined(__x86_64__)
	sources[1].kind = CLOCK_TSC;
	sources[1].base_ticks = clock_ticks_tsc();
	sources[1].base_ns = clock_now_ns();
	clock_calibrate(&sources[1], CLOCK_QUICK_NS);
	count = 2;
#endif
	for (unsigned i = 0; i < 2 * count; i++) {
		struct workload_rig *rig = rig_set_up("read", 1 << 20, 512);
		const struct clock_source *source = &sources[i / 2];
		int64_t span;

		rig->backend.clock_ns = NULL;
		rig->op_ns = 0;
		rig->cell.depth = i % 2 ? 8 : 1;
		rig->lane.clock = source;
		rig->lane.deadline_ns = clock_now_ns() + 60 * CLOCK_NS_PER_S;
		rig_prepare(rig);
		CU_ASSERT_EQUAL(workload_slice(&rig->lane, 2), 0);
		span = rig->lane.tally.end_ns - rig->lane.tally.start_ns;
		CU_ASSERT(rig->lane.tally.io_ns > 0);
		CU_ASSERT(rig->lane.tally.io_ns < span + span / 1000 + 1000);
		CU_ASSERT_EQUAL(rig->latency.total, 4096);
		if (rig->cell.depth == 1)
			/* Chained: all ticks of all passes are in the histogram. */
			CU_ASSERT(llabs(clock_ticks_to_ns(source, rig->latency.sum) -
			                rig->lane.tally.io_ns) <= 2);
		rig_tear_down(rig);
	}
}

static void stops_at_any_deadline(void)
{
	struct clock_source tsc = {.kind = CLOCK_SYSTEM, .ns_per_tick = 1};
	static const int64_t deadlines[] = {INT64_MIN, -1, 0, 1, INT64_MAX};

#if defined(__x86_64__)
	tsc.kind = CLOCK_TSC;
	tsc.base_ticks = clock_ticks_tsc();
	tsc.base_ns = clock_now_ns();
	clock_calibrate(&tsc, CLOCK_QUICK_NS);
#endif
	for (size_t i = 0; i < sizeof(deadlines) / sizeof(deadlines[0]); i++) {
		struct workload_rig *rig = rig_set_up("read", 8192, 4096);
		bool late = deadlines[i] < INT64_MAX;

		rig->backend.clock_ns = NULL;
		rig->lane.clock = &tsc;
		rig_prepare(rig);
		rig->lane.deadline_ns = deadlines[i];
		CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), late ? -ETIMEDOUT : 0);
		CU_ASSERT_EQUAL(rig->lane.tally.ops, late ? 1 : 2);
		rig_tear_down(rig);
	}
}

static CU_TestInfo cases[] = {
        {"fills with a layout", fills_with_a_layout},
        {"takes a written file for what it is",
         takes_a_written_file_for_what_it_is},
        {"closes and opens", closes_and_opens},
        {"times each phase apart", times_each_phase_apart},
        {"stops where it may", stops_where_it_may},
        {"pings stop too", pings_stop_too},
        {"tells the others", tells_the_others},
        {"reads each clock", reads_each_clock},
        {"stops at any deadline", stops_at_any_deadline},
        CU_TEST_INFO_NULL};
UNIT_SUITE(workload_passes, cases)
