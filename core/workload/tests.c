/* tests.c - the tables of tests and suites, and what each needs. */
#include "workload/workload.h"

#include <string.h>

const struct workload_test workload_tests[] = {
        {"write", "MB/s", "a new file, records in order", WORKLOAD_WRITE,
         WORKLOAD_SEQUENTIAL, true},
        {"rewrite", "MB/s", "the written file again, records in order",
         WORKLOAD_WRITE, WORKLOAD_SEQUENTIAL, false},
        {"read", "MB/s", "the written file, records in order", WORKLOAD_READ,
         WORKLOAD_SEQUENTIAL, false},
        {"reread", "MB/s", "the file that was just read, records in order",
         WORKLOAD_READ, WORKLOAD_SEQUENTIAL, false},
        {"random_read", "MB/s", "every record once, in a seeded permutation",
         WORKLOAD_READ, WORKLOAD_RANDOM, false},
        {"random_write", "MB/s", "every record once, in a seeded permutation",
         WORKLOAD_WRITE, WORKLOAD_RANDOM, false},
        {"ping", "ms", "the cheapest round trip that the backend has",
         WORKLOAD_PING, WORKLOAD_SEQUENTIAL, false},
};
const size_t workload_test_count =
        sizeof workload_tests / sizeof workload_tests[0];

static const char *const nas_tests[] = {"write",  "rewrite",     "read",
                                        "reread", "random_read", "random_write",
                                        "ping",   NULL};
static const char *const ping_tests[] = {"ping", NULL};

const struct workload_suite workload_suites[] = {
        {"nas", "sequential and random throughput, and the round trip",
         nas_tests},
        {"ping", "the round trip alone", ping_tests},
};
const size_t workload_suite_count =
        sizeof workload_suites / sizeof workload_suites[0];

const struct workload_test *workload_find(const char *name)
{
	for (size_t i = 0; i < workload_test_count; i++)
		if (strcmp(workload_tests[i].name, name) == 0)
			return &workload_tests[i];
	return NULL;
}

bool workload_has_sizes(const struct workload_test *test)
{
	return test->action != WORKLOAD_PING;
}

const char *workload_lacks_operation(const struct workload_test *test,
                                     const struct bench_backend *backend)
{
	if (test->action == WORKLOAD_PING)
		return backend->ping ? NULL : "the backend has no ping operation";
	if (!backend->open || !backend->close)
		return "the backend has no open and close operations";
	if (test->action == WORKLOAD_READ && !backend->read)
		return "the backend has no read operation";
	if (test->action == WORKLOAD_WRITE && !backend->write)
		return "the backend has no write operation";
	if (test->new_file && !backend->unlink)
		return "the backend has no unlink operation to make new files with";
	return NULL;
}

const char *workload_lacks_property(const struct workload_test *test,
                                    const struct bench_caps *caps)
{
	if (test->action == WORKLOAD_PING)
		return NULL;
	if (test->order != WORKLOAD_SEQUENTIAL && !(caps->props & BENCH_RANDOM))
		return "the target is a stream: offsets only go forward";
	if (test->action == WORKLOAD_WRITE && !test->new_file &&
	    !(caps->props & BENCH_REWRITE))
		return "the target cannot write a range again";
	return NULL;
}
