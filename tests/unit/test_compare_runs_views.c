/* test_compare_runs_views.c - a comparison as table, Markdown, JSON and JUnit,
 * with names that each of them would take for more than a name. */
#include "compare_rig.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <jansson.h>
#include "base/text.h"
#include "unit.h"
#include "view/compare.h"
#include "view/label.h"

#define K            UINT64_C(1024)
#define M            (1024 * K)
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define ODD          "a|b<\"&\x1b[1m\xc3\xa9' with a name that goes on and on"

static const struct made_cell before[] = {
        {ODD, "read", M, K, 100, 0.01, 7, NULL, NULL, NULL, 0, 0},
        {ODD, "read", 2 * M, K, 12345.678, 0.01, 7, NULL, NULL, NULL, 0, 0},
        {ODD, "read", 4 * M, K, 100, 0.01, 7, NULL, NULL, NULL, 0, 0},
        {ODD, "read", 8 * M, K, 100, 0.01, 2, NULL, NULL, NULL, 0, 0},
        {ODD, "random_read_of_a_name", 8 * M, K, 1, 0.01, 7, NULL, NULL, NULL,
         0, 0},
        {ODD, "read", 16 * M, K, 1, 0.01, 7, NULL, NULL, NULL, 0, 0},
        {ODD, "ping", 0, 0, 1e9, 0.01, 7, NULL, NULL, NULL, 0, 0}};
static const struct made_cell now[] = {
        {ODD, "read", M, K, 90, 0.01, 7, NULL, NULL, NULL, 0, 0},
        {ODD, "read", 2 * M, K, 123456789, 0.01, 7, NULL, NULL, NULL, 0, 0},
        {ODD, "read", 4 * M, K, 100, 0.01, 7, NULL, NULL, NULL, 0, 0},
        {ODD, "read", 8 * M, K, 50, 0.01, 7, NULL, NULL, NULL, 0, 0},
        {ODD, "random_read_of_a_name", 8 * M, K, 1.2, 0.01, 7, NULL, NULL, NULL,
         0, 0},
        {ODD, "read", 16 * M, K, 0, 0, 1, NULL, NULL, NULL, 0, RESULT_ERROR},
        {ODD, "ping", 0, 0, 2, 0.01, 7, NULL, NULL, NULL, 0, 0}};

struct shown {
	struct side a, b;
	struct matches matches;
	struct differences differences;
	struct compare_view view;
	struct text text;
};

static void show(struct shown *shown, double fail_below,
                 void (*print)(const struct compare_view *, struct text *))
{
	struct match_wish wish = {NULL, NULL, COMPARE_DELTA};

	*shown = (struct shown){0};
	made_side(&shown->a, before, COUNT(before), NULL);
	made_side(&shown->b, now, COUNT(now), NULL);
	CU_ASSERT_EQUAL_FATAL(
	        match_build(&shown->a, &shown->b, &wish, &shown->matches, NULL), 0);
	shown->view = (struct compare_view){.a = &shown->a,
	                                    .b = &shown->b,
	                                    .matches = &shown->matches,
	                                    .differences = &shown->differences,
	                                    .divisor = 1e6,
	                                    .unit = "MB/s",
	                                    .fail_below = fail_below,
	                                    .utf8 = true};
	print(&shown->view, &shown->text);
	CU_ASSERT_FALSE_FATAL(shown->text.failed);
}

static void hide(struct shown *shown)
{
	text_free(&shown->text);
	match_free(&shown->matches);
	side_free(&shown->a);
	side_free(&shown->b);
}

static void table_has_80_columns(void)
{
	struct shown shown;
	char *line, *rest;

	show(&shown, 0.05, compare_print_table);
	CU_ASSERT_PTR_NOT_NULL(strstr(shown.text.bytes, "2 slower, 2 faster, 1 the "
	                                                "same, 0 inconclusive"));
	CU_ASSERT_PTR_NOT_NULL(strstr(shown.text.bytes, "  0.900 0.8"));
	CU_ASSERT_PTR_NOT_NULL(
	        strstr(shown.text.bytes,
	               "no confirmed change in 1 cell: 1 the same within 5 %; B/A "
	               "1.000 to 1.000"));
	CU_ASSERT_PTR_NOT_NULL(strstr(shown.text.bytes, "1 cell of A failed in B"));
	CU_ASSERT_PTR_NOT_NULL(
	        strstr(shown.text.bytes,
	               "--fail-below 5%: failed, 2 cells are confirmed slower by "
	               "more"));
	CU_ASSERT_PTR_NULL(strchr(shown.text.bytes, '\x1b'));
	for (line = strtok_r(shown.text.bytes, "\n", &rest); line;
	     line = strtok_r(NULL, "\n", &rest))
		CU_ASSERT(label_columns(line, true) <= 80);
	hide(&shown);
}

