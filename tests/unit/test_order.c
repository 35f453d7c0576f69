/* test_order.c - orders of records, and the data that are written. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "unit.h"
#include "workload/data.h"
#include "workload/order.h"

static void visits_each_record_once(void)
{
	static const uint64_t counts[] = {1, 2, 3, 4, 17, 1000, 65537};

	for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
		uint64_t count = counts[i];
		uint32_t *order = order_random(count, 1);
		char *seen = calloc(count, 1);

		CU_ASSERT_FATAL(order && seen);
		for (uint64_t k = 0; k < count; k++) {
			CU_ASSERT_FATAL(order[k] < count);
			CU_ASSERT_FALSE(seen[order[k]]);
			seen[order[k]] = 1;
		}
		free(order);
		free(seen);
	}
}

static void is_the_same_for_the_same_seed(void)
{
	uint32_t *a = order_random(100, 7);
	uint32_t *b = order_random(100, 7);
	uint32_t *c = order_random(100, 8);

	CU_ASSERT_FATAL(a && b && c);
	CU_ASSERT_EQUAL(memcmp(a, b, 100 * sizeof *a), 0);
	CU_ASSERT_NOT_EQUAL(memcmp(a, c, 100 * sizeof *a), 0);
	free(a);
	free(b);
	free(c);
}

/* Each of the 24 permutations of four must come up, none much more often than
 * the others: 24000 draws, 1000 expected, 5 standard deviations are 155. */
static void has_no_favourites(void)
{
	unsigned seen[256] = {0}, different = 0;

	for (uint64_t seed = 0; seed < 24000; seed++) {
		uint32_t *order = order_random(4, seed * 0x9e3779b9u);

		CU_ASSERT_FATAL(order != NULL);
		seen[order[0] << 6 | order[1] << 4 | order[2] << 2 | order[3]]++;
		free(order);
	}
	for (unsigned i = 0; i < 256; i++) {
		if (!seen[i])
			continue;
		different++;
		CU_ASSERT(seen[i] > 845 && seen[i] < 1155);
	}
	CU_ASSERT_EQUAL(different, 24);
}

static void refuses_what_it_cannot_hold(void)
{
	CU_ASSERT_PTR_NULL(order_random(0, 1));
	CU_ASSERT_PTR_NULL(order_random((uint64_t)UINT32_MAX + 1, 1));
}

static void counts_a_short_last_record(void)
{
	static const struct {
		uint64_t file, record, records;
	} cases[] = {{4096, 4096, 1}, {4097, 4096, 2},   {9120, 4096, 3},
	             {1, 4096, 1},    {65536, 4096, 16}, {10240, 3072, 4}};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		CU_ASSERT_EQUAL(order_records(cases[i].file, cases[i].record),
		                cases[i].records);
}

static int by_block(const void *a, const void *b)
{
	return memcmp(a, b, 4096);
}

/* Any two 4 KiB blocks of what is written differ, also between lanes. */
static void never_writes_a_block_twice(void)
{
	enum { RECORDS = 150, RECORD = 8192, BLOCKS = 2 * RECORDS * 2 };
	unsigned char *blocks = malloc((size_t)BLOCKS * 4096), *at = blocks;

	CU_ASSERT_PTR_NOT_NULL_FATAL(blocks);
	for (unsigned lane = 0; lane < 2; lane++) {
		struct data_shape shape = {
		        .record_size = RECORD, .seed = 1, .lane = lane};
		struct data_pool pool;

		CU_ASSERT_EQUAL_FATAL(data_pool_open(&pool, &shape), 0);
		for (unsigned i = 0; i < RECORDS; i++, at += RECORD)
			memcpy(at, data_next(&pool, RECORD), RECORD);
		data_pool_close(&pool);
	}
	qsort(blocks, BLOCKS, 4096, by_block);
	for (size_t i = 1; i < BLOCKS; i++)
		CU_ASSERT_NOT_EQUAL(
		        memcmp(blocks + (i - 1) * 4096, blocks + i * 4096, 4096), 0);
	free(blocks);
}

/* A number never reaches past the record's end. */
static void stamps_within_the_record(void)
{
	static const size_t lengths[] = {1, 7, 8, 512, 4095, 4097, 8200, 12287};
	struct data_shape shape = {.record_size = 16384, .seed = 1};
	struct data_pool pool;

	CU_ASSERT_EQUAL_FATAL(data_pool_open(&pool, &shape), 0);
	for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		for (size_t slot = 0; slot < pool.slots; slot++) {
			unsigned char *record = data_write_room(&pool);
			unsigned char before = record[lengths[i]], after;

			record[lengths[i]] = 0xa5;
			data_stamp(&pool, record, lengths[i]);
			after = record[lengths[i]];
			record[lengths[i]] = before;
			CU_ASSERT_EQUAL(after, 0xa5);
		}
	}
	data_pool_close(&pool);
}

