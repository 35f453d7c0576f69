/* compare.h - is one cell really slower than another?
 *
 * Values are rates, higher is better, one per round.  Ratios are now / before.
 *
 * 1. compare_rounds() and compare_beyond() or, where both come from one
 *    interleaved run and stand next to each other, compare_pairs(): ratio,
 *    interval, p.
 * 2. compare_adjust() over all cells of the matrix: which p still mean
 *    something when that many were looked at.
 * 3. compare_verdict() of each. */
#ifndef BENCH_MEASURE_COMPARE_H
#define BENCH_MEASURE_COMPARE_H

#include <stdbool.h>
#include <stddef.h>

#define COMPARE_DELTA      0.05 /* an effect below this is nobody's concern */
#define COMPARE_Q          0.05 /* share of false ones among what is reported */
#define COMPARE_CONFIDENCE 0.95

struct comparison {
	bool known;       /* else the rest is NAN: too few values or one <= 0 */
	double ratio;     /* of the geometric means, now / before */
	double low, high; /* its interval, COMPARE_CONFIDENCE */
	double t, df, p;  /* two-sided */
	bool bimodal;     /* either side has two levels */
	bool significant; /* set by compare_adjust() */
};

/* Welch's t test on the logarithms, 2 values or more on either side. */
void compare_rounds(const double *before, size_t before_count,
                    const double *now, size_t now_count,
                    struct comparison *out);
/* Student's t test on the logarithms of now[i] / before[i], 2 pairs or more.
 * Better than compare_rounds() where what disturbs one of a pair disturbs the
 * other; where nothing is in common it finds less. */
void compare_pairs(const double *before, const double *now, size_t count,
                   struct comparison *out);
/* Of two runs at two times, after compare_rounds(): all rounds of one share
 * what the machine was like then, and the spread of the rounds knows nothing of
 * it.  So p becomes that of an effect of delta or less in the place of none (J.
 * L. Hodges and E. L. Lehmann, J. R. Stat. Soc. B 16, 1954): it is below 0.05
 * where the whole interval lies beyond 1 - delta or 1 + delta. */
void compare_beyond(struct comparison *comparison, double delta);
/* Benjamini and Hochberg's procedure: of all comparisons with known p, marks as
 * significant those with the k smallest, k being the largest with
 * p(k) <= q k / m.  0 or -ENOMEM. */
int compare_adjust(struct comparison *list, size_t count, double q);

enum compare_verdict {
	COMPARE_INCONCLUSIVE,
	COMPARE_SAME,   /* the interval lies within 1 - delta and 1 + delta */
	COMPARE_SLOWER, /* significant, and by more than delta */
	COMPARE_FASTER
};

/* Two levels among the rounds are never COMPARE_SAME. */
enum compare_verdict compare_verdict(const struct comparison *comparison,
                                     double delta);
const char *compare_verdict_name(enum compare_verdict verdict);

/* Student's distribution: P(|T| >= |t|), and the t that leaves 1 - confidence
 * outside of -t and t.  df > 0, need not be whole. */
double compare_t_tails(double t, double df);
double compare_t_bound(double confidence, double df);

#endif
