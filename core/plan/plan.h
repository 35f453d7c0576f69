/* plan.h - from a configuration to the list of cells, with the reason for each
 * one that will not be measured.
 *
 * Touches nothing.  What only the target itself can say (its caps) comes in
 * later, through plan_apply_caps(). */
#ifndef BENCH_PLAN_PLAN_H
#define BENCH_PLAN_PLAN_H

#include <stddef.h>
#include <stdint.h>
#include "config/config.h"
#include "workload/workload.h"

enum plan_verdict {
	PLAN_RUN,
	PLAN_SKIPPED,     /* makes no sense: a record larger than the file */
	PLAN_UNSUPPORTED, /* the backend or the target cannot do it */
	PLAN_UNREACHED    /* the target could not be opened */
};

struct plan_cell {
	size_t target; /* index into the configuration's targets */
	size_t block;  /* index into blocks */
	const struct workload_test *test;
	uint64_t file_size, record_size; /* 0 for tests without sizes */
	unsigned threads, depth;
	enum plan_verdict verdict;
	char *reason; /* one sentence; NULL for PLAN_RUN */
};

/* The cells of one (file size, record size, threads, depth) of all targets, to
 * be measured next to each other: cells[first .. first + count), ordered by
 * target, then test. */
struct plan_block {
	size_t first, count;
};

struct plan {
	const struct bench_config *config;
	struct plan_cell *cells;
	size_t cell_count, cell_capacity;
	struct plan_block *blocks;
	size_t block_count;
};

/* -ENOMEM only. */
int plan_make(const struct bench_config *config, struct plan **out);
/* NULL is fine. */
void plan_free(struct plan *plan);

/* Turns the cells that this target cannot do into PLAN_UNSUPPORTED, with
 * reasons. */
void plan_apply_caps(struct plan *plan, size_t target,
                     const struct bench_caps *caps);
/* Turns all cells of a target that would run into PLAN_UNREACHED. */
int plan_unreached(struct plan *plan, size_t target, const char *reason);

/* The cells of one target in one block: cells[*first .. *first + count);
 * returns count. */
size_t plan_block_target(const struct plan *plan, size_t block, size_t target,
                         size_t *first);
/* How many cells have this verdict. */
size_t plan_count(const struct plan *plan, enum plan_verdict verdict);
/* Room that a target needs at once: its largest file times its threads. */
uint64_t plan_bytes_needed(const struct plan *plan, size_t target);

#endif
