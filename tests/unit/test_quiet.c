/* test_quiet.c - the quiet gate, with files and a clock made for it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/text.h"
#include "measure/quiet.h"
#include "unit.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define MS            INT64_C(1000000)

static void put(const char *root, const char *path, const char *content)
{
	char *whole = text_format("%s%s", root, path);
	FILE *file;

	for (char *at = whole + 1; (at = strchr(at, '/')); at++) {
		*at = '\0';
		CU_ASSERT_TRUE(mkdir(whole, 0700) == 0 || errno == EEXIST);
		*at = '/';
	}
	file = fopen(whole, "w");
	CU_ASSERT_PTR_NOT_NULL_FATAL(file);
	fputs(content, file);
	fclose(file);
	free(whole);
}

static char *root_of(const char *name)
{
	return text_format("%s/quiet-%s", unit_scratch(), name);
}

/* Two processors with so many busy and idle ticks each. */
static void put_stat(const char *root, unsigned busy0, unsigned idle0,
                     unsigned busy1, unsigned idle1)
{
	char *text = text_format("cpu  1 2 3 4 5 6 7 8 9 10\n"
	                         "cpu0 %u 0 0 %u 0 0 0 0 0 0\n"
	                         "cpu1 0 0 0 0 %u 0 0 %u 0 0\nintr 12 cpu\n",
	                         busy0, idle0, idle1, busy1);

	put(root, "/proc/stat", text);
	free(text);
}

static void waits_for_both(void)
{
	static const struct {
		int64_t ns;
		unsigned busy0, idle0, busy1, idle1;
		enum quiet_answer answer;
	} steps[] = {
	        {1000 * MS, 50, 50, 50, 50, QUIET_NOT_YET},
	        {1050 * MS, 50, 55, 50, 55, QUIET_NOT_YET},
	        {1099 * MS, 50, 59, 50, 59, QUIET_NOT_YET},
	        /* one busy tick of the second processor: begins anew */
	        {1100 * MS, 50, 60, 51, 59, QUIET_NOT_YET},
	        {1199 * MS, 50, 70, 51, 69, QUIET_NOT_YET},
	        {1200 * MS, 50, 70, 51, 69, QUIET_NOW},
	        {1210 * MS, 50, 71, 51, 70, QUIET_NOW},
	        /* one in 20 ticks is 95 % idle still */
	        {1300 * MS, 51, 79, 51, 79, QUIET_NOW},
	        {1490 * MS, 51, 98, 51, 98, QUIET_NOW},
	        {1500 * MS, 52, 98, 51, 99, QUIET_NOW},
	        {1510 * MS, 53, 98, 51, 99, QUIET_NOT_YET},
	};
	struct quiet quiet;
	char *root = root_of("both");

	put_stat(root, 1, 1, 1, 1);
	CU_ASSERT_EQUAL(quiet_open(&quiet, root), 0);
	CU_ASSERT_TRUE(quiet.known);
	CU_ASSERT_EQUAL(quiet.count, 2);
	for (size_t i = 0; i < LENGTH(steps); i++) {
		put_stat(root, steps[i].busy0, steps[i].idle0, steps[i].busy1,
		         steps[i].idle1);
		CU_ASSERT_EQUAL(quiet_step(&quiet, steps[i].ns), steps[i].answer);
	}
	/* One processor goes away. */
	put(root, "/proc/stat", "cpu  1 1 1 1 1 1 1 1\ncpu0 1 1 1 1 1 1 1 1\n");
	CU_ASSERT_EQUAL(quiet_step(&quiet, 2000 * MS), QUIET_NOT_KNOWN);
	quiet_close(&quiet);
	CU_ASSERT_FALSE(quiet.known);
	quiet_close(&quiet);
	free(root);
}

