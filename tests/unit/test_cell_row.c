/* test_cell_row.c - what a row says beside its figures: pace, verification, the
 * state of the cache, and the flags. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "unit.h"
#include "cell_rig.h"
#include "worker/cell_run.h"

static void near_to(double got, double expected)
{
	CU_ASSERT_DOUBLE_EQUAL(got, expected, 1e-9 * fabs(expected));
}

static void assert_text(const char *got, const char *expected)
{
	CU_ASSERT_STRING_EQUAL(got ? got : "", expected);
}

/* Every 10 us one record of 1 us. */
static void keeps_a_pace(void)
{
	struct rig rig;
	const struct result_row *row;

	rig_init(&rig);
	rig.job.rate_ops = 200000;
	rig.job.threads = 2;
	rig.job.passes = 2;
	CU_ASSERT_EQUAL_FATAL(rig_open(&rig), 0);
	row = rig_measure(&rig, "read");
	CU_ASSERT_EQUAL(row->status, RESULT_OK);
	assert_text(row->pace, "200000 ops");
	CU_ASSERT_PTR_NULL(row->flags);
	near_to(row->service_mean_us, 1);
	near_to(row->service_p50_us, 1);
	near_to(row->service_p99_us, 1);
	near_to(row->service_max_us, 1);
	near_to(row->lat_max_us, 1);
	CU_ASSERT_DOUBLE_EQUAL(row->ops_per_s, 200000, 2000);
	rig.job.rate_ops = 0;
	rig.job.rate_bytes = 2 * RIG_RECORD * 1e5;
	row = rig_measure(&rig, "read");
	assert_text(row->pace, "800000k");
	CU_ASSERT_PTR_NULL(row->flags);
	CU_ASSERT_DOUBLE_EQUAL(row->throughput, 2 * RIG_RECORD * 1e5,
	                       2 * RIG_RECORD * 1e3);
	/* Bytes say nothing about a round trip. */
	row = rig_measure(&rig, "ping");
	CU_ASSERT_PTR_NULL(row->pace);
	CU_ASSERT_TRUE(isnan(row->service_mean_us));
	rig_close(&rig);
}

/* A record is due every 0.5 us and takes 1: the nth waits for n halves. */
static void falls_behind_a_pace(void)
{
	struct rig rig;
	const struct result_row *row;

	rig_init(&rig);
	rig.job.rate_ops = 2e6;
	rig.job.passes = 1;
	rig.job.slices = 1;
	CU_ASSERT_EQUAL_FATAL(rig_open(&rig), 0);
	row = rig_measure(&rig, "read");
	assert_text(row->flags, "behind");
	near_to(row->ops_per_s, 1e6);
	near_to(row->service_max_us, 1);
	near_to(row->lat_max_us, 1 + 15 * 0.5);
	rig_close(&rig);
}

static void finds_a_wrong_byte(void)
{
	struct rig rig;
	const struct result_row *row;

	rig_init(&rig);
	rig.job.verify = CONFIG_VERIFY_YES;
	rig.job.passes = 2;
	CU_ASSERT_EQUAL_FATAL(rig_open(&rig), 0);
	row = rig_measure(&rig, "write");
	CU_ASSERT_EQUAL(row->status, RESULT_OK);
	assert_text(row->verify, "yes");
	CU_ASSERT_EQUAL(row->verified_bytes, RIG_FILE);
	row = rig_measure(&rig, "read");
	CU_ASSERT_EQUAL(row->status, RESULT_OK);
	CU_ASSERT_EQUAL(row->verified_bytes, 3 * 2 * RIG_FILE);
	rig.script.flip = 5000;
	row = rig_measure(&rig, "rewrite");
	CU_ASSERT_EQUAL(row->status, RESULT_ERROR);
	CU_ASSERT_PTR_NOT_NULL_FATAL(row->error);
	CU_ASSERT_PTR_NOT_NULL(strstr(row->error, "5000"));
	CU_ASSERT_TRUE(isnan(row->throughput));
	CU_ASSERT_EQUAL(row->verified_bytes, RIG_RECORD);
	row = rig_measure(&rig, "read");
	CU_ASSERT_EQUAL(row->status, RESULT_ERROR);
	rig_close(&rig);
}

