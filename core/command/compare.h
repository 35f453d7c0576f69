/* compare.h - the command line of `bench compare`. */
#ifndef BENCH_COMMAND_COMPARE_H
#define BENCH_COMMAND_COMPARE_H

#include <stdbool.h>

enum compare_format {
	COMPARE_TABLE,
	COMPARE_MARKDOWN,
	COMPARE_JSON,
	COMPARE_JUNIT
};

struct compare_arguments {
	const char *a, *b; /* b NULL: two targets of a */
	const char *target, *with;
	double fail_below; /* NAN: not asked for */
	enum compare_format format;
	const char *unit;
	double divisor;
	bool force, help;
};

/* argv[0] is skipped.  0, or -EINVAL and a sentence. */
int compare_arguments(struct compare_arguments *arguments, int argc,
                      char **argv, char **why);

extern const char compare_help[];

#endif