static void knows_when_it_does_not_know(void)
{
	static const struct {
		const char *name, *stat, *group, *limit_at, *limit;
		bool known;
	} table[] = {
	        {"nothing", NULL, NULL, NULL, NULL, false},
	        {"garbled", "cpu  1 2\ncpu0 1 2\n", NULL, NULL, NULL, false},
	        {"only-all", "cpu  1 1 1 1 1 1 1 1\n", NULL, NULL, NULL, false},
	        {"free", "cpu  1\ncpu0 1 1 1 1 1 1 1 1\n", NULL, NULL, NULL, true},
	        {"max", "cpu  1\ncpu0 1 1 1 1 1 1 1 1\n", "0::/a/b\n",
	         "/a/b/cpu.max", "max 100000\n", true},
	        {"limited", "cpu  1\ncpu0 1 1 1 1 1 1 1 1\n", "0::/a/b\n",
	         "/a/b/cpu.max", "50000 100000\n", false},
	        {"above", "cpu  1\ncpu0 1 1 1 1 1 1 1 1\n", "0::/a/b\n",
	         "/a/cpu.max", "50000 100000\n", false},
	        {"top", "cpu  1\ncpu0 1 1 1 1 1 1 1 1\n", "0::/\n", "/cpu.max",
	         "50000 100000\n", false},
	        {"other", "cpu  1\ncpu0 1 1 1 1 1 1 1 1\n", "0::/a/b\n",
	         "/a/c/cpu.max", "50000 100000\n", true},
	        {"one", "cpu  1\ncpu0 1 1 1 1 1 1 1 1\n",
	         "5:memory:/x\n4:cpu,cpuacct:/y\n",
	         "/cpu,cpuacct/y/cpu.cfs_quota_us", "20000\n", false},
	        {"one-free", "cpu  1\ncpu0 1 1 1 1 1 1 1 1\n",
	         "5:cpuset:/x\n4:cpu,cpuacct:/y", "/cpu,cpuacct/y/cpu.cfs_quota_us",
	         "-1\n", true},
	};

	for (size_t i = 0; i < LENGTH(table); i++) {
		struct quiet quiet;
		char *root = root_of(table[i].name), *limit;

		if (table[i].stat)
			put(root, "/proc/stat", table[i].stat);
		if (table[i].group)
			put(root, "/proc/self/cgroup", table[i].group);
		if (table[i].limit_at) {
			limit = text_format("/sys/fs/cgroup%s", table[i].limit_at);
			put(root, limit, table[i].limit);
			free(limit);
		}
		CU_ASSERT_EQUAL(quiet_open(&quiet, root), 0);
		CU_ASSERT_EQUAL(quiet.known, table[i].known);
		CU_ASSERT_EQUAL(quiet_step(&quiet, 1000 * MS),
		                table[i].known ? QUIET_NOT_YET : QUIET_NOT_KNOWN);
		quiet_close(&quiet);
		free(root);
	}
}

static bool at_once(void *asked)
{
	++*(int *)asked;
	return true;
}

static bool never(void *asked)
{
	++*(int *)asked;
	return false;
}

/* On this machine, whatever it is: the first look never says "quiet". */
static void ends_when_told(void)
{
	struct quiet_result result;
	int asked = 0, error = quiet_wait(10000 * MS, at_once, &asked, &result);

	if (result.answer == QUIET_NOT_KNOWN) {
		CU_ASSERT_EQUAL(error, 0);
		CU_ASSERT_EQUAL(asked, 0);
	} else {
		CU_ASSERT_EQUAL(error, -EINTR);
		CU_ASSERT_EQUAL(asked, 1);
		CU_ASSERT_EQUAL(result.answer, QUIET_NOT_YET);
	}
	CU_ASSERT_TRUE(result.waited_ns >= 0 && result.waited_ns < 5000 * MS);
}

static void gives_up(void)
{
	struct quiet_result result;
	int asked = 0;

	CU_ASSERT_EQUAL(quiet_wait(0, never, &asked, &result), 0);
	CU_ASSERT_EQUAL(asked, 0);
	CU_ASSERT_NOT_EQUAL(result.answer, QUIET_NOW);
	CU_ASSERT_EQUAL(quiet_wait(30 * MS, never, &asked, &result), 0);
	if (result.answer == QUIET_NOT_KNOWN)
		return;
	/* 100 ms of quiet do not fit. */
	CU_ASSERT_EQUAL(result.answer, QUIET_NOT_YET);
	CU_ASSERT_TRUE(result.waited_ns >= 30 * MS);
	CU_ASSERT_TRUE(asked >= 1 && asked <= 3);
	CU_ASSERT_EQUAL(quiet_wait(10 * MS, NULL, NULL, &result), 0);
}

static void answers_have_names(void)
{
	CU_ASSERT_STRING_EQUAL(quiet_answer_name(QUIET_NOT_KNOWN), "not known");
	CU_ASSERT_STRING_EQUAL(quiet_answer_name(QUIET_NOT_YET), "no");
	CU_ASSERT_STRING_EQUAL(quiet_answer_name(QUIET_NOW), "yes");
}

static CU_TestInfo cases[] = {
        {"waits for both", waits_for_both},
        {"knows when it does not know", knows_when_it_does_not_know},
        {"ends when told", ends_when_told},
        {"gives up", gives_up},
        {"answers have names", answers_have_names},
        CU_TEST_INFO_NULL};
UNIT_SUITE(quiet, cases)