/* buffers, depth, record -> slots, and those that reads use. */
static void rotates_as_asked(void)
{
	static const struct {
		uint64_t record, buffers;
		size_t depth, slots, read_slots;
	} cases[] = {{4096, 0, 1, 64, 1},          {4096, 0, 100, 100, 100},
	             {4096, 1 << 20, 1, 256, 256}, {1 << 20, 0, 1, 1, 1},
	             {1 << 20, 65536, 1, 1, 1},    {1 << 20, 65536, 3, 3, 3},
	             {512, 8192, 1, 2, 2},         {4096, 20000, 1, 4, 4},
	             {65536, 1 << 20, 4, 16, 16}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct data_shape shape = {.record_size = cases[i].record,
		                           .depth = cases[i].depth,
		                           .buffers = cases[i].buffers,
		                           .seed = 1};
		struct data_pool pool;

		CU_ASSERT_EQUAL_FATAL(data_pool_open(&pool, &shape), 0);
		CU_ASSERT_EQUAL(pool.slots, cases[i].slots);
		CU_ASSERT_EQUAL(pool.read_slots, cases[i].read_slots);
		for (size_t k = 0; k < 2 * pool.slots; k++) {
			CU_ASSERT_PTR_EQUAL(data_write_room(&pool),
			                    pool.bytes + k % pool.slots * pool.record);
			CU_ASSERT_PTR_EQUAL(data_read_room(&pool),
			                    pool.bytes + k % pool.read_slots * pool.record);
		}
		data_pool_close(&pool);
	}
}

static void says_when_there_is_no_memory(void)
{
	static const struct data_shape shapes[] = {
	        {.record_size = UINT64_MAX},
	        {.record_size = UINT64_C(1) << 61},
	        {.record_size = UINT64_C(1) << 40, .depth = SIZE_MAX / 2},
	        {.record_size = 4096, .buffers = UINT64_C(1) << 62}};

	for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
		struct data_pool pool;

		CU_ASSERT_EQUAL(data_pool_open(&pool, &shapes[i]), -ENOMEM);
		CU_ASSERT_PTR_NULL(pool.map);
		data_pool_close(&pool);
	}
}

/* The bytes look random: each value of a byte comes about as often. */
static void writes_incompressible_data(void)
{
	struct data_shape shape = {.record_size = 65536, .seed = 1};
	struct data_pool pool;
	unsigned seen[256] = {0};

	CU_ASSERT_EQUAL_FATAL(data_pool_open(&pool, &shape), 0);
	CU_ASSERT(pool.slots * pool.record >= 256 * 1024);
	for (size_t i = 0; i < 65536; i++)
		seen[pool.bytes[i]]++;
	for (unsigned i = 0; i < 256; i++)
		CU_ASSERT(seen[i] > 156 && seen[i] < 356);
	data_pool_close(&pool);
}

static void aligns_records(void)
{
	static const uint64_t sizes[] = {1, 1000, 4096, 5000, 3 << 20};

	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
		struct data_shape shape = {.record_size = sizes[i], .seed = 1};
		struct data_pool pool;

		CU_ASSERT_EQUAL_FATAL(data_pool_open(&pool, &shape), 0);
		CU_ASSERT_EQUAL((uintptr_t)pool.bytes % (2 << 20), 0);
		for (int k = 0; k < 70; k++) {
			unsigned char *record = data_next(&pool, (size_t)sizes[i]);

			CU_ASSERT_EQUAL((uintptr_t)record % 4096, 0);
			memset(record, 0, (size_t)sizes[i]);
		}
		data_pool_close(&pool);
	}
}

static CU_TestInfo cases[] = {
        {"visits each record once", visits_each_record_once},
        {"is the same for the same seed", is_the_same_for_the_same_seed},
        {"has no favourites", has_no_favourites},
        {"refuses what it cannot hold", refuses_what_it_cannot_hold},
        {"counts a short last record", counts_a_short_last_record},
        {"never writes a block twice", never_writes_a_block_twice},
        {"stamps within the record", stamps_within_the_record},
        {"rotates as asked", rotates_as_asked},
        {"says when there is no memory", says_when_there_is_no_memory},
        {"writes incompressible data", writes_incompressible_data},
        {"aligns records", aligns_records},
        CU_TEST_INFO_NULL};
UNIT_SUITE(order, cases)
