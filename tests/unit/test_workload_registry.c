/* test_workload_registry.c - the table of tests holds together, and what other
 * floors make of it: cells for the sizes that matter, and verified records in
 * every test that can have them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "plan/plan.h"
#include "unit.h"
#include "workload_rig.h"

static bool is_among(const char *word, const char *const *words)
{
	while (*words && strcmp(*words, word) != 0)
		words++;
	return *words;
}

static void describes_every_test(void)
{
	static const char *const units[] = {"MB/s", "ops/s", "loops/s",
	                                    "/s",   "ms",    NULL};
	static const char *const families[] = {"records",  "buffered", "bonnie",
	                                       "small",    "transfer", "names",
	                                       "metadata", NULL};

	for (size_t i = 0; i < workload_test_count; i++) {
		const struct workload_test *test = &workload_tests[i];

		CU_ASSERT_PTR_EQUAL(workload_find(test->name), test);
		CU_ASSERT_TRUE(is_among(test->unit, units));
		CU_ASSERT_TRUE(is_among(test->family, families));
		CU_ASSERT(strlen(test->summary) > 10 && strlen(test->summary) < 70);
		CU_ASSERT_NOT_EQUAL(test->needs, 0);
		CU_ASSERT_EQUAL(test->record != 0, test->sizes == WORKLOAD_FILE_SIZE);
		CU_ASSERT_EQUAL(test->action == WORKLOAD_OWN, test->pass != NULL);
		CU_ASSERT_FALSE(test->own_files && test->new_file);
		CU_ASSERT_FALSE(test->pass && test->layer != WORKLOAD_BARE);
	}
}

/* What a test does is what it says that it needs. */
static void needs_what_it_does(void)
{
	for (size_t i = 0; i < workload_test_count; i++) {
		const struct workload_test *test = &workload_tests[i];
		unsigned needs = test->needs;
		bool again = workload_writes(test) && !test->new_file;

		if (test->pass)
			continue;
		CU_ASSERT_EQUAL(needs & WORKLOAD_NEEDS_READ,
		                workload_reads(test) ? WORKLOAD_NEEDS_READ : 0);
		CU_ASSERT_EQUAL(needs & WORKLOAD_NEEDS_WRITE,
		                workload_writes(test) ? WORKLOAD_NEEDS_WRITE : 0);
		CU_ASSERT_EQUAL(needs & WORKLOAD_NEEDS_REWRITE,
		                again ? WORKLOAD_NEEDS_REWRITE : 0);
		CU_ASSERT_EQUAL(needs & WORKLOAD_NEEDS_UNLINK,
		                test->new_file ? WORKLOAD_NEEDS_UNLINK : 0);
		CU_ASSERT_EQUAL(needs & WORKLOAD_NEEDS_OPEN,
		                workload_has_sizes(test) ? WORKLOAD_NEEDS_OPEN : 0);
		if (test->order != WORKLOAD_SEQUENTIAL)
			CU_ASSERT_NOT_EQUAL(needs & WORKLOAD_NEEDS_RANDOM, 0);
		if (test->new_file)
			CU_ASSERT_EQUAL(needs & WORKLOAD_NEEDS_RANDOM, 0);
	}
}

/* A backend without an operation -> the sentence for tests that need it. */
static void says_what_is_not_there(void)
{
	static const struct {
		const char *test, *without, *sentence;
	} expected[] = {
	        {"read", "open", "the backend has no open and close operations"},
	        {"read", "read", "the backend has no read operation"},
	        {"mixed", "read", "the backend has no read operation"},
	        {"mixed", "write", "the backend has no write operation"},
	        {"stdio_write", "unlink",
	         "the backend has no unlink operation to make new files with"},
	        {"read", "unlink", NULL},
	        {"pwrite", "unlink", NULL},
	        {"seeks", "write", "the backend has no write operation"},
	        {"block_write", "flush", NULL},
	        {"ping", "ping", "the backend has no ping operation"}};

	for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
		struct workload_rig *rig = rig_set_up("ping", 0, 0);
		struct bench_backend *backend = &rig->backend;
		const char *without = expected[i].without, *lacks;

		if (strcmp(without, "open") == 0)
			backend->open = NULL;
		else if (strcmp(without, "read") == 0)
			backend->read = NULL;
		else if (strcmp(without, "write") == 0)
			backend->write = NULL;
		else if (strcmp(without, "unlink") == 0)
			backend->unlink = NULL;
		else if (strcmp(without, "flush") == 0)
			backend->flush = NULL;
		else
			backend->ping = NULL;
		lacks = workload_lacks_operation(workload_find(expected[i].test),
		                                 backend);
		CU_ASSERT_EQUAL(lacks != NULL, expected[i].sentence != NULL);
		if (lacks && expected[i].sentence)
			CU_ASSERT_STRING_EQUAL(lacks, expected[i].sentence);
		rig_tear_down(rig);
	}
}

/* A file that nobody can write is a reason, not a crash. */
static void makes_no_file_without_write(void)
{
	struct workload_rig *rig = rig_set_up("read", 8, 4);

	rig->backend.write = NULL;
	CU_ASSERT_EQUAL_FATAL(workload_open(&rig->lane), 0);
	CU_ASSERT_EQUAL(workload_prepare(&rig->lane), -ENOTSUP);
	rig_says(rig, "make the file");
	rig_tear_down(rig);
}

/* Every test over records that can be verified is, at depth 1 and above; and
 * notices a byte that is wrong. */