/* Never a timeout, whatever the time limit says. */
static void verifies_after_the_time_limit(void)
{
	struct rig rig;
	const struct result_row *row;

	rig_init(&rig);
	rig.job.verify = CONFIG_VERIFY_YES;
	rig.job.passes = 10;
	rig.job.time_limit_ns = 170000;
	CU_ASSERT_EQUAL_FATAL(rig_open(&rig), 0);
	row = rig_measure(&rig, "write");
	CU_ASSERT_EQUAL(row->status, RESULT_OK);
	assert_text(row->flags, "short");
	rig.script.flip = 1;
	row = rig_measure(&rig, "write");
	CU_ASSERT_EQUAL(row->status, RESULT_ERROR);
	rig_close(&rig);
}

static void refuses_what_is_not_cold(void)
{
	struct rig rig;
	const struct result_row *row;

	rig_init(&rig);
	rig.job.cache = CONFIG_CACHE_COLD;
	rig.script.resident = "0.25";
	CU_ASSERT_EQUAL_FATAL(rig_open(&rig), 0);
	row = rig_measure(&rig, "read");
	CU_ASSERT_EQUAL(row->status, RESULT_OK);
	near_to(row->resident, 0.0025);
	rig.script.drop_result = -EBUSY;
	row = rig_measure(&rig, "read");
	CU_ASSERT_EQUAL(row->status, RESULT_ERROR);
	assert_text(row->flags, "unverified");
	assert_text(row->error,
	            "the file is not cold: drop_cache: half of it stays");
	rig.script.drop_result = -ENOTSUP;
	row = rig_measure(&rig, "read");
	CU_ASSERT_EQUAL(row->status, RESULT_UNSUPPORTED);
	CU_ASSERT_PTR_NULL(row->flags);
	/* What is written is not read from anywhere. */
	row = rig_measure(&rig, "write");
	CU_ASSERT_EQUAL(row->status, RESULT_OK);
	assert_text(row->cache, "warm");
	rig_close(&rig);
}

static void says_how_it_was_asked_for(void)
{
	static const struct {
		unsigned cache;
		bool direct, memory;
		const char *said;
	} states[] = {
	        {CONFIG_CACHE_WARM, false, false, "warm"},
	        {CONFIG_CACHE_WARM, true, false, "direct"},
	        {CONFIG_CACHE_WARM, true, true, "memory"},
	        {CONFIG_CACHE_DIRECT, true, false, "direct"},
	        {CONFIG_CACHE_COLD, false, false, "cold"},
	        {CONFIG_CACHE_CLOSE_TO_OPEN, false, false, "close_to_open"},
	        {CONFIG_CACHE_CLOSE_TO_OPEN, false, true, "memory close_to_open"},
	        {CONFIG_CACHE_DONTCACHE, false, false, "dontcache"},
	        {CONFIG_CACHE_WARM, false, true, "memory"},
	};
	struct rig rig;
	const struct result_row *row;

	rig_init(&rig);
	CU_ASSERT_EQUAL_FATAL(rig_open(&rig), 0);
	for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
		rig.job.cache = states[i].cache;
		rig.job.direct = states[i].direct;
		rig.caps.props &= ~(unsigned)BENCH_MEMORY;
		rig.caps.props |= states[i].memory ? BENCH_MEMORY : 0u;
		row = rig_measure(&rig, "read");
		assert_text(row->cache, states[i].said);
		CU_ASSERT_EQUAL(row->direct, states[i].direct);
	}
	rig.job.sync = CONFIG_SYNC_EACH;
	rig.job.sync_every = 4;
	rig.job.buffers = UINT64_C(8) << 20;
	rig.job.layout = 512;
	row = rig_measure(&rig, "rewrite");
	assert_text(row->sync, "each:4");
	assert_text(row->buffers, "rotate:8m");
	CU_ASSERT_EQUAL(row->layout, 512);
	rig_close(&rig);
}

