/* test_small.c - the tests of latencies alone: round trips, and reading a
 * little from anywhere. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>
#include "workload_rig.h"

static void pings_a_hundred_times(void)
{
	struct workload_rig *rig = rig_set_up("ping", 0, 0);

	rig_prepare(rig);
	rig->slow_at = 150;
	rig->slow_ns = 9000;
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 10), 0);
	rig_called(rig, "");
	CU_ASSERT_EQUAL(rig->ops, 1000);
	CU_ASSERT_EQUAL(rig->lane.tally.ops, 1000);
	CU_ASSERT_EQUAL(rig->lane.tally.bytes, 0);
	CU_ASSERT_EQUAL(rig->latency.total, 1000);
	CU_ASSERT_EQUAL(rig->latency.min, 1000);
	CU_ASSERT_EQUAL(rig->latency.max, 10000);
	CU_ASSERT_EQUAL(histogram_sum(&rig->latency), 1009000);
	rig_tear_down(rig);
}

/* The offsets that were read, in order. */
static unsigned offsets_of(const struct workload_rig *rig, unsigned *offsets,
                           unsigned most)
{
	const char *at = rig->calls.bytes;
	unsigned count = 0;

	while (at && (at = strstr(at, "r")) && count < most) {
		at++;
		if (*at >= '0' && *at <= '9')
			offsets[count++] = (unsigned)strtoul(at, NULL, 10);
	}
	return count;
}

static unsigned count_distinct(const unsigned *offsets, unsigned count)
{
	bool seen[64] = {false};
	unsigned distinct = 0;

	for (unsigned i = 0; i < count; i++) {
		distinct += !seen[offsets[i] / 512 % 64];
		seen[offsets[i] / 512 % 64] = true;
	}
	return distinct;
}

/* 64 places of 512 bytes: 1000 reads, drawn with replacement. */
static void reads_a_little_anywhere(void)
{
	enum { READS = 1000, SIZE = 64 * 512 };
	static unsigned first[READS + 1], again[READS + 1];
	struct workload_rig *rig = rig_set_up("access_time", SIZE, 512);

	rig_prepare(rig);
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
	CU_ASSERT_EQUAL(strncmp(rig->calls.bytes, "open+read r", 11), 0);
	CU_ASSERT_EQUAL(offsets_of(rig, first, READS + 1), READS);
	for (unsigned i = 0; i < READS; i++) {
		CU_ASSERT_EQUAL(first[i] % 512, 0);
		CU_ASSERT(first[i] < SIZE);
	}
	CU_ASSERT_EQUAL(count_distinct(first, READS), 64);
	/* Not each place once and then once more. */
	CU_ASSERT(count_distinct(first, 64) < 60);
	CU_ASSERT_EQUAL(rig->lane.tally.ops, READS);
	CU_ASSERT_EQUAL(rig->lane.tally.bytes, READS * 512);
	CU_ASSERT_EQUAL(rig->lane.tally.io_ns, READS * 1000);
	CU_ASSERT_EQUAL(rig->latency.total, READS);
	rig_tear_down(rig);

	/* The same places with the same seed. */
	rig = rig_set_up("access_time", SIZE, 512);
	rig_prepare(rig);
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
	CU_ASSERT_EQUAL(offsets_of(rig, again, READS + 1), READS);
	CU_ASSERT_EQUAL(memcmp(first, again, sizeof first), 0);
	rig_tear_down(rig);
}

static void has_figures_of_its_own(void)
{
	const struct workload_test *access = workload_find("access_time");

	CU_ASSERT_PTR_NOT_NULL_FATAL(access);
	CU_ASSERT_EQUAL(access->record, 512);
	CU_ASSERT_EQUAL(access->sizes, WORKLOAD_FILE_SIZE);
	CU_ASSERT_STRING_EQUAL(access->unit, "ms");
	/* Its figure is a time: bytes per second would say nothing. */
	CU_ASSERT_FALSE(workload_counts_bytes(access));
	CU_ASSERT_TRUE(access->needs & WORKLOAD_NEEDS_RANDOM);
	/* The file is not made of records so small. */
	CU_ASSERT_EQUAL(access->layout, 256 << 10);
}

static CU_TestInfo cases[] = {
        {"pings a hundred times", pings_a_hundred_times},
        {"reads a little anywhere", reads_a_little_anywhere},
        {"has figures of its own", has_figures_of_its_own},
        CU_TEST_INFO_NULL};
UNIT_SUITE(small, cases)
