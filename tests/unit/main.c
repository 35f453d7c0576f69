/* main.c - runs all registered suites, or those named on the command line. */
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <CUnit/Basic.h>
#include "unit.h"

static struct unit_suite *suites;
static char scratch[] = "/tmp/bench-unit-XXXXXX";

void unit_register(struct unit_suite *suite)
{
	suite->next = suites;
	suites = suite;
}

const char *unit_scratch(void)
{
	return scratch;
}

static int wanted(const char *name, int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], name) == 0)
			return 1;
	return argc < 2;
}

static int remove_entry(const char *path, const struct stat *st, int type,
                        struct FTW *where)
{
	(void)st;
	(void)type;
	(void)where;
	return remove(path);
}

int main(int argc, char **argv)
{
	unsigned failed;

	if (!mkdtemp(scratch) || CU_initialize_registry() != CUE_SUCCESS)
		return 2;
	for (struct unit_suite *suite = suites; suite; suite = suite->next) {
		CU_SuiteInfo info[] = {
		        {suite->name, NULL, NULL, NULL, NULL, suite->cases},
		        CU_SUITE_INFO_NULL};

		if (wanted(suite->name, argc, argv) &&
		    CU_register_suites(info) != CUE_SUCCESS)
			return 2;
	}
	CU_basic_set_mode(CU_BRM_NORMAL);
	CU_basic_run_tests();
	failed = CU_get_number_of_failures() + CU_get_number_of_suites_failed();
	CU_cleanup_registry();
	nftw(scratch, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
	return failed ? 1 : 0;
}
