/* test_run_shuffle.c - the order of a round follows from seed and round. */
#include <string.h>
#include "run/shuffle.h"
#include "unit.h"

/* As a reader of run.json would redo them. */
static void is_the_same_for_ever(void)
{
	static const struct {
		uint64_t seed;
		unsigned round;
		size_t order[8];
	} table[] = {{1, 1, {2, 4, 3, 0, 6, 5, 1, 7}},
	             {1, 2, {4, 2, 7, 1, 5, 3, 0, 6}},
	             {1, 3, {7, 6, 4, 1, 0, 2, 5, 3}},
	             {42, 1, {7, 4, 1, 2, 5, 6, 0, 3}}};

	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		size_t order[8];

		shuffle_blocks(order, 8, table[i].seed, table[i].round);
		CU_ASSERT_EQUAL(memcmp(order, table[i].order, sizeof order), 0);
	}
}

static void has_each_block_once(void)
{
	size_t order[1000];

	for (unsigned round = 1; round <= 20; round++) {
		unsigned char seen[1000] = {0};
		size_t at_home = 0;

		shuffle_blocks(order, 1000, 7, round);
		for (size_t i = 0; i < 1000; i++) {
			CU_ASSERT_FATAL(order[i] < 1000);
			seen[order[i]]++;
			at_home += order[i] == i;
		}
		CU_ASSERT_PTR_NULL(memchr(seen, 0, sizeof seen));
		CU_ASSERT_TRUE(at_home < 20);
	}
	shuffle_list(order, 2);
	CU_ASSERT(order[0] == 0 && order[1] == 1);
	shuffle_blocks(order, 0, 7, 1);
	shuffle_blocks(order, 1, 7, 1);
	CU_ASSERT_EQUAL(order[0], 0);
}

static void alternates_the_targets(void)
{
	for (size_t i = 0; i < 3; i++) {
		CU_ASSERT_EQUAL(shuffle_target(i, 3, 1), i);
		CU_ASSERT_EQUAL(shuffle_target(i, 3, 2), 2 - i);
		CU_ASSERT_EQUAL(shuffle_target(i, 3, 3), i);
	}
}

static CU_TestInfo cases[] = {
        {"is the same for ever", is_the_same_for_ever},
        {"has each block once", has_each_block_once},
        {"alternates the targets", alternates_the_targets},
        CU_TEST_INFO_NULL};
UNIT_SUITE(run_shuffle, cases)
