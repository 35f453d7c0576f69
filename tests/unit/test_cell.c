/* test_cell.c - the protocol of a cell, against computed truth. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "unit.h"
#include "cell_rig.h"

static void near_to(double got, double expected)
{
	CU_ASSERT_DOUBLE_EQUAL(got, expected, 1e-9 * fabs(expected));
}

static void assert_text(const char *got, const char *expected)
{
	CU_ASSERT_STRING_EQUAL(got ? got : "", expected);
}

/* Passes of 16 us: 1, 2 and 4 of them until 40 us are full; that is the first
 * of five windows that agree, and 3 passes are enough for the others. */
static void measures_a_reading_cell(void)
{
	struct rig rig;
	const struct result_row *row;

	rig_init(&rig);
	CU_ASSERT_EQUAL_FATAL(rig_open(&rig), 0);
	row = rig_measure(&rig, "read");
	CU_ASSERT_EQUAL(row->status, RESULT_OK);
	assert_text(row->warmup, "flat");
	CU_ASSERT_EQUAL(row->warmup_passes, 1 + 2 + 4 + 4 * 3);
	CU_ASSERT_EQUAL(row->passes, 10);
	CU_ASSERT_EQUAL(row->bytes, 10 * RIG_FILE);
	CU_ASSERT_EQUAL(row->ops, 10 * RIG_RECORDS);
	near_to(row->elapsed_s, 160e-6);
	near_to(row->throughput, RIG_RECORD * 1e6);
	near_to(row->sum_of_rates, RIG_RECORD * 1e6);
	near_to(row->lat_min_us, 1);
	near_to(row->lat_p90_us, 1);
	near_to(row->lat_max_us, 1);
	assert_text(row->slice_rates, "4096000000 4096000000 4096000000");
	CU_ASSERT_EQUAL(rig.event.latency->total, 3 * 10 * RIG_RECORDS);
	CU_ASSERT_PTR_NULL(rig.event.series);
	CU_ASSERT_PTR_NULL(row->flags);
	CU_ASSERT_PTR_NULL(row->cpus);
	CU_ASSERT_PTR_NULL(row->pace);
	CU_ASSERT_PTR_NULL(row->sync);
	CU_ASSERT_TRUE(isnan(row->service_mean_us) && isnan(row->floor_us));
	assert_text(row->cache, "warm");
	assert_text(row->buffers, "hot");
	assert_text(row->verify, "no");
	CU_ASSERT_EQUAL(row->verified_bytes, RESULT_NO_COUNT);
	rig_close(&rig);
}

/* New files: the flush of 4 us counts, the opening does not. */
static void measures_a_writing_cell(void)
{
	struct rig rig;
	const struct result_row *row;

	rig_init(&rig);
	rig.script.flush_ns = 4000;
	rig.script.open_ns = 500;
	CU_ASSERT_EQUAL_FATAL(rig_open(&rig), 0);
	row = rig_measure(&rig, "write");
	CU_ASSERT_EQUAL(row->status, RESULT_OK);
	assert_text(row->warmup, "none");
	/* 20, 40 and 80 us, which is half a slice. */
	CU_ASSERT_EQUAL(row->warmup_passes, 1 + 2 + 4);
	CU_ASSERT_EQUAL(row->passes, 8);
	near_to(row->elapsed_s, 160e-6);
	near_to(row->io_s, 128e-6);
	near_to(row->flush_s, 32e-6);
	near_to(row->open_s, 4e-6);
	assert_text(row->sync, "fsync");
	rig_close(&rig);
}

static int64_t two_speeds(uint64_t nth)
{
	/* The file is filled first; windows are of 4 passes. */
	return (nth / (4 * RIG_RECORDS)) % 2 ? 1000 : 1500;
}

static void gives_up_warming(void)
{
	struct rig rig;
	const struct result_row *row;

	rig_init(&rig);
	rig.script.nth_ns = two_speeds;
	CU_ASSERT_EQUAL_FATAL(rig_open(&rig), 0);
	row = rig_measure(&rig, "read");
	CU_ASSERT_EQUAL(row->status, RESULT_OK);
	assert_text(row->warmup, "timeout");
	/* 24 us, 2 x 24 us: the first window has two passes, as have the rest. */
	CU_ASSERT_EQUAL(row->warmup_passes, 1 + 8 * 2);
	/* At the median of four fast windows and four slow ones, 19.2 us. */
	CU_ASSERT_EQUAL(row->passes, 9);
	rig_close(&rig);
}

