/* test_metadata.c - what is done to names of a tree: the exact calls, which of
 * them are timed, and what is left after a pass that breaks or is cut. */
#include "unit.h"

#include <errno.h>
#include <string.h>
#include "names_rig.h"

#define F(n)       "t0.tree/d00000/f0000000" #n
#define G(n)       "t0.tree/d00000/g0000000" #n
#define TWICE(op)  op(0) op(1)
#define CREATE(n)  "open(" F(n) " wcx) close "
#define STAT(n)    "stat(" F(n) ") "
#define OPEN(n)    "open(" F(n) " r) close "
#define THERE(n)   "rename(" F(n) " " G(n) ") "
#define BACK(n)    "rename(" G(n) " " F(n) ") "
#define UNLINK(n)  "unlink(" F(n) ") "
#define UNLINKG(n) "unlink(" G(n) ") "
#define MKDIR(n)   "mkdir(" F(n) ") "
#define RMDIR(n)   "rmdir(" F(n) ") "
#define LIST       "readdir(t0.tree/d00000) "
#define ROOT       "mkdir(t0.tree) mkdir(t0.tree/d00000) "
#define NO_ROOT    "rmdir(t0.tree/d00000) rmdir(t0.tree) "

/* A tree of two files; two passes, in one slice. */
static const struct {
	const char *test;
	const char *prepare, *passes, *finish;
	uint64_t ops;
	int64_t op_ns; /* on the clock of the rig */
} wanted[] = {
        {"create", ROOT, TWICE(CREATE) TWICE(UNLINK) TWICE(CREATE),
         TWICE(UNLINK) NO_ROOT, 4, 4000},
        {"stat", ROOT TWICE(CREATE), TWICE(STAT) TWICE(STAT),
         TWICE(UNLINK) NO_ROOT, 4, 7000},
        {"open", ROOT TWICE(CREATE), TWICE(OPEN) TWICE(OPEN),
         TWICE(UNLINK) NO_ROOT, 4, 4000},
        {"rename", ROOT TWICE(CREATE), TWICE(THERE) TWICE(BACK),
         TWICE(UNLINK) NO_ROOT, 4, 8000},
        {"readdir", ROOT TWICE(CREATE) LIST, LIST LIST, TWICE(UNLINK) NO_ROOT,
         2, 11000},
        {"unlink", ROOT,
         TWICE(CREATE) TWICE(UNLINK) TWICE(CREATE) TWICE(UNLINK), NO_ROOT, 4,
         4000},
        {"mkdir", ROOT, TWICE(MKDIR) TWICE(RMDIR) TWICE(MKDIR),
         TWICE(RMDIR) NO_ROOT, 4, 9000},
        {"rmdir", ROOT, TWICE(MKDIR) TWICE(RMDIR) TWICE(MKDIR) TWICE(RMDIR),
         NO_ROOT, 4, 10000},
};
#define WANTED (sizeof wanted / sizeof wanted[0])

static void calls_what_it_should(void)
{
	for (size_t i = 0; i < WANTED; i++) {
		struct names_rig *rig = names_rig_set_up(wanted[i].test, 2);
		const struct workload_tally *tally = &rig->lane.tally;

		CU_ASSERT_EQUAL_FATAL(workload_open(&rig->lane), 0);
		CU_ASSERT_EQUAL_FATAL(workload_prepare(&rig->lane), 0);
		names_rig_called(rig, wanted[i].prepare);
		names_rig_forget(rig);
		CU_ASSERT_EQUAL(rig->latency.total, 0);
		CU_ASSERT_EQUAL(workload_slice(&rig->lane, 2), 0);
		names_rig_called(rig, wanted[i].passes);
		names_rig_forget(rig);
		/* What comes between the passes is in no time. */
		CU_ASSERT_EQUAL(tally->ops, wanted[i].ops);
		CU_ASSERT_EQUAL(tally->bytes, 0);
		CU_ASSERT_EQUAL(tally->io_ns, (int64_t)wanted[i].ops * wanted[i].op_ns);
		CU_ASSERT_EQUAL(rig->latency.total, wanted[i].ops);
		CU_ASSERT_EQUAL(rig->latency.min, (uint64_t)wanted[i].op_ns);
		CU_ASSERT_EQUAL(rig->latency.max, (uint64_t)wanted[i].op_ns);
		CU_ASSERT_EQUAL(workload_close(&rig->lane), 0);
		names_rig_called(rig, wanted[i].finish);
		names_rig_tear_down(rig);
	}
}

/* The tree of one test is gone before the next one's is made. */
static void follows_each_other(void)
{
	struct names_rig *rig = names_rig_set_up("rename", 2);

	names_rig_prepare(rig);
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
	names_rig_forget(rig);
	atomic_store(&rig->stop, false);
	rig->cell.test = workload_find("stat");
	CU_ASSERT_EQUAL(workload_prepare(&rig->lane), 0);
	names_rig_called(rig, TWICE(UNLINKG) NO_ROOT ROOT TWICE(CREATE));
	names_rig_tear_down(rig);
}

