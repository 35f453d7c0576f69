/* nearest.h - "did you mean". */
#ifndef BENCH_CONFIG_NEAREST_H
#define BENCH_CONFIG_NEAREST_H

#include <stddef.h>

/* The word of the list with the smallest edit distance (insert, delete,
 * replace, swap of neighbours; case ignored) from `word`, or NULL where none is
 * within a third of its length, at least 1, at most 3. */
const char *nearest_word(const char *word, const char *const *words,
                         size_t count);

#endif
