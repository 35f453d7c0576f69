/* tests.c - the table of tests. */
#include "workload/workload.h"

#include <string.h>
#include "workload/order.h"

#define FILES    WORKLOAD_NEEDS_OPEN
#define READS    (FILES | WORKLOAD_NEEDS_READ)
#define WRITES   (FILES | WORKLOAD_NEEDS_WRITE)
#define NEW      (WRITES | WORKLOAD_NEEDS_UNLINK)
#define REWRITES (WRITES | WORKLOAD_NEEDS_REWRITE)
#define ANYWHERE WORKLOAD_NEEDS_RANDOM

/* In the order in which one leaves the cache, and the file, as the next one
 * would have them. */
const struct workload_test workload_tests[] = {
        {.name = "write",
         .unit = "MB/s",
         .summary = "a new file, records in order",
         .family = "records",
         .action = WORKLOAD_WRITE,
         .new_file = true,
         .needs = NEW},
        {.name = "rewrite",
         .unit = "MB/s",
         .summary = "the written file again, records in order",
         .family = "records",
         .action = WORKLOAD_WRITE,
         .needs = REWRITES},
        {.name = "read",
         .unit = "MB/s",
         .summary = "the written file, records in order",
         .family = "records",
         .action = WORKLOAD_READ,
         .needs = READS},
        {.name = "reread",
         .unit = "MB/s",
         .summary = "the file that was just read, records in order",
         .family = "records",
         .action = WORKLOAD_READ,
         .needs = READS},
        {.name = "random_read",
         .unit = "MB/s",
         .summary = "every record once, in a seeded permutation",
         .family = "records",
         .action = WORKLOAD_READ,
         .order = WORKLOAD_RANDOM,
         .needs = READS | ANYWHERE},
        {.name = "random_write",
         .unit = "MB/s",
         .summary = "every record once, in a seeded permutation",
         .family = "records",
         .action = WORKLOAD_WRITE,
         .order = WORKLOAD_RANDOM,
         .needs = REWRITES | ANYWHERE},
        {.name = "ping",
         .unit = "ms",
         .summary = "the cheapest round trip that the backend has",
         .family = "small",
         .action = WORKLOAD_PING,
         .sizes = WORKLOAD_NO_SIZES,
         .operations = 100,
         .needs = WORKLOAD_NEEDS_PING},
};
const size_t workload_test_count =
        sizeof workload_tests / sizeof workload_tests[0];

const struct workload_test *workload_find(const char *name)
{
	for (size_t i = 0; i < workload_test_count; i++)
		if (strcmp(workload_tests[i].name, name) == 0)
			return &workload_tests[i];
	return NULL;
}

bool workload_has_sizes(const struct workload_test *test)
{
	return test->sizes != WORKLOAD_NO_SIZES;
}

bool workload_reads(const struct workload_test *test)
{
	return test->action == WORKLOAD_READ || test->action == WORKLOAD_MODIFY ||
	       test->action == WORKLOAD_MIX || test->action == WORKLOAD_SEEK;
}

bool workload_writes(const struct workload_test *test)
{
	return test->action == WORKLOAD_WRITE || test->action == WORKLOAD_MODIFY ||
	       test->action == WORKLOAD_MIX || test->action == WORKLOAD_SEEK;
}

uint64_t workload_operations(const struct workload_test *test,
                             uint64_t file_size, uint64_t record_size,
                             unsigned lane, unsigned lanes)
{
	uint64_t operations = test->operations;

	if (!operations)
		return record_size ? order_records(file_size, record_size) : 0;
	if (!test->shared || lanes < 2)
		return operations;
	return operations / lanes + (lane < operations % lanes);
}
