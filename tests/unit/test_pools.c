/* test_pools.c - do the statistics keep their word on real figures?
 *
 * tests/data/pools.txt holds rates of seven loops; runs are drawn from them, so
 * the truth is known: it is the pool's.  The draws are seeded and the
 * assertions are about the same draws every time.
 */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "measure/compare.h"
#include "measure/statistics.h"
#include "unit.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define POOLS         7
#define VALUES        401
#define RUNS          2000
#define MOST          22 /* rounds */
#define CELLS         96
#define ROUNDS        10
#define COMPARISONS   150
#define SLOWER        0.88
#define STEADY        0.03

struct pool {
	char name[64];
	double values[VALUES];
	double median;
};

static struct pool pools[POOLS];
static uint64_t state;

/* Vigna's splitmix64. */
static uint64_t random_bits(void)
{
	uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

static double draw(const struct pool *pool)
{
	return pool->values[random_bits() % VALUES];
}

static void draw_run(const struct pool *pool, double *values, size_t count)
{
	for (size_t i = 0; i < count; i++)
		values[i] = draw(pool);
}

/* Words and numbers; what begins with # is a comment. */
static int read_pools(FILE *file)
{
	char line[256];
	size_t pool = 0, count = VALUES;

	while (fgets(line, sizeof line, file)) {
		char *at = line, *end;
		double value;

		if (line[0] == '#' || line[0] == '\n')
			continue;
		if (line[0] >= 'a') {
			if (count != VALUES || pool == POOLS)
				return -1;
			line[strcspn(line, "\n")] = '\0';
			snprintf(pools[pool++].name, sizeof pools[0].name, "%.63s", line);
			count = 0;
			continue;
		}
		while (value = strtod(at, &end), end != at) {
			if (pool == 0 || count == VALUES)
				return -1;
			pools[pool - 1].values[count++] = value;
			at = end;
		}
	}
	return pool == POOLS && count == VALUES ? 0 : -1;
}

static void load(void)
{
	FILE *file = fopen("tests/data/pools.txt", "re");

	state = 20081127;
	CU_ASSERT_PTR_NOT_NULL_FATAL(file);
	CU_ASSERT_EQUAL_FATAL(read_pools(file), 0);
	fclose(file);
	for (size_t i = 0; i < POOLS; i++) {
		struct statistics is;

		statistics_describe(pools[i].values, VALUES, &is);
		pools[i].median = is.median;
	}
}

/* The pool's shape with a calmer machine's spread: its logarithms drawn
 * together about the median until their deviation is `spread`. */
static void calm(struct pool *pool, double spread)
{
	double sum = 0, squares = 0, deviation;

	for (size_t i = 0; i < VALUES; i++)
		sum += log(pool->values[i]);
	for (size_t i = 0; i < VALUES; i++) {
		double off = log(pool->values[i]) - sum / VALUES;

		squares += off * off;
	}
	deviation = sqrt(squares / (VALUES - 1));
	for (size_t i = 0; i < VALUES; i++)
		pool->values[i] = pool->median * pow(pool->values[i] / pool->median,
		                                     spread / deviation);
}

static double covered(const struct pool *pool, size_t count)
{
	unsigned hits = 0;

	for (unsigned run = 0; run < RUNS; run++) {
		double values[MOST];
		struct statistics is;

		draw_run(pool, values, count);
		statistics_describe(values, count, &is);
		hits += is.has_interval && is.low <= pool->median &&
		        pool->median <= is.high;
	}
	return (double)hits / RUNS;
}

/* Measured to 0.5 % by 2000 runs.  These pools: 93.5 to 96.3 %, least for round
 * trips with 7 rounds.
 *
 * With 7 it can be less: two other recordings, on a machine yet busier, gave
 * 93.6 % (fdatasync) and 92.6 % (round trips) in 20,000 runs, as O_DIRECT did
 * elsewhere.  Those pools were flat with a blunt end, many rounds just below
 * the best; the interval's ends then lie for three quarters at the second value
 * of seven, and it is the end on the blunt side that falls short (missed by 4.8
 * % against 1.5 %).  Logarithms or times instead of rates change that by 0.7 %
 * at most.  From 10 rounds on all three recordings were within 93 to 97 %. Ties
 * would only raise the coverage; these rates have next to none. */
static void coverage(void)
{
	static const size_t counts[] = {7, 10, 15, 22};

	load();
	for (size_t i = 0; i < POOLS; i++)
		for (size_t k = 0; k < LENGTH(counts); k++) {
			double share = covered(&pools[i], counts[k]);

			CU_ASSERT_TRUE(share >= 0.93 && share <= 0.97);
		}
}

/* One matrix of 96 cells, from all pools in turn, measured twice; the cell
 * `slow` is slower the second time.  Counts the alarms of the others and tells
 * the verdict on the slow one. */
static unsigned matrix(size_t slow, bool pairs, enum compare_verdict *verdict)
{
	static struct comparison list[CELLS];
	unsigned alarms = 0;

	for (size_t cell = 0; cell < CELLS; cell++) {
		const struct pool *pool = &pools[cell % POOLS];
		double before[ROUNDS], now[ROUNDS];

		draw_run(pool, before, ROUNDS);
		draw_run(pool, now, ROUNDS);
		for (size_t i = 0; cell == slow && i < ROUNDS; i++)
			now[i] *= SLOWER;
		if (pairs)
			compare_pairs(before, now, ROUNDS, &list[cell]);
		else
			compare_rounds(before, ROUNDS, now, ROUNDS, &list[cell]);
	}
	CU_ASSERT_EQUAL(compare_adjust(list, CELLS, COMPARE_Q), 0);
	for (size_t cell = 0; cell < CELLS; cell++) {
		enum compare_verdict is = compare_verdict(&list[cell], COMPARE_DELTA);

		if (cell == slow)
			*verdict = is;
		else
			alarms += is == COMPARE_SLOWER || is == COMPARE_FASTER;
	}
	return alarms;
}

/* The same build against itself: how many of 150 comparisons raise an alarm in
 * any of their 96 cells. */
static void false_alarms_of_these_pools(void)
{
	for (int pairs = 0; pairs < 2; pairs++) {
		unsigned alarmed = 0;

		for (unsigned i = 0; i < COMPARISONS; i++)
			alarmed += matrix(CELLS, pairs, NULL) > 0;
		CU_ASSERT_TRUE(alarmed <= COMPARISONS * 5 / 100);
	}
}

static void false_alarms(void)
{
	load();
	false_alarms_of_these_pools();
	for (size_t i = 0; i < POOLS; i++)
		calm(&pools[i], STEADY);
	false_alarms_of_these_pools();
}

/* One cell slower by 12 %: how often it is found and how often it is taken for
 * the same, of 150 comparisons. */
static void search(size_t slow, bool pairs, unsigned *found, unsigned *same)
{
	*found = *same = 0;
	for (unsigned i = 0; i < COMPARISONS; i++) {
		enum compare_verdict verdict = COMPARE_INCONCLUSIVE;

		matrix(slow, pairs, &verdict);
		*found += verdict == COMPARE_SLOWER;
		*same += verdict == COMPARE_SAME;
	}
}

/* With a spread of 3 %, 10 rounds find it, whatever the pool's shape.  With 4 %
 * they still do by compare_rounds() in 87 to 100 %, but by compare_pairs() in
 * 77 to 93 %: pairs that are drawn have nothing in common, so half the degrees
 * of freedom are given away for nothing. */
static void finds_the_slow_one(void)
{
	load();
	for (size_t i = 0; i < POOLS; i++)
		calm(&pools[i], STEADY);
	for (size_t slow = 0; slow < POOLS; slow++)
		for (int pairs = 0; pairs < 2; pairs++) {
			unsigned found, same;

			search(slow, pairs, &found, &same);
			CU_ASSERT_TRUE(found >= COMPARISONS * 90 / 100);
			CU_ASSERT_EQUAL(same, 0);
		}
}

/* As they were recorded, spread by 17 % and more, 10 rounds are too few; then
 * the answer is "inconclusive", and never "the same". */
static void admits_to_see_nothing(void)
{
	load();
	for (size_t slow = 0; slow < POOLS; slow++)
		for (int pairs = 0; pairs < 2; pairs++) {
			unsigned found, same;

			search(slow, pairs, &found, &same);
			CU_ASSERT_TRUE(found < COMPARISONS * 10 / 100);
			CU_ASSERT_EQUAL(same, 0);
		}
}

static CU_TestInfo cases[] = {{"coverage", coverage},
                              {"false alarms", false_alarms},
                              {"finds the slow one", finds_the_slow_one},
                              {"admits to see nothing", admits_to_see_nothing},
                              CU_TEST_INFO_NULL};
UNIT_SUITE(pools, cases)
