/* test_shape.c - what the work is like: pauses, slices of a given time, a file
 * that is shared; on clocks whose every nanosecond is known. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "cell_rig.h"
#include "plugin/host.h"
#include "unit.h"

#define US INT64_C(1000)

static void assert_text(const char *got, const char *expected)
{
	CU_ASSERT_STRING_EQUAL(got ? got : "", expected);
}

/* Slices that end with their time: 162 us, or 163 operations of 1 us, since
 * the one at work is done. */
static void measures_for_a_time(void)
{
	struct rig rig;
	const struct result_row *row;

	rig_init(&rig);
	rig.job.time_ns = 486 * US;
	rig.job.passes = 1; /* gives way */
	CU_ASSERT_EQUAL_FATAL(rig_open(&rig), 0);
	row = rig_measure(&rig, "read");
	CU_ASSERT_EQUAL(row->status, RESULT_OK);
	CU_ASSERT_EQUAL(row->ops, 163);
	CU_ASSERT_EQUAL(row->passes, 10);
	CU_ASSERT_DOUBLE_EQUAL(row->elapsed_s, 163e-6, 1e-12);
	CU_ASSERT_DOUBLE_EQUAL(row->time_s, 486e-6, 1e-12);
	CU_ASSERT_EQUAL(rig.event.latency->total, 3 * 163);
	assert_text(row->warmup, "none");
	CU_ASSERT_EQUAL(row->warmup_passes, 0);
	/* The next cell begins anew, and a test without sizes ends as well. */
	row = rig_measure(&rig, "ping");
	CU_ASSERT_EQUAL(row->status, RESULT_OK);
	CU_ASSERT_EQUAL(row->ops, 163);
	rig_close(&rig);
}

/* What is flushed is not cut: the pass at work is done, and its flush counts.
 * A pass takes 16 + 4 us. */
static void ends_what_it_flushes(void)
{
	struct rig rig;
	const struct result_row *row;

	rig_init(&rig);
	rig.script.flush_ns = 4 * US;
	rig.job.time_ns = 3 * 90 * US;
	CU_ASSERT_EQUAL_FATAL(rig_open(&rig), 0);
	row = rig_measure(&rig, "rewrite");
	CU_ASSERT_EQUAL(row->status, RESULT_OK);
	CU_ASSERT_EQUAL(row->passes, 5);
	CU_ASSERT_EQUAL(row->ops, 80);
	CU_ASSERT_DOUBLE_EQUAL(row->elapsed_s, 100e-6, 1e-12);
	rig_close(&rig);
}

/* All threads work to the end, however fast they are. */
static void lets_all_threads_end(void)
{
	struct rig rig;
	const struct result_row *row;

	rig_init(&rig);
	rig.job.threads = 2;
	rig.script.factor[1] = 4;
	rig.job.time_ns = 300 * US;
	CU_ASSERT_EQUAL_FATAL(rig_open(&rig), 0);
	row = rig_measure(&rig, "read");
	CU_ASSERT_EQUAL(row->status, RESULT_OK);
	CU_ASSERT_EQUAL(row->ops, 101 + 26);
	rig_close(&rig);
}

/* 64 us in no figure, and then as without. */
static void ramps_up(void)
{
	struct rig rig;
	const struct result_row *row;

	rig_init(&rig);
	rig.job.ramp_ns = 64 * US;
	rig.job.passes = 1;
	CU_ASSERT_EQUAL_FATAL(rig_open(&rig), 0);
	row = rig_measure(&rig, "read");
	CU_ASSERT_EQUAL(row->status, RESULT_OK);
	CU_ASSERT_EQUAL(row->warmup_passes, 4);
	CU_ASSERT_EQUAL(row->passes, 1);
	CU_ASSERT_EQUAL(row->ops, RIG_RECORDS);
	CU_ASSERT_EQUAL(rig.event.latency->total, 3 * RIG_RECORDS);
	CU_ASSERT_DOUBLE_EQUAL(row->ramp_s, 64e-6, 1e-12);
	rig_close(&rig);
}

/* The time limit is that of a slice, too. */
static void keeps_the_limit(void)
{
	struct rig rig;
	const struct result_row *row;

	rig_init(&rig);
	rig.job.time_ns = 300 * US;
	rig.job.time_limit_ns = 50 * US;
	CU_ASSERT_EQUAL_FATAL(rig_open(&rig), 0);
	row = rig_measure(&rig, "read");
	CU_ASSERT_EQUAL(row->status, RESULT_TIMEOUT);
	rig_close(&rig);
}

