/* test_names.c - the create-and-delete loop: its calls, what is timed, and what
 * becomes of a loop that breaks. */
#include "unit.h"

#include <errno.h>
#include <string.h>
#include "names_rig.h"
#include "workload/names.h"

/* As a name comes up: 1 us to create, 2 to write, 3 to close, 4 to unlink. */
#define ROUND(n)                                                               \
	"open(t0.file_name_" #n " wct) write(53@0) close "                         \
	"unlink(t0.file_name_" #n ") "
#define LOOP_NS 10000

static void takes_names_in_turn(void)
{
	struct names_rig *rig = names_rig_set_up("create_unlink", 0);

	names_rig_prepare(rig);
	rig->stop_verb = RIG_CLOSE;
	rig->stop_at = 5;
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
	names_rig_called(rig, ROUND(1) ROUND(2) ROUND(3) ROUND(4) ROUND(1));
	CU_ASSERT_EQUAL(rig->lane.tally.ops, 5);
	CU_ASSERT_TRUE(rig->lane.tally.cut);
	/* The next pass goes on where this one was cut. */
	names_rig_forget(rig);
	atomic_store(&rig->stop, false);
	rig->stop_at = 1;
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
	names_rig_called(rig, ROUND(2));
	names_rig_tear_down(rig);
}

static void counts_and_times(void)
{
	static const uint64_t takes_ns[] = {1000, 2000, 3000, 4000};
	struct names_rig *rig = names_rig_set_up("create_unlink", 0);

	names_rig_prepare(rig);
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 2), 0);
	CU_ASSERT_EQUAL(rig->lane.tally.passes, 2);
	CU_ASSERT_EQUAL(rig->lane.tally.ops, 200);
	CU_ASSERT_EQUAL(rig->lane.tally.bytes, 0);
	CU_ASSERT_EQUAL(rig->lane.tally.io_ns, 200 * LOOP_NS);
	CU_ASSERT_EQUAL(rig->lane.tally.end_ns - rig->lane.tally.start_ns,
	                200 * LOOP_NS);
	CU_ASSERT_EQUAL(rig->latency.total, 200);
	CU_ASSERT_EQUAL(rig->latency.min, LOOP_NS);
	CU_ASSERT_EQUAL(rig->latency.max, LOOP_NS);
	for (unsigned i = 0; i < 4; i++) {
		CU_ASSERT_EQUAL(rig->verbs[i].total, 200);
		CU_ASSERT_EQUAL(rig->verbs[i].min, takes_ns[i]);
		CU_ASSERT_EQUAL(rig->verbs[i].max, takes_ns[i]);
		CU_ASSERT_PTR_NOT_NULL(names_verbs[i]);
	}
	CU_ASSERT_PTR_NULL(names_verbs[4]);
	CU_ASSERT_EQUAL(rig->counts[RIG_OPEN], 200);
	CU_ASSERT_EQUAL(rig->counts[RIG_UNLINK], 200);
	names_rig_tear_down(rig);
}

static void needs_no_verbs(void)
{
	struct names_rig *rig = names_rig_set_up("create_unlink", 0);

	rig->lane.verbs = NULL;
	names_rig_prepare(rig);
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
	CU_ASSERT_EQUAL(rig->latency.total, 100);
	CU_ASSERT_EQUAL(rig->verbs[0].total, 0);
	names_rig_tear_down(rig);
}

/* Only loops that were completed are in the figures. */
static void tells_what_broke(void)
{
	static const struct {
		enum rig_verb verb;
		int error;
		const char *says;
	} cases[] = {
	        {RIG_OPEN, -EEXIST, "create: File exists"},
	        {RIG_OPEN, -EACCES, "create: Permission denied"},
	        {RIG_WRITE, -ENOSPC, "write: No space left on device"},
	        {RIG_CLOSE, -EIO, "close: Input/output error"},
	        {RIG_UNLINK, -ENOENT, "unlink: No such file or directory"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct names_rig *rig = names_rig_set_up("create_unlink", 0);

		names_rig_prepare(rig);
		rig->fail_verb = cases[i].verb;
		rig->fail_at = 3;
		rig->fail_error = cases[i].error;
		CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), cases[i].error);
		names_rig_says(rig, cases[i].says);
		CU_ASSERT_EQUAL(rig->lane.tally.ops, 2);
		CU_ASSERT_EQUAL(rig->lane.tally.io_ns, 2 * LOOP_NS);
		CU_ASSERT_EQUAL(rig->latency.total, 2);
		CU_ASSERT_EQUAL(rig->open_files, 0);
		names_rig_tear_down(rig);
	}
}

static void refuses_a_short_write(void)
{
	struct names_rig *rig = names_rig_set_up("create_unlink", 0);

	names_rig_prepare(rig);
	rig->short_at = 2;
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), -EIO);
	names_rig_says(rig, "short write");
	CU_ASSERT_EQUAL(rig->lane.tally.ops, 1);
	CU_ASSERT_EQUAL(names_rig_count(rig, RIG_FILE), 1);
	names_rig_tear_down(rig);
}

static void ends_at_the_deadline(void)
{
	struct names_rig *rig = names_rig_set_up("create_unlink", 0);

	names_rig_prepare(rig);
	rig->lane.deadline_ns = rig->now + 2 * LOOP_NS + LOOP_NS / 2;
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 4), -ETIMEDOUT);
	CU_ASSERT_PTR_NULL(rig->lane.why);
	CU_ASSERT_EQUAL(rig->lane.tally.ops, 3);
	CU_ASSERT_EQUAL(names_rig_count(rig, RIG_FILE), 0);
	names_rig_tear_down(rig);
}

static void needs_what_it_calls(void)
{
	struct names_rig *rig = names_rig_set_up("create_unlink", 0);
	const char *lacks;

	CU_ASSERT_PTR_NULL(workload_lacks_operation(rig->cell.test, &rig->backend));
	rig->backend.unlink = NULL;
	lacks = workload_lacks_operation(rig->cell.test, &rig->backend);
	CU_ASSERT_PTR_NOT_NULL_FATAL(lacks);
	CU_ASSERT_PTR_NOT_NULL(strstr(lacks, "unlink"));
	CU_ASSERT_FALSE(workload_has_sizes(rig->cell.test));
	CU_ASSERT_FALSE(workload_counts_bytes(rig->cell.test));
	names_rig_tear_down(rig);
}

static CU_TestInfo cases[] = {{"takes names in turn", takes_names_in_turn},
                              {"counts and times", counts_and_times},
                              {"needs no verbs", needs_no_verbs},
                              {"tells what broke", tells_what_broke},
                              {"refuses a short write", refuses_a_short_write},
                              {"ends at the deadline", ends_at_the_deadline},
                              {"needs what it calls", needs_what_it_calls},
                              CU_TEST_INFO_NULL};
UNIT_SUITE(names, cases)
