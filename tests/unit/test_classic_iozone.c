/* test_classic_iozone.c - iozone's table and reports, to the blank, and what
 * programs that parse them get out of ours. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "classic_rig.h"

static const struct classic_about about = {.version = "1.2.3",
                                           .began = "Mon Nov 30 12:00:00 2026",
                                           .results = "results/x",
                                           .whole = true};

static const char *const thirteen[] = {
        "write",        "rewrite",      "read",          "reread",
        "random_read",  "random_write", "backward_read", "record_rewrite",
        "stride_read",  "stdio_write",  "stdio_rewrite", "stdio_read",
        "stdio_reread",
};
#define TESTS (sizeof thirteen / sizeof thirteen[0])

/* One figure, in KiB/s. */
static void add_kib(struct summary *summary, const char *target,
                    const char *test, uint64_t file, uint64_t record,
                    double kib)
{
	struct classic_made made = {target, test,       file, record,
	                            1,      kib * 1024, 1,    0};

	add_made(summary, &made, NULL);
}

static const char preamble[] =
        "\tbench: what bench has measured, in iozone's layout\n"
        "\t        Version $Revision: bench-1.2.3 $\n"
        "\t\tBuild: bench\n"
        "\n"
        "\tRun began: Mon Nov 30 12:00:00 2026\n"
        "\n"
        "\tTarget: disk\n"
        "\tCommand line used: bench, as told in results/x/run.json\n"
        "\tOutput is in kBytes/sec\n"
        "\tA kByte is 1024 bytes; fractions are cut off; medians of the "
        "rounds.\n"
        "\tTime Resolution = 0.000000001 seconds.\n"
        "\tFile stride size set to 17 * record size.\n";
/* The second line of iozone's own heading. */
static const char heading[] =
        "              kB  reclen    write    rewrite      read    reread      "
        "read     write      read    rewrite       read    fwrite  frewrite    "
        " "
        "fread   freread\n";
static const char reports[] = "\n"
                              "Excel output is below:\n"
                              "\n"
                              "\"Writer report\"\n"
                              "        \"4\"  \"256\"\n"
                              "\"64\"   147507 \n"
                              "\"1024\"   123456789  - \n"
                              "\n"
                              "\"Re-writer report\"\n"
                              "        \"4\"  \"256\"\n"
                              "\"1024\"   666141  - \n"
                              "\n"
                              "\"Reader report\"\n"
                              "        \"4\"  \"256\"\n"
                              "\"64\"   420873 \n"
                              "\n"
                              "iozone test complete.\n";

static void prints_all_of_it(void)
{
	struct summary summary = {0};
	struct text expected = {0};
	char *all;

	add_kib(&summary, "disk", "write", M, 4 * K, 123456789);
	add_kib(&summary, "disk", "rewrite", M, 4 * K, 666141.99);
	add_kib(&summary, "disk", "write", 64 * K, 4 * K, 147507.5);
	add_kib(&summary, "disk", "read", 64 * K, 4 * K, 420873);
	add_failed(&summary, "disk", "write", 64 * K, 256 * K, RESULT_SKIPPED,
	           "the record is larger than the file");
	add_failed(&summary, "disk", "write", M, 256 * K, RESULT_ERROR, "broken");
	text_add(&expected, "%s", preamble);
	text_add(&expected,
	         "%68srandom    random      bkwd     record     stride%40s\n", "",
	         "");
	text_add(&expected, "%s", heading);
	text_add(&expected, "%16d%8d    147507%10s    420873%102s\n", 64, 4, "",
	         "");
	text_add(&expected, "%16d%8d 123456789    666141%112s\n", 1024, 4, "");
	text_add(&expected, "%s", reports);
	all = text_take(&expected);
	expect_classic(&summary, CLASSIC_IOZONE, &about, all);
	free(all);
}

