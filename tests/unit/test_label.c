/* test_label.c - text made fit for so many columns. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "config/units.h"
#include "result/row.h"
#include "unit.h"
#include "view/label.h"

#define UE    "\xc3\xbc"     /* u with two dots */
#define WRITE "\xe5\x86\x99" /* two columns wide */

static void expect(struct text *text, const char *expected)
{
	char *taken = text_take(text);

	CU_ASSERT_PTR_NOT_NULL_FATAL(taken);
	CU_ASSERT_STRING_EQUAL(taken, expected);
	free(taken);
}

static void measures_and_cuts(void)
{
	static const struct {
		const char *text;
		bool utf8;
		size_t columns, most;
		const char *cut;
	} cases[] = {
	        {NULL, true, 0, 5, ""},
	        {"", false, 0, 5, ""},
	        {"abc", false, 3, 0, ""},
	        {"abc", false, 3, 1, "~"},
	        {"abc", false, 3, 2, "a~"},
	        {"abc", false, 3, 3, "abc"},
	        {UE UE "x", true, 3, 3, UE UE "x"},
	        {UE UE "x", true, 3, 2, UE "~"},
	        {UE UE "x", false, 3, 3, "??x"},
	        {WRITE WRITE, true, 4, 4, WRITE WRITE},
	        {WRITE WRITE, true, 4, 3, WRITE "~"},
	        {WRITE WRITE, true, 4, 2, "~"},
	        {WRITE WRITE, false, 2, 2, "??"},
	        {"e\xcc\x81", true, 1, 1, "e\xcc\x81"},
	        {"\033[2J", true, 4, 9, "?[2J"},
	        {"a\tb\r\nc\x7f", true, 7, 9, "a b  c?"},
	        {"\xc2\x9b"
	         "1m",
	         true, 3, 9, "?1m"}, /* C1 control */
	        {"\xe2\x80\xae"
	         "x",
	         true, 2, 9, "?x"},        /* turns the line */
	        {"\xc3", true, 1, 9, "?"}, /* ends too early */
	        {"\xc3(", true, 2, 9, "?("},
	        {"\xff\x80", true, 2, 9, "??"},
	        {"\xc0\xaf", true, 2, 9, "??"},           /* too long a form */
	        {"\xed\xa0\x80", true, 3, 9, "???"},      /* surrogate */
	        {"\xf4\x90\x80\x80", true, 4, 9, "????"}, /* no character */
	        {"\xf0\x9f\x98\x80", true, 2, 9, "\xf0\x9f\x98\x80"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct text text = {0};

		CU_ASSERT_EQUAL(label_columns(cases[i].text, cases[i].utf8),
		                cases[i].columns);
		label_cut(&text, cases[i].text, cases[i].most, cases[i].utf8);
		expect(&text, cases[i].cut);
	}
}

static void pads(void)
{
	struct text text = {0};

	label_right(&text, UE "b", 4, true);
	text_add(&text, "|");
	label_left(&text, UE "b", 4, true);
	text_add(&text, "|");
	label_right(&text, WRITE WRITE, 3, true);
	text_add(&text, "|");
	label_left(&text, WRITE WRITE, 2, true);
	text_add(&text, "|");
	label_left(&text, NULL, 2, true);
	text_add(&text, "|");
	label_right(&text, "abc", 0, true);
	expect(&text, "  " UE "b|" UE "b  |" WRITE "~|~ |  |");
}

static void wraps_at_blanks(void)
{
	char eighty[81], more[200];
	struct text text = {0};

	memset(eighty, 'x', 80);
	eighty[80] = '\0';
	label_wrap(&text, NULL, 2, 4, true);
	label_wrap(&text, "", 2, 4, true);
	label_wrap(&text, eighty, 0, 4, true);
	snprintf(more, sizeof(more), "\n%s\n", eighty);
	CU_ASSERT_STRING_EQUAL(text.bytes + 2, more);
	text_free(&text);

	/* 76 and a blank fit behind the indent; the word after it does not. */
	snprintf(more, sizeof(more), "%.76s y %.77s", eighty, eighty);
	label_wrap(&text, more, 2, 4, true);
	snprintf(more, sizeof(more), "  %.76s y\n    %.76s\n    x\n", eighty,
	         eighty);
	expect(&text, more);

	snprintf(more, sizeof(more), "%.76s yz", eighty);
	label_wrap(&text, more, 2, 4, true);
	snprintf(more, sizeof(more), "  %.76s\n    yz\n", eighty);
	expect(&text, more);
}

static void labels_sizes(void)
{
	static const struct {
		uint64_t size;
		const char *within;
	} cases[] = {
	        {0, "0"},
	        {4096, "4K"},
	        {12345, "12345"},
	        {1000001, "~977K"},
	        {1048575, "~1M"},
	        {(500 << 20) + 1, "~500M"},
	        {UINT64_MAX, "-"},
	        {UINT64_MAX - 1, "~16E"},
	        {1023 << 10, "1023K"},
	};
	char buffer[LABEL_SIZES];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		CU_ASSERT_STRING_EQUAL(label_size_within(cases[i].size, 5, buffer),
		                       cases[i].within);
	CU_ASSERT_STRING_EQUAL(label_sizes(65536, 4096, buffer), "64K/4K");
	CU_ASSERT_STRING_EQUAL(label_sizes(65536, RESULT_NO_COUNT, buffer), "64K");
	CU_ASSERT_STRING_EQUAL(label_sizes(RESULT_NO_COUNT, 4096, buffer), "");
}

static CU_TestInfo tests[] = {{"measures and cuts", measures_and_cuts},
                              {"pads", pads},
                              {"wraps at blanks", wraps_at_blanks},
                              {"labels sizes", labels_sizes},
                              CU_TEST_INFO_NULL};
UNIT_SUITE(label, tests)
