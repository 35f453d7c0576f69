/* test_jsonl.c - objects appended to a file, one a line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "result/jsonl.h"
#include "unit.h"

static char *slurp(const char *path)
{
	FILE *file = fopen(path, "rb");
	struct text text = {0};
	int c;

	CU_ASSERT_PTR_NOT_NULL_FATAL(file);
	while ((c = fgetc(file)) != EOF)
		text_add(&text, "%c", c);
	fclose(file);
	return text_take(&text);
}

static void appends_lines(void)
{
	char *path = text_format("%s/a.jsonl", unit_scratch()), *found;
	struct jsonl file;

	for (int i = 1; i <= 2; i++) {
		CU_ASSERT_EQUAL_FATAL(jsonl_open(&file, path, NULL), 0);
		CU_ASSERT_EQUAL(jsonl_add(&file, json_pack("{si}", "n", i), NULL), 0);
		/* It is with the kernel before the file is closed. */
		found = slurp(path);
		CU_ASSERT_EQUAL(strlen(found), (size_t)i * 8);
		free(found);
		jsonl_close(&file);
		jsonl_close(&file);
	}
	found = slurp(path);
	CU_ASSERT_STRING_EQUAL(found, "{\"n\":1}\n{\"n\":2}\n");
	free(found);
	free(path);
}

static void says_what_failed(void)
{
	struct jsonl file;
	char *why = NULL;

	CU_ASSERT_TRUE(jsonl_open(&file, "/nowhere/a.jsonl", &why) < 0);
	CU_ASSERT_PTR_NOT_NULL_FATAL(why);
	CU_ASSERT_PTR_NOT_NULL(strstr(why, "/nowhere/a.jsonl: cannot be opened"));
	free(why);
	why = NULL;
	CU_ASSERT_EQUAL_FATAL(jsonl_open(&file, "/dev/full", NULL), 0);
	CU_ASSERT_TRUE(jsonl_add(&file, json_object(), &why) < 0);
	CU_ASSERT_PTR_NOT_NULL_FATAL(why);
	CU_ASSERT_PTR_NOT_NULL(
	        strstr(why, "/dev/full: cannot be written: No space"));
	free(why);
	CU_ASSERT_TRUE(jsonl_add(&file, NULL, NULL) < 0);
	jsonl_close(&file);
}

static void has_the_key_of_a_row(void)
{
	struct result_row row;
	json_t *key;
	char *text;

	result_row_init(&row);
	result_set_text(&row.target, "n\n\xff");
	result_set_text(&row.test, "ping");
	row.seq = 3;
	row.threads = row.depth = 1;
	row.round = 2;
	key = jsonl_key(&row);
	text = json_dumps(key, JSON_COMPACT);
	CU_ASSERT_STRING_EQUAL(text,
	                       "{\"seq\":3,\"target\":\"n ?\",\"test\":\"ping\","
	                       "\"threads\":1,\"depth\":1,\"round\":2}");
	free(text);
	json_decref(key);
	result_row_free(&row);
}

static CU_TestInfo cases[] = {{"appends lines", appends_lines},
                              {"says what failed", says_what_failed},
                              {"has the key of a row", has_the_key_of_a_row},
                              CU_TEST_INFO_NULL};
UNIT_SUITE(jsonl, cases)
