/* test_cpu.c - processor time and the clock. */
#include "measure/clock.h"
#include "measure/cpu.h"
#include "unit.h"

#define MS INT64_C(1000000)

static int64_t process_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (int64_t)now.tv_sec * CLOCK_NS_PER_S + now.tv_nsec;
}

static void parts_by_ticks(void)
{
	static const struct {
		struct cpu_time before, after, expected;
	} table[] = {
	        /* ticks lose some: what there is goes in their ratio */
	        {{0, 0, 0, 0},
	         {10 * MS, 2 * MS, 6 * MS, 50 * MS},
	         {10 * MS, 2500000, 7500000, 50 * MS}},
	        /* no tick fell */
	        {{5 * MS, MS, MS, 7}, {8 * MS, MS, MS, 9}, {3 * MS, 3 * MS, 0, 2}},
	        /* only the kernel */
	        {{MS, 0, 0, 0}, {2 * MS, 0, 4 * MS, 0}, {MS, 0, MS, 0}},
	        /* the machine does not tell, before or after */
	        {{0, 0, 0, -1}, {MS, 0, 0, 5}, {MS, MS, 0, -1}},
	        {{0, 0, 0, 5}, {MS, 0, 0, -1}, {MS, MS, 0, -1}},
	        /* never below nothing */
	        {{5, 5, 5, 5}, {4, 4, 4, 4}, {0, 0, 0, 0}}};

	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		struct cpu_time out;

		cpu_difference(&table[i].before, &table[i].after, &out);
		CU_ASSERT_EQUAL(out.process_ns, table[i].expected.process_ns);
		CU_ASSERT_EQUAL(out.user_ns, table[i].expected.user_ns);
		CU_ASSERT_EQUAL(out.system_ns, table[i].expected.system_ns);
		CU_ASSERT_EQUAL(out.host_busy_ns, table[i].expected.host_busy_ns);
	}
}

static void counts_work(void)
{
	struct cpu_time before, after, out;
	int64_t outside = 0, start = process_ns();

	cpu_read(&before);
	while (outside < 30 * MS)
		outside = process_ns() - start;
	cpu_read(&after);
	outside = process_ns() - start;
	cpu_difference(&before, &after, &out);
	CU_ASSERT_TRUE(out.process_ns <= outside);
	CU_ASSERT_TRUE(out.process_ns > 20 * MS);
	CU_ASSERT_EQUAL(out.user_ns + out.system_ns, out.process_ns);
	CU_ASSERT_TRUE(out.user_ns >= 0 && out.system_ns >= 0);
	CU_ASSERT_TRUE(before.host_busy_ns > 0);
	CU_ASSERT_TRUE(after.host_busy_ns >= before.host_busy_ns);
}

static void clock_has_a_cost(void)
{
	int64_t last = clock_now_ns();

	CU_ASSERT_TRUE(clock_cost_ns() > 0);
	for (int i = 0; i < 1000; i++) {
		int64_t now = clock_now_ns();

		CU_ASSERT_TRUE(now >= last);
		last = now;
	}
}

static CU_TestInfo cases[] = {{"parts by ticks", parts_by_ticks},
                              {"counts work", counts_work},
                              {"clock has a cost", clock_has_a_cost},
                              CU_TEST_INFO_NULL};
UNIT_SUITE(cpu, cases)
