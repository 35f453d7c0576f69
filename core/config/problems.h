/* problems.h - all that is wrong with a configuration, told at once. */
#ifndef BENCH_CONFIG_PROBLEMS_H
#define BENCH_CONFIG_PROBLEMS_H

#include <stdbool.h>
#include <stddef.h>
#include "base/text.h"

/* Where a key stands.  file is NULL for the command line. */
struct config_place {
	const char *file; /* belongs to the configuration */
	unsigned line;
};

struct problems {
	/* "x.ini:7: unknown key `recrod_sizes`; did you mean `record_sizes`?", in
	 * the order of the file's lines, the command line's last. */
	char **sentences;
	unsigned *lines; /* beside them */
	size_t count;
	bool failed; /* memory ran out and a problem was lost */
};

/* Zero-initialise.  Adds "FILE:LINE: " (without a line "FILE: ", without a file
 * "command line: ") and the text. */
void problems_add(struct problems *problems, struct config_place place,
                  const char *format, ...) TEXT_PRINTF(3, 4);
void problems_free(struct problems *problems);

#endif
