/* test_statistics.c - the median and its interval against values computed in
 * exact fractions elsewhere. */
#include <string.h>
#include "measure/statistics.h"
#include "unit.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

static const double sample[] = {
        101.5, 98.25, 110, 95,     103.75, 99,   250.5, 97.5,  102,   100.25,
        96,    104.5, 88,  105.25, 101,    93.5, 107,   99.75, 112.5, 94.25};

static void interval_of_a_sample(void)
{
	static const struct {
		size_t count;
		double median, low, high;
	} table[] = {{6, 100.25, 96.160714285714292, 107.76785714285714},
	             {7, 101.5, 97.38333333333334, 147.46666666666667},
	             {8, 100.25, 97.339108910891085, 119.04207920792079},
	             {9, 101.5, 97.670930232558135, 108.57558139534883},
	             {10, 100.875, 97.993243243243242, 105.88963963963964},
	             {11, 100.25, 97.376690946930282, 104.26378772112383},
	             {12, 100.875, 97.697338830584712, 104.30266116941529},
	             {13, 100.25, 97.026948288419518, 103.98652585579023},
	             {14, 100.875, 97.422801635991817, 104.53859918200409},
	             {15, 101, 97.780129565508773, 104.21987043449123},
	             {16, 100.625, 97.144080155557958, 103.92795992222102},
	             {17, 101, 97.518011701870009, 104.48198829812999},
	             {18, 100.625, 97.8884817952828, 104.1115182047172},
	             {19, 101, 98.148012552301253, 104.60198744769875},
	             {20, 100.625, 97.676425661914465, 104.32357433808554}};

	for (size_t i = 0; i < LENGTH(table); i++) {
		double values[LENGTH(sample)];
		struct statistics is;

		memcpy(values, sample, sizeof values);
		statistics_describe(values, table[i].count, &is);
		CU_ASSERT_EQUAL(is.count, table[i].count);
		CU_ASSERT_DOUBLE_EQUAL(is.median, table[i].median, 1e-12);
		CU_ASSERT_TRUE(is.has_interval);
		CU_ASSERT_DOUBLE_EQUAL(is.low, table[i].low, 1e-9);
		CU_ASSERT_DOUBLE_EQUAL(is.high, table[i].high, 1e-9);
	}
}

/* From 1075 values on 0.5^n is 0 as a double. */
static void interval_of_many(void)
{
	static const struct {
		size_t count;
		double median, low, high;
	} table[] = {{1000, 500.5, 469.5330866017012, 531.46691339829886},
	             {2000, 1000.5, 956.68862209382576, 1044.3113779061744},
	             {3001, 1501, 1447.3272471822343, 1554.6727528177657}};
	static double values[3001];

	for (size_t i = 0; i < LENGTH(table); i++) {
		struct statistics is;

		for (size_t k = 0; k < table[i].count; k++)
			values[k] = (double)(table[i].count - k);
		statistics_describe(values, table[i].count, &is);
		CU_ASSERT_TRUE(is.has_interval);
		CU_ASSERT_DOUBLE_EQUAL(is.median, table[i].median, 1e-12);
		CU_ASSERT_DOUBLE_EQUAL(is.low, table[i].low, 1e-6);
		CU_ASSERT_DOUBLE_EQUAL(is.high, table[i].high, 1e-6);
	}
}

static void few_have_no_interval(void)
{
	for (size_t count = 1; count < 6; count++) {
		double values[] = {5, 1, 4, 2, 3};
		struct statistics is;

		statistics_describe(values, count, &is);
		CU_ASSERT_FALSE(is.has_interval);
		CU_ASSERT_EQUAL(statistics_half_width(&is), 1e9);
		CU_ASSERT_EQUAL(is.max, 5);
	}
}

static void spread(void)
{
	double values[LENGTH(sample)], one[] = {7}, zeros[] = {0, 0}, same[8];
	struct statistics is;

	memcpy(values, sample, sizeof values);
	statistics_describe(values, LENGTH(values), &is);
	CU_ASSERT_EQUAL(is.min, 88);
	CU_ASSERT_EQUAL(is.max, 250.5);
	CU_ASSERT_DOUBLE_EQUAL(is.mean, 107.975, 1e-12);
	CU_ASSERT_DOUBLE_EQUAL(is.cv, 0.31531294470387589, 1e-12);
	for (size_t i = 1; i < LENGTH(values); i++)
		CU_ASSERT_TRUE(values[i - 1] <= values[i]);
	statistics_describe(one, 1, &is);
	CU_ASSERT_EQUAL(is.cv, 0);
	CU_ASSERT_EQUAL(is.median, 7);
	statistics_describe(zeros, 2, &is);
	CU_ASSERT_EQUAL(is.cv, 0);
	for (size_t i = 0; i < LENGTH(same); i++)
		same[i] = 42;
	statistics_describe(same, LENGTH(same), &is);
	CU_ASSERT_EQUAL(is.cv, 0);
	CU_ASSERT_DOUBLE_EQUAL(is.low, 42, 1e-12);
	CU_ASSERT_DOUBLE_EQUAL(is.high, 42, 1e-12);
	statistics_describe(NULL, 0, &is);
	CU_ASSERT_EQUAL(is.count, 0);
	CU_ASSERT_FALSE(is.has_interval);
}

