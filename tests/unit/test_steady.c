/* test_steady.c - steady state against figures computed elsewhere. */
#include "measure/steady.h"
#include "unit.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

static void judges_five(void)
{
	static const struct {
		double values[5], mean, range, climb;
		bool device, warm;
	} table[] = {
	        {{100, 100, 100, 100, 100}, 100, 0, 0, true, true},
	        {{100, 110, 90, 105, 95}, 100, 0.2, -0.075, true, false},
	        {{90, 95, 100, 105, 110}, 100, 0.2, 0.25, false, false},
	        {{100, 102, 101, 99, 100},
	         100.4,
	         0.0298804780876494,
	         -0.0149402390438247,
	         true,
	         true},
	        {{98, 99, 100, 101, 102}, 100, 0.04, 0.05, true, false},
	        {{100, 80, 100, 120, 100}, 100, 0.4, 0.2, false, false},
	        {{109, 91, 100, 109, 91}, 100, 0.18, -0.09, true, false},
	        {{99.25, 99.625, 100, 100.375, 100.75},
	         100,
	         0.015,
	         0.01875,
	         true,
	         true},
	};

	for (size_t i = 0; i < LENGTH(table); i++) {
		struct steady is;

		steady_judge(&steady_device, table[i].values, 5, &is);
		CU_ASSERT_DOUBLE_EQUAL(is.mean, table[i].mean, 1e-12);
		CU_ASSERT_DOUBLE_EQUAL(is.range, table[i].range, 1e-12);
		CU_ASSERT_DOUBLE_EQUAL(is.climb, table[i].climb, 1e-12);
		CU_ASSERT_EQUAL(is.steady, table[i].device);
		steady_judge(&steady_warm, table[i].values, 5, &is);
		CU_ASSERT_EQUAL(is.steady, table[i].warm);
	}
}

/* A device that fills up: fast, then ever slower, then level. */
static void sees_the_last_ones_only(void)
{
	static const double series[] = {500, 480, 300, 200, 150, 120, 110,
	                                104, 101, 100, 99,  100, 101};
	size_t first = 0;

	for (size_t count = 1; count <= LENGTH(series) && first == 0; count++) {
		struct steady is;

		steady_judge(&steady_device, series, count, &is);
		if (is.steady)
			first = count;
	}
	CU_ASSERT_EQUAL(first, 12);
}

static void too_few_and_nothing(void)
{
	static const double values[] = {5, 5, 5, 5, 5}, zeros[5] = {0};
	const struct steady_rule three = {3, 0.1, 0.1}, none = {0, 1, 1},
	                         one = {1, 0, 0};
	struct steady is;

	steady_judge(&steady_device, values, 4, &is);
	CU_ASSERT_FALSE(is.steady);
	CU_ASSERT_EQUAL(is.mean, 0);
	steady_judge(&steady_device, values, 0, &is);
	CU_ASSERT_FALSE(is.steady);
	steady_judge(&steady_device, zeros, 5, &is);
	CU_ASSERT_FALSE(is.steady);
	steady_judge(&none, values, 5, &is);
	CU_ASSERT_FALSE(is.steady);
	steady_judge(&three, values, 3, &is);
	CU_ASSERT_TRUE(is.steady);
	steady_judge(&one, values, 5, &is);
	CU_ASSERT_TRUE(is.steady);
	CU_ASSERT_EQUAL(is.climb, 0);
}

static CU_TestInfo cases[] = {
        {"judges five", judges_five},
        {"sees the last ones only", sees_the_last_ones_only},
        {"too few and nothing", too_few_and_nothing},
        CU_TEST_INFO_NULL};
UNIT_SUITE(steady, cases)
