/* test_careful.c - paced cells, and flushes between records, on a clock whose
 * every nanosecond is known. */
#include <errno.h>
#include <string.h>
#include "measure/clock.h"
#include "unit.h"
#include "workload_rig.h"

#define MS INT64_C(1000000)

/* Ten records a ms apart, of 0.25 ms each; the fourth takes 3.5 ms.  Those
 * behind it start late and are late from their intended start:
 * 3.5, 2.75, 2.0, 1.25, 0.5, and 0.25 again. */
static void counts_from_the_intended_start(void)
{
	static const unsigned depths[] = {0, 1};

	for (size_t i = 0; i < sizeof(depths) / sizeof(depths[0]); i++) {
		struct workload_rig *rig = rig_set_up("read", 40960, 4096);

		rig->cell.depth = depths[i];
		rig_prepare(rig);
		rig->cell.rate_ops = 1000;
		rig->op_ns = MS / 4;
		rig->slow_at = 4;
		rig->slow_ns = 3 * MS + MS / 4;
		CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
		CU_ASSERT_EQUAL(rig->latency.total, 10);
		CU_ASSERT_EQUAL(rig->latency.sum, (uint64_t)(11 * MS + MS / 4));
		CU_ASSERT_EQUAL(rig->latency.max, (uint64_t)(3 * MS + MS / 2));
		CU_ASSERT_EQUAL(rig->latency.min, (uint64_t)(MS / 4));
		CU_ASSERT_EQUAL(rig->service.total, 10);
		CU_ASSERT_EQUAL(rig->service.sum, (uint64_t)(5 * MS + 3 * MS / 4));
		CU_ASSERT_EQUAL(rig->lane.tally.io_ns, 10 * MS);
		CU_ASSERT_EQUAL(rig->lane.tally.bytes, 40960);
		rig_tear_down(rig);
	}
}

/* The schedule of bytes, also for a short last record; its span ends where the
 * next record would be due. */
static void keeps_a_rate_of_bytes(void)
{
	static const struct {
		const char *test;
		unsigned depth;
	} cases[] = {{"write", 1},       {"rewrite", 1},      {"read", 1},
	             {"random_read", 1}, {"random_write", 1}, {"write", 4},
	             {"read", 4},        {"random_read", 4}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct workload_rig *rig = rig_set_up(cases[i].test, 10240, 4096);

		rig->cell.depth = cases[i].depth;
		rig_prepare(rig);
		rig->cell.rate_bytes = 4096000;
		CU_ASSERT_EQUAL(workload_slice(&rig->lane, 3), 0);
		CU_ASSERT_EQUAL(rig->lane.tally.io_ns, 15 * MS / 2);
		CU_ASSERT_EQUAL(rig->lane.tally.bytes, 30720);
		CU_ASSERT_EQUAL(rig->latency.total, 9);
		CU_ASSERT_EQUAL(rig->latency.max, 1000);
		CU_ASSERT_EQUAL(rig->latency.min, 1000);
		rig_tear_down(rig);
	}
}

/* A third of a ms is no whole number of ns: 3000 of them are a second all the
 * same. */
static void does_not_drift(void)
{
	struct workload_rig *rig = rig_set_up("ping", 0, 0);

	rig_prepare(rig);
	rig->cell.rate_ops = 3000;
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 30), 0);
	CU_ASSERT_EQUAL(rig->lane.tally.ops, 3000);
	CU_ASSERT_EQUAL(rig->lane.tally.io_ns, 1000 * MS);
	CU_ASSERT(rig->latency.max <= 1001);
	rig_tear_down(rig);
}

/* Passes of two records; the first takes 3.5 ms.  What the first pass is behind
 * by is not forgotten: 3.5, 2.75; 2.0, 1.25; 0.5, 0.25. */
static void stays_behind_across_passes(void)
{
	struct workload_rig *rig = rig_set_up("read", 8192, 4096);

	rig_prepare(rig);
	rig->cell.rate_ops = 1000;
	rig->op_ns = MS / 4;
	rig->slow_at = 1;
	rig->slow_ns = 3 * MS + MS / 4;
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 3), 0);
	CU_ASSERT_EQUAL(rig->latency.sum, (uint64_t)(10 * MS + MS / 4));
	CU_ASSERT_EQUAL(rig->lane.tally.io_ns, 6 * MS);
	/* The next slice starts anew. */
	histogram_reset(&rig->latency);
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
	CU_ASSERT_EQUAL(rig->latency.max, (uint64_t)(MS / 4));
	rig_tear_down(rig);
}

/* Two are in flight at once, so a slow one holds nobody up. */
static void paces_records_in_flight(void)
{
	struct workload_rig *rig = rig_set_up("read", 40960, 4096);

	rig->cell.depth = 8;
	rig_prepare(rig);
	rig->cell.rate_ops = 1000;
	rig->op_ns = MS / 4;
	rig->slow_at = 4;
	rig->slow_ns = 3 * MS + MS / 4;
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
	CU_ASSERT_EQUAL(rig->latency.sum, (uint64_t)(9 * MS / 4 + 7 * MS / 2));
	CU_ASSERT_EQUAL(rig->latency.max, (uint64_t)(7 * MS / 2));
	CU_ASSERT_EQUAL(rig->service.sum, rig->latency.sum);
	CU_ASSERT_EQUAL(rig->lane.tally.io_ns, 10 * MS);
	rig_tear_down(rig);
}

