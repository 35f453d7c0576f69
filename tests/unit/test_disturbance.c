/* test_disturbance.c - what disturbed, from files made for it. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/text.h"
#include "measure/clock.h"
#include "measure/disturbance.h"
#include "unit.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define NONE          ((double)NAN)

static char *root_of(const char *name)
{
	return text_format("%s/disturbance-%s", unit_scratch(), name);
}

/* A file below the root, directories and all; the same file when it is there,
 * as /proc's are. */
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

static void reads_all_sources(void)
{
	struct disturbance_sources sources;
	struct disturbance before, after, is;
	char *root = root_of("all");

	put(root, "/proc/thread-self/schedstat", "1000 2000 3\n");
	put(root, "/proc/stat",
	    "cpu  10 20 30 400 50 6 7 8 9 10\ncpu0 1 1 1 1 1 1 1 1 1 1\n");
	put(root, "/proc/pressure/cpu",
	    "some avg10=1.00 avg60=2.00 avg300=0.00 total=100\n"
	    "full avg10=0.00 avg60=0.00 avg300=0.00 total=7\n");
	put(root, "/proc/pressure/io",
	    "some avg10=0.00 avg60=0.00 avg300=0.00 total=0\n");
	put(root, "/proc/pressure/memory",
	    "some avg10=0.00 avg60=0.00 avg300=0.00 total=12345678901\n");
	disturbance_open(&sources, root);
	disturbance_read(&sources, &before);
	CU_ASSERT_EQUAL(before.run_delay_ns, 2000);
	CU_ASSERT_EQUAL(before.steal, 8);
	CU_ASSERT_EQUAL(before.busy, 10 + 20 + 30 + 6 + 7);
	CU_ASSERT_EQUAL(before.all, 10 + 20 + 30 + 400 + 50 + 6 + 7 + 8);
	CU_ASSERT_EQUAL(before.pressure_us[DISTURBANCE_MEMORY], 12345678901.0);
	put(root, "/proc/thread-self/schedstat", "9000 2750 4\n");
	put(root, "/proc/stat", "cpu  20 20 30 480 50 6 7 18 9 10\n");
	put(root, "/proc/pressure/cpu",
	    "some avg10=1.00 avg60=2.00 avg300=0.00 total=350\n");
	disturbance_read(&sources, &after);
	disturbance_close(&sources);
	disturbance_difference(&before, &after, &is);
	CU_ASSERT_EQUAL(is.ns, after.ns - before.ns);
	CU_ASSERT_EQUAL(is.run_delay_ns, 750);
	CU_ASSERT_EQUAL(is.steal, 10);
	CU_ASSERT_EQUAL(is.busy, 10);
	CU_ASSERT_EQUAL(is.all, 100);
	CU_ASSERT_DOUBLE_EQUAL(disturbance_steal(&is), 0.1, 1e-12);
	CU_ASSERT_EQUAL(is.pressure_us[DISTURBANCE_CPU], 250);
	CU_ASSERT_EQUAL(is.pressure_us[DISTURBANCE_IO], 0);
	CU_ASSERT_EQUAL(is.pressure_us[DISTURBANCE_MEMORY], 0);
	CU_ASSERT_TRUE(is.voluntary >= 0 && is.involuntary >= 0);
	CU_ASSERT_TRUE(is.minor_faults >= 0 && is.major_faults >= 0);
	free(root);
}

static void what_is_not_there_is_not_nothing(void)
{
	struct disturbance_sources sources;
	struct disturbance now, later, is;
	char *root = root_of("none");

	disturbance_open(&sources, root);
	disturbance_read(&sources, &now);
	CU_ASSERT_TRUE(isnan(now.run_delay_ns));
	CU_ASSERT_TRUE(isnan(now.steal));
	CU_ASSERT_TRUE(isnan(now.busy));
	for (int i = 0; i < DISTURBANCE_KINDS; i++)
		CU_ASSERT_TRUE(isnan(now.pressure_us[i]));
	disturbance_close(&sources);
	/* Files that say something else. */
	put(root, "/proc/thread-self/schedstat", "none\n");
	put(root, "/proc/stat", "cpu  1 2 3\nintr 5\n");
	put(root, "/proc/pressure/cpu", "full avg10=0.00 total=7\n");
	put(root, "/proc/pressure/io", "some avg10=0.00\n");
	put(root, "/proc/pressure/memory", "");
	disturbance_open(&sources, root);
	disturbance_read(&sources, &later);
	disturbance_close(&sources);
	disturbance_difference(&now, &later, &is);
	CU_ASSERT_TRUE(isnan(is.run_delay_ns));
	CU_ASSERT_TRUE(isnan(later.steal) && isnan(later.all));
	CU_ASSERT_TRUE(isnan(disturbance_run_delay(&is)));
	CU_ASSERT_TRUE(isnan(disturbance_steal(&is)));
	for (int i = 0; i < DISTURBANCE_KINDS; i++)
		CU_ASSERT_TRUE(isnan(disturbance_pressure(&is, i)));
	CU_ASSERT_EQUAL(disturbance_flags(&is, NONE), 0);
	free(root);
}

