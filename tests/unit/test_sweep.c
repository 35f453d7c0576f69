/* test_sweep.c - lists and ranges. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "config/sweep.h"
#include "config/units.h"
#include "unit.h"

static void expect(const struct sweep *sweep, const char *values)
{
	struct text list = {0};
	char *text, buffer[UNITS_TEXT];

	for (size_t i = 0; i < sweep->count; i++)
		text_add(&list, "%s%s", i ? " " : "",
		         units_print_size(sweep->values[i], buffer));
	text = text_take(&list);
	CU_ASSERT_STRING_EQUAL(text, values);
	free(text);
}

static void reads_sizes(void)
{
	static const struct {
		const char *text, *values;
	} table[] = {
	        {"64k, 1m, 100m", "64k 1m 100m"},
	        {"64k..512k", "64k 128k 256k 512k"},
	        {"64k..64m*4", "64k 256k 1m 4m 16m 64m"},
	        {" 64k .. 1m * 4 ,3k", "64k 256k 1m 3k"},
	        {"4k..10k", "4k 8k"},
	        {"4k..4k", "4k"},
	        {"1m, 64k, 1m, 32k..128k", "1m 64k 32k 128k"},
	        {"1..8e*1024", "1 1k 1m 1g 1t 1p 1e"},
	        {"0x1000,4096", "4k"},
	};
	struct sweep sweep = {0};

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		CU_ASSERT_EQUAL(sweep_sizes(table[i].text, &sweep, NULL), 0);
		expect(&sweep, table[i].values);
	}
	sweep_free(&sweep);
	CU_ASSERT_PTR_NULL(sweep.values);
}

static void refuses(void)
{
	static const struct {
		const char *text, *why;
	} table[] = {
	        {"", "there is an empty value in the list"},
	        {"4k,,8k", "there is an empty value in the list"},
	        {"4k,", "there is an empty value in the list"},
	        {"0", "`0`: expected more than 0"},
	        {"0..4k", "`0`: expected more than 0"},
	        {"4k,64q", "`64q`: expected a size such as 4096, 64k or 1.5m"},
	        {"4k..", "``: expected a size such as 4096, 64k or 1.5m"},
	        {"1m..4k", "`1m..4k` runs downwards; write the smaller end first"},
	        {"4k..1m*1",
	         "`*1`: expected a factor of 2 or more, as in 4k..16m*4"},
	        {"4k..1m*", "`*`: expected a factor of 2 or more, as in 4k..16m*4"},
	        {"4k..1m*2k",
	         "`*2k`: expected a factor of 2 or more, as in 4k..16m*4"},
	        {"4k*2", "`4k*2`: a factor needs a range, as in 4k..16m*4"},
	};
	struct sweep sweep = {0};

	CU_ASSERT_EQUAL(sweep_sizes("7", &sweep, NULL), 0);
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		char *why = NULL;

		CU_ASSERT_EQUAL(sweep_sizes(table[i].text, &sweep, &why), -EINVAL);
		CU_ASSERT_PTR_NOT_NULL_FATAL(why);
		CU_ASSERT_STRING_EQUAL(why, table[i].why);
		free(why);
		expect(&sweep, "7"); /* what was there stays */
	}
	sweep_free(&sweep);
}

static char *numbers(unsigned count)
{
	struct text list = {0};

	for (unsigned i = 1; i <= count; i++)
		text_add(&list, "%s%u", i > 1 ? "," : "", i);
	return text_take(&list);
}

static void limits_the_count(void)
{
	struct sweep sweep = {0};
	char *text = numbers(4096), *why = NULL;

	CU_ASSERT_EQUAL(sweep_counts(text, &sweep, NULL), 0);
	CU_ASSERT_EQUAL(sweep.count, 4096);
	CU_ASSERT_EQUAL(sweep.values[4095], 4096);
	free(text);
	text = numbers(4097);
	CU_ASSERT_EQUAL(sweep_counts(text, &sweep, &why), -ERANGE);
	CU_ASSERT_STRING_EQUAL(why, "a sweep holds at most 4096 values");
	free(why);
	free(text);
	sweep_free(&sweep);
}

static void reads_counts(void)
{
	struct sweep sweep = {0}, copy = {0};

	CU_ASSERT_EQUAL(sweep_counts("1, 2, 4", &sweep, NULL), 0);
	expect(&sweep, "1 2 4");
	CU_ASSERT_EQUAL(sweep_counts("1..8", &sweep, NULL), 0);
	expect(&sweep, "1 2 4 8");
	CU_ASSERT_EQUAL(sweep_counts("4k", &sweep, NULL), -EINVAL);
	CU_ASSERT_EQUAL(sweep_copy(&copy, &sweep), 0);
	sweep_free(&sweep);
	expect(&copy, "1 2 4 8");
	CU_ASSERT_EQUAL(sweep_copy(&copy, &sweep), 0);
	CU_ASSERT_EQUAL(copy.count, 0);
	sweep_free(&copy);
}

static CU_TestInfo cases[] = {{"reads sizes", reads_sizes},
                              {"refuses", refuses},
                              {"limits the count", limits_the_count},
                              {"reads counts", reads_counts},
                              CU_TEST_INFO_NULL};
UNIT_SUITE(sweep, cases)