/* A row as iozone 3.506 printed it, found on the net. */
static void prints_a_row_as_iozone_does(void)
{
	static const double figures[TESTS] = {14065, 24650, 24306, 24074, 9972,
	                                      9793,  16588, 10777, 15387, 22397,
	                                      23525, 14663, 13678};
	static const char row[] =
	        "\n            4096       1     14065     24650     24306     "
	        "24074 "
	        "     9972      9793     16588      10777      15387     22397     "
	        "23525     14663     13678\n";
	struct summary summary = {0};
	char *text;

	for (size_t i = 0; i < TESTS; i++)
		add_kib(&summary, "disk", thirteen[i], 4 * M, K, figures[i]);
	text = print_classic(&summary, CLASSIC_IOZONE, &about);
	CU_ASSERT_PTR_NOT_NULL(strstr(text, row));
	free(text);
	summary_free(&summary);
}

/* ^\s+\d+\s+\d+\s+\d+: then all numbers of the line. */
static size_t parse_row(const char *line, double *numbers)
{
	size_t count = 0;
	int taken;

	if (*line != ' ')
		return 0;
	while (count < 32 && sscanf(line, " %lf%n", &numbers[count], &taken) == 1) {
		line += taken;
		count++;
	}
	return count < 3 ? 0 : count;
}

/* A figure that no other place of the matrix has. */
static double figure_of(size_t file, size_t record, size_t test)
{
	return (double)(1000000 * (file + 1) + 10000 * record + 100 * test + 7);
}

static void fill_matrix(struct summary *summary)
{
	for (size_t i = 0; i < 14; i++)
		for (size_t j = 0; j < 13; j++)
			for (size_t k = 0; k < TESTS; k++) {
				uint64_t file = 64 * K << i, record = 4 * K << j;

				if (record <= file && (file <= 16 * M || record >= 64 * K))
					add_kib(summary, "disk", thirteen[k], file, record,
					        figure_of(i, j, k));
			}
}

static size_t log2_of(double number)
{
	return (size_t)(63 - __builtin_clzll((uint64_t)number));
}

static void reads_back_the_whole_matrix(void)
{
	struct summary summary = {0};
	size_t rows = 0;
	char *text, *rest, *line;

	fill_matrix(&summary);
	text = print_classic(&summary, CLASSIC_IOZONE, &about);
	for (line = strtok_r(text, "\n", &rest); line;
	     line = strtok_r(NULL, "\n", &rest)) {
		double numbers[32];
		size_t count = parse_row(line, numbers);

		if (count == 0)
			continue;
		rows++;
		CU_ASSERT_EQUAL_FATAL(count, TESTS + 2);
		CU_ASSERT_EQUAL(strlen(line), 156);
		for (size_t k = 0; k < TESTS; k++)
			CU_ASSERT_EQUAL(numbers[k + 2],
			                figure_of(log2_of(numbers[0] / 64),
			                          log2_of(numbers[1] / 4), k));
	}
	/* As many as `iozone -a` has. */
	CU_ASSERT_EQUAL(rows, 126);
	free(text);
	summary_free(&summary);
}

/* By their place, also where some are missing. */
static void keeps_columns_in_place(void)
{
	static const size_t ends[TESTS] = {34,  44,  54,  64,  74,  84, 94,
	                                   105, 116, 126, 136, 146, 156};

	for (size_t k = 0; k < TESTS; k++) {
		struct summary summary = {0};
		char *text, *row, expected[200];

		add_kib(&summary, "disk", thirteen[k], M, 4 * K, 31);
		text = print_classic(&summary, CLASSIC_IOZONE, &about);
		snprintf(expected, sizeof expected, "\n%16d%8d%*d%*s\n", 1024, 4,
		         (int)ends[k] - 24, 31, (int)(156 - ends[k]), "");
		row = strstr(text, expected);
		CU_ASSERT_PTR_NOT_NULL(row);
		free(text);
		summary_free(&summary);
	}
}

static void never_runs_numbers_together(void)
{
	struct summary summary = {0};
	char *text;

	add_kib(&summary, "disk", "write", M, 4 * K, 12345678901);
	add_kib(&summary, "disk", "rewrite", M, 4 * K, 12345678902);
	text = print_classic(&summary, CLASSIC_IOZONE, &about);
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "   4 12345678901 12345678902 "));
	free(text);
	summary_free(&summary);
}

