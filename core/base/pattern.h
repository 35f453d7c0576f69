/* pattern.h - bytes that are known from their place: what is written when it is
 * to be verified.
 *
 * Word w of a file (bytes 8w to 8w + 7, little endian) is the w-th output of
 * splitmix64 (Steele, Lea and Flood, OOPSLA 2014) from a start that mixes seed,
 * file and generation: incompressible, never the same in two places, and any
 * part of it can be made without the rest. */
#ifndef BENCH_BASE_PATTERN_H
#define BENCH_BASE_PATTERN_H

#include "bench_plugin.h"

/* Makes the bytes [offset, offset + length).  Any alignment. */
void pattern_fill(const struct bench_pattern *pattern, void *bytes,
                  size_t length, uint64_t offset);
/* How many bytes from the first on are right; length when all are. */
size_t pattern_check(const struct bench_pattern *pattern, const void *bytes,
                     size_t length, uint64_t offset);

#endif
