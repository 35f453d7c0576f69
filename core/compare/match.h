/* match.h - the cells that both sides have, held against each other.
 *
 * Ratios are B / A, so that above 1 B is faster.  A verdict is given only where
 * both sides have SUMMARY_PAIRS rounds that count. */
#ifndef BENCH_COMPARE_MATCH_H
#define BENCH_COMPARE_MATCH_H

#include "compare/side.h"

struct match {
	const struct summary_cell *a, *b;
	size_t a_rounds, b_rounds; /* that count */
	double ratio, low, high;   /* low and high are NAN unless judged */
	bool judged;               /* enough rounds: verdict says something */
	struct comparison comparison;
	enum compare_verdict verdict;
};

/* The geometric mean of the ratios of some cells: of those with enough rounds,
 * or where there are none, of all, and then without an interval. */
struct match_mean {
	const char *target, *test; /* A's; NULL: of all */
	size_t cells;
	double ratio, low, high;
};

struct match_wish {
	const char *target; /* only this one of A; NULL: all */
	const char *with;   /* against this one of B; NULL: the same name */
	double delta;       /* an effect below is none */
};

struct matches {
	struct match *list; /* the largest effect first */
	size_t count;
	struct match_mean *means; /* per target and test */
	size_t mean_count;
	struct match_mean all;
	size_t slower, faster, same, inconclusive, few;
	/* Cells with a figure that the other side has none of: was not
	 * planned there, or (lost: was measured in A) failed there. */
	size_t only_a, only_b, lost;
	const struct summary_cell **lost_cells; /* of B */
	bool paired; /* two targets of one run, round by round */
	double delta;
};

/* Where a and b are the same side, two of its targets are compared.  0, or a
 * negative errno and a sentence: -ENOENT where nothing matches.  To be freed
 * either way. */
int match_build(struct side *a, struct side *b, const struct match_wish *wish,
                struct matches *out, char **why);
void match_free(struct matches *matches);
/* Is it confirmed that B is slower by more than this? */
bool match_is_below(const struct match *match, double share);
/* slower, faster, same, inconclusive, or "not enough rounds". */
const char *match_verdict_name(const struct match *match);

/* Of match_mean.c: fills the means from the list. */
int match_means(struct matches *matches);
/* Figures of the rounds that count; returns how many.  values has room for
 * cell->count. */
size_t match_values(const struct summary_cell *cell, double *values);

#endif
