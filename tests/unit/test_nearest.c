/* test_nearest.c - which word is meant, and when none is. */
#include "config/nearest.h"
#include "unit.h"

static void finds_words(void)
{
	static const char *const words[] = {"file_sizes", "record_sizes", "tests",
	                                    "suite",      "depth",        "read",
	                                    "reread"};
	static const struct {
		const char *word, *near;
	} table[] = {{"file_size", "file_sizes"},
	             {"recordsize", "record_sizes"},
	             {"recrod_sizes", "record_sizes"},
	             {"RECORD_SIZES", "record_sizes"},
	             {"tset", NULL},
	             {"tetss", "tests"},
	             {"dept", "depth"},
	             {"raed", "read"},
	             {"rread", "read"},
	             {"xyz", NULL},
	             {"", NULL},
	             {"threads", NULL},
	             {"a_very_long_word_that_is_near_to_nothing", NULL}};

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		const char *near = nearest_word(table[i].word, words, 7);

		if (!table[i].near) {
			CU_ASSERT_PTR_NULL(near);
			continue;
		}
		CU_ASSERT_PTR_NOT_NULL_FATAL(near);
		CU_ASSERT_STRING_EQUAL(near, table[i].near);
	}
	CU_ASSERT_PTR_NULL(nearest_word("read", words, 0));
}

static CU_TestInfo cases[] = {{"finds words", finds_words}, CU_TEST_INFO_NULL};
UNIT_SUITE(nearest, cases)
