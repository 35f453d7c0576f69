/* differences.h - what was not alike when A and B were measured.
 *
 * Some of it makes a ratio a figure of the settings and not of what is
 * compared: such differences refuse.  The others may be the very reason for
 * which one compares (another kernel, another server): they warn.  docs/
 * compare.md lists both. */
#ifndef BENCH_COMPARE_DIFFERENCES_H
#define BENCH_COMPARE_DIFFERENCES_H

#include "compare/match.h"

struct difference {
	char *target; /* "X", or "X and Y"; NULL: of the runs as a whole */
	char *what;   /* sync, mount_options, kernel */
	char *a, *b;  /* NULL: that side does not say */
	size_t cells; /* how many; 0: not a matter of cells */
	bool refuses;
};

struct differences {
	struct difference *list;
	size_t count, capacity;
	size_t refusing;
};

/* Of the cells that matched.  0 or -ENOMEM; to be freed either way. */
int differences_find(const struct side *a, const struct side *b,
                     const struct matches *matches, struct differences *out);
void differences_free(struct differences *differences);
/* "target nas: sync: fsync in A, none in B (12 cells)".  The caller frees it;
 * NULL when memory ran out. */
char *differences_sentence(const struct difference *difference);

/* For the two below: one more, or one more cell of the same. */
struct difference_key {
	const char *target_a, *target_b; /* NULL: of the runs */
	const char *what, *a, *b;
	bool of_cell, refuses;
};
int differences_add(struct differences *differences,
                    const struct difference_key *key);
/* Of the columns of rows; of run.json. */
int differences_of_rows(const struct side *a, const struct side *b,
                        const struct matches *matches, struct differences *out);
int differences_of_runs(const struct side *a, const struct side *b,
                        const struct matches *matches, struct differences *out);

#endif