static void knows_who_has_room(void)
{
	static const struct {
		unsigned threads;
		uint64_t cpus[3];
		size_t count;
		const char *allowed;
		bool room;
	} rooms[] = {
	        {1, {0}, 0, "0", true},        {2, {0}, 0, "0", false},
	        {4, {0}, 0, "0-3", true},      {5, {0}, 0, "0-3", false},
	        {5, {0}, 0, "0-3,8", true},    {6, {0}, 0, "0-3,8", false},
	        {3, {0}, 0, "1,3,5", true},    {9, {0}, 0, NULL, true},
	        {1, {7}, 1, "0-63", true},     {2, {7}, 1, "0-63", false},
	        {2, {0, 1}, 2, "0-63", true},  {3, {0, 1}, 2, "0-63", false},
	        {2, {0, 0}, 2, "0-63", false}, {3, {0, 1, 0}, 3, "0-1", false},
	};

	for (size_t i = 0; i < sizeof rooms / sizeof rooms[0]; i++)
		CU_ASSERT_EQUAL(cell_has_room(rooms[i].threads, rooms[i].cpus,
		                              rooms[i].count, rooms[i].allowed),
		                rooms[i].room);
}

/* Two slices of 50 ms, each with so much of everything. */
static void flag(struct rig *rig, const struct disturbance *each,
                 struct result_row *row)
{
	struct slice slices[2] = {{.disturbance = *each}, {.disturbance = *each}};
	struct cell_run run = {.place = &rig->place,
	                       .team = &rig->team,
	                       .job = &rig->job,
	                       .cell = &rig->team.board->cell,
	                       .slices = slices,
	                       .done = 2,
	                       .room = 2};

	result_row_free(row);
	cell_fill_disturbance(&run, row);
	cell_fill_flags(&run, 0, row);
}

static const struct disturbance calm = {.ns = 50000000,
                                        .run_delay_ns = 200000,
                                        .voluntary = 0,
                                        .involuntary = 1,
                                        .minor_faults = 5,
                                        .all = 20};

static void flags_disturbances(void)
{
	struct rig rig;
	struct result_row row;
	struct disturbance each = calm;

	rig_init(&rig);
	rig.script.real = true;
	rig.script.op_ns = 0;
	rig.job.passes = 1;
	CU_ASSERT_EQUAL_FATAL(rig_open(&rig), 0);
	(void)rig_measure(&rig, "read");
	/* So that its floor is known. */
	CU_ASSERT_EQUAL_FATAL(rig.place.floors.count, 1);
	result_row_init(&row);
	flag(&rig, &each, &row);
	CU_ASSERT_PTR_NULL(row.flags);
	near_to(row.run_delay_s, 0.0004);
	CU_ASSERT_EQUAL(row.switches, 0);
	CU_ASSERT_EQUAL(row.preemptions, 2);
	CU_ASSERT_EQUAL(row.minor_faults, 10);
	CU_ASSERT_EQUAL(row.major_faults, 0);
	near_to(row.steal, 0);
	/* 0.6 % of the time. */
	each.run_delay_ns = 300000;
	flag(&rig, &each, &row);
	assert_text(row.flags, "noisy");
	/* Each of 5 wakings may have taken 20 us. */
	each.voluntary = 5;
	flag(&rig, &each, &row);
	CU_ASSERT_PTR_NULL(row.flags);
	CU_ASSERT_EQUAL(row.switches, 10);
	each.voluntary = 0;
	/* The server's doing. */
	rig.job.near = true;
	flag(&rig, &each, &row);
	CU_ASSERT_PTR_NULL(row.flags);
	rig.job.near = false;
	each.run_delay_ns = (double)NAN;
	flag(&rig, &each, &row);
	CU_ASSERT_PTR_NULL(row.flags);
	CU_ASSERT_TRUE(isnan(row.run_delay_s));
	/* Steal is known in steps of 10 ms: 100 ms are too short for it. */
	each = calm;
	each.steal = 2;
	flag(&rig, &each, &row);
	CU_ASSERT_PTR_NULL(row.flags);
	near_to(row.steal, 0.1);
	each.ns = CLOCK_NS_PER_S / 2;
	flag(&rig, &each, &row);
	assert_text(row.flags, "steal");
	each = calm;
	each.pressure_us[DISTURBANCE_MEMORY] = 3000;
	flag(&rig, &each, &row);
	assert_text(row.flags, "pressure");
	near_to(row.psi_memory, 0.06);
	row.drift_ppm = -51;
	result_row_free(&row);
	rig_close(&rig);
}

