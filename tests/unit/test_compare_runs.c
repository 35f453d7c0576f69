/* test_compare_runs.c - two sides held against each other: which cells match,
 * what is claimed of them, and how often wrongly. */
#include "compare_rig.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "unit.h"

#define K            UINT64_C(1024)
#define M            (1024 * K)
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const struct match_wish plain = {NULL, NULL, COMPARE_DELTA};

static const struct match *find(const struct matches *matches, uint64_t file)
{
	for (size_t i = 0; i < matches->count; i++)
		if (matches->list[i].a->file_size == file)
			return &matches->list[i];
	return NULL;
}

/* One cell for each verdict: the file size tells them apart. */
static void gives_verdicts(void)
{
	static const struct {
		double spread, b_rate;
		size_t rounds;
		const char *verdict;
		bool below_5, below_15;
	} table[] = {{0.01, 100, 7, "same", false, false},
	             {0.01, 90, 7, "slower", true, false},
	             {0.01, 80, 7, "slower", true, true},
	             {0.01, 96, 7, "same", false, false},
	             {0.01, 112, 6, "faster", false, false},
	             {0.20, 93, 7, "inconclusive", false, false},
	             {0.01, 50, 5, "not enough rounds", false, false},
	             {0.00, 70, 1, "not enough rounds", false, false}};
	struct made_cell cells[COUNT(table)];
	struct side a, b;
	struct matches matches;

	for (size_t i = 0; i < COUNT(table); i++)
		cells[i] = (struct made_cell){.target = "nas",
		                              .test = "read",
		                              .file_size = (i + 1) * M,
		                              .record_size = K,
		                              .rate = 100,
		                              .spread = table[i].spread,
		                              .rounds = table[i].rounds};
	made_side(&a, cells, COUNT(table), NULL);
	for (size_t i = 0; i < COUNT(table); i++)
		cells[i].rate = table[i].b_rate;
	made_side(&b, cells, COUNT(table), NULL);
	CU_ASSERT_EQUAL_FATAL(match_build(&a, &b, &plain, &matches, NULL), 0);
	CU_ASSERT_EQUAL(matches.count, COUNT(table));
	for (size_t i = 0; i < COUNT(table); i++) {
		const struct match *match = find(&matches, (i + 1) * M);

		CU_ASSERT_STRING_EQUAL(match_verdict_name(match), table[i].verdict);
		CU_ASSERT_DOUBLE_EQUAL(match->ratio, table[i].b_rate / 100, 1e-9);
		CU_ASSERT_EQUAL(isnan(match->low), table[i].rounds < 6);
		CU_ASSERT_EQUAL(match_is_below(match, 0.05), table[i].below_5);
		CU_ASSERT_EQUAL(match_is_below(match, 0.15), table[i].below_15);
	}
	CU_ASSERT_EQUAL(matches.slower, 2);
	CU_ASSERT_EQUAL(matches.faster, 1);
	CU_ASSERT_EQUAL(matches.same, 2);
	CU_ASSERT_EQUAL(matches.inconclusive, 1);
	CU_ASSERT_EQUAL(matches.few, 2);
	for (size_t i = 1; i < matches.count; i++)
		CU_ASSERT(fabs(log(matches.list[i - 1].ratio)) >=
		          fabs(log(matches.list[i].ratio)));
	match_free(&matches);
	side_free(&a);
	side_free(&b);
}

