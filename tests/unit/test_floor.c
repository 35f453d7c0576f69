/* test_floor.c - the harness's own cost, for every shape of a cell. */
#include <string.h>
#include "measure/clock.h"
#include "unit.h"
#include "workload/floor.h"

static void has_a_floor_for_each_shape(void)
{
	static const struct {
		const char *test;
		uint64_t file, record, buffers;
		unsigned depth;
	} cases[] = {{"read", 65536, 4096, 0, 1},
	             {"write", 10000, 4096, 0, 1},
	             {"rewrite", UINT64_C(1) << 40, 512, 0, 1},
	             {"random_read", UINT64_C(1) << 40, 512, 0, 1},
	             {"random_write", 65536, 1, 0, 8},
	             {"read", UINT64_C(1) << 34, UINT64_C(1) << 32, 0, 1},
	             {"read", 1 << 20, 4096, UINT64_C(1) << 50, 32},
	             {"ping", 0, 0, 0, 1}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct workload_cell cell = {.test = workload_find(cases[i].test),
		                             .file_size = cases[i].file,
		                             .record_size = cases[i].record,
		                             .buffers = cases[i].buffers,
		                             .depth = cases[i].depth,
		                             .verify = WORKLOAD_VERIFY_ALL,
		                             .rate_ops = 1,
		                             .flush_every = 1,
		                             .seed = 1};
		double ns = -1;

		CU_ASSERT_EQUAL(workload_floor(&cell, NULL, 100000, NULL, &ns), 0);
		CU_ASSERT(ns > 0);
	}
}

/* Over the memory of a lane, which is left as it is but for the bytes. */
static void borrows_memory(void)
{
	static const char *const tests[] = {"write", "random_write", "read"};

	for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); i++) {
		struct data_shape shape = {
		        .record_size = UINT64_C(16) << 20, .depth = 4, .seed = 1};
		struct workload_cell cell = {.test = workload_find(tests[i]),
		                             .file_size = UINT64_C(1) << 30,
		                             .record_size = shape.record_size,
		                             .depth = 4};
		struct data_pool pool, before;
		double ns = -1;

		CU_ASSERT_EQUAL_FATAL(data_pool_open(&pool, &shape), 0);
		before = pool;
		CU_ASSERT_EQUAL(workload_floor(&cell, NULL, 1000, &pool, &ns), 0);
		CU_ASSERT(ns > 0);
		CU_ASSERT_EQUAL(memcmp(&pool, &before, sizeof pool), 0);
		data_pool_close(&pool);
	}
}

static CU_TestInfo cases[] = {
        {"has a floor for each shape", has_a_floor_for_each_shape},
        {"borrows memory", borrows_memory},
        CU_TEST_INFO_NULL};
UNIT_SUITE(floor, cases)
