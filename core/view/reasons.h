/* reasons.h - why cells hold no number: each sentence once, with its cells. */
#ifndef BENCH_VIEW_REASONS_H
#define BENCH_VIEW_REASONS_H

#include <stddef.h>
#include "base/text.h"
#include "result/summary.h"

#define REASONS_NAMED 2 /* cells that are named; the others are counted */

struct reason {
	char *sentence;
	char *where[REASONS_NAMED];
	size_t count;
};

/* Zero-initialise it. */
struct reasons {
	struct reason *list;
	size_t count;
	bool failed; /* memory ran out; what is there can be printed */
};

void reasons_add(struct reasons *reasons, const char *sentence,
                 const char *where);
/* The reason of a cell that has no number. */
void reasons_add_cell(struct reasons *reasons, const struct summary_cell *cell,
                      const char *where);
/* Lines of the form "  error: disk full (64K/4K, 64K/8K and 3 more)".  `all` is
 * how many cells there are; 0: not to be told. */
void reasons_print(const struct reasons *reasons, size_t all, struct text *to,
                   bool utf8);
void reasons_free(struct reasons *reasons);

#endif
