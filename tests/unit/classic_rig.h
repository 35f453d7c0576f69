/* classic_rig.h - summaries and printing for the tests of the classic views. */
#ifndef BENCH_TESTS_CLASSIC_RIG_H
#define BENCH_TESTS_CLASSIC_RIG_H

#include "base/text.h"
#include "made_summary.h"
#include "view/classic.h"

/* A cell of one round of one second: so many bytes, operations, and seconds of
 * the processor. */
struct classic_made {
	const char *target, *test;
	uint64_t file, record, threads;
	double bytes, ops, cpu_s;
};

void add_made(struct summary *summary, const struct classic_made *made,
              const struct histogram *latency);
/* The caller frees it; the summary is finished here. */
char *print_classic(struct summary *summary, enum classic_format format,
                    const struct classic_about *about);
/* Prints, compares, and frees the summary. */
void expect_classic(struct summary *summary, enum classic_format format,
                    const struct classic_about *about, const char *expected);

#endif