static void does_not_warm_where_it_may_not(void)
{
	struct rig rig;
	const struct result_row *row;

	rig_init(&rig);
	rig.job.warmup = false;
	CU_ASSERT_EQUAL_FATAL(rig_open(&rig), 0);
	row = rig_measure(&rig, "read");
	assert_text(row->warmup, "none");
	CU_ASSERT_EQUAL(row->warmup_passes, 1 + 2 + 4 + 8);
	rig.job.warmup = true;
	rig.job.passes = 3;
	row = rig_measure(&rig, "read");
	assert_text(row->warmup, "none");
	CU_ASSERT_EQUAL(row->warmup_passes, 0);
	CU_ASSERT_EQUAL(row->passes, 3);
	rig.job.passes = 0;
	rig.job.cache = CONFIG_CACHE_COLD;
	row = rig_measure(&rig, "read");
	assert_text(row->warmup, "none");
	assert_text(row->cache, "cold");
	/* A pass of a second is a slice. */
	rig.job.cache = CONFIG_CACHE_WARM;
	rig.job.time_limit_ns = 100 * CLOCK_NS_PER_S;
	rig.script.op_ns = CLOCK_NS_PER_S / RIG_RECORDS;
	row = rig_measure(&rig, "read");
	assert_text(row->warmup, "none");
	CU_ASSERT_EQUAL(row->warmup_passes, 0);
	CU_ASSERT_EQUAL(rig.event.latency->total, 3 * RIG_RECORDS);
	assert_text(row->slice_rates, "65536 65536 65536");
	rig_close(&rig);
}

static void keeps_the_time_limit(void)
{
	struct rig rig;
	const struct result_row *row;

	rig_init(&rig);
	rig.job.passes = 10;
	rig.job.time_limit_ns = 400000;
	CU_ASSERT_EQUAL_FATAL(rig_open(&rig), 0);
	row = rig_measure(&rig, "read");
	CU_ASSERT_EQUAL(row->status, RESULT_OK);
	assert_text(row->flags, "short");
	assert_text(row->slice_rates, "4096000000 4096000000");
	rig.job.time_limit_ns = 100000;
	row = rig_measure(&rig, "read");
	CU_ASSERT_EQUAL(row->status, RESULT_TIMEOUT);
	CU_ASSERT_PTR_NOT_NULL(row->error);
	CU_ASSERT_PTR_NULL(row->slice_rates);
	near_to(row->throughput, RIG_RECORD * 1e6);
	near_to(row->lat_p50_us, 1);
	rig_close(&rig);
}

static void refuses_what_takes_no_time(void)
{
	struct rig rig;
	const struct result_row *row;

	rig_init(&rig);
	rig.script.op_ns = 0;
	CU_ASSERT_EQUAL_FATAL(rig_open(&rig), 0);
	row = rig_measure(&rig, "read");
	CU_ASSERT_EQUAL(row->status, RESULT_UNSUPPORTED);
	assert_text(row->error,
	            "its operations take no time at all, so there is no rate");
	rig_close(&rig);
}

/* The first lane reads 160 records in 160 us.  The other one, four times as
 * slow, has its 41st done after 164 us: the first that ends too late. */
static void ends_with_the_first(unsigned slow)
{
	struct rig rig;
	const struct result_row *row;

	rig_init(&rig);
	rig.job.threads = 2;
	rig.script.factor[slow] = 4;
	CU_ASSERT_EQUAL_FATAL(rig_open(&rig), 0);
	row = rig_measure(&rig, "read");
	CU_ASSERT_EQUAL(row->status, RESULT_OK);
	CU_ASSERT_EQUAL(row->clients, 2);
	CU_ASSERT_EQUAL(row->passes, 10);
	CU_ASSERT_EQUAL(row->ops, 160 + 41);
	CU_ASSERT_EQUAL(row->bytes, (160 + 41) * RIG_RECORD);
	near_to(row->elapsed_s, 164e-6);
	near_to(row->throughput, (160 + 41) * RIG_RECORD / 164e-6);
	near_to(row->client_min, RIG_RECORD * 1e6 / 4);
	near_to(row->client_max, RIG_RECORD * 1e6);
	near_to(row->sum_of_rates, RIG_RECORD * 1e6 * 5 / 4);
	rig.job.wearout = true;
	rig.job.passes = 10;
	row = rig_measure(&rig, "read");
	CU_ASSERT_EQUAL(row->ops, 320);
	near_to(row->elapsed_s, 640e-6);
	near_to(row->throughput, 320 * RIG_RECORD / 640e-6);
	rig_close(&rig);
}

static void has_a_common_window(void)
{
	ends_with_the_first(1);
	ends_with_the_first(0);
}

/* On this machine's own clock: the one that sleeps is stopped after its first
 * record. */
