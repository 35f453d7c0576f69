/* test_matrix_doubts.c - what a summary shows beside its numbers: levels,
 * caches, what did not converge, and who is slower than whom. */
#include <string.h>
#include "base/text.h"
#include "made_summary.h"

static void add_row(struct summary *summary, const char *target,
                    uint64_t record, uint64_t round, double rate,
                    const char *flags)
{
	struct result_row row;

	result_row_init(&row);
	result_set_text(&row.target, target);
	result_set_text(&row.test, "read");
	result_set_text(&row.flags, flags);
	row.file_size = M;
	row.record_size = record;
	row.threads = row.depth = 1;
	row.round = round;
	row.status = RESULT_OK;
	row.throughput = rate * 1e6;
	CU_ASSERT_EQUAL(summary_add(summary, &row, NULL), 0);
	result_row_free(&row);
}

static void says_what_to_doubt(void)
{
	struct summary summary = {.precision = 0.05};
	char *text;

	for (uint64_t i = 1; i <= 8; i++) {
		add_row(&summary, "nas", 4 * K, i, i % 2 ? 40 : 80, NULL);
		add_row(&summary, "nas", 8 * K, i, 50, i % 2 ? "cached" : NULL);
		add_row(&summary, "nas", 16 * K, i, 50, i < 4 ? "cached" : NULL);
		add_row(&summary, "nas", 32 * K, i, 50, "short harness_bound");
	}
	text = draw(&summary, &by_link, false, false);
	CU_ASSERT_PTR_NOT_NULL(
	        strstr(text, "  two levels among the rounds, none of them wrong "
	                     "(1M/4K: 40.0 or 80.0)\n"
	                     "  not converged: the interval is wider than asked "
	                     "(1M/4K)\n"
	                     "  cached: read from this machine's memory (1M/8K)\n"
	                     "  harness_bound: bench itself takes a good part of "
	                     "the time (1M/32K)\n"));
	CU_ASSERT_PTR_NULL(strstr(text, "against"));
	free(text);
	summary_free(&summary);
}

static void counts_verdicts(void)
{
	static const char expected[] =
	        "fast against wire: 0 cells slower, 2 faster, 0 the same, 0 "
	        "inconclusive\n"
	        "same against wire: 0 cells slower, 0 faster, 1 the same, 0 "
	        "inconclusive\n"
	        "  (paired by round; at most 5 % false alarms, effects above "
	        "5 %)\n";
	struct summary summary = {0};
	char *text;

	for (uint64_t i = 1; i <= 7; i++) {
		double level = 50 + (double)(i % 3) / 10;

		add_row(&summary, "fast", 4 * K, i, level * 2 + 0.1 * (double)i, NULL);
		add_row(&summary, "wire", 4 * K, i, level, NULL);
		add_row(&summary, "same", 4 * K, i, level + 0.01 * (double)i, NULL);
		add_row(&summary, "fast", 8 * K, i, level * 1.1, NULL);
		add_row(&summary, "wire", 8 * K, i, level, NULL);
	}
	summary_finish(&summary);
	CU_ASSERT_EQUAL(summary_compare(&summary, "wire"), 0);
	text = draw(&summary, &by_nothing, false, false);
	CU_ASSERT_TRUE(strlen(text) > strlen(expected));
	CU_ASSERT_STRING_EQUAL(text + strlen(text) - strlen(expected), expected);
	free(text);
	summary_free(&summary);
}

static CU_TestInfo cases[] = {{"says what to doubt", says_what_to_doubt},
                              {"counts verdicts", counts_verdicts},
                              CU_TEST_INFO_NULL};
UNIT_SUITE(matrix_doubts, cases)
