/* test_summary_rounds.c - which rounds of a cell count, and what they say of
 * one target against another. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "result/summary.h"
#include "unit.h"

static struct result_row row_of(const char *target, const char *test,
                                uint64_t record_size, double throughput,
                                double ops_per_s)
{
	struct result_row row;

	result_row_init(&row);
	result_set_text(&row.backend, "toy");
	result_set_text(&row.target, target);
	result_set_text(&row.test, test);
	row.file_size = 65536;
	row.record_size = record_size;
	row.threads = row.depth = 1;
	row.status = RESULT_OK;
	row.throughput = throughput;
	row.ops_per_s = ops_per_s;
	return row;
}

static void add(struct summary *summary, struct result_row row)
{
	CU_ASSERT_EQUAL(summary_add(summary, &row, NULL), 0);
	result_row_free(&row);
}

/* A row of a round; replaces 0: of none. */
static struct result_row round_of(const char *target, uint64_t round,
                                  double throughput, const char *flags,
                                  uint64_t replaces)
{
	struct result_row row = row_of(target, "write", 4096, throughput, 1);

	row.round = round;
	result_set_text(&row.flags, flags);
	if (replaces)
		row.replaces = replaces;
	return row;
}

static void finds_flags(void)
{
	struct result_row row = round_of("a", 1, 1, "short noisy_x  steal", 0);

	CU_ASSERT_TRUE(summary_has_flag(&row, "short"));
	CU_ASSERT_TRUE(summary_has_flag(&row, "steal"));
	CU_ASSERT_FALSE(summary_has_flag(&row, "noisy"));
	CU_ASSERT_FALSE(summary_has_flag(&row, "x"));
	CU_ASSERT_FALSE(summary_has_flag(&row, ""));
	result_set_text(&row.flags, NULL);
	CU_ASSERT_FALSE(summary_has_flag(&row, "short"));
	result_row_free(&row);
}

/* Six rounds, the third and the fifth disturbed, then what stands in. */
static void replaces_flagged_rounds(void)
{
	struct summary summary = {0};
	const struct summary_cell *cell;
	static const char *const flags[] = {"", "", "noisy", "", "short steal", ""};

	for (uint64_t i = 0; i < 6; i++)
		add(&summary, round_of("a", i + 1, *flags[i] ? 10 : 100 + (double)i,
		                       flags[i], 0));
	summary_finish(&summary);
	cell = &summary.cells[0];
	CU_ASSERT_EQUAL(cell->planned, 6);
	CU_ASSERT_EQUAL(cell->flagged, 2);
	CU_ASSERT_FALSE(cell->only_calm); /* 4 are fewer than 6: all count */
	CU_ASSERT_EQUAL(cell->rate.count, 6);
	CU_ASSERT_EQUAL(cell->rate.min, 10);
	CU_ASSERT_EQUAL(summary_replace_count(cell), 2);
	CU_ASSERT_EQUAL(summary_replace_next(cell), 3);
	/* What stands in for the third is disturbed as well. */
	add(&summary, round_of("a", 7, 11, "drift", 3));
	summary_finish(&summary);
	CU_ASSERT_EQUAL(summary_replace_count(&summary.cells[0]), 2);
	CU_ASSERT_EQUAL(summary_replace_next(&summary.cells[0]), 5);
	add(&summary, round_of("a", 8, 107, NULL, 5));
	summary_finish(&summary);
	CU_ASSERT_EQUAL(summary_replace_next(&summary.cells[0]), 7);
	add(&summary, round_of("a", 9, 108, NULL, 7));
	summary_finish(&summary);
	cell = &summary.cells[0];
	CU_ASSERT_EQUAL(summary_replace_next(cell), 0);
	CU_ASSERT_EQUAL(summary_replace_count(cell), 0);
	CU_ASSERT_EQUAL(cell->count, 9);
	CU_ASSERT_EQUAL(cell->planned, 6);
	CU_ASSERT_EQUAL(cell->flagged, 3);
	CU_ASSERT_TRUE(cell->only_calm);
	CU_ASSERT_EQUAL(cell->rate.count, 6);
	CU_ASSERT_EQUAL(cell->rate.min, 100);
	CU_ASSERT_EQUAL(cell->rate.median, 104);
	summary_free(&summary);
}

