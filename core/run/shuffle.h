/* shuffle.h - in which order a round goes through blocks and targets.
 *
 * Only the seed, the round and the numbers decide, so that a reader of run.json
 * can redo it. */
#ifndef BENCH_RUN_SHUFFLE_H
#define BENCH_RUN_SHUFFLE_H

#include <stddef.h>
#include <stdint.h>

/* The same in one sentence, for run.json; and where blocks stand as planned. */
extern const char shuffle_rule[], shuffle_rule_listed[];

/* Fills order[] with the numbers of count blocks, in the order of this round
 * (from 1). */
void shuffle_blocks(size_t *order, size_t count, uint64_t seed, unsigned round);
/* The same as they were planned. */
void shuffle_list(size_t *order, size_t count);
/* The target that comes at a position (from 0) in each block of a round: A B C
 * in odd rounds, C B A in even ones, so that what drifts hits all alike. */
size_t shuffle_target(size_t position, size_t count, unsigned round);

#endif