/* A pause is in no time: neither the operation's, nor that of all. */
static void thinks_in_no_time(void)
{
	static const char *const tests[] = {"read", "rewrite", "random_read",
	                                    "mixed", "ping"};

	for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
		struct rig rig;
		const struct result_row *row;

		rig_init(&rig);
		rig.job.think_ns = 1000 * US;
		rig.job.passes = 2;
		rig.job.mix = 0.5;
		CU_ASSERT_EQUAL_FATAL(rig_open(&rig), 0);
		row = rig_measure(&rig, tests[i]);
		CU_ASSERT_EQUAL(row->status, RESULT_OK);
		CU_ASSERT_DOUBLE_EQUAL(row->lat_max_us, 1, 1e-9);
		CU_ASSERT_DOUBLE_EQUAL(row->elapsed_s, (double)row->ops * 1e-6, 1e-12);
		CU_ASSERT_DOUBLE_EQUAL(row->think_s, 1e-3, 1e-12);
		rig_close(&rig);
	}
}

/* But it passes: 3 ms hold an operation and a pause of 1 ms three times. */
static void thinks_for_as_long(void)
{
	struct rig rig;
	const struct result_row *row;

	rig_init(&rig);
	rig.job.slices = 1;
	rig.job.think_ns = 1000 * US;
	rig.job.time_ns = 3000 * US;
	CU_ASSERT_EQUAL_FATAL(rig_open(&rig), 0);
	row = rig_measure(&rig, "read");
	CU_ASSERT_EQUAL(row->status, RESULT_OK);
	CU_ASSERT_EQUAL(row->ops, 4);
	CU_ASSERT_DOUBLE_EQUAL(row->lat_max_us, 1, 1e-9);
	rig_close(&rig);
}

/* Pauses are part of a slice, else one of 160 us would take 160 ms. */
static void thinks_within_a_slice(void)
{
	struct rig rig;
	const struct result_row *row;

	rig_init(&rig);
	rig.job.think_ns = 50 * US;
	CU_ASSERT_EQUAL_FATAL(rig_open(&rig), 0);
	row = rig_measure(&rig, "read");
	CU_ASSERT_EQUAL(row->status, RESULT_OK);
	CU_ASSERT_EQUAL(row->ops, 5);
	CU_ASSERT_DOUBLE_EQUAL(row->elapsed_s, 5e-6, 1e-12);
	assert_text(row->warmup, "none");
	rig_close(&rig);
}

static void says_what_was_written(void)
{
	static const struct {
		unsigned fill;
		double compressible, dedupable;
		const char *test, *data;
	} cases[] = {{CONFIG_FILL_RANDOM, 0, 0, "write", "random"},
	             {CONFIG_FILL_ZERO, 0, 0, "rewrite", "zero"},
	             {CONFIG_FILL_RANDOM, 0.5, 0, "write", "compressible=50%"},
	             {CONFIG_FILL_RANDOM, 0, 0.125, "mixed", "dedupable=12.5%"},
	             {CONFIG_FILL_RANDOM, 1, 0.07, "write",
	              "compressible=100% dedupable=7%"},
	             {CONFIG_FILL_ZERO, 0, 0, "read", ""},
	             {CONFIG_FILL_ZERO, 0, 0, "ping", ""}};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct rig rig;
		const struct result_row *row;

		rig_init(&rig);
		rig.job.fill = cases[i].fill;
		rig.job.compressible = cases[i].compressible;
		rig.job.dedupable = cases[i].dedupable;
		rig.job.mix = 0.25;
		CU_ASSERT_EQUAL_FATAL(rig_open(&rig), 0);
		row = rig_measure(&rig, cases[i].test);
		CU_ASSERT_EQUAL(row->status, RESULT_OK);
		assert_text(row->data, cases[i].data);
		if (strcmp(cases[i].test, "mixed") == 0)
			CU_ASSERT_DOUBLE_EQUAL(row->mix, 0.25, 1e-12)
		else
			CU_ASSERT_TRUE(isnan(row->mix))
		rig_close(&rig);
	}
}

/* A target with one file: who makes it, opens it, removes it. */
static struct {
	char created[8], opened[8], unlinked[8];
	unsigned creations, unlinks;
} seen;

static int share_open(void *session, const char *name, unsigned flags,
                      uint64_t hint, void **file)
{
	(void)hint;
	if (flags & BENCH_O_CREATE)
		seen.creations++;
	snprintf(flags & BENCH_O_CREATE ? seen.created : seen.opened,
	         sizeof seen.opened, "%s", name);
	*file = session;
	return 0;
}

static int share_handle(void *handle)
{
	(void)handle;
	return 0;
}

static int64_t share_read(void *file, void *buf, size_t len, uint64_t off)
{
	(void)file;
	(void)buf;
	(void)off;
	return (int64_t)len;
}

static int64_t share_write(void *file, const void *buf, size_t len,
                           uint64_t off)
{
	(void)file;
	(void)buf;
	(void)off;
	return (int64_t)len;
}

