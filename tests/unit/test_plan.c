/* test_plan.c - from a configuration to cells. */
#include <stdlib.h>
#include <string.h>
#include "plan/estimate.h"
#include "plan/plan.h"
#include "unit.h"

/* Two made-up backends: one can do everything, one cannot write and allows one
 * session in a process. */
static int do_open(void *session, const char *name, unsigned flags,
                   uint64_t size_hint, void **file)
{
	(void)session;
	(void)name;
	(void)flags;
	(void)size_hint;
	(void)file;
	return 0;
}

static int do_handle(void *handle)
{
	(void)handle;
	return 0;
}

static int do_name(void *session, const char *name)
{
	(void)session;
	(void)name;
	return 0;
}

static int64_t do_read(void *file, void *buf, size_t len, uint64_t off)
{
	(void)file;
	(void)buf;
	(void)off;
	return (int64_t)len;
}

static int64_t do_write(void *file, const void *buf, size_t len, uint64_t off)
{
	(void)file;
	(void)buf;
	(void)off;
	return (int64_t)len;
}

static const struct bench_backend full = {.name = "full",
                                          .threads = BENCH_PER_WORKER,
                                          .open = do_open,
                                          .close = do_handle,
                                          .read = do_read,
                                          .write = do_write,
                                          .unlink = do_name,
                                          .ping = do_handle};
static const struct bench_backend reader = {.name = "reader",
                                            .threads = BENCH_ONE_PER_PROCESS,
                                            .open = do_open,
                                            .close = do_handle,
                                            .read = do_read};

static uint64_t files[] = {65536, 1048576};
static uint64_t records[] = {4096, 65536, 1048576};
static uint64_t one[] = {1}, two[] = {1, 2};
static char *all_tests[] = {"write", "read", "random_read", "ping"};

static struct config_target targets[2];
static struct bench_config config;

static void set_up(void)
{
	struct config_settings settings = {.tests = all_tests,
	                                   .test_count = 4,
	                                   .file_sizes = {files, 2},
	                                   .record_sizes = {records, 3},
	                                   .threads = {one, 1},
	                                   .depths = {one, 1},
	                                   .time_limit_ns = 60000000000};

	targets[0] = (struct config_target){
	        .name = "a", .backend = &full, .settings = settings};
	targets[1] = (struct config_target){
	        .name = "b", .backend = &reader, .settings = settings};
	config = (struct bench_config){.name = "test",
	                               .rounds_min = 7,
	                               .rounds_max = 7,
	                               .slices = 3,
	                               .slice_ns = 20000000,
	                               .targets = targets,
	                               .target_count = 2};
}

static const struct plan_cell *find(const struct plan *plan, size_t target,
                                    const char *test, uint64_t file,
                                    uint64_t record, unsigned threads)
{
	for (size_t i = 0; i < plan->cell_count; i++) {
		const struct plan_cell *cell = &plan->cells[i];

		if (cell->target == target && cell->file_size == file &&
		    cell->record_size == record && cell->threads == threads &&
		    strcmp(cell->test->name, test) == 0)
			return cell;
	}
	return NULL;
}

static void makes_every_cell(void)
{
	struct plan *plan = NULL;

	set_up();
	CU_ASSERT_EQUAL_FATAL(plan_make(&config, &plan), 0);
	/* Two targets x (6 pairs x 3 tests + ping), in 6 blocks and one. */
	CU_ASSERT_EQUAL(plan->cell_count, 38);
	CU_ASSERT_EQUAL(plan->block_count, 7);
	CU_ASSERT_EQUAL(plan_count(plan, PLAN_SKIPPED), 5);
	/* b has neither write (6) nor ping (1); the missing write of the pair
	 * that is skipped is told first. */
	CU_ASSERT_EQUAL(plan_count(plan, PLAN_UNSUPPORTED), 7);
	CU_ASSERT_EQUAL(plan_count(plan, PLAN_RUN), 26);
	plan_free(plan);
}

