/* unit.h - how a file of unit tests registers its suite with the runner.
 *
 * A test file ends with
 *
 *     static CU_TestInfo cases[] = {
 *         {"reads sizes", reads_sizes}, ..., CU_TEST_INFO_NULL};
 *     UNIT_SUITE(units, cases)
 */
#ifndef BENCH_TESTS_UNIT_H
#define BENCH_TESTS_UNIT_H

#include <CUnit/CUnit.h>
#include <CUnit/TestDB.h>

struct unit_suite {
	const char *name;
	CU_TestInfo *cases;
	struct unit_suite *next;
};

void unit_register(struct unit_suite *suite);

/* A directory for this run's scratch files; removed at the end. */
const char *unit_scratch(void);

#define UNIT_SUITE(id, case_table)                                             \
	static struct unit_suite unit_##id = {#id, case_table, NULL};              \
	__attribute__((constructor)) static void unit_add_##id(void)               \
	{                                                                          \
		unit_register(&unit_##id);                                             \
	}

#endif