static void half_width(void)
{
	struct statistics is = {.count = 6,
	                        .has_interval = true,
	                        .low = 90,
	                        .median = 100,
	                        .high = 120};

	CU_ASSERT_DOUBLE_EQUAL(statistics_half_width(&is), 0.15, 1e-12);
	is.median = 0;
	CU_ASSERT_EQUAL(statistics_half_width(&is), 1e9);
}

static void medians(void)
{
	static const double sorted[] = {1, 2, 4, 8};

	CU_ASSERT_EQUAL(statistics_median(sorted, 1), 1);
	CU_ASSERT_EQUAL(statistics_median(sorted, 2), 1.5);
	CU_ASSERT_EQUAL(statistics_median(sorted, 3), 2);
	CU_ASSERT_EQUAL(statistics_median(sorted, 4), 3);
}

static void distances(void)
{
	static const struct {
		size_t count;
		double mad;
	} table[] = {{1, 0},    {2, 1.625}, {3, 3.25},  {4, 3.25}, {5, 3.25},
	             {6, 2.75}, {7, 3.25},  {10, 2.75}, {20, 4.25}};
	double same[] = {3, 3, 3, 3, 9};
	struct statistics is;

	for (size_t i = 0; i < LENGTH(table); i++) {
		double values[LENGTH(sample)];

		memcpy(values, sample, sizeof values);
		statistics_describe(values, table[i].count, &is);
		CU_ASSERT_DOUBLE_EQUAL(is.mad, table[i].mad, 1e-12);
	}
	statistics_describe(same, LENGTH(same), &is);
	CU_ASSERT_EQUAL(is.mad, 0);
}

static void two_levels(void)
{
	static const struct {
		size_t count;
		double values[8];
		struct statistics_modes is;
	} table[] = {
	        {0, {0}, {0, 0, 0, 0}},
	        {1, {5}, {1, 5, 5, 1}},
	        {4, {100, 101, 110, 111}, {2, 100.5, 110.5, 2}},
	        /* one stray round is no level */
	        {4, {100, 101, 102, 200}, {1, 101.5, 101.5, 4}},
	        {4, {50, 101, 102, 103}, {1, 101.5, 101.5, 4}},
	        {3, {1, 2, 9}, {1, 2, 2, 3}},
	        /* exactly 5 % is not more than 5 % */
	        {5, {95, 95, 100, 100, 100}, {1, 100, 100, 5}},
	        {5, {94.875, 94.875, 100, 100, 100}, {2, 94.875, 100, 2}},
	        /* a slope is no gap */
	        {8, {100, 104, 108, 112, 116, 120, 124, 128}, {1, 114, 114, 8}},
	        {7, {40, 41, 42, 80, 81, 82, 83}, {2, 41, 81.5, 3}},
	        {6, {7, 7, 7, 7, 7, 7}, {1, 7, 7, 6}},
	        {4, {0, 0, 0, 0}, {1, 0, 0, 4}},
	};

	for (size_t i = 0; i < LENGTH(table); i++) {
		struct statistics_modes is;

		statistics_modes(table[i].values, table[i].count, &is);
		CU_ASSERT_EQUAL(is.count, table[i].is.count);
		CU_ASSERT_EQUAL(is.first, table[i].is.first);
		CU_ASSERT_EQUAL(is.second, table[i].is.second);
		CU_ASSERT_EQUAL(is.in_first, table[i].is.in_first);
	}
}

static CU_TestInfo cases[] = {{"interval of a sample", interval_of_a_sample},
                              {"interval of many", interval_of_many},
                              {"few have no interval", few_have_no_interval},
                              {"spread", spread},
                              {"half width", half_width},
                              {"medians", medians},
                              {"distances", distances},
                              {"two levels", two_levels},
                              CU_TEST_INFO_NULL};
UNIT_SUITE(statistics, cases)