/* A gate below 5 % wants verdicts on smaller effects. */
static void takes_delta(void)
{
	struct made_cell cell = {.target = "nas",
	                         .test = "read",
	                         .file_size = M,
	                         .record_size = K,
	                         .rate = 100,
	                         .spread = 0.002,
	                         .rounds = 7};
	struct match_wish fine = {NULL, NULL, 0.02};
	struct matches matches;
	struct side a, b;

	made_side(&a, &cell, 1, NULL);
	cell.rate = 97;
	made_side(&b, &cell, 1, NULL);
	CU_ASSERT_EQUAL_FATAL(match_build(&a, &b, &fine, &matches, NULL), 0);
	CU_ASSERT_STRING_EQUAL(match_verdict_name(&matches.list[0]), "slower");
	CU_ASSERT_TRUE(match_is_below(&matches.list[0], 0.02));
	match_free(&matches);
	CU_ASSERT_EQUAL_FATAL(match_build(&a, &b, &plain, &matches, NULL), 0);
	CU_ASSERT_STRING_EQUAL(match_verdict_name(&matches.list[0]), "same");
	match_free(&matches);
	side_free(&a);
	side_free(&b);
}

/* The means of cells of 7 rounds; that of 2 is left out where there are some.
 */
static void takes_means(void)
{
	static const struct made_cell before[] = {
	        {"nas", "read", M, K, 100, 0.01, 7, NULL, NULL, NULL, 0, 0},
	        {"nas", "read", 2 * M, K, 10, 0.01, 8, NULL, NULL, NULL, 0, 0},
	        {"nas", "read", 4 * M, K, 10, 0.01, 2, NULL, NULL, NULL, 0, 0},
	        {"nas", "ping", 0, 0, 50, 0, 2, NULL, NULL, NULL, 0, 0}};
	static const struct made_cell now[] = {
	        {"nas", "read", M, K, 50, 0.01, 7, NULL, NULL, NULL, 0, 0},
	        {"nas", "read", 2 * M, K, 80, 0.01, 7, NULL, NULL, NULL, 0, 0},
	        {"nas", "read", 4 * M, K, 90, 0.01, 7, NULL, NULL, NULL, 0, 0},
	        {"nas", "ping", 0, 0, 25, 0, 2, NULL, NULL, NULL, 0, 0}};
	struct matches matches;
	struct side a, b;

	made_side(&a, before, COUNT(before), NULL);
	made_side(&b, now, COUNT(now), NULL);
	CU_ASSERT_EQUAL_FATAL(match_build(&a, &b, &plain, &matches, NULL), 0);
	CU_ASSERT_EQUAL_FATAL(matches.mean_count, 2);
	CU_ASSERT_STRING_EQUAL(matches.means[0].test, "read");
	CU_ASSERT_EQUAL(matches.means[0].cells, 2);
	CU_ASSERT_DOUBLE_EQUAL(matches.means[0].ratio, 2, 0.003);
	CU_ASSERT(matches.means[0].low < 2 && matches.means[0].high > 2);
	CU_ASSERT(matches.means[0].low > 1.97 && matches.means[0].high < 2.03);
	CU_ASSERT_STRING_EQUAL(matches.means[1].test, "ping");
	CU_ASSERT_DOUBLE_EQUAL(matches.means[1].ratio, 0.5, 1e-9);
	CU_ASSERT_TRUE(isnan(matches.means[1].low));
	CU_ASSERT_EQUAL(matches.all.cells, 2);
	match_free(&matches);
	side_free(&a);
	side_free(&b);
}

