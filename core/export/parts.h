/* parts.h - what the exports share. */
#ifndef BENCH_EXPORT_PARTS_H
#define BENCH_EXPORT_PARTS_H

#include "base/text.h"
#include "result/summary.h"

/* Adds the text made one clean line, with a backslash in front of each of
 * `special`. */
void parts_escape(struct text *to, const char *text, const char *special);
/* A figure with so many digits behind its point, in any locale. */
void parts_real(struct text *to, double value, unsigned decimals);
/* Digits of a cell's rate, as in summary.csv. */
unsigned parts_decimals(const struct summary_cell *cell);
bool parts_has_rate(const struct summary_cell *cell);

/* What the cells of one picture have in common.  Strings are borrowed. */
struct parts_key {
	const char *target, *test;
	uint64_t threads, depth;
};

/* Those of the tests with sizes, each once, in order of first appearance.
 * The caller frees them; NULL when memory ran out. */
struct parts_key *parts_keys(const struct summary *summary, size_t *count);
bool parts_is_of(const struct parts_key *key, const struct summary_cell *cell);

/* The sizes of a key's cells, rising.  The caller frees them; NULL when memory
 * ran out. */
uint64_t *parts_sizes(const struct summary *summary,
                      const struct parts_key *key, bool of_records,
                      size_t *count);

/* A name for the files of key i: letters, digits, - and _ only, and no other
 * key's.  The caller frees it. */
char *parts_name(const struct parts_key *keys, size_t i);

/* Makes the directory, and writes a file into it. */
int parts_directory(const char *directory, char **why);
int parts_write(const char *directory, const char *name, struct text *text,
                char **why);

#endif