static void markdown_keeps_its_columns(void)
{
	struct shown shown;
	size_t rows = 0;
	char *line, *rest;

	show(&shown, (double)NAN, compare_print_markdown);
	for (line = strtok_r(shown.text.bytes, "\n", &rest); line;
	     line = strtok_r(NULL, "\n", &rest)) {
		size_t bars = 0;

		if (*line != '|')
			continue;
		for (const char *at = line; *at; at++)
			bars += *at == '|' && (at == line || at[-1] != '\\');
		CU_ASSERT(bars == 10 || bars == 6);
		rows += bars == 10;
	}
	/* Two of the head; slower, faster and not enough rounds. */
	CU_ASSERT_EQUAL(rows, 2 + 2 + 2 + 1);
	hide(&shown);
}

static void json_has_every_cell(void)
{
	static const struct {
		const char *verdict;
		int fails;
	} table[] = {{"slower", 1}, {"faster", 0}, {"not enough rounds", 0},
	             {"faster", 0}, {"slower", 1}, {"same", 0}};
	struct shown shown;
	json_t *object, *cells, *first;

	show(&shown, 0.05, compare_print_json);
	object = json_loads(shown.text.bytes, 0, NULL);
	CU_ASSERT_PTR_NOT_NULL_FATAL(object);
	cells = json_object_get(object, "cells");
	CU_ASSERT_EQUAL_FATAL(json_array_size(cells), COUNT(table));
	for (size_t i = 0; i < COUNT(table); i++) {
		json_t *cell = json_array_get(cells, i);

		CU_ASSERT_STRING_EQUAL(
		        json_string_value(json_object_get(cell, "verdict")),
		        table[i].verdict);
		CU_ASSERT_EQUAL(json_is_true(json_object_get(cell, "fails")),
		                table[i].fails);
		CU_ASSERT_EQUAL(json_object_get(cell, "p") == NULL, i == 2);
	}
	first = json_array_get(cells, 0);
	CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(first, "test")),
	                       "ping");
	CU_ASSERT_PTR_NULL(json_object_get(first, "file_size_bytes"));
	CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(first, "unit")),
	                       "ops_per_s");
	CU_ASSERT_EQUAL(json_integer_value(json_object_get(object, "failures")), 2);
	json_decref(object);
	hide(&shown);
}

static size_t count(const char *text, const char *word)
{
	size_t found = 0;

	while ((text = strstr(text, word)) != NULL) {
		found++;
		text += strlen(word);
	}
	return found;
}

static void junit_is_xml(void)
{
	struct shown shown;
	const char *text;

	show(&shown, 0.15, compare_print_junit);
	text = shown.text.bytes;
	CU_ASSERT_EQUAL(count(text, "<testcase "), 7);
	CU_ASSERT_EQUAL(count(text, "</testcase>"), 7);
	CU_ASSERT_EQUAL(count(text, "<failure "), 1); /* ping alone */
	CU_ASSERT_EQUAL(count(text, "<error "), 1);
	CU_ASSERT_EQUAL(count(text, "<skipped "), 1);
	CU_ASSERT_EQUAL(count(text, "tests=\"7\" failures=\"1\" errors=\"1\" "
	                            "skipped=\"1\""),
	                2);
	CU_ASSERT_EQUAL(count(text, "a|b&lt;&quot;&amp; "), 7);
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "failed in B: it &lt;broke&gt;"));
	CU_ASSERT_PTR_NULL(strchr(text, '\x1b'));
	hide(&shown);
}

static CU_TestInfo cases[] = {
        {"the table has 80 columns", table_has_80_columns},
        {"Markdown keeps its columns", markdown_keeps_its_columns},
        {"JSON has every cell", json_has_every_cell},
        {"JUnit is XML", junit_is_xml},
        CU_TEST_INFO_NULL};
UNIT_SUITE(compare_runs_views, cases)
