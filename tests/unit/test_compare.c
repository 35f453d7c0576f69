/* test_compare.c - comparisons against values from numeric integration of
 * Student's density, done elsewhere. */
#include <math.h>
#include "measure/compare.h"
#include "unit.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define NONE          ((double)NAN)

static const double before[] = {101.5, 98.25, 110, 95, 103.75, 99, 104.5},
                    now[] = {92, 88.5, 97.25, 90, 99.5, 86, 91.75, 94};

static void tails(void)
{
	static const struct {
		double t, df, p;
	} table[] = {{0.5, 1, 0.704832764699137},
	             {1, 2, 0.42264973081037405},
	             {2.2281388519649385, 10, 0.05000000000180885},
	             {2, 7.3, 0.0839410393341034},
	             {4.5, 9, 0.0014889494154117242},
	             {-4.5, 9, 0.0014889494154117242},
	             {0.1, 30, 0.921009611790271},
	             {3.3, 18.7, 0.0038270660437487694},
	             {8, 13.5, 1.7438940943212664e-06},
	             {2.5, 200, 0.01322317264170094},
	             {25, 9, 1.2589450378990358e-09},
	             {0.001, 4, 0.99925000015625},
	             {0, 5, 1},
	             {(double)INFINITY, 5, 0}};

	for (size_t i = 0; i < LENGTH(table); i++)
		CU_ASSERT_DOUBLE_EQUAL(compare_t_tails(table[i].t, table[i].df),
		                       table[i].p, 1e-10 * table[i].p + 1e-15);
}

static void bounds(void)
{
	static const struct {
		double confidence, df, t;
	} table[] = {{0.95, 1, 12.706204736432095},
	             {0.95, 2, 4.302652729749462},
	             {0.95, 9, 2.262157162798204},
	             {0.95, 17.4, 2.106126958754027},
	             {0.99, 5.5, 3.8499114660010356},
	             {0.95, 150, 1.9759053308966055},
	             {0, 5, 0}};

	for (size_t i = 0; i < LENGTH(table); i++)
		CU_ASSERT_DOUBLE_EQUAL(
		        compare_t_bound(table[i].confidence, table[i].df), table[i].t,
		        1e-9);
	CU_ASSERT_TRUE(isinf(compare_t_bound(1, 5)));
}

static void compares_rounds(void)
{
	static const double two[] = {10, 20}, others[] = {30, 31};
	struct comparison is;

	compare_rounds(before, LENGTH(before), now, LENGTH(now), &is);
	CU_ASSERT_TRUE(is.known);
	CU_ASSERT_DOUBLE_EQUAL(is.ratio, 0.9081638157660687, 1e-12);
	CU_ASSERT_DOUBLE_EQUAL(is.low, 0.8605720302586032, 1e-9);
	CU_ASSERT_DOUBLE_EQUAL(is.high, 0.9583875460360289, 1e-9);
	CU_ASSERT_DOUBLE_EQUAL(is.t, -3.8744155017215247, 1e-10);
	CU_ASSERT_DOUBLE_EQUAL(is.df, 12.735313745276533, 1e-9);
	CU_ASSERT_DOUBLE_EQUAL(is.p, 0.001987674593680589, 1e-11);
	CU_ASSERT_FALSE(is.bimodal);
	CU_ASSERT_FALSE(is.significant);
	compare_rounds(two, 2, others, 2, &is);
	CU_ASSERT_DOUBLE_EQUAL(is.ratio, 2.1563858652847814, 1e-12);
	CU_ASSERT_DOUBLE_EQUAL(is.low, 0.027488794514264045, 1e-10);
	CU_ASSERT_DOUBLE_EQUAL(is.high, 169.1598370233039, 1e-7);
	CU_ASSERT_DOUBLE_EQUAL(is.df, 1.004475638887893, 1e-10);
	CU_ASSERT_DOUBLE_EQUAL(is.p, 0.26911782269409235, 1e-11);
}

/* What lies within 5 % is none; beyond it, p is below 0.05 where the interval
 * is. The values are those of a t distribution, computed elsewhere. */
