/* test_data.c - what is written when it is not to be just random. */
#include <stdlib.h>
#include <string.h>
#include "unit.h"
#include "workload/data.h"

enum { BLOCK = 4096, TOTAL = 4 << 20 };

/* A file's worth of records; one in eight is followed by a read, as a mix has
 * them, of what was written before. */
static unsigned char *write_file(const struct data_shape *shape)
{
	size_t record = (size_t)shape->record_size;
	unsigned char *file = malloc(TOTAL);
	struct data_pool pool;

	CU_ASSERT_PTR_NOT_NULL_FATAL(file);
	CU_ASSERT_EQUAL_FATAL(data_pool_open(&pool, shape), 0);
	for (size_t at = 0, n = 0; at < TOTAL; at += record, n++) {
		memcpy(file + at, data_next(&pool, record), record);
		if (n % 8 == 0)
			memcpy(data_read_room(&pool), file + at, record);
	}
	data_pool_close(&pool);
	return file;
}

static int by_bytes(const void *a, const void *b, void *size)
{
	return memcmp(a, b, *(size_t *)size);
}

/* The share of pieces of that size that are there already. */
static double repeated(unsigned char *file, size_t size)
{
	size_t count = TOTAL / size, again = 0;

	qsort_r(file, count, size, by_bytes, &size);
	for (size_t i = 1; i < count; i++)
		again += memcmp(file + (i - 1) * size, file + i * size, size) == 0;
	return (double)again / (double)count;
}

/* The share of bytes in runs of zeroes that a compressor makes nothing of. */
static double blank(const unsigned char *file)
{
	size_t run = 0, sum = 0;

	for (size_t i = 0; i < TOTAL; i++) {
		run = file[i] ? 0 : run + 1;
		if (run >= 8)
			sum += run == 8 ? 8 : 1;
	}
	return (double)sum / TOTAL;
}

static const size_t records[] = {512, 4096, 8192, 65536, 1 << 20, 4 << 20};
#define RECORDS (sizeof records / sizeof records[0])

static void repeats_as_much_as_asked(void)
{
	static const double shares[] = {0, 0.02, 0.25, 0.5, 0.9, 1};

	for (size_t r = 0; r < RECORDS; r++)
		for (size_t s = 0; s < sizeof shares / sizeof shares[0]; s++) {
			struct data_shape shape = {.record_size = records[r],
			                           .seed = 1,
			                           .dedupable = shares[s]};
			unsigned char *file = write_file(&shape);
			size_t piece = records[r] < BLOCK ? records[r] : BLOCK;

			CU_ASSERT_DOUBLE_EQUAL(repeated(file, piece), shares[s], 0.005);
			free(file);
		}
}

static void blanks_as_much_as_asked(void)
{
	static const double shares[] = {0, 0.1, 0.5, 0.75, 1};

	for (size_t r = 0; r < RECORDS; r++)
		for (size_t s = 0; s < sizeof shares / sizeof shares[0]; s++) {
			struct data_shape shape = {.record_size = records[r],
			                           .seed = 1,
			                           .compressible = shares[s]};
			unsigned char *file = write_file(&shape);

			CU_ASSERT_DOUBLE_EQUAL(blank(file), shares[s], 0.03);
			free(file);
		}
}

/* Blank halves do not make blocks equal, nor the other way round. */
static void keeps_both_apart(void)
{
	struct data_shape shape = {.record_size = 65536,
	                           .seed = 1,
	                           .compressible = 0.5,
	                           .dedupable = 0.25};
	unsigned char *file = write_file(&shape);

	CU_ASSERT_DOUBLE_EQUAL(blank(file), 0.5, 0.01);
	CU_ASSERT_DOUBLE_EQUAL(repeated(file, BLOCK), 0.25, 0.005);
	free(file);
}

/* The block that comes again is the same one in all lanes. */
static void repeats_across_lanes(void)
{
	struct data_shape shape = {.record_size = 4096, .seed = 1, .dedupable = 1};
	unsigned char *first = write_file(&shape), *second;

	shape.lane = 1;
	second = write_file(&shape);
	CU_ASSERT_EQUAL(memcmp(first, second, TOTAL), 0);
	free(first);
	free(second);
}

static void writes_zeroes(void)
{
	for (size_t r = 0; r < RECORDS; r++) {
		struct data_shape shape = {
		        .record_size = records[r], .seed = 1, .zeroes = true};
		unsigned char *file = write_file(&shape);

		CU_ASSERT_EQUAL(file[0], 0);
		CU_ASSERT_EQUAL(memcmp(file, file + 1, TOTAL - 1), 0);
		free(file);
	}
}

static CU_TestInfo cases[] = {
        {"repeats as much as asked", repeats_as_much_as_asked},
        {"blanks as much as asked", blanks_as_much_as_asked},
        {"keeps both apart", keeps_both_apart},
        {"repeats across lanes", repeats_across_lanes},
        {"writes zeroes", writes_zeroes},
        CU_TEST_INFO_NULL};
UNIT_SUITE(data, cases)