static void verifies_all_that_can_be(void)
{
	for (size_t i = 0; i < 2 * workload_test_count; i++) {
		const struct workload_test *test = &workload_tests[i / 2];
		struct workload_rig *rig = rig_set_up(
		        test->name, 40000, test->record ? test->record : 4096);

		rig->cell.verify = WORKLOAD_VERIFY_ALL;
		rig->cell.depth = i % 2 ? 4 : 1;
		rig->cell.mix = 0.5;
		if (test->pass || !workload_has_sizes(test) ||
		    workload_lacks_for_cell(&rig->cell, &rig->backend, NULL)) {
			rig_tear_down(rig);
			continue;
		}
		rig_prepare(rig);
		CU_ASSERT_EQUAL(workload_slice(&rig->lane, 2), 0);
		if (workload_writes(test))
			CU_ASSERT_EQUAL(workload_verify(&rig->lane), 0);
		CU_ASSERT(rig->lane.tally.verified_bytes >= 4096);
		rig->file[1] ^= 1;
		if (test->order != WORKLOAD_DRAWN)
			CU_ASSERT_EQUAL(workload_writes(test)
			                        ? workload_verify(&rig->lane)
			                        : workload_slice(&rig->lane, 1),
			                -EILSEQ);
		rig_tear_down(rig);
	}
}

/* At a rate of 1000 a second 10 records take 10 ms, whatever a test is. */
static void keeps_a_rate_in_every_order(void)
{
	static const char *const tests[] = {
	        "backward_read", "record_rewrite", "stride_read",      "mixed",
	        "pwrite",        "pread",          "stdio_write",      "stdio_read",
	        "block_write",   "block_read",     "read_modify_write"};

	for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
		struct workload_rig *rig = rig_set_up(tests[i], 40960, 4096);

		rig->cell.rate_ops = 1000;
		rig->cell.mix = 0.5;
		rig_prepare(rig);
		CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
		CU_ASSERT_EQUAL(rig->lane.tally.ops, 10);
		CU_ASSERT_EQUAL(rig->lane.tally.io_ns, 10000000);
		rig_tear_down(rig);
	}
}

/* At depth 4 a mix issues the same records in the same order. */
static void mixes_in_flight(void)
{
	struct workload_rig *rig = rig_set_up("mixed", 40960, 4096);
	char *alone;

	rig->cell.mix = 0.5;
	rig_prepare(rig);
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
	alone = rig->calls.bytes ? strdup(rig->calls.bytes) : NULL;
	CU_ASSERT_PTR_NOT_NULL_FATAL(alone);
	CU_ASSERT(rig->lane.tally.reads > 0 && rig->lane.tally.reads < 10);
	rig_tear_down(rig);
	rig = rig_set_up("mixed", 40960, 4096);
	rig->cell.mix = 0.5;
	rig->cell.depth = 4;
	rig_prepare(rig);
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
	rig_called(rig, alone);
	CU_ASSERT_EQUAL(rig->lane.tally.ops, 10);
	rig_tear_down(rig);
	free(alone);
}

/* Cells for the sizes that matter, and no others. */
static void plans_the_sizes_that_matter(void)
{
	static uint64_t files[] = {4096, 65536}, records[] = {4096, 8192};
	static uint64_t one[] = {1};
	static char *tests[] = {"read", "char_write", "char_read", "access_time",
	                        "ping"};
	struct workload_rig *rig = rig_set_up("ping", 0, 0);
	struct config_target target = {.name = (char *)"a",
	                               .backend = &rig->backend,
	                               .settings = {.tests = tests,
	                                            .test_count = 5,
	                                            .file_sizes = {files, 2},
	                                            .record_sizes = {records, 2},
	                                            .threads = {one, 1},
	                                            .depths = {one, 1}}};
	struct bench_config config = {.targets = &target, .target_count = 1};
	struct plan *plan = NULL;
	unsigned seen[3] = {0};

	CU_ASSERT_EQUAL_FATAL(plan_make(&config, &plan), 0);
	CU_ASSERT_EQUAL(plan->cell_count, 1 + 4 + 4 + 2);
	for (size_t i = 0; i < plan->cell_count; i++) {
		const struct plan_cell *cell = &plan->cells[i];
		const struct plan_cell *first =
		        &plan->cells[plan->blocks[cell->block].first];

		seen[cell->test->sizes]++;
		if (cell->test->sizes == WORKLOAD_FILE_SIZE) {
			CU_ASSERT_EQUAL(cell->record_size, cell->test->record);
			CU_ASSERT_EQUAL(cell->verdict, PLAN_RUN);
		}
		/* A block has one size of file and of record. */
		CU_ASSERT_EQUAL(cell->file_size, first->file_size);
		CU_ASSERT_EQUAL(cell->record_size, first->record_size);
	}
	CU_ASSERT_EQUAL(seen[WORKLOAD_BOTH_SIZES], 4);
	CU_ASSERT_EQUAL(seen[WORKLOAD_FILE_SIZE], 6);
	CU_ASSERT_EQUAL(seen[WORKLOAD_NO_SIZES], 1);
	CU_ASSERT_EQUAL(plan_count(plan, PLAN_SKIPPED), 1);
	plan_free(plan);
	rig_tear_down(rig);
}

static CU_TestInfo cases[] = {
        {"describes every test", describes_every_test},
        {"needs what it does", needs_what_it_does},
        {"says what is not there", says_what_is_not_there},
        {"makes no file without write", makes_no_file_without_write},
        {"verifies all that can be", verifies_all_that_can_be},
        {"keeps a rate in every order", keeps_a_rate_in_every_order},
        {"mixes in flight", mixes_in_flight},
        {"plans the sizes that matter", plans_the_sizes_that_matter},
        CU_TEST_INFO_NULL};
UNIT_SUITE(workload_registry, cases)
