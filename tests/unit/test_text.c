/* test_text.c - growing strings and failures. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "unit.h"

static void grows(void)
{
	struct text text = {0};
	char *whole;

	for (int i = 0; i < 1000; i++)
		text_add(&text, "%d,", i % 10);
	text_add_bytes(&text, "a\0b", 3);
	text_add_bytes(&text, NULL, 0);
	CU_ASSERT_EQUAL(text.length, 2003);
	CU_ASSERT_FALSE(text.failed);
	whole = text_take(&text);
	CU_ASSERT_PTR_NOT_NULL_FATAL(whole);
	CU_ASSERT_EQUAL(memcmp(whole + 1996, "8,9,a\0b\0", 8), 0);
	CU_ASSERT_PTR_NULL(text.bytes);
	CU_ASSERT_EQUAL(text.length, 0);
	free(whole);
}

static void takes_nothing_as_empty(void)
{
	struct text text = {0};
	char *empty = text_take(&text);

	CU_ASSERT_STRING_EQUAL(empty, "");
	free(empty);
	text_free(&text);
}

static void fills_exactly(void)
{
	struct text text = {0};
	char part[64];

	/* Lengths around the first capacity, where the NUL just fits or not. */
	memset(part, 'x', sizeof part);
	for (size_t length = 62; length <= 64; length++) {
		text_add_bytes(&text, part, length);
		CU_ASSERT_EQUAL(text.length, length);
		CU_ASSERT_EQUAL(strlen(text.bytes), length);
		CU_ASSERT_TRUE(text.capacity > length);
		text_free(&text);
	}
}

static void stays_failed(void)
{
	struct text text = {0};

	text_add(&text, "kept");
	text_add_bytes(&text, "x", (size_t)-1);
	CU_ASSERT_TRUE(text.failed);
	text_add(&text, "more");
	CU_ASSERT_EQUAL(text.length, 4);
	CU_ASSERT_PTR_NULL(text_take(&text));
	CU_ASSERT_FALSE(text.failed);
	CU_ASSERT_PTR_NULL(text.bytes);
}

static void formats_and_copies(void)
{
	char *text = text_format("%s-%05d", "a", 42), *copy = text_copy(text);

	CU_ASSERT_STRING_EQUAL(text, "a-00042");
	CU_ASSERT_STRING_EQUAL(copy, "a-00042");
	CU_ASSERT_PTR_NOT_EQUAL(text, copy);
	CU_ASSERT_PTR_NULL(text_copy(NULL));
	free(text);
	free(copy);
}

static void fails_with_a_sentence(void)
{
	char *why = NULL;

	CU_ASSERT_EQUAL(failure(&why, EINVAL, "%s: expected %d", "x", 7), -EINVAL);
	CU_ASSERT_STRING_EQUAL(why, "x: expected 7");
	free(why);
	why = NULL;
	CU_ASSERT_EQUAL(failure(&why, -ENOENT, "gone"), -ENOENT);
	CU_ASSERT_STRING_EQUAL(why, "gone");
	free(why);
	CU_ASSERT_EQUAL(failure(NULL, EIO, "nobody asks"), -EIO);
}

static CU_TestInfo cases[] = {{"grows", grows},
                              {"nothing is empty", takes_nothing_as_empty},
                              {"fills exactly", fills_exactly},
                              {"stays failed", stays_failed},
                              {"formats and copies", formats_and_copies},
                              {"fails with a sentence", fails_with_a_sentence},
                              CU_TEST_INFO_NULL};
UNIT_SUITE(text, cases)