static void counts_what_is_missing(void)
{
	static const struct made_cell before[] = {
	        {"nas", "read", M, K, 100, 0, 7, NULL, NULL, NULL, 0, 0},
	        {"nas", "read", 2 * M, K, 100, 0, 7, NULL, NULL, NULL, 0, 0},
	        {"nas", "read", 4 * M, K, 100, 0, 7, NULL, NULL, NULL, 0, 0},
	        {"old", "read", M, K, 100, 0, 7, NULL, NULL, NULL, 0, 0},
	        {"nas", "mkdir", M, K, 0, 0, 1, NULL, NULL, NULL, 0,
	         RESULT_UNSUPPORTED}};
	static const struct made_cell now[] = {
	        {"nas", "read", M, K, 100, 0, 7, NULL, NULL, NULL, 0, 0},
	        {"nas", "read", 2 * M, K, 100, 0, 1, NULL, NULL, NULL, 0,
	         RESULT_ERROR},
	        {"nas", "read", 8 * M, K, 100, 0, 7, NULL, NULL, NULL, 0, 0},
	        {"nas", "write", M, K, 100, 0, 7, NULL, NULL, NULL, 0, 0}};
	struct matches matches;
	struct side a, b;

	made_side(&a, before, COUNT(before), NULL);
	made_side(&b, now, COUNT(now), NULL);
	CU_ASSERT_EQUAL_FATAL(match_build(&a, &b, &plain, &matches, NULL), 0);
	CU_ASSERT_EQUAL(matches.count, 1);
	CU_ASSERT_EQUAL(matches.lost, 1);
	CU_ASSERT_EQUAL(matches.lost_cells[0]->file_size, 2 * M);
	CU_ASSERT_EQUAL(matches.only_a, 2);
	CU_ASSERT_EQUAL(matches.only_b, 2);
	match_free(&matches);
	side_free(&a);
	side_free(&b);
}

/* Targets by name, by two names, within a run, and those that there are not. */
static void finds_targets(void)
{
	static const struct made_cell cells[] = {
	        {"x", "read", M, K, 100, 0.20, 7, NULL, NULL, NULL, 0, 0},
	        {"y", "read", M, K, 90, 0.20, 7, NULL, NULL, NULL, 0, 0}};
	static const struct match_wish wishes[] = {{"x", "y", COMPARE_DELTA},
	                                           {"x", "z", COMPARE_DELTA},
	                                           {"z", NULL, COMPARE_DELTA}};
	struct matches matches;
	struct side a, b;
	char *why = NULL;

	made_side(&a, cells, COUNT(cells), NULL);
	made_side(&b, cells, COUNT(cells), NULL);
	CU_ASSERT_EQUAL_FATAL(match_build(&a, &b, &wishes[0], &matches, NULL), 0);
	CU_ASSERT_EQUAL(matches.count, 1);
	CU_ASSERT_FALSE(matches.paired);
	CU_ASSERT_EQUAL(matches.inconclusive, 1);
	match_free(&matches);
	/* By pairs the noise that both have is nothing. */
	CU_ASSERT_EQUAL_FATAL(match_build(&a, &a, &wishes[0], &matches, NULL), 0);
	CU_ASSERT_TRUE(matches.paired);
	CU_ASSERT_EQUAL(matches.slower, 1);
	CU_ASSERT_DOUBLE_EQUAL(matches.list[0].ratio, 0.9, 1e-9);
	CU_ASSERT_DOUBLE_EQUAL(matches.all.low, 0.9, 1e-9);
	match_free(&matches);
	CU_ASSERT_EQUAL(match_build(&a, &b, &wishes[1], &matches, &why), -ENOENT);
	CU_ASSERT_PTR_NOT_NULL_FATAL(strstr(why, "no target `z`"));
	CU_ASSERT_PTR_NOT_NULL(strstr(why, "there are x, y"));
	match_free(&matches);
	free(why);
	why = NULL;
	CU_ASSERT_EQUAL(match_build(&a, &b, &wishes[2], &matches, &why), -ENOENT);
	CU_ASSERT_PTR_NOT_NULL(strstr(why, "no target `z`"));
	match_free(&matches);
	free(why);
	side_free(&a);
	side_free(&b);
}

/* A published figure without its record size: only where one cell can be
 * meant. */