static void gives_reasons(void)
{
	struct plan *plan = NULL;
	const struct plan_cell *cell;

	set_up();
	CU_ASSERT_EQUAL_FATAL(plan_make(&config, &plan), 0);
	cell = find(plan, 0, "read", 65536, 1048576, 1);
	CU_ASSERT_PTR_NOT_NULL_FATAL(cell);
	CU_ASSERT_EQUAL(cell->verdict, PLAN_SKIPPED);
	CU_ASSERT_STRING_EQUAL(cell->reason,
	                       "the record (1m) is larger than the file (64k)");
	cell = find(plan, 1, "write", 65536, 4096, 1);
	CU_ASSERT_PTR_NOT_NULL_FATAL(cell);
	CU_ASSERT_EQUAL(cell->verdict, PLAN_UNSUPPORTED);
	CU_ASSERT_STRING_EQUAL(cell->reason, "the backend has no write operation");
	cell = find(plan, 0, "write", 65536, 65536, 1);
	CU_ASSERT_PTR_NOT_NULL_FATAL(cell);
	CU_ASSERT_EQUAL(cell->verdict, PLAN_RUN);
	CU_ASSERT_PTR_NULL(cell->reason);
	plan_free(plan);
}

/* Only large files with small records are left out, where it is asked for. */
static void crosses_over(void)
{
	static uint64_t sizes[] = {16 << 20, 32 << 20};
	static uint64_t small[] = {32 << 10, 64 << 10};

	for (int crossover = 0; crossover < 2; crossover++) {
		struct plan *plan = NULL;
		const struct plan_cell *cell;

		set_up();
		config.target_count = 1;
		targets[0].settings.file_sizes = (struct sweep){sizes, 2};
		targets[0].settings.record_sizes = (struct sweep){small, 2};
		targets[0].settings.crossover = crossover;
		CU_ASSERT_EQUAL_FATAL(plan_make(&config, &plan), 0);
		CU_ASSERT_EQUAL(plan_count(plan, PLAN_SKIPPED), crossover ? 3 : 0);
		cell = find(plan, 0, "write", 32 << 20, 32 << 10, 1);
		CU_ASSERT_PTR_NOT_NULL_FATAL(cell);
		CU_ASSERT_EQUAL(cell->verdict, crossover ? PLAN_SKIPPED : PLAN_RUN);
		if (crossover)
			CU_ASSERT_STRING_EQUAL(cell->reason,
			                       "crossover = yes: files above 16m are not "
			                       "measured with records below 64k")
		plan_free(plan);
	}
}

/* seeks are of three threads, unless somebody says how many. */
static void leaves_threads_to_the_test(void)
{
	static char *tests[] = {"read", "seeks"};

	for (int own = 0; own < 2; own++) {
		struct plan *plan = NULL;

		set_up();
		config.target_count = 1;
		targets[0].settings.tests = tests;
		targets[0].settings.test_count = 2;
		targets[0].settings.threads_auto = own;
		CU_ASSERT_EQUAL_FATAL(plan_make(&config, &plan), 0);
		CU_ASSERT_EQUAL(plan->cell_count, 12);
		CU_ASSERT_PTR_NOT_NULL(find(plan, 0, "read", 65536, 4096, 1));
		CU_ASSERT_PTR_NULL(find(plan, 0, "read", 65536, 4096, 3));
		CU_ASSERT_PTR_NOT_NULL(
		        find(plan, 0, "seeks", 65536, 4096, own ? 3 : 1));
		CU_ASSERT_PTR_NULL(find(plan, 0, "seeks", 65536, 4096, own ? 1 : 3));
		plan_free(plan);
	}
}

static void keeps_targets_of_a_block_together(void)
{
	struct plan *plan = NULL;

	set_up();
	CU_ASSERT_EQUAL_FATAL(plan_make(&config, &plan), 0);
	for (size_t b = 0; b < plan->block_count; b++) {
		size_t first = 0, next = plan->blocks[b].first;

		for (size_t t = 0; t < 2; t++) {
			size_t count = plan_block_target(plan, b, t, &first);

			CU_ASSERT_EQUAL(first, next);
			for (size_t i = first; i < first + count; i++) {
				CU_ASSERT_EQUAL(plan->cells[i].block, b);
				CU_ASSERT_EQUAL(plan->cells[i].target, t);
			}
			next = first + count;
		}
		CU_ASSERT_EQUAL(next, plan->blocks[b].first + plan->blocks[b].count);
	}
	plan_free(plan);
}

static void keeps_the_usual_order_of_tests(void)
{
	static char *backwards[] = {"random_read", "read", "write"};
	struct plan *plan = NULL;
	size_t first = 0;

	set_up();
	targets[0].settings.tests = backwards;
	targets[0].settings.test_count = 3;
	CU_ASSERT_EQUAL_FATAL(plan_make(&config, &plan), 0);
	CU_ASSERT_EQUAL(plan_block_target(plan, 1, 0, &first), 3);
	CU_ASSERT_STRING_EQUAL(plan->cells[first].test->name, "write");
	CU_ASSERT_STRING_EQUAL(plan->cells[first + 1].test->name, "read");
	CU_ASSERT_STRING_EQUAL(plan->cells[first + 2].test->name, "random_read");
	plan_free(plan);
}

