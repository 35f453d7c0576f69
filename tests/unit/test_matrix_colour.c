/* test_matrix_colour.c - colours say nothing that the text does not say. */
#include <string.h>
#include "made_summary.h"

/* Leaves out escapes, and the legend, which only colours need. */
static char *strip(char *text)
{
	char *to = text, *line = text;
	bool plain = true;

	for (const char *from = text; *from != '\0'; from++) {
		if (*from == '\033') {
			size_t length = strcspn(from, "m");

			CU_ASSERT_EQUAL(from[1], '[');
			CU_ASSERT_EQUAL(strspn(from + 2, "0123456789;"), length - 2);
			plain = length == 3 && from[2] == '0';
			from += length;
			continue;
		}
		*to++ = *from;
		if (*from != '\n')
			continue;
		/* No colour runs into the next line. */
		CU_ASSERT_TRUE(plain);
		if (strncmp(line, "share of ", 9) == 0)
			to = line;
		line = to;
	}
	*to = '\0';
	CU_ASSERT_TRUE(plain);
	return text;
}

static void make_colourful(struct summary *summary)
{
	for (uint64_t file = 64 * K; file <= 8 * M; file *= 2) {
		double share = (double)file / (double)(8 * M);

		add(summary, "nas", "write", file, 4 * K, 50 * share);
		add(summary, "nas", "write", file, 64 * K, 100 * share);
		add(summary, "ram", "write", file, 64 * K, 110 * share);
		add_failed(summary, "nas", "write", file, M, RESULT_ERROR, "full");
	}
}

static void colours_change_no_text(void)
{
	struct summary summary = {0};
	char *plain, *coloured;

	make_colourful(&summary);
	for (int blocks = 0; blocks < 2; blocks++) {
		plain = draw(&summary, &by_link, false, blocks);
		coloured = draw(&summary, &by_link, true, blocks);
		CU_ASSERT_PTR_NULL(strchr(plain, '\033'));
		CU_ASSERT_EQUAL(strstr(plain, "\xe2\x96") != NULL, blocks);
		CU_ASSERT_PTR_NOT_NULL(strchr(coloured, '\033'));
		CU_ASSERT_PTR_NOT_NULL(strstr(coloured, "share of link "));
		CU_ASSERT_PTR_NOT_NULL(
		        strstr(coloured, "\033[0m 0 to 100 % of 100 MB/s\n"));
		CU_ASSERT_STRING_EQUAL(strip(coloured), plain);
		free(plain);
		free(coloured);
	}
	/* Without a ceiling there is nothing that colours could say. */
	plain = draw(&summary, &by_nothing, false, false);
	coloured = draw(&summary, &by_nothing, true, false);
	CU_ASSERT_STRING_EQUAL(coloured, plain);
	free(plain);
	free(coloured);
	summary_free(&summary);
}

static void colours_by_share(void)
{
	struct summary summary = {0};
	char *text;

	add(&summary, "nas", "write", M, 4 * K, 12.4);
	add(&summary, "nas", "write", M, 8 * K, 12.6);
	add(&summary, "nas", "write", M, 16 * K, 87.6);
	add(&summary, "nas", "write", M, 32 * K, 101.9);
	add(&summary, "nas", "write", M, 64 * K, 102.1);
	text = draw(&summary, &by_link, true, true);
	CU_ASSERT_PTR_NOT_NULL(
	        strstr(text, "    1M"
	                     "\033[38;5;231;48;5;54m 12.4\033[0m"
	                     "\033[38;5;231;48;5;60m 12.6\033[0m"
	                     "\033[38;5;16;48;5;185m 87.6\033[0m"
	                     "\033[38;5;16;48;5;185m  102\033[0m"
	                     "\033[38;5;16;48;5;185m  \033[1;4m102\033[0m\n"));
	free(text);
	summary_free(&summary);
}

static CU_TestInfo cases[] = {
        {"colours change no text", colours_change_no_text},
        {"colours by share", colours_by_share},
        CU_TEST_INFO_NULL};
UNIT_SUITE(matrix_colour, cases)