/* Where half as many rounds again would not do, none is added. */
static void leaves_what_is_always_flagged(void)
{
	static const struct {
		uint64_t rounds, flagged;
		size_t count;
		uint64_t next;
	} table[] = {{7, 0, 0, 0}, {7, 3, 3, 1}, {7, 4, 0, 0}, {7, 7, 0, 0},
	             {5, 1, 0, 0}, {1, 1, 0, 0}, {6, 1, 1, 1}, {6, 4, 0, 0}};

	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		struct summary summary = {0};

		for (uint64_t k = 1; k <= table[i].rounds; k++)
			add(&summary,
			    round_of("a", k, 5, k <= table[i].flagged ? "noisy" : NULL, 0));
		summary_finish(&summary);
		CU_ASSERT_EQUAL(summary_replace_count(&summary.cells[0]),
		                table[i].count);
		CU_ASSERT_EQUAL(summary_replace_next(&summary.cells[0]), table[i].next);
		CU_ASSERT_EQUAL(summary.cells[0].rate.count, table[i].rounds);
		summary_free(&summary);
	}
}

static void tells_whether_it_converged(void)
{
	static const struct {
		double precision;
		int rounds;
		double step;
		enum summary_converged converged;
	} table[] = {{0.05, 7, 0.1, SUMMARY_CONVERGED},
	             {0.05, 7, 10, SUMMARY_NOT_CONVERGED},
	             {0.5, 7, 10, SUMMARY_CONVERGED},
	             {0.05, 5, 0.1, SUMMARY_NOT_TOLD},
	             {0, 7, 0.1, SUMMARY_NOT_TOLD}};

	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		struct summary summary = {.precision = table[i].precision};

		for (int k = 0; k < table[i].rounds; k++)
			add(&summary, row_of("a", "t", 1, 100 + k * table[i].step, 1));
		summary_finish(&summary);
		CU_ASSERT_EQUAL(summary.cells[0].converged, table[i].converged);
		summary_free(&summary);
	}
}

static void finds_two_levels(void)
{
	struct summary summary = {0};

	for (int i = 0; i < 8; i++)
		add(&summary, row_of("a", "t", 1, i % 2 ? 800 + i : 400 + i, 1));
	for (int i = 0; i < 8; i++)
		add(&summary, row_of("b", "t", 1, 400 + i, 1));
	summary_finish(&summary);
	CU_ASSERT_EQUAL(summary.cells[0].modes.count, 2);
	CU_ASSERT_EQUAL(summary.cells[0].modes.first, 403);
	CU_ASSERT_EQUAL(summary.cells[0].modes.second, 804);
	CU_ASSERT_EQUAL(summary.cells[1].modes.count, 1);
	summary_free(&summary);
}

/* Two rounds of 1 MB and 1000 operations a slice, 2 slices and half as much of
 * warm-up. */
static void adds_up_processor_time(void)
{
	struct summary summary = {0};
	const struct summary_cell *cell;

	for (uint64_t i = 1; i <= 2; i++) {
		struct result_row row = round_of("a", i, 5, NULL, 0);

		row.bytes = 1000000;
		row.ops = 1000;
		row.passes = 10;
		row.warmup_passes = 5;
		row.cpu_user_s = 0.001;
		row.cpu_sys_s = 0.001 * (double)i;
		row.cpu_server_s = 0.005;
		result_set_text(&row.slice_rates, "5 5");
		add(&summary, row);
	}
	add(&summary, round_of("b", 1, 5, NULL, 0));
	summary_finish(&summary);
	cell = &summary.cells[0];
	CU_ASSERT_DOUBLE_EQUAL(cell->cpu_s_per_gb, 2.5, 1e-9);
	CU_ASSERT_DOUBLE_EQUAL(cell->cpu_us_per_op, 2.5, 1e-9);
	CU_ASSERT_DOUBLE_EQUAL(cell->server_s_per_gb, 2, 1e-9);
	CU_ASSERT_DOUBLE_EQUAL(cell->server_us_per_op, 2, 1e-9);
	CU_ASSERT_TRUE(isnan(summary.cells[1].cpu_s_per_gb));
	CU_ASSERT_TRUE(isnan(summary.cells[1].server_us_per_op));
	summary_free(&summary);
}