static void narrows_a_target(void)
{
	struct plan *plan = NULL;

	set_up();
	targets[1].settings.file_sizes = (struct sweep){files, 1};
	targets[0].settings.threads = (struct sweep){two, 2};
	CU_ASSERT_EQUAL_FATAL(plan_make(&config, &plan), 0);
	CU_ASSERT_PTR_NULL(find(plan, 1, "read", 1048576, 4096, 1));
	CU_ASSERT_PTR_NOT_NULL(find(plan, 0, "read", 1048576, 4096, 2));
	CU_ASSERT_PTR_NULL(find(plan, 1, "read", 65536, 4096, 2));
	plan_free(plan);
}

static void believes_caps(void)
{
	struct bench_caps caps = {.size = sizeof caps,
	                          .props = BENCH_KEEPS,
	                          .max_size = 100000,
	                          .max_io = 8192};
	static const struct {
		const char *test;
		uint64_t file, record;
		const char *reason;
	} expected[] = {
	        {"random_read", 65536, 4096,
	         "the target is a stream: offsets only go forward"},
	        {"read", 1048576, 4096, "the target takes files up to 100000"},
	        {"read", 65536, 65536, "the target takes records up to 8k"},
	        {"read", 65536, 4096, NULL}};
	struct plan *plan = NULL;

	set_up();
	CU_ASSERT_EQUAL_FATAL(plan_make(&config, &plan), 0);
	plan_apply_caps(plan, 0, &caps);
	for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
		const struct plan_cell *cell =
		        find(plan, 0, expected[i].test, expected[i].file,
		             expected[i].record, 1);

		CU_ASSERT_PTR_NOT_NULL_FATAL(cell);
		if (expected[i].reason) {
			CU_ASSERT_EQUAL(cell->verdict, PLAN_UNSUPPORTED);
			CU_ASSERT_STRING_EQUAL(cell->reason, expected[i].reason);
		} else {
			CU_ASSERT_EQUAL(cell->verdict, PLAN_RUN);
		}
	}
	/* The other target's cells are as they were. */
	CU_ASSERT_EQUAL(find(plan, 1, "random_read", 65536, 4096, 1)->verdict,
	                PLAN_RUN);
	plan_free(plan);
}

static void asks_for_alignment_with_direct(void)
{
	struct bench_caps caps = {.size = sizeof caps,
	                          .props = BENCH_RANDOM | BENCH_REWRITE |
	                                   BENCH_DIRECT,
	                          .align = 8192};
	struct plan *plan = NULL;
	const struct plan_cell *cell;

	set_up();
	targets[0].settings.direct = true;
	CU_ASSERT_EQUAL_FATAL(plan_make(&config, &plan), 0);
	plan_apply_caps(plan, 0, &caps);
	cell = find(plan, 0, "read", 65536, 4096, 1);
	CU_ASSERT_EQUAL(cell->verdict, PLAN_UNSUPPORTED);
	CU_ASSERT_STRING_EQUAL(cell->reason,
	                       "direct = yes: file and record sizes must be "
	                       "multiples of 8192 bytes here");
	CU_ASSERT_EQUAL(find(plan, 0, "read", 65536, 65536, 1)->verdict, PLAN_RUN);
	plan_free(plan);
}

static void counts_the_room_that_is_needed(void)
{
	struct plan *plan = NULL;

	set_up();
	targets[0].settings.threads = (struct sweep){two, 2};
	CU_ASSERT_EQUAL_FATAL(plan_make(&config, &plan), 0);
	CU_ASSERT_EQUAL(plan_bytes_needed(plan, 0), 2 * 1048576);
	CU_ASSERT_EQUAL(plan_bytes_needed(plan, 1), 1048576);
	CU_ASSERT_EQUAL(plan_unreached(plan, 1, "it is gone"), 0);
	CU_ASSERT_EQUAL(plan_bytes_needed(plan, 1), 0);
	CU_ASSERT_STRING_EQUAL(find(plan, 1, "read", 65536, 4096, 1)->reason,
	                       "it is gone");
	plan_free(plan);
}

