/* classic.h - a run as the classic programs would have printed it, for people
 * who know those tables and for the programs that read them.
 *
 * Names, units and columns are theirs; what is timed is bench's own (the tests'
 * definitions), and each view says so where it could be taken for more.  What a
 * run has not measured is a blank or `-`, never 0. */
#ifndef BENCH_VIEW_CLASSIC_H
#define BENCH_VIEW_CLASSIC_H

#include <stdbool.h>
#include <stdio.h>
#include "result/summary.h"

enum classic_format {
	CLASSIC_NONE,
	CLASSIC_IOZONE, /* file size x record size, and the -R reports */
	CLASSIC_BONNIE, /* the line of 1.x, and the CSV line of bonnie++ */
	CLASSIC_FILES,  /* loops per second */
	CLASSIC_SANDRA, /* the breakdown of a drive, and an index */
	CLASSIC_PING    /* min/avg/max/mdev */
};

/* What a summary does not know.  Any string may be NULL: then it is left out.
 */
struct classic_about {
	const char *version; /* of bench */
	const char *began;   /* as ctime() has it, without its line end */
	const char *results; /* the directory of the run */
	const char *system;  /* "Linux 6.1.0" */
	bool whole;          /* the run came to its end */
};

/* The tests that a format shows, ending with NULL. */
const char *const *classic_tests(enum classic_format format);
bool classic_shows(enum classic_format format, const char *test);

/* All tables of a finished summary: one for each target, and for each number of
 * threads and depth.  0, or -ENOMEM, then nothing was printed. */
int classic_print(FILE *out, enum classic_format format,
                  const struct summary *summary,
                  const struct classic_about *about);

#endif
