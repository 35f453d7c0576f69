/* suites.h - named lists of tests with the parameters that they are known by.
 *
 * A suite is data: tests, and what keys of the configuration are where nobody
 * says anything else. */
#ifndef BENCH_WORKLOAD_SUITES_H
#define BENCH_WORKLOAD_SUITES_H

#include <stddef.h>

struct workload_suite {
	const char *name;
	const char *summary;      /* one line for help */
	const char *const *tests; /* ends with NULL */
	/* key, text, key, text, ..., NULL; NULL: none. */
	const char *const *keys;
};

extern const struct workload_suite workload_suites[];
extern const size_t workload_suite_count;

#endif