/* The delay of all threads by the time of all threads. */
static void shares_a_delay_out(void)
{
	struct rig rig;
	struct result_row row;
	struct disturbance each = calm;

	rig_init(&rig);
	rig.script.real = true;
	rig.script.op_ns = 0;
	rig.job.passes = 1;
	rig.job.threads = 1;
	CU_ASSERT_EQUAL_FATAL(rig_open(&rig), 0);
	(void)rig_measure(&rig, "read");
	result_row_init(&row);
	each.run_delay_ns = 400000;
	flag(&rig, &each, &row);
	assert_text(row.flags, "noisy");
	/* As if there were two, on the processors that two want. */
	rig.team.count = 2;
	rig.job.cpus = (uint64_t[]){0, 1};
	rig.job.cpu_count = 2;
	flag(&rig, &each, &row);
	CU_ASSERT_PTR_NULL(row.flags);
	each.run_delay_ns = 600000;
	flag(&rig, &each, &row);
	assert_text(row.flags, "noisy");
	/* Both on one wait for each other. */
	rig.job.cpus = (uint64_t[]){0, 0};
	flag(&rig, &each, &row);
	CU_ASSERT_PTR_NULL(row.flags);
	rig.team.count = 1;
	rig.job.cpu_count = 0;
	result_row_free(&row);
	rig_close(&rig);
}

static void flags_what_is_mostly_the_harness(void)
{
	struct rig rig;
	struct result_row row;

	rig_init(&rig);
	rig.script.real = true;
	rig.script.op_ns = 0;
	rig.job.passes = 1;
	CU_ASSERT_EQUAL_FATAL(rig_open(&rig), 0);
	(void)rig_measure(&rig, "read");
	result_row_init(&row);
	rig.place.floors.shapes[0].ns = 40;
	row.lat_mean_us = 0.1201;
	{
		struct slice slice = {.disturbance = calm};
		struct cell_run run = {.place = &rig.place,
		                       .team = &rig.team,
		                       .job = &rig.job,
		                       .cell = &rig.team.board->cell,
		                       .slices = &slice,
		                       .done = 1,
		                       .room = 1};

		cell_fill_flags(&run, 0, &row);
		CU_ASSERT_PTR_NULL(row.flags);
		near_to(row.floor_us, 0.04);
		row.lat_mean_us = 0.1199;
		cell_fill_flags(&run, 0, &row);
		assert_text(row.flags, "harness_bound");
		/* Paced: what was waited for is not the harness. */
		result_set_text(&row.flags, NULL);
		row.lat_mean_us = 0.1;
		row.service_mean_us = 5;
		cell_fill_flags(&run, 0, &row);
		CU_ASSERT_PTR_NULL(row.flags);
		row.drift_ppm = -51;
		cell_fill_flags(&run, -ETIMEDOUT, &row);
		assert_text(row.flags, "drift");
	}
	result_row_free(&row);
	rig_close(&rig);
}

static CU_TestInfo cases[] = {
        {"keeps a pace", keeps_a_pace},
        {"falls behind a pace", falls_behind_a_pace},
        {"finds a wrong byte", finds_a_wrong_byte},
        {"verifies after the time limit", verifies_after_the_time_limit},
        {"refuses what is not cold", refuses_what_is_not_cold},
        {"says how it was asked for", says_how_it_was_asked_for},
        {"knows who has room", knows_who_has_room},
        {"flags disturbances", flags_disturbances},
        {"shares a delay out", shares_a_delay_out},
        {"flags what is mostly the harness", flags_what_is_mostly_the_harness},
        CU_TEST_INFO_NULL};
UNIT_SUITE(cell_row, cases)