/* b is 12 % slower in each round, while both drift by a factor of two; c is the
 * same but for 1 %; d has too few rounds. */
static void compares_round_by_round(void)
{
	struct summary summary = {0};
	const struct summary_cell *cells;

	for (uint64_t i = 1; i <= 10; i++) {
		double level = 100 + 10 * (double)i, wobble = i % 2 ? 0.99 : 1.01;

		add(&summary, round_of("a", i, level, NULL, 0));
		add(&summary, round_of("b", i, level * 0.88 * wobble, NULL, 0));
		add(&summary, round_of("c", i, level * wobble, NULL, 0));
		if (i < SUMMARY_PAIRS)
			add(&summary, round_of("d", i, level / 2, NULL, 0));
	}
	summary_finish(&summary);
	CU_ASSERT_EQUAL(summary_compare(&summary, "a"), 0);
	cells = summary.cells;
	CU_ASSERT_PTR_NULL(cells[0].against);
	CU_ASSERT_STRING_EQUAL(cells[1].against, "a");
	CU_ASSERT_EQUAL(cells[1].verdict, COMPARE_SLOWER);
	CU_ASSERT_DOUBLE_EQUAL(cells[1].comparison.ratio, 0.88, 0.001);
	CU_ASSERT_TRUE(cells[1].comparison.low < 0.88 &&
	               cells[1].comparison.low > 0.86);
	CU_ASSERT_EQUAL(cells[2].verdict, COMPARE_SAME);
	CU_ASSERT_PTR_NULL(cells[3].against);
	/* The other way round; and against one that is not there. */
	CU_ASSERT_EQUAL(summary_compare(&summary, "b"), 0);
	CU_ASSERT_EQUAL(cells[0].verdict, COMPARE_FASTER);
	CU_ASSERT_PTR_NULL(cells[1].against);
	CU_ASSERT_EQUAL(summary_compare(&summary, "nobody"), 0);
	for (size_t i = 0; i < summary.count; i++)
		CU_ASSERT_PTR_NULL(cells[i].against);
	summary_free(&summary);
}

/* Round 3 of b was disturbed; round 7 stands in for it, and is held against
 * round 3 of a. */
static void pairs_what_stands_in(void)
{
	struct summary summary = {0};

	for (uint64_t i = 1; i <= 6; i++) {
		double level = i == 3 ? 1000 : 100 + (double)i;

		add(&summary, round_of("a", i, level, NULL, 0));
		add(&summary, round_of("b", i, i == 3 ? 1 : level * 2,
		                       i == 3 ? "noisy" : NULL, 0));
	}
	add(&summary, round_of("b", 7, 2000, NULL, 3));
	summary_finish(&summary);
	CU_ASSERT_EQUAL(summary_compare(&summary, "a"), 0);
	CU_ASSERT_PTR_NOT_NULL_FATAL(summary.cells[1].against);
	CU_ASSERT_DOUBLE_EQUAL(summary.cells[1].comparison.ratio, 2, 1e-9);
	CU_ASSERT_DOUBLE_EQUAL(summary.cells[1].comparison.high, 2, 1e-9);
	summary_free(&summary);
}

static CU_TestInfo cases[] = {
        {"finds flags", finds_flags},
        {"replaces flagged rounds", replaces_flagged_rounds},
        {"leaves what is always flagged", leaves_what_is_always_flagged},
        {"tells whether it converged", tells_whether_it_converged},
        {"finds two levels", finds_two_levels},
        {"adds up processor time", adds_up_processor_time},
        {"compares round by round", compares_round_by_round},
        {"pairs what stands in", pairs_what_stands_in},
        CU_TEST_INFO_NULL};
UNIT_SUITE(summary_rounds, cases)