static void groups_by_hundred(void)
{
	struct names_rig *rig = names_rig_set_up("readdir", 101);

	names_rig_prepare(rig);
	CU_ASSERT_EQUAL(names_rig_count(rig, RIG_DIR), 3);
	CU_ASSERT_EQUAL(names_rig_count(rig, RIG_FILE), 101);
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
	names_rig_called(rig, "readdir(t0.tree/d00000) readdir(t0.tree/d00001) ");
	CU_ASSERT_EQUAL(rig->lane.tally.ops, 2);
	names_rig_tear_down(rig);

	rig = names_rig_set_up("stat", 101);
	names_rig_prepare(rig);
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
	CU_ASSERT_EQUAL(rig->lane.tally.ops, 101);
	CU_ASSERT_PTR_NOT_NULL(strstr(rig->calls.bytes,
	                              "stat(t0.tree/d00000/f00000099) "
	                              "stat(t0.tree/d00001/f00000100) "));
	names_rig_tear_down(rig);
}

static void has_a_thousand_files(void)
{
	struct names_rig *rig = names_rig_set_up("mkdir", 0);

	/* More than the rig has room for: only how many is asked. */
	rig->fail_verb = RIG_MKDIR;
	rig->fail_at = 12;
	rig->fail_error = -ENOSPC;
	CU_ASSERT_EQUAL(workload_open(&rig->lane), 0);
	CU_ASSERT_EQUAL(workload_prepare(&rig->lane), 0);
	CU_ASSERT_EQUAL(rig->counts[RIG_MKDIR], 11);
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), -ENOSPC);
	names_rig_says(rig, "mkdir: No space left on device");
	names_rig_tear_down(rig);
}

/* In the middle of a pass, of what comes before it, and of what is prepared. */
static void tells_what_broke(void)
{
	static const struct {
		const char *test;
		enum rig_verb verb;
		unsigned at;
		int error;
		const char *says;
	} cases[] = {
	        {"create", RIG_OPEN, 2, -EEXIST, "create: File exists"},
	        {"create", RIG_CLOSE, 2, -EIO, "create: Input/output error"},
	        {"create", RIG_UNLINK, 1, -EACCES,
	         "removal of an entry: Permission denied"},
	        {"stat", RIG_STAT, 3, -ENOENT, "stat: No such file or directory"},
	        {"open", RIG_OPEN, 1, -EACCES, "open: Permission denied"},
	        {"open", RIG_CLOSE, 2, -EIO, "open: Input/output error"},
	        {"rename", RIG_RENAME, 2, -EEXIST, "rename: File exists"},
	        {"rename", RIG_RENAME, 3, -ENOENT, "rename: No such file"},
	        {"readdir", RIG_READDIR, 2, -EACCES, "readdir: Permission denied"},
	        {"unlink", RIG_UNLINK, 2, -EACCES, "unlink: Permission denied"},
	        {"unlink", RIG_OPEN, 2, -ENOSPC, "create: No space left"},
	        {"mkdir", RIG_MKDIR, 2, -EEXIST, "mkdir: File exists"},
	        {"rmdir", RIG_RMDIR, 2, -ENOTEMPTY, "rmdir: Directory not empty"},
	        {"rmdir", RIG_MKDIR, 2, -EACCES, "mkdir: Permission denied"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct names_rig *rig = names_rig_set_up(cases[i].test, 2);

		names_rig_prepare(rig);
		rig->fail_verb = cases[i].verb;
		rig->fail_at = cases[i].at;
		rig->fail_error = cases[i].error;
		CU_ASSERT_EQUAL(workload_slice(&rig->lane, 2), cases[i].error);
		names_rig_says(rig, cases[i].says);
		CU_ASSERT_EQUAL(rig->latency.total, rig->lane.tally.ops);
		names_rig_tear_down(rig);
	}
}

static void tells_what_cannot_be_prepared(void)
{
	static const struct {
		enum rig_verb verb;
		unsigned at;
		int error;
		const char *says;
	} cases[] = {
	        {RIG_MKDIR, 1, -EEXIST, "mkdir: File exists"},
	        {RIG_MKDIR, 2, -EACCES, "mkdir: Permission denied"},
	        {RIG_OPEN, 2, -EEXIST, "create: File exists"},
	        {RIG_CLOSE, 1, -EIO, "create: Input/output error"},
	        {RIG_READDIR, 1, -EACCES, "readdir: Permission denied"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct names_rig *rig = names_rig_set_up("readdir", 2);

		rig->fail_verb = cases[i].verb;
		rig->fail_at = cases[i].at;
		rig->fail_error = cases[i].error;
		CU_ASSERT_EQUAL(workload_open(&rig->lane), 0);
		CU_ASSERT_EQUAL(workload_prepare(&rig->lane), cases[i].error);
		names_rig_says(rig, cases[i].says);
		names_rig_tear_down(rig);
	}
}

static void insists_on_whole_lists(void)
{
	struct names_rig *rig = names_rig_set_up("readdir", 3);

	names_rig_prepare(rig);
	rig->hide = 1;
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), -EIO);
	names_rig_says(rig, "t0.tree/d00000 lists 2 names instead of 3");
	names_rig_tear_down(rig);

	rig = names_rig_set_up("readdir", 3);
	rig->hide = 3;
	CU_ASSERT_EQUAL(workload_open(&rig->lane), 0);
	CU_ASSERT_EQUAL(workload_prepare(&rig->lane), -ENOTSUP);
	names_rig_says(rig, "lists none of the names");
	names_rig_tear_down(rig);
}

