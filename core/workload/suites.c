/* suites.c - the table of suites. */
#include "workload/workload.h"

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