static void prices_a_plan(void)
{
	struct plan *plan = NULL;
	int64_t without, with;

	set_up();
	CU_ASSERT_EQUAL_FATAL(plan_make(&config, &plan), 0);
	without = estimate_run_ns(plan, 7);
	CU_ASSERT(without > 0);
	CU_ASSERT_EQUAL(estimate_run_ns(plan, 14), 2 * without);
	/* 26 cells of at least four slices each. */
	CU_ASSERT(without >= 7 * 26 * 4 * 20000000ll);
	/* Target a: write, read, random_read over 2 pairs of 64k and 3 of 1m;
	 * target b: the two reads.  Four passes each. */
	CU_ASSERT_EQUAL(estimate_bytes(plan, 1),
	                4 * 5 * (2 * 65536 + 3 * 1048576ull));
	targets[0].settings.link = 1e6;
	with = estimate_run_ns(plan, 7);
	CU_ASSERT(with > without);
	/* Six blocks have cells to run: two of 64k, three of 1m, and ping. */
	config.quiet_ns = 2000000000;
	CU_ASSERT_EQUAL(estimate_run_ns(plan, 7) - with, 7 * 6 * 250000000ll);
	config.quiet_ns = 100000000;
	CU_ASSERT_EQUAL(estimate_run_ns(plan, 7) - with, 7 * 6 * 100000000ll);
	plan_free(plan);
}

/* Ten slices' worth of more work: the price of one cell grows by what the
 * setting costs. */
static void prices_what_is_asked_for(void)
{
	struct plan *plan = NULL;
	const struct plan_cell *write, *read;
	struct config_settings *settings = &targets[0].settings;
	int64_t writing, reading;

	set_up();
	CU_ASSERT_EQUAL_FATAL(plan_make(&config, &plan), 0);
	write = find(plan, 0, "write", 65536, 4096, 1);
	read = find(plan, 0, "read", 65536, 4096, 1);
	CU_ASSERT_PTR_NOT_NULL_FATAL(write);
	CU_ASSERT_PTR_NOT_NULL_FATAL(read);
	writing = estimate_cell_ns(&config, write);
	reading = estimate_cell_ns(&config, read);
	/* A pass: 65.536 us for the bytes and 16 x 10 us; five windows of 5 ms. */
	CU_ASSERT_EQUAL(reading, 225536 + 10000000 + 3 * 20000000);
	settings->warmup = true;
	CU_ASSERT_EQUAL(estimate_cell_ns(&config, read), reading + 25000000);
	CU_ASSERT_EQUAL(estimate_cell_ns(&config, write), writing);
	settings->warmup = false;
	/* A flush for each pass, but only the one that fills is longer than it
	 * was: slices are as long as before. */
	settings->sync = CONFIG_SYNC_FSYNC;
	CU_ASSERT_EQUAL(estimate_cell_ns(&config, write),
	                writing + ESTIMATE_FLUSH_NS);
	CU_ASSERT_EQUAL(estimate_cell_ns(&config, read), reading);
	settings->sync = CONFIG_SYNC_NONE;
	settings->verify = CONFIG_VERIFY_YES;
	CU_ASSERT_EQUAL(estimate_cell_ns(&config, write), writing + 225536);
	/* 16 operations at 100 a second: each pass takes 0.16 s. */
	settings->verify = CONFIG_VERIFY_NO;
	settings->rate_ops = 100;
	CU_ASSERT_EQUAL(estimate_cell_ns(&config, read), 5 * 160000000ll);
	config.passes = 2;
	CU_ASSERT_EQUAL(estimate_cell_ns(&config, read), 7 * 160000000ll);
	settings->time_limit_ns = 1000000000;
	CU_ASSERT_EQUAL(estimate_cell_ns(&config, read), 1000000000);
	plan_free(plan);
}

static void knows_what_a_link_carries(void)
{
	CU_ASSERT_DOUBLE_EQUAL(estimate_link_payload(1e9), 117685305.6, 0.1);
}

static CU_TestInfo cases[] = {
        {"makes every cell", makes_every_cell},
        {"gives reasons", gives_reasons},
        {"crosses over", crosses_over},
        {"leaves threads to the test", leaves_threads_to_the_test},
        {"keeps targets of a block together",
         keeps_targets_of_a_block_together},
        {"keeps the usual order of tests", keeps_the_usual_order_of_tests},
        {"narrows a target", narrows_a_target},
        {"believes caps", believes_caps},
        {"asks for alignment with direct", asks_for_alignment_with_direct},
        {"counts the room that is needed", counts_the_room_that_is_needed},
        {"prices a plan", prices_a_plan},
        {"prices what is asked for", prices_what_is_asked_for},
        {"knows what a link carries", knows_what_a_link_carries},
        CU_TEST_INFO_NULL};
UNIT_SUITE(plan, cases)
