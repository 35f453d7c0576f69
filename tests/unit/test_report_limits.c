/* test_report_limits.c - each rule of what limits a result, and its near miss.
 */
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "report/limits.h"

#define KIB UINT64_C(1024)
#define MIB UINT64_C(1048576)

/* Over a link of 117 MB/s, nothing else known: no rule holds. */
static struct limits_facts nothing(void)
{
	return (struct limits_facts){.over_network = true,
	                             .rate = 50e6,
	                             .link = 117e6,
	                             .wire = (double)NAN,
	                             .wire_most = (double)NAN,
	                             .disk = (double)NAN,
	                             .cpu_percent = 20,
	                             .depth = 1,
	                             .record_size = MIB,
	                             .ping_us = (double)NAN};
}

static void expect(const struct limits_facts *facts, enum limits_kind kind,
                   const char *evidence)
{
	struct limits_verdict verdict = {LIMITS_UNKNOWN, NULL};

	CU_ASSERT_EQUAL_FATAL(limits_judge(facts, &verdict), 0);
	CU_ASSERT_STRING_EQUAL(limits_word(verdict.kind), limits_word(kind));
	CU_ASSERT_PTR_NOT_NULL_FATAL(verdict.evidence);
	if (!strstr(verdict.evidence, evidence))
		CU_ASSERT_STRING_EQUAL(verdict.evidence, evidence);
	free(verdict.evidence);
}

static void test_nothing_holds(void)
{
	struct limits_facts facts = nothing();

	expect(&facts, LIMITS_UNKNOWN, "no rule holds");
}

static void test_cache(void)
{
	struct limits_facts facts = nothing();

	facts.rate = 120e6;
	expect(&facts, LIMITS_CACHE, "120 MB/s, but the link carries at most 117");
	/* Within what a computed payload is exact to: that is the link itself. */
	facts.rate = 119e6;
	expect(&facts, LIMITS_NETWORK, "119 MB/s, 102 % of the 117");
	/* No link is known: only more than the fastest round of the wire. */
	facts.link = (double)NAN;
	facts.wire = 100e6;
	facts.wire_most = 110e6;
	facts.rate = 113e6;
	expect(&facts, LIMITS_CACHE, "fastest round reached 110 MB/s");
	facts.rate = 112e6;
	expect(&facts, LIMITS_NETWORK, "112 % of the 100");
	/* What is on no network comes over no wire. */
	facts.rate = 900e6;
	facts.over_network = false;
	expect(&facts, LIMITS_UNKNOWN, "");
}

static void test_network(void)
{
	struct limits_facts facts = nothing();

	facts.wire = facts.wire_most = 100e6;
	facts.rate = 90e6;
	expect(&facts, LIMITS_NETWORK, "90 MB/s, 90 % of the 100 MB/s");
	facts.rate = 89.9e6;
	expect(&facts, LIMITS_PROTOCOL, "90 MB/s, 90 % of the bare wire's 100");
	facts.wire = facts.wire_most = (double)NAN;
	facts.rate = 105.4e6;
	expect(&facts, LIMITS_NETWORK, "of the 117 MB/s that the link carries");
	facts.rate = 105.2e6;
	expect(&facts, LIMITS_UNKNOWN, "");
	/* The wire is not held against itself. */
	facts.is_reference = true;
	facts.rate = facts.wire = facts.wire_most = 50e6;
	expect(&facts, LIMITS_UNKNOWN, "");
}

static void test_cpu(void)
{
	struct limits_facts facts = nothing();

	facts.cpu_percent = 90;
	expect(&facts, LIMITS_CPU, "busy for 90 % of the time");
	facts.cpu_percent = 89.9;
	expect(&facts, LIMITS_UNKNOWN, "");
	facts.cpu_percent = (double)NAN;
	expect(&facts, LIMITS_UNKNOWN, "");
	/* A full wire comes first. */
	facts.cpu_percent = 99;
	facts.rate = 117e6;
	expect(&facts, LIMITS_NETWORK, "");
}

