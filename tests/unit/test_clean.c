/* test_clean.c - a directory is emptied, whatever is in it, and nothing
 * outside of it is touched. */
#include "unit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "names_rig.h"
#include "plugin/host.h"
#include "worker/clean.h"

static struct names_rig *set_up(struct clean *clean)
{
	struct names_rig *rig = names_rig_set_up("ping", 0);

	*clean = (struct clean){.backend = &rig->backend,
	                        .session = rig->lane.session,
	                        .ctx = rig->lane.ctx};
	names_rig_add(rig, "other", RIG_DIR);
	names_rig_add(rig, "other/kept", RIG_FILE);
	names_rig_add(rig, "run", RIG_DIR);
	return rig;
}

/* What is not the run's is always there afterwards. */
static void tear_down(struct names_rig *rig, struct clean *clean)
{
	CU_ASSERT_EQUAL(names_rig_count(rig, RIG_LINK), 0);
	CU_ASSERT_PTR_NULL(rig->calls.bytes ? strstr(rig->calls.bytes, "other")
	                                    : NULL);
	memset(rig->names, 0, sizeof rig->names);
	free(clean->why);
	names_rig_tear_down(rig);
}

static void removes_all(void)
{
	struct clean clean;
	struct names_rig *rig = set_up(&clean);

	names_rig_add(rig, "run/t0", RIG_FILE);
	names_rig_add(rig, "run/t0.tree", RIG_DIR);
	names_rig_add(rig, "run/t0.tree/d00000", RIG_DIR);
	names_rig_add(rig, "run/t0.tree/d00000/f00000000", RIG_FILE);
	names_rig_add(rig, "run/t0.tree/d00000/f00000001", RIG_DIR);
	CU_ASSERT_EQUAL(clean_directory(&clean, "run", true), 0);
	CU_ASSERT_PTR_NULL(clean.why);
	CU_ASSERT_EQUAL(names_rig_count(rig, RIG_FILE), 1);
	CU_ASSERT_EQUAL(names_rig_count(rig, RIG_DIR), 1);
	tear_down(rig, &clean);
}

static void keeps_the_directory(void)
{
	struct clean clean;
	struct names_rig *rig = set_up(&clean);

	names_rig_add(rig, "run/t0", RIG_FILE);
	CU_ASSERT_EQUAL(clean_directory(&clean, "run", false), 0);
	names_rig_called(rig, "readdir(run) unlink(run/t0) ");
	CU_ASSERT_EQUAL(names_rig_count(rig, RIG_DIR), 2);
	tear_down(rig, &clean);
}

static void needs_no_directory(void)
{
	struct clean clean;
	struct names_rig *rig = set_up(&clean);

	CU_ASSERT_EQUAL(clean_directory(&clean, "none", true), 0);
	names_rig_called(rig, "readdir(none) rmdir(none) ");
	CU_ASSERT_PTR_NULL(clean.why);
	tear_down(rig, &clean);
}

/* The rig's stat follows links, so that this is what protects others. */
static void follows_no_link(void)
{
	struct clean clean;
	struct names_rig *rig = set_up(&clean);

	names_rig_add(rig, "run/link", RIG_LINK);
	CU_ASSERT_EQUAL(clean_directory(&clean, "run", true), 0);
	names_rig_called(rig, "readdir(run) unlink(run/link) rmdir(run) ");
	tear_down(rig, &clean);
}

static void leaves_strange_names(void)
{
	struct clean clean;
	struct names_rig *rig = set_up(&clean);

	names_rig_add(rig, "run/a b", RIG_FILE);
	names_rig_add(rig, "run/t0", RIG_FILE);
	CU_ASSERT_EQUAL(clean_directory(&clean, "run", true), -ENOTEMPTY);
	CU_ASSERT_PTR_NOT_NULL_FATAL(clean.why);
	CU_ASSERT_PTR_NOT_NULL(strstr(clean.why, "run holds a name"));
	names_rig_called(rig, "readdir(run) unlink(run/t0) rmdir(run) ");
	tear_down(rig, &clean);
}

static void goes_on_after_a_failure(void)
{
	struct clean clean;
	struct names_rig *rig = set_up(&clean);

	names_rig_add(rig, "run/t0", RIG_FILE);
	names_rig_add(rig, "run/t1", RIG_FILE);
	rig->fail_verb = RIG_UNLINK;
	rig->fail_at = 1;
	rig->fail_error = -EACCES;
	CU_ASSERT_EQUAL(clean_directory(&clean, "run", true), -EACCES);
	names_rig_called(rig, "readdir(run) unlink(run/t0) stat(run/t0) "
	                      "unlink(run/t1) rmdir(run) ");
	CU_ASSERT_PTR_NOT_NULL_FATAL(clean.why);
	CU_ASSERT_PTR_NOT_NULL(strstr(clean.why, "unlink: Permission denied"));
	tear_down(rig, &clean);
}

static void says_that_nothing_is_listed(void)
{
	struct clean clean;
	struct names_rig *rig = set_up(&clean);

	rig->fail_verb = RIG_READDIR;
	rig->fail_at = 1;
	rig->fail_error = -ENOTSUP;
	CU_ASSERT_EQUAL(clean_directory(&clean, "run", false), -ENOTSUP);
	tear_down(rig, &clean);
}

static void goes_so_deep_and_no_deeper(void)
{
	char name[RIG_NAME] = "run";
	struct clean clean;
	struct names_rig *rig = set_up(&clean);

	for (int i = 0; i < CLEAN_DEPTH + 2; i++) {
		strcat(name, "/d");
		names_rig_add(rig, name, RIG_DIR);
	}
	CU_ASSERT_EQUAL(clean_directory(&clean, "run", true), -ELOOP);
	CU_ASSERT_EQUAL(names_rig_count(rig, RIG_DIR), CLEAN_DEPTH + 4);
	names_rig_forget(rig);
	tear_down(rig, &clean);
}

static CU_TestInfo cases[] = {
        {"removes all", removes_all},
        {"keeps the directory", keeps_the_directory},
        {"needs no directory", needs_no_directory},
        {"follows no link", follows_no_link},
        {"leaves strange names", leaves_strange_names},
        {"goes on after a failure", goes_on_after_a_failure},
        {"says that nothing is listed", says_that_nothing_is_listed},
        {"goes so deep and no deeper", goes_so_deep_and_no_deeper},
        CU_TEST_INFO_NULL};
UNIT_SUITE(clean, cases)