static void asks_for_more_than_delta(void)
{
	struct comparison is;

	compare_rounds(before, LENGTH(before), now, LENGTH(now), &is);
	compare_beyond(&is, 0.05);
	CU_ASSERT_DOUBLE_EQUAL(is.ratio, 0.9081638157660687, 1e-12);
	CU_ASSERT_DOUBLE_EQUAL(is.p, 0.09371770989593653, 1e-9);
	CU_ASSERT_TRUE((is.high < 0.95) == (is.p < 0.05));
	compare_rounds(before, LENGTH(before), now, LENGTH(now), &is);
	compare_beyond(&is, 0.0416);
	CU_ASSERT_TRUE((is.high < 0.9584) == (is.p < 0.05));
	compare_beyond(&is, 0.1);
	CU_ASSERT_EQUAL(is.p, 1);
	compare_rounds(before, 1, now, 1, &is);
	compare_beyond(&is, 0.05);
	CU_ASSERT_TRUE(isnan(is.p));
}

static void compares_pairs(void)
{
	struct comparison is;

	compare_pairs(before, now, LENGTH(before), &is);
	CU_ASSERT_TRUE(is.known);
	CU_ASSERT_DOUBLE_EQUAL(is.ratio, 0.9057732219703586, 1e-12);
	CU_ASSERT_DOUBLE_EQUAL(is.low, 0.8745761172928739, 1e-9);
	CU_ASSERT_DOUBLE_EQUAL(is.high, 0.9380831621358171, 1e-9);
	CU_ASSERT_DOUBLE_EQUAL(is.t, -6.909111352504868, 1e-10);
	CU_ASSERT_EQUAL(is.df, 6);
	CU_ASSERT_DOUBLE_EQUAL(is.p, 0.00045456160802097214, 1e-12);
}

static void knows_its_limits(void)
{
	static const double same[] = {5, 5, 5}, twice[] = {10, 10, 10},
	                    zero[] = {5, 0, 5}, minus[] = {5, -1, 5};
	static const double endless[] = {5, (double)INFINITY, 5};
	static const struct {
		const double *before, *now;
		size_t count;
		bool known;
		double p, ratio;
	} table[] = {{same, same, 3, true, 1, 1},    {same, twice, 3, true, 0, 2},
	             {same, twice, 1, false, 0, 0},  {same, twice, 0, false, 0, 0},
	             {same, zero, 3, false, 0, 0},   {minus, same, 3, false, 0, 0},
	             {same, endless, 3, false, 0, 0}};

	for (size_t i = 0; i < LENGTH(table); i++) {
		struct comparison is[2];

		compare_rounds(table[i].before, table[i].count, table[i].now,
		               table[i].count, &is[0]);
		compare_pairs(table[i].before, table[i].now, table[i].count, &is[1]);
		for (size_t k = 0; k < 2; k++) {
			CU_ASSERT_EQUAL(is[k].known, table[i].known);
			if (!table[i].known) {
				CU_ASSERT_TRUE(isnan(is[k].p) && isnan(is[k].ratio));
				CU_ASSERT_TRUE(isnan(is[k].low) && isnan(is[k].high));
				continue;
			}
			CU_ASSERT_EQUAL(is[k].p, table[i].p);
			CU_ASSERT_DOUBLE_EQUAL(is[k].ratio, table[i].ratio, 1e-12);
			CU_ASSERT_DOUBLE_EQUAL(is[k].low, is[k].high, 1e-12);
		}
	}
}

static void sees_two_levels(void)
{
	static const double one[] = {100, 101, 102, 103},
	                    two[] = {60, 61, 102, 103};
	struct comparison is;

	compare_rounds(one, 4, one, 4, &is);
	CU_ASSERT_FALSE(is.bimodal);
	compare_rounds(one, 4, two, 4, &is);
	CU_ASSERT_TRUE(is.bimodal);
	compare_pairs(two, one, 4, &is);
	CU_ASSERT_TRUE(is.bimodal);
}

/* The example of Benjamini and Hochberg, Journal of the Royal Statistical
 * Society B 57, 1995, 289-300: of 15 p the four smallest. */