static void leaves_out_what_is_no_whole_kilobyte(void)
{
	struct summary summary = {0};
	char *text;

	add_kib(&summary, "disk", "write", M, 1000, 5);
	add_kib(&summary, "disk", "read", M, 1000, 5);
	add_kib(&summary, "disk", "write", 100000, 4 * K, 5);
	add_kib(&summary, "disk", "write", M, 4 * K, 5);
	text = print_classic(&summary, CLASSIC_IOZONE, &about);
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "\tSizes that are no whole kB have no "
	                                    "row here: 2 left out.\n"));
	CU_ASSERT_PTR_NOT_NULL(
	        strstr(text, "\n            1024       4         5"));
	CU_ASSERT_PTR_NULL(strstr(text, "\n            1024       0"));
	CU_ASSERT_PTR_NULL(strstr(text, "\n              97 "));
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "\n        \"4\"\n\"1024\"   5 \n"));
	free(text);
	summary_free(&summary);
}

static size_t count_of(const char *text, const char *word)
{
	size_t count = 0;

	for (; (text = strstr(text, word)); text += strlen(word))
		count++;
	return count;
}

/* A table for each target and load, complete in itself. */
static void parts_targets_and_loads(void)
{
	struct classic_about ended = about;
	struct summary summary = {0};
	struct classic_made four = {"nas", "write", M, 4 * K, 4, 5120, 5, 0};
	char *text;

	add_kib(&summary, "disk", "write", M, 4 * K, 3);
	add_kib(&summary, "nas", "write", M, 4 * K, 4);
	add_made(&summary, &four, NULL);
	add_failed(&summary, "off", "read", M, 4 * K, RESULT_ERROR,
	           "no route\nto it");
	text = print_classic(&summary, CLASSIC_IOZONE, &about);
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "\tTarget: disk\n"));
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "\tTarget: nas\n"));
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "\tTarget: nas, threads 4\n"));
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "\tTarget: off\n"));
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "\tNo figures: no route to it\n"));
	CU_ASSERT_EQUAL(count_of(text, "\tOutput is in kBytes/sec\n"), 4);
	CU_ASSERT_EQUAL(count_of(text, "\"Writer report\"\n"), 3);
	/* Of those that have figures. */
	CU_ASSERT_EQUAL(count_of(text, "iozone test complete.\n"), 3);
	free(text);
	/* Not of a run that was ended. */
	ended.whole = false;
	text = print_classic(&summary, CLASSIC_IOZONE, &ended);
	CU_ASSERT_EQUAL(count_of(text, "iozone test complete.\n"), 0);
	CU_ASSERT_EQUAL(count_of(text, "\"Writer report\"\n"), 3);
	free(text);
	summary_free(&summary);
}

static void shows_positional_tests_on_demand(void)
{
	struct summary summary = {0};
	char *text;

	add_kib(&summary, "disk", "write", M, 4 * K, 3);
	add_kib(&summary, "disk", "pread", M, 4 * K, 8);
	text = print_classic(&summary, CLASSIC_IOZONE, &about);
	CU_ASSERT_PTR_NOT_NULL(strstr(
	        text, "   freread    pwrite  repwrite     pread   repread\n"));
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "\"Pread report\"\n        \"4\"\n"
	                                    "\"1024\"   8 \n"));
	CU_ASSERT_PTR_NULL(strstr(text, "Pwrite report"));
	free(text);
	summary_free(&summary);
}

static CU_TestInfo cases[] = {
        {"prints all of it", prints_all_of_it},
        {"prints a row as iozone does", prints_a_row_as_iozone_does},
        {"reads back the whole matrix", reads_back_the_whole_matrix},
        {"keeps columns in place", keeps_columns_in_place},
        {"never runs numbers together", never_runs_numbers_together},
        {"leaves out what is no whole kilobyte",
         leaves_out_what_is_no_whole_kilobyte},
        {"parts targets and loads", parts_targets_and_loads},
        {"shows positional tests on demand", shows_positional_tests_on_demand},
        CU_TEST_INFO_NULL};
UNIT_SUITE(classic_iozone, cases)
