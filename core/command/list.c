/* list.c - `bench list tests | suites | keys`. */
#include <stdio.h>
#include <string.h>
#include "command/command.h"
#include "workload/suites.h"
#include "workload/workload.h"

static void list_tests(void)
{
	for (size_t i = 0; i < workload_test_count; i++)
		printf("%-17s %-7s %s\n", workload_tests[i].name,
		       workload_tests[i].unit, workload_tests[i].summary);
}

/* As an INI would have them. */
static void list_parameters(const char *const *keys)
{
	if (!keys)
		return;
	printf("              ");
	for (size_t i = 0; keys[i]; i += 2)
		printf("%s %s = %s", i ? ";" : "", keys[i], keys[i + 1]);
	printf("\n");
}

static void list_suites(void)
{
	for (size_t i = 0; i < workload_suite_count; i++) {
		printf("%-14s %s\n              ", workload_suites[i].name,
		       workload_suites[i].summary);
		for (const char *const *test = workload_suites[i].tests; *test; test++)
			printf(" %s", *test);
		printf("\n");
		list_parameters(workload_suites[i].keys);
	}
}

static void list_keys(void)
{
	for (const struct config_key_help *key = config_key_table(); key->key;
	     key++)
		printf("%-14s %-22s default %s\n               %s\n", key->key,
		       key->where, *key->dflt ? key->dflt : "none", key->meaning);
}

int command_list(int argc, char **argv)
{
	if (argc == 1 && strcmp(argv[0], "tests") == 0) {
		list_tests();
	} else if (argc == 1 && strcmp(argv[0], "suites") == 0) {
		list_suites();
	} else if (argc == 1 && strcmp(argv[0], "keys") == 0) {
		list_keys();
	} else {
		fprintf(stderr, "usage: bench list tests | suites | keys\n");
		return EXIT_USAGE;
	}
	return EXIT_ALL_MEASURED;
}