static void adjusts(void)
{
	static const double example[] = {0.4262, 0.0001, 0.0004, 0.0019, 0.0095,
	                                 0.0201, 0.0278, 0.0298, 0.0344, 0.0459,
	                                 0.3240, 1.0000, 0.5719, 0.6528, 0.7590};
	/* The larger of two carries the smaller along. */
	static const double along[] = {0.04, 0.03};
	struct comparison list[LENGTH(example) + 1];
	size_t found = 0;

	for (size_t i = 0; i < LENGTH(example); i++)
		list[i] = (struct comparison){.known = true, .p = example[i]};
	list[LENGTH(example)] =
	        (struct comparison){.known = false, .p = NONE, .significant = true};
	CU_ASSERT_EQUAL(compare_adjust(list, LENGTH(list), 0.05), 0);
	for (size_t i = 0; i < LENGTH(list); i++) {
		found += list[i].significant;
		CU_ASSERT_EQUAL(list[i].significant, i >= 1 && i <= 4);
	}
	CU_ASSERT_EQUAL(found, 4);
	for (size_t i = 0; i < LENGTH(along); i++)
		list[i] = (struct comparison){.known = true, .p = along[i]};
	CU_ASSERT_EQUAL(compare_adjust(list, 2, 0.05), 0);
	CU_ASSERT_TRUE(list[0].significant && list[1].significant);
	CU_ASSERT_EQUAL(compare_adjust(list, 2, 0.039), 0);
	CU_ASSERT_FALSE(list[0].significant || list[1].significant);
	CU_ASSERT_EQUAL(compare_adjust(NULL, 0, 0.05), 0);
}

static void gives_verdicts(void)
{
	static const struct {
		struct comparison is;
		enum compare_verdict verdict;
		const char *name;
	} table[] = {
	        {{.known = false, .ratio = NONE},
	         COMPARE_INCONCLUSIVE,
	         "inconclusive"},
	        {{.known = true,
	          .ratio = 0.9,
	          .low = 0.88,
	          .high = 0.92,
	          .significant = true},
	         COMPARE_SLOWER,
	         "slower"},
	        {{.known = true,
	          .ratio = 1.06,
	          .low = 1.05,
	          .high = 1.07,
	          .significant = true},
	         COMPARE_FASTER,
	         "faster"},
	        /* not after correction for all that was looked at */
	        {{.known = true, .ratio = 0.9, .low = 0.88, .high = 0.92},
	         COMPARE_INCONCLUSIVE,
	         "inconclusive"},
	        /* certain, and nobody's concern */
	        {{.known = true,
	          .ratio = 0.97,
	          .low = 0.96,
	          .high = 0.98,
	          .significant = true},
	         COMPARE_SAME,
	         "same"},
	        {{.known = true, .ratio = 1, .low = 0.951, .high = 1.049},
	         COMPARE_SAME,
	         "same"},
	        {{.known = true, .ratio = 1, .low = 0.949, .high = 1.049},
	         COMPARE_INCONCLUSIVE,
	         "inconclusive"},
	        {{.known = true, .ratio = 1, .low = 0.951, .high = 1.051},
	         COMPARE_INCONCLUSIVE,
	         "inconclusive"},
	        {{.known = true,
	          .ratio = 1,
	          .low = 0.99,
	          .high = 1.01,
	          .bimodal = true},
	         COMPARE_INCONCLUSIVE,
	         "inconclusive"},
	};

	for (size_t i = 0; i < LENGTH(table); i++) {
		enum compare_verdict verdict =
		        compare_verdict(&table[i].is, COMPARE_DELTA);

		CU_ASSERT_EQUAL(verdict, table[i].verdict);
		CU_ASSERT_STRING_EQUAL(compare_verdict_name(verdict), table[i].name);
	}
}

static CU_TestInfo cases[] = {
        {"tails", tails},
        {"bounds", bounds},
        {"compares rounds", compares_rounds},
        {"asks for more than delta", asks_for_more_than_delta},
        {"compares pairs", compares_pairs},
        {"knows its limits", knows_its_limits},
        {"sees two levels", sees_two_levels},
        {"adjusts", adjusts},
        {"gives verdicts", gives_verdicts},
        CU_TEST_INFO_NULL};
UNIT_SUITE(compare, cases)
