/* report.h - results as one page that opens anywhere and calls nobody. */
#ifndef BENCH_REPORT_REPORT_H
#define BENCH_REPORT_REPORT_H

#include <stdbool.h>
#include <stddef.h>

struct report_request {
	/* The first is shown; each other one is held against it. */
	const char *const *directories;
	size_t count; /* at least 1 */
	/* Where style, script and chart library are; NULL: nowhere. */
	const char *assets;
	const char *output; /* path of the page */
};

/* Writes the page; an older one is replaced as a whole.  *without_charts: the
 * chart library was not found, so the page has its tables only. */
int report_write(const struct report_request *request, bool *without_charts,
                 char **why);

#endif