static void matches_untold_sizes(void)
{
	static const struct made_cell published = {
	        "nas", "read", M, 0, 100, 0, 1, NULL, NULL, NULL, 0, 0};
	static const struct made_cell now[] = {
	        {"nas", "read", M, K, 50, 0, 7, NULL, NULL, NULL, 0, 0},
	        {"nas", "read", M, 4 * K, 60, 0, 7, NULL, NULL, NULL, 0, 0}};
	struct matches matches;
	struct side a, one, two;
	char *why = NULL;

	made_side(&a, &published, 1, NULL);
	made_side(&one, now, 1, NULL);
	made_side(&two, now, 2, NULL);
	CU_ASSERT_EQUAL_FATAL(match_build(&a, &one, &plain, &matches, NULL), 0);
	CU_ASSERT_DOUBLE_EQUAL(matches.list[0].ratio, 0.5, 1e-9);
	CU_ASSERT_EQUAL(matches.few, 1);
	CU_ASSERT_EQUAL(matches.only_b, 0);
	match_free(&matches);
	CU_ASSERT_EQUAL(match_build(&a, &two, &plain, &matches, &why), -ENOENT);
	CU_ASSERT_PTR_NOT_NULL_FATAL(strstr(why, "1 are only in A and 0 only in"));
	match_free(&matches);
	free(why);
	side_free(&a);
	side_free(&one);
	side_free(&two);
}

static double uniform(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) +
	         UINT64_C(1442695040888963407);
	return ((double)(*state >> 11) + 0.5) / 9007199254740992.0;
}

#define DRAWN 24

/* A run of cells of 7 rounds, each round with noise of its own; the first so
 * many cells at `rate`, all in a time when the machine is at `speed`. */
static void draw(struct side *side, uint64_t *state, uint64_t slow, double rate,
                 double speed)
{
	*side = (struct side){0};
	for (uint64_t cell = 0; cell < DRAWN; cell++)
		for (uint64_t round = 1; round <= 7; round++) {
			double noise = sqrt(-2 * log(uniform(state))) *
			               cos(6.283185307179586 * uniform(state));
			struct result_row row;

			result_row_init(&row);
			result_set_text(&row.target, "nas");
			result_set_text(&row.test, "read");
			row.file_size = (cell + 1) * M;
			row.record_size = K;
			row.threads = row.depth = 1;
			row.round = round;
			row.status = RESULT_OK;
			row.throughput = 1e8 * speed * exp(0.02 * noise);
			if (cell < slow)
				row.throughput *= rate;
			CU_ASSERT_EQUAL(summary_add(&side->summary, &row, NULL), 0);
			result_row_free(&row);
		}
	summary_finish(&side->summary);
}

/* Of 200 comparisons of the same with the same at most 1 in 20 claims
 * anything, also where the machine is 4 % slower the second time; a cell that
 * takes 15 % longer is found, and 10 % where all do. */
static void is_seldom_wrong(void)
{
	uint64_t state = 20261130;
	size_t alarms = 0, drift = 0, found = 0, others = 0, all = 0, covered = 0;

	for (size_t i = 0; i < 200; i++) {
		struct side a, b, later, one, slow;
		struct matches matches;

		draw(&a, &state, 0, 1, 1);
		draw(&b, &state, 0, 1, 1);
		draw(&later, &state, 0, 1, 0.96);
		draw(&one, &state, 1, 1 / 1.15, 1);
		draw(&slow, &state, DRAWN, 1 / 1.1, 1);
		CU_ASSERT_EQUAL_FATAL(match_build(&a, &b, &plain, &matches, NULL), 0);
		alarms += matches.slower + matches.faster > 0;
		covered += matches.all.low <= 1 && matches.all.high >= 1;
		match_free(&matches);
		CU_ASSERT_EQUAL_FATAL(match_build(&a, &later, &plain, &matches, NULL),
		                      0);
		drift += matches.slower + matches.faster > 0;
		match_free(&matches);
		CU_ASSERT_EQUAL_FATAL(match_build(&a, &slow, &plain, &matches, NULL),
		                      0);
		all += matches.slower > DRAWN / 2;
		match_free(&matches);
		CU_ASSERT_EQUAL_FATAL(match_build(&a, &one, &plain, &matches, NULL), 0);
		found += match_is_below(find(&matches, M), COMPARE_DELTA);
		others += matches.slower + matches.faster > 1;
		match_free(&matches);
		side_free(&a);
		side_free(&b);
		side_free(&later);
		side_free(&one);
		side_free(&slow);
	}
	CU_ASSERT(alarms <= 10);
	CU_ASSERT(drift <= 10);
	CU_ASSERT(all >= 190);
	CU_ASSERT(others <= 10);
	CU_ASSERT(found >= 190);
	CU_ASSERT(covered >= 180 && covered < 200);
}

