/* test_pin.c - a thread on one processor; in threads of their own, so that the
 * others of this program stay as they are. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "measure/pin.h"
#include "unit.h"

static void in_a_thread(void *(*what)(void *))
{
	pthread_t thread;

	CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, what, NULL), 0);
	pthread_join(thread, NULL);
}

/* Holds on each allowed processor in turn, though it then has but one. */
static void *hold(void *unused)
{
	cpu_set_t before;
	int pinned = 0;

	(void)unused;
	CU_ASSERT_EQUAL_FATAL(sched_getaffinity(0, sizeof before, &before), 0);
	for (unsigned cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		char *why = NULL, *list, *expected;

		if (!CPU_ISSET(cpu, &before))
			continue;
		CU_ASSERT_EQUAL(pin_thread(cpu, &why), 0);
		CU_ASSERT_PTR_NULL(why);
		CU_ASSERT_EQUAL(sched_getcpu(), (int)cpu);
		list = pin_allowed();
		expected = text_format("%u", cpu);
		CU_ASSERT_PTR_NOT_NULL_FATAL(list);
		CU_ASSERT_STRING_EQUAL(list, expected);
		free(list);
		free(expected);
		pinned++;
	}
	CU_ASSERT_TRUE(pinned >= 1);
	return NULL;
}

static void *refuse(void *unused)
{
	static const unsigned cpus[] = {1023, 1024, 65535, 65536, 4294967295u};
	char *before = pin_allowed();

	(void)unused;
	CU_ASSERT_PTR_NOT_NULL_FATAL(before);
	for (size_t i = 0; i < sizeof cpus / sizeof cpus[0]; i++) {
		char *why = NULL, *after, *number = text_format("%u", cpus[i]);

		CU_ASSERT_EQUAL(pin_thread(cpus[i], &why), -EINVAL);
		CU_ASSERT_PTR_NOT_NULL_FATAL(why);
		CU_ASSERT_PTR_NOT_NULL(strstr(why, number));
		/* Those that may be used come last. */
		CU_ASSERT_PTR_NOT_NULL_FATAL(strstr(why, "may run on "));
		CU_ASSERT_PTR_NOT_NULL(
		        strpbrk(strstr(why, "may run on "), "0123456789"));
		after = pin_allowed();
		CU_ASSERT_PTR_NOT_NULL_FATAL(after);
		CU_ASSERT_STRING_EQUAL(after, before);
		free(after);
		free(why);
		free(number);
	}
	CU_ASSERT_EQUAL(pin_thread(65536, NULL), -EINVAL);
	free(before);
	return NULL;
}

static void holds(void)
{
	in_a_thread(hold);
}

static void refuses(void)
{
	in_a_thread(refuse);
}

static CU_TestInfo cases[] = {
        {"holds", holds}, {"refuses", refuses}, CU_TEST_INFO_NULL};
UNIT_SUITE(pin, cases)