static void stops_real_lanes(void)
{
	struct rig rig;
	const struct result_row *row;

	rig_init(&rig);
	rig.script.real = true;
	rig.script.op_ns = 0;
	rig.script.nth_ns = NULL;
	rig.job.threads = 2;
	rig.job.passes = 1;
	rig.job.slices = 1;
	CU_ASSERT_EQUAL_FATAL(rig_open(&rig), 0);
	/* The files are there, at once. */
	CU_ASSERT_EQUAL(rig_measure(&rig, "write")->status, RESULT_OK);
	rig.script.op_ns = 1;
	rig.script.factor[0] = 1;
	rig.script.factor[1] = 500000000;
	row = rig_measure(&rig, "read");
	CU_ASSERT_EQUAL(row->status, RESULT_OK);
	CU_ASSERT_EQUAL(row->ops, RIG_RECORDS + 1);
	CU_ASSERT_TRUE(rig.team.board->members[1].lane.tally.cut);
	CU_ASSERT_EQUAL(row->passes, 1);
	CU_ASSERT_TRUE(row->run_delay_s >= 0);
	rig.job.wearout = true;
	rig.script.factor[1] = 100000;
	row = rig_measure(&rig, "read");
	CU_ASSERT_EQUAL(row->ops, 2 * RIG_RECORDS);
	CU_ASSERT_FALSE(rig.team.board->members[1].lane.tally.cut);
	rig_close(&rig);
}

/* One slice is slower by half than the rest, in the middle: the median is not
 * moved, the order of slices is kept. */
static int64_t slow_second_slice(uint64_t nth)
{
	/* The file's filling, then slices of two passes. */
	uint64_t slice = (nth - RIG_RECORDS) / (2 * RIG_RECORDS);

	return nth >= RIG_RECORDS && slice == 1 ? 2000 : 1000;
}

static void takes_the_median_slice(void)
{
	struct rig rig;
	const struct result_row *row;

	rig_init(&rig);
	rig.script.nth_ns = slow_second_slice;
	rig.job.passes = 2;
	CU_ASSERT_EQUAL_FATAL(rig_open(&rig), 0);
	row = rig_measure(&rig, "read");
	near_to(row->throughput, RIG_RECORD * 1e6);
	assert_text(row->slice_rates, "4096000000 2048000000 4096000000");
	near_to(row->lat_max_us, 2);
	row = rig_measure(&rig, "ping");
	assert_text(row->slice_rates, "1000000.000 1000000.000 1000000.000");
	CU_ASSERT_TRUE(isnan(row->sum_of_rates) && isnan(row->throughput));
	CU_ASSERT_PTR_NULL(row->cache);
	CU_ASSERT_PTR_NULL(row->buffers);
	rig_close(&rig);
}

/* 16 slices of one pass, each faster than the one before; then all alike. */
static int64_t settles(uint64_t nth)
{
	uint64_t pass = nth / RIG_RECORDS;

	return pass < 16 ? (int64_t)(17 - pass) * 1000 : 1000;
}

static int64_t never_settles(uint64_t nth)
{
	return (nth / RIG_RECORDS) % 2 ? 1000 : 2000;
}

static void waits_until_it_is_steady(void)
{
	struct rig rig;
	const struct result_row *row;

	rig_init(&rig);
	rig.script.nth_ns = settles;
	rig.job.steady = true;
	rig.job.passes = 1;
	CU_ASSERT_EQUAL_FATAL(rig_open(&rig), 0);
	row = rig_measure(&rig, "read");
	CU_ASSERT_EQUAL(row->status, RESULT_OK);
	CU_ASSERT_PTR_NULL(row->flags);
	/* Pass 0 filled the file, 1 to 15 are on the way. */
	CU_ASSERT_EQUAL_FATAL(rig.event.series_count, 15 + 5);
	near_to(rig.event.series[0], RIG_RECORD * 1e6 / 16);
	near_to(rig.event.series[14], RIG_RECORD * 1e6 / 2);
	near_to(rig.event.series[19], RIG_RECORD * 1e6);
	assert_text(row->slice_rates,
	            "4096000000 4096000000 4096000000 4096000000 4096000000");
	near_to(row->lat_max_us, 1);
	CU_ASSERT_EQUAL(rig.event.latency->total, 5 * RIG_RECORDS);
	rig.script.nth_ns = never_settles;
	rig.job.time_limit_ns = 10 * 24000 + 8000;
	row = rig_measure(&rig, "read");
	CU_ASSERT_EQUAL(row->status, RESULT_OK);
	assert_text(row->flags, "unsteady");
	CU_ASSERT_EQUAL(rig.event.series_count, 10);
	CU_ASSERT_EQUAL(rig.event.latency->total, 5 * RIG_RECORDS);
	rig.job.time_limit_ns = 24000 + 8000;
	row = rig_measure(&rig, "read");
	assert_text(row->flags, "short unsteady");
	rig_close(&rig);
}

static CU_TestInfo cases[] = {
        {"measures a reading cell", measures_a_reading_cell},
        {"measures a writing cell", measures_a_writing_cell},
        {"gives up warming", gives_up_warming},
        {"does not warm where it may not", does_not_warm_where_it_may_not},
        {"keeps the time limit", keeps_the_time_limit},
        {"refuses what takes no time", refuses_what_takes_no_time},
        {"has a common window", has_a_common_window},
        {"stops real lanes", stops_real_lanes},
        {"takes the median slice", takes_the_median_slice},
        {"waits until it is steady", waits_until_it_is_steady},
        CU_TEST_INFO_NULL};
UNIT_SUITE(cell, cases)