/* What cannot be read says what and where. */
static void refuses_sides(void)
{
	static const struct made_cell cell = {"nas", "read", M,    K,    100, 0,
	                                      7,     NULL,   NULL, NULL, 0,   0};
	char *good = made_directory(&cell, 1, NULL);
	char *broken = made_directory(&cell, 1, "{\"schema\": 1,");
	char *list = made_directory(&cell, 1, "[]");
	char *empty = made_directory(NULL, 0, NULL);
	char *nowhere = text_format("%s/nowhere", unit_scratch());
	char *csv = text_format("%s/results.csv", good);
	const struct {
		const char *path, *why;
	} table[] = {{nowhere, "No such file"},
	             {unit_scratch(), "no results.csv in it"},
	             {broken, "run.json:1"},
	             {list, "expected an object"},
	             {empty, "no rows in it"},
	             {"/dev/null", "expected a header line"},
	             {good, NULL},
	             {csv, NULL}};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct side side = {0};
		char *why = NULL;
		int error = side_load(&side, table[i].path, &why);

		CU_ASSERT_EQUAL(error != 0, table[i].why != NULL);
		if (table[i].why)
			CU_ASSERT_PTR_NOT_NULL_FATAL(strstr(why, table[i].why));
		free(why);
		side_free(&side);
	}
	free(good);
	free(broken);
	free(list);
	free(empty);
	free(nowhere);
	free(csv);
}

/* A results.csv of a bench that had fewer columns yet. */
static void reads_older_files(void)
{
	char *path = text_format("%s/older.csv", unit_scratch()), *why = NULL;
	FILE *file = fopen(path, "w");
	struct side side = {0};
	size_t columns = 0;

	CU_ASSERT_PTR_NOT_NULL_FATAL(file);
	while (strcmp(result_columns[columns++].name, "counters") != 0)
		fprintf(file, "%s%s", columns > 1 ? "," : "",
		        result_columns[columns - 1].name);
	fprintf(file, ",counters\r\n1,r,1,,nas,sim,read,1024,1024,1,1,1,1,ok,,");
	for (size_t i = 15; i < columns; i++)
		fprintf(file, "%s%s",
		        strcmp(result_columns[i].name, "throughput_bytes_per_s") == 0
		                ? "5000"
		                : "",
		        i + 1 < columns ? "," : "\r\n");
	fclose(file);
	CU_ASSERT_EQUAL_FATAL(side_load(&side, path, &why), 0);
	CU_ASSERT_EQUAL(side.rows.count, 1);
	CU_ASSERT_EQUAL(side.rows.columns, columns);
	CU_ASSERT_PTR_NULL(side.rows.rows[0].sync);
	CU_ASSERT_DOUBLE_EQUAL(side.summary.cells[0].rate.median, 5000, 0);
	side_free(&side);
	free(path);
}

static CU_TestInfo cases[] = {
        {"gives verdicts, and none without rounds", gives_verdicts},
        {"takes a smaller delta", takes_delta},
        {"takes geometric means", takes_means},
        {"counts what is missing", counts_what_is_missing},
        {"finds targets", finds_targets},
        {"matches sizes that are not told", matches_untold_sizes},
        {"is seldom wrong", is_seldom_wrong},
        {"refuses what is no side", refuses_sides},
        {"reads files with fewer columns", reads_older_files},
        CU_TEST_INFO_NULL};
UNIT_SUITE(compare_runs, cases)