/* Another lane was done first. */
static void is_cut(void)
{
	struct names_rig *rig = names_rig_set_up("rename", 3);

	names_rig_prepare(rig);
	rig->stop_verb = RIG_RENAME;
	rig->stop_at = 2;
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
	names_rig_called(rig, TWICE(THERE));
	CU_ASSERT_TRUE(rig->lane.tally.cut);
	CU_ASSERT_EQUAL(rig->lane.tally.passes, 0);
	CU_ASSERT_EQUAL(rig->lane.tally.ops, 2);
	/* Each name is what it was left as. */
	names_rig_forget(rig);
	atomic_store(&rig->stop, false);
	rig->stop_at = 0;
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
	names_rig_called(rig, TWICE(BACK) THERE(2));
	names_rig_tear_down(rig);

	/* While the tree is made ready. */
	rig = names_rig_set_up("unlink", 3);
	names_rig_prepare(rig);
	rig->stop_verb = RIG_OPEN;
	rig->stop_at = 2;
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
	names_rig_called(rig, TWICE(CREATE));
	CU_ASSERT_TRUE(rig->lane.tally.cut);
	CU_ASSERT_EQUAL(rig->lane.tally.ops, 0);
	names_rig_tear_down(rig);
}

static void ends_at_the_deadline(void)
{
	struct names_rig *rig = names_rig_set_up("stat", 5);

	names_rig_prepare(rig);
	rig->lane.deadline_ns = rig->now + 10000;
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 2), -ETIMEDOUT);
	CU_ASSERT_EQUAL(rig->lane.tally.ops, 2);
	CU_ASSERT_PTR_NULL(rig->lane.why);
	names_rig_tear_down(rig);

	/* Making the tree ready has no more time than the cell. */
	rig = names_rig_set_up("unlink", 5);
	names_rig_prepare(rig);
	rig->lane.deadline_ns = rig->now + 6000;
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 2), -ETIMEDOUT);
	names_rig_called(rig, TWICE(CREATE));
	CU_ASSERT_EQUAL(rig->lane.tally.ops, 0);
	names_rig_tear_down(rig);
}

/* What cannot be removed is told of, and the rest goes all the same. */
static void removes_the_rest(void)
{
	struct names_rig *rig = names_rig_set_up("stat", 2);

	names_rig_prepare(rig);
	rig->fail_verb = RIG_UNLINK;
	rig->fail_at = 1;
	rig->fail_error = -EACCES;
	CU_ASSERT_EQUAL(workload_close(&rig->lane), -EACCES);
	names_rig_says(rig, "removal of the tree: Permission denied");
	names_rig_called(rig, TWICE(UNLINK) NO_ROOT);
	CU_ASSERT_EQUAL(names_rig_count(rig, RIG_FILE), 1);
	CU_ASSERT_EQUAL(names_rig_count(rig, RIG_DIR), 2);
	memset(rig->names, 0, sizeof rig->names);
	names_rig_tear_down(rig);
}

static void needs_what_it_calls(void)
{
	for (size_t i = 0; i < WANTED; i++) {
		struct names_rig *rig = names_rig_set_up(wanted[i].test, 2);
		const struct workload_test *test = rig->cell.test;
		struct bench_backend none = {.name = "none"};

		CU_ASSERT_PTR_NULL(workload_lacks_operation(test, &rig->backend));
		CU_ASSERT_PTR_NOT_NULL(workload_lacks_operation(test, &none));
		rig->backend.mkdir = NULL;
		CU_ASSERT_PTR_NOT_NULL(workload_lacks_operation(test, &rig->backend));
		CU_ASSERT_FALSE(workload_has_sizes(test));
		CU_ASSERT_FALSE(workload_counts_bytes(test));
		CU_ASSERT_STRING_EQUAL(test->unit, "ops/s");
		names_rig_tear_down(rig);
	}
}

static CU_TestInfo cases[] = {
        {"calls what it should", calls_what_it_should},
        {"follows each other", follows_each_other},
        {"groups by hundred", groups_by_hundred},
        {"has a thousand files", has_a_thousand_files},
        {"tells what broke", tells_what_broke},
        {"tells what cannot be prepared", tells_what_cannot_be_prepared},
        {"insists on whole lists", insists_on_whole_lists},
        {"is cut", is_cut},
        {"ends at the deadline", ends_at_the_deadline},
        {"removes the rest", removes_the_rest},
        {"needs what it calls", needs_what_it_calls},
        CU_TEST_INFO_NULL};
UNIT_SUITE(metadata, cases)
