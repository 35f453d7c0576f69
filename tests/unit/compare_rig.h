/* compare_rig.h - sides of a comparison made up in files, for its tests. */
#ifndef BENCH_TESTS_COMPARE_RIG_H
#define BENCH_TESTS_COMPARE_RIG_H

#include "compare/differences.h"

/* Rounds of one cell; their rates are `rate` (MB/s, or 1/s without sizes) times
 * 1, 1 + spread, 1 - spread, 1, ... */
struct made_cell {
	const char *target, *test;
	uint64_t file_size, record_size; /* 0: the row has none */
	double rate, spread;
	size_t rounds;
	const char *sync, *durability, *cpus;
	uint64_t layout;
	enum result_status status;
};

/* Writes a directory with these cells and, unless NULL, this run.json; its path
 * is the caller's to free. */
char *made_directory(const struct made_cell *cells, size_t count,
                     const char *json);
/* The same, loaded. */
void made_side(struct side *side, const struct made_cell *cells, size_t count,
               const char *json);
/* The difference of that name, or NULL. */
const struct difference *made_find(const struct differences *differences,
                                   const char *what);

#endif