static void flags(void)
{
	static const struct {
		double run_delay_ns, steal, pressure_us[DISTURBANCE_KINDS], drift;
		int64_t ns;
		unsigned flags;
	} table[] = {
	        {0, 0, {0, 0, 0}, 0, 1000000000, 0},
	        {5000000, 2, {0, 0, 0}, 50, 1000000000, 0},
	        {5000001, 0, {0, 0, 0}, 0, 1000000000, DISTURBANCE_NOISY},
	        {100001, 0, {0, 0, 0}, 0, 20000000, DISTURBANCE_NOISY},
	        {0, 3, {0, 0, 0}, 0, 1000000000, DISTURBANCE_STEAL},
	        {0, 3, {0, 0, 0}, 0, 999999999, 0},
	        {0, 0, {0, 0, 0}, 51, 1000000000, DISTURBANCE_DRIFT},
	        {0, 0, {0, 0, 0}, -51, 1000000000, DISTURBANCE_DRIFT},
	        {0, 0, {900000, 900000, 50000}, NONE, 1000000000, 0},
	        {0, 0, {0, 0, 50001}, NONE, 1000000000, DISTURBANCE_PRESSURE},
	        {NONE, NONE, {NONE, NONE, NONE}, NONE, 1000000000, 0},
	        {9000000,
	         NONE,
	         {NONE, NONE, NONE},
	         90,
	         1000000000,
	         DISTURBANCE_NOISY | DISTURBANCE_DRIFT},
	        {9, 9, {9, 9, 9}, 0, 0, 0},
	};

	for (size_t i = 0; i < LENGTH(table); i++) {
		struct disturbance is = {.ns = table[i].ns,
		                         .run_delay_ns = table[i].run_delay_ns,
		                         .steal = table[i].steal,
		                         .all = 200};

		memcpy(is.pressure_us, table[i].pressure_us, sizeof is.pressure_us);
		CU_ASSERT_EQUAL(disturbance_flags(&is, table[i].drift), table[i].flags);
	}
}

/* 1000 round trips in 20 ms, 6 us at each waking: nothing but the peer.  The
 * same number with 1 ms more is somebody else. */
static void wakings_are_no_noise(void)
{
	static const struct {
		double voluntary, run_delay_ns;
		unsigned flags;
	} table[] = {{1000, 6000000, 0},
	             {100, 2100000, 0},
	             {100, 2100001, DISTURBANCE_NOISY},
	             {0, 100001, DISTURBANCE_NOISY},
	             {NONE, 100001, DISTURBANCE_NOISY},
	             {NONE, 100000, 0}};

	for (size_t i = 0; i < LENGTH(table); i++) {
		struct disturbance is = {.ns = 20000000,
		                         .run_delay_ns = table[i].run_delay_ns,
		                         .voluntary = table[i].voluntary};

		CU_ASSERT_EQUAL(disturbance_flags(&is, 0), table[i].flags);
	}
}

static void flags_have_names(void)
{
	static const char *const names[DISTURBANCE_FLAGS] = {"noisy", "steal",
	                                                     "drift", "pressure"};

	for (unsigned i = 0; i < DISTURBANCE_FLAGS; i++)
		CU_ASSERT_STRING_EQUAL(disturbance_flag_name(1u << i), names[i]);
	CU_ASSERT_PTR_NULL(disturbance_flag_name(1u << DISTURBANCE_FLAGS));
	CU_ASSERT_PTR_NULL(disturbance_flag_name(0));
}

static void merges_threads(void)
{
	struct disturbance into = {.ns = 100,
	                           .run_delay_ns = 5,
	                           .voluntary = 1,
	                           .involuntary = 2,
	                           .minor_faults = 3,
	                           .major_faults = 4,
	                           .steal = 7};
	struct disturbance other = into;

	other.run_delay_ns = 9;
	disturbance_merge(&into, &other);
	CU_ASSERT_EQUAL(into.run_delay_ns, 9);
	CU_ASSERT_EQUAL(into.voluntary, 2);
	CU_ASSERT_EQUAL(into.involuntary, 4);
	CU_ASSERT_EQUAL(into.minor_faults, 6);
	CU_ASSERT_EQUAL(into.major_faults, 8);
	CU_ASSERT_EQUAL(into.steal, 7);
	CU_ASSERT_EQUAL(into.ns, 100);
	other.run_delay_ns = 1;
	disturbance_merge(&into, &other);
	CU_ASSERT_EQUAL(into.run_delay_ns, 9);
	other.run_delay_ns = NONE;
	disturbance_merge(&into, &other);
	CU_ASSERT_TRUE(isnan(into.run_delay_ns));
	other.run_delay_ns = 20;
	disturbance_merge(&into, &other);
	CU_ASSERT_TRUE(isnan(into.run_delay_ns));
}

/* This thread sleeps, so it gives its processor up of its own will; it touches
 * fresh pages, which are faults. */
static void reads_this_machine(void)
{
	struct disturbance_sources sources;
	struct disturbance before, after, is;
	struct timespec nap = {.tv_nsec = 2000000};
	volatile char *pages;

	disturbance_open(&sources, "");
	disturbance_read(&sources, &before);
	nanosleep(&nap, NULL);
	pages = calloc(64, 65536);
	CU_ASSERT_PTR_NOT_NULL_FATAL(pages);
	for (size_t i = 0; i < 64 * 65536; i += 4096)
		pages[i] = 1;
	disturbance_read(&sources, &after);
	disturbance_close(&sources);
	free((void *)pages);
	disturbance_difference(&before, &after, &is);
	CU_ASSERT_TRUE(is.ns >= 2000000);
	CU_ASSERT_TRUE(is.voluntary >= 1);
	CU_ASSERT_TRUE(is.minor_faults >= 1);
	CU_ASSERT_TRUE(is.all >= 0);
	CU_ASSERT_EQUAL(sources.stat, -1);
}

static CU_TestInfo cases[] = {
        {"reads all sources", reads_all_sources},
        {"what is not there is not nothing", what_is_not_there_is_not_nothing},
        {"flags", flags},
        {"wakings are no noise", wakings_are_no_noise},
        {"flags have names", flags_have_names},
        {"merges threads", merges_threads},
        {"reads this machine", reads_this_machine},
        CU_TEST_INFO_NULL};
UNIT_SUITE(disturbance, cases)