static void test_storage(void)
{
	struct limits_facts facts = nothing();

	facts.disk = 55e6;
	expect(&facts, LIMITS_STORAGE, "91 % of the 55 MB/s");
	facts.disk = 56e6;
	expect(&facts, LIMITS_UNKNOWN, "");
}

static void test_round_trip(void)
{
	static const struct limits_point steep[] = {
	        {4 * KIB, 16e6}, {16 * KIB, 60e6}, {64 * KIB, 100e6}};
	/* 2.3 times in three octaves: a slope of 0.4. */
	static const struct limits_point flat[] = {{4 * KIB, 16e6},
	                                           {32 * KIB, 37e6}};
	static const struct limits_point narrow[] = {{4 * KIB, 16e6},
	                                             {16 * KIB, 64e6}};
	struct limits_facts facts = nothing();

	facts.rate = 16.384e6;
	facts.record_size = 4 * KIB;
	facts.records = steep;
	facts.record_count = 2;
	/* Two octaves are not enough. */
	expect(&facts, LIMITS_UNKNOWN, "");
	facts.records = narrow;
	expect(&facts, LIMITS_UNKNOWN, "");
	facts.records = flat;
	expect(&facts, LIMITS_UNKNOWN, "");
	facts.records =
	        (const struct limits_point[]){{4 * KIB, 16e6}, {32 * KIB, 100e6}};
	expect(&facts, LIMITS_ROUND_TRIP, "a record of 4K takes 0.250 ms");
	facts.ping_us = 200;
	expect(&facts, LIMITS_ROUND_TRIP, "; a ping takes 0.200 ms");
	/* With many in flight nobody waits for one. */
	facts.depth = 2;
	expect(&facts, LIMITS_UNKNOWN, "");
	facts.depth = 1;
	facts.over_network = false;
	expect(&facts, LIMITS_UNKNOWN, "");
}

/* T = a + bytes / 100 MB/s. */
static void fill(struct limits_point *points, double a)
{
	for (size_t i = 0; i < 3; i++) {
		double size = (double)(64 * KIB << (4 * i));

		points[i].size = (uint64_t)size;
		points[i].rate = size / (a + size / 100e6);
	}
}

static void test_open_close(void)
{
	struct limits_point points[3];
	struct limits_facts facts = nothing();

	facts.files = points;
	facts.file_count = 3;
	fill(points, 7e-3);
	expect(&facts, LIMITS_OPEN_CLOSE,
	       "each file costs 7.000 ms beside its bytes: 40 % of the time");
	fill(points, 2.5e-3);
	expect(&facts, LIMITS_UNKNOWN, "");
	fill(points, 7e-3);
	facts.file_count = 2;
	expect(&facts, LIMITS_UNKNOWN, "");
}

static void test_protocol(void)
{
	struct limits_facts facts = nothing();

	facts.wire = facts.wire_most = 115e6;
	expect(&facts, LIMITS_PROTOCOL, "50 MB/s, 43 % of the bare wire's 115");
	facts.is_reference = true;
	expect(&facts, LIMITS_UNKNOWN, "");
}

static void test_names(void)
{
	CU_ASSERT_STRING_EQUAL(limits_name(LIMITS_CACHE), "client cache");
	CU_ASSERT_STRING_EQUAL(limits_name(LIMITS_UNKNOWN), "not determined");
	CU_ASSERT_STRING_EQUAL(limits_word(LIMITS_ROUND_TRIP), "round_trip");
}

static CU_TestInfo cases[] = {{"nothing holds", test_nothing_holds},
                              {"client cache", test_cache},
                              {"network", test_network},
                              {"client CPU", test_cpu},
                              {"storage", test_storage},
                              {"round trip", test_round_trip},
                              {"open and close", test_open_close},
                              {"protocol", test_protocol},
                              {"names", test_names},
                              CU_TEST_INFO_NULL};

UNIT_SUITE(report_limits, cases)