static int share_unlink(void *session, const char *name)
{
	(void)session;
	snprintf(seen.unlinked, sizeof seen.unlinked, "%s", name);
	seen.unlinks++;
	return 0;
}

static const struct bench_backend sharing = {.open = share_open,
                                             .close = share_handle,
                                             .read = share_read,
                                             .write = share_write,
                                             .unlink = share_unlink};

static void run_lane(unsigned index, const char *test)
{
	struct workload_cell cell = {.test = workload_find(test),
	                             .file_size = 16384,
	                             .record_size = 4096,
	                             .lanes = 2,
	                             .share_file = true,
	                             .seed = 1};
	static struct histogram latency;
	struct workload_lane lane = {.backend = &sharing,
	                             .ctx = host_ctx_new(NULL),
	                             .session = &seen,
	                             .name = index ? "b" : "a",
	                             .shared_name = "a",
	                             .index = index,
	                             .cell = &cell,
	                             .latency = &latency,
	                             .deadline_ns = INT64_MAX};

	memset(&seen, 0, sizeof seen);
	histogram_reset(&latency);
	CU_ASSERT_EQUAL(workload_open(&lane), 0);
	CU_ASSERT_EQUAL(workload_prepare(&lane), 0);
	CU_ASSERT_EQUAL(workload_slice(&lane, 1), 0);
	CU_ASSERT_EQUAL(lane.tally.ops, 4);
	CU_ASSERT_EQUAL(workload_close(&lane), 0);
	workload_clear(&lane);
	host_ctx_free(lane.ctx);
}

static void shares_the_file_of_the_first(void)
{
	static const char *const tests[] = {"read", "random_write", "mixed"};

	for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
		run_lane(0, tests[i]);
		CU_ASSERT_EQUAL(seen.creations, 1);
		assert_text(seen.created, "a");
		assert_text(seen.opened, "a");
		CU_ASSERT_EQUAL(seen.unlinks, 1);
		assert_text(seen.unlinked, "a");
		run_lane(1, tests[i]);
		CU_ASSERT_EQUAL(seen.creations, 0);
		assert_text(seen.opened, "a");
		CU_ASSERT_EQUAL(seen.unlinks, 0);
	}
}

static void refuses_what_cannot_be(void)
{
	static const struct {
		const char *test, *words;
		bool share, zeroes, can_share;
		int64_t think_ns;
		unsigned depth, verify;
	} cases[] = {
	        {.test = "write",
	         .share = true,
	         .words = "sharing = one: the test "},
	        {.test = "read",
	         .share = true,
	         .verify = 1,
	         .words = "sharing = one: threads "},
	        {.test = "read",
	         .share = true,
	         .words = "sharing = one: the target lets one session"},
	        {.test = "read", .share = true, .can_share = true},
	        {.test = "create", .share = true},
	        {.test = "read", .think_ns = 1, .depth = 4, .words = "think needs"},
	        {.test = "create", .think_ns = 1, .words = "the test does its"},
	        {.test = "ping", .think_ns = 1},
	        {.test = "write",
	         .zeroes = true,
	         .verify = 1,
	         .words = "verification writes patterns"},
	        {.test = "write", .zeroes = true}};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct workload_cell cell = {.test = workload_find(cases[i].test),
		                             .file_size = 16384,
		                             .record_size = 4096,
		                             .lanes = 2,
		                             .depth = cases[i].depth,
		                             .verify = cases[i].verify,
		                             .share_file = cases[i].share,
		                             .zeroes = cases[i].zeroes,
		                             .think_ns = cases[i].think_ns};
		struct bench_caps caps = {
		        .size = sizeof caps,
		        .props = BENCH_KEEPS | (cases[i].can_share ? BENCH_SHARED : 0)};
		const char *lacks = workload_lacks_for_cell(&cell, &sharing, &caps);

		if (cases[i].words)
			CU_ASSERT_PTR_NOT_NULL(lacks ? strstr(lacks, cases[i].words) : NULL)
		else
			assert_text(lacks, "");
	}
}

static CU_TestInfo cases[] = {
        {"measures for a time", measures_for_a_time},
        {"ends what it flushes", ends_what_it_flushes},
        {"lets all threads end", lets_all_threads_end},
        {"ramps up", ramps_up},
        {"keeps the limit", keeps_the_limit},
        {"thinks in no time", thinks_in_no_time},
        {"thinks for as long", thinks_for_as_long},
        {"thinks within a slice", thinks_within_a_slice},
        {"says what was written", says_what_was_written},
        {"shares the file of the first", shares_the_file_of_the_first},
        {"refuses what cannot be", refuses_what_cannot_be},
        CU_TEST_INFO_NULL};
UNIT_SUITE(shape, cases)