/* By the real clocks: not faster than asked, whatever the machine does. */
static void sleeps_between_records(void)
{
	struct clock_source tsc = {0};
	const struct clock_source *clocks[] = {NULL, NULL};
	static const unsigned depths[] = {1, 4};

#if defined(__x86_64__)
	tsc.kind = CLOCK_TSC;
	tsc.base_ticks = clock_ticks_tsc();
	tsc.base_ns = clock_now_ns();
	clock_calibrate(&tsc, CLOCK_QUICK_NS);
	clocks[1] = &tsc;
#endif
	for (size_t i = 0; i < 4; i++) {
		struct workload_rig *rig = rig_set_up("read", 40960, 4096);

		rig->backend.clock_ns = NULL;
		rig->op_ns = 0;
		rig->cell.depth = depths[i % 2];
		rig->lane.clock = clocks[i / 2];
		rig_prepare(rig);
		rig->now = INT64_MAX / 2; /* done_ns of the far future: at reap */
		rig->cell.rate_ops = 1000;
		CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
		CU_ASSERT(rig->lane.tally.io_ns >= 10 * MS - MS / 100);
		CU_ASSERT_EQUAL(rig->latency.total, 10);
		CU_ASSERT_EQUAL(rig->service.total, 10);
		CU_ASSERT(rig->service.sum <= rig->latency.sum);
		rig_tear_down(rig);
	}
}

static void waits_no_longer_than_the_deadline(void)
{
	static const unsigned depths[] = {1, 4};

	for (size_t i = 0; i < 2; i++) {
		struct workload_rig *rig = rig_set_up("read", 40960, 4096);

		rig->cell.depth = depths[i];
		rig_prepare(rig);
		rig->cell.rate_ops = 1;
		rig->lane.deadline_ns = rig->now + 2500 * MS;
		CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), -ETIMEDOUT);
		CU_ASSERT_EQUAL(rig->now, rig->lane.deadline_ns);
		CU_ASSERT_EQUAL(rig->lane.tally.ops, 3);
		CU_ASSERT_PTR_NULL(rig->lane.why);
		rig_tear_down(rig);
	}
}

/* every, what is called; a flush is in the latency of the record before it, and
 * in flush_ns, and not in io_ns. */
static void flushes_between_records(void)
{
	static const struct {
		uint64_t every;
		const char *calls;
		uint64_t flushes;
	} cases[] = {
	        {1,
	         "open+seq w0 flush w4096 flush w8192 flush w12288 flush w16384 "
	         "flush close ",
	         5},
	        {2,
	         "open+seq w0 w4096 flush w8192 w12288 flush w16384 flush close ",
	         3},
	        {5, "open+seq w0 w4096 w8192 w12288 w16384 flush close ", 1},
	        {9, "open+seq w0 w4096 w8192 w12288 w16384 flush close ", 1}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct workload_rig *rig = rig_set_up("rewrite", 20480, 4096);

		rig->cell.flush_every = cases[i].every;
		rig_prepare(rig);
		rig->flush_ns = 50000;
		CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
		rig_called(rig, cases[i].calls);
		CU_ASSERT_EQUAL(rig->lane.tally.io_ns, 5000);
		CU_ASSERT_EQUAL(rig->lane.tally.flush_ns,
		                (int64_t)cases[i].flushes * 50000);
		CU_ASSERT_EQUAL(rig->latency.sum, 5000 + cases[i].flushes * 50000);
		CU_ASSERT_EQUAL(rig->latency.max, 51000);
		CU_ASSERT_EQUAL(rig->service.total, 0);
		rig_tear_down(rig);
	}
}

/* Ten records of 2 ms are 20 ms; a flush behind each fifth is part of that. */
static void paces_and_flushes(void)
{
	struct workload_rig *rig = rig_set_up("rewrite", 40960, 4096);

	rig->cell.flush_every = 5;
	rig_prepare(rig);
	rig->cell.rate_ops = 500;
	rig->flush_ns = MS;
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
	CU_ASSERT_EQUAL(rig->lane.tally.flush_ns, 2 * MS);
	CU_ASSERT_EQUAL(rig->lane.tally.io_ns, 18 * MS);
	CU_ASSERT_EQUAL(rig->latency.max, (uint64_t)(MS + 1000));
	rig_tear_down(rig);
}

static void refuses_what_cannot_be(void)
{
	static const struct {
		unsigned depth;
		uint64_t every;
		bool no_flush, no_wait;
		const char *words;
	} cases[] = {{4, 2, false, false, "sync = each needs depth = 1"},
	             {1, 2, true, false, "no flush operation"},
	             {1, 0, false, true, "no way to wait"}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct workload_rig *rig = rig_set_up("rewrite", 8192, 4096);

		rig->cell.depth = cases[i].depth;
		rig->cell.flush_every = cases[i].every;
		rig->cell.rate_ops = cases[i].no_wait ? 10 : 0;
		if (cases[i].no_flush)
			rig->backend.flush = NULL;
		if (cases[i].no_wait)
			rig->backend.wait_until = NULL;
		CU_ASSERT_EQUAL(workload_open(&rig->lane), 0);
		CU_ASSERT_EQUAL(workload_prepare(&rig->lane), -ENOTSUP);
		rig_says(rig, cases[i].words);
		rig_tear_down(rig);
	}
}

static CU_TestInfo cases[] = {
        {"counts from the intended start", counts_from_the_intended_start},
        {"keeps a rate of bytes", keeps_a_rate_of_bytes},
        {"does not drift", does_not_drift},
        {"stays behind across passes", stays_behind_across_passes},
        {"paces records in flight", paces_records_in_flight},
        {"sleeps between records", sleeps_between_records},
        {"waits no longer than the deadline",
         waits_no_longer_than_the_deadline},
        {"flushes between records", flushes_between_records},
        {"paces and flushes", paces_and_flushes},
        {"refuses what cannot be", refuses_what_cannot_be},
        CU_TEST_INFO_NULL};
UNIT_SUITE(careful, cases)
