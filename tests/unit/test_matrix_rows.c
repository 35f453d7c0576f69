/* test_matrix_rows.c - the lines that appear while a run goes on. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "unit.h"
#include "view/matrix.h"

#define K ((uint64_t)1 << 10)
#define M ((uint64_t)1 << 20)

static const struct matrix_scale scale = {1e6, "MB/s", (double)NAN, NULL};
static const char *const six[] = {"write",  "rewrite",     "read",
                                  "reread", "random_read", "random_write"};

/* The rows of one block. */
struct block {
	struct result_row rows[16];
	size_t count;
};

static struct result_row *add(struct block *block, const char *target,
                              const char *test, double rate)
{
	struct result_row *row = &block->rows[block->count++];

	result_row_init(row);
	result_set_text(&row->target, target);
	result_set_text(&row->test, test);
	row->file_size = 64 * K;
	row->record_size = 4 * K;
	row->threads = row->depth = 1;
	row->round = 1;
	row->status = RESULT_OK;
	row->throughput = rate * 1e6;
	return row;
}

static void fail_row(struct result_row *row, enum result_status status,
                     const char *error)
{
	row->status = status;
	row->throughput = (double)NAN;
	result_set_text(&row->error, error);
}

/* Prints the block, compares, and empties it. */
static void expect(struct block *block, const char *const *tests,
                   size_t test_count, bool *header_done, const char *expected)
{
	struct terminal terminal = {.colour = true};
	char *bytes = NULL;
	size_t length = 0;

	terminal.out = terminal.err = open_memstream(&bytes, &length);
	CU_ASSERT_PTR_NOT_NULL_FATAL(terminal.out);
	matrix_print_rows(&terminal, &scale, tests, test_count, block->rows,
	                  block->count, header_done);
	fclose(terminal.out);
	CU_ASSERT_STRING_EQUAL(bytes, expected);
	if (strcmp(bytes, expected) != 0)
		fprintf(stderr, "\n--- printed:\n%s---\n", bytes);
	for (const char *line = bytes; *line != '\0'; line++) {
		length = strcspn(line, "\n");
		CU_ASSERT_TRUE(length <= 80);
		line += length;
	}
	free(bytes);
	for (size_t i = 0; i < block->count; i++)
		result_row_free(&block->rows[i]);
	block->count = 0;
}

static void prints_the_header_once(void)
{
	struct block block = {.count = 0};
	bool done = false;

	add(&block, "ramdisk", "read", 4400);
	add(&block, "ramdisk", "write", 1023.4);
	add(&block, "ramdisk", "rewrite", 2310);
	expect(&block, six, 3, &done,
	       "round target       file record      write    rewrite       read\n"
	       "    1 ramdisk       64K     4K       1023       2310       4400\n");
	CU_ASSERT_TRUE(done);
	add(&block, "wire", "write", 0.5)->round = 12;
	expect(&block, six, 3, &done,
	       "   12 wire          64K     4K      0.500\n");
	expect(&block, six, 3, &done, "");
}

static void shortens_names(void)
{
	struct block block = {.count = 0};
	bool done = false;

	for (size_t i = 0; i < 6; i++)
		add(&block, "a-long-target", six[i], 12345.6);
	fail_row(&block.rows[4], RESULT_UNSUPPORTED, "no random access");
	fail_row(&block.rows[5], RESULT_UNSUPPORTED, "no random access");
	fail_row(&block.rows[1], RESULT_TIMEOUT, NULL);
	fail_row(&block.rows[2], RESULT_ERROR, "\033[1mdisk full");
	expect(&block, six, 6, &done,
	       "round target      file record   write rewrite    read  reread "
	       "rnd_read rnd_write\n"
	       "    1 a-long-ta~   64K     4K   12346 timeout   error   12346  "
	       "unsupp.   unsupp.\n"
	       "      read: ?[1mdisk full\n"
	       "      random_read, random_write: no random access\n");
}

static void prints_thirteen_tests(void)
{
	static const char *const tests[] = {
	        "write",       "rewrite",      "read",          "reread",
	        "random_read", "random_write", "backward_read", "record_rewrite",
	        "stride_read", "stdio_write",  "stdio_rewrite", "stdio_read",
	        "stdio_reread"};
	struct block block = {.count = 0};
	bool done = false;

	for (size_t i = 0; i < 13; i++)
		add(&block, "disk", tests[i], 100 + (double)i);
	expect(&block, tests, 13, &done,
	       "round target     file record   write rewrite    read  reread "
	       "rnd_read rnd_write\n"
	       "                             bwd_read rec_rewr str_read io_write "
	       "io_rewr io_read\n"
	       "                             io_reread\n"
	       "    1 disk        64K     4K     100     101     102     103      "
	       "104       105\n"
	       "                                  106      107      108      109   "
	       "  110     111\n"
	       "                                   112\n");
}

static void prints_loads_and_odd_sizes(void)
{
	struct block block = {.count = 0};
	struct result_row *row;
	bool done = true;

	row = add(&block, "a-long-target", "write", 10);
	row->threads = 16;
	row->depth = 8;
	row->file_size = 1000001;
	row->record_size = 123457;
	row->round = RESULT_NO_COUNT;
	expect(&block, six, 1, &done,
	       "    - a-l~ t16 d8 ~977K 123457       10.0\n");
	/* Tests that move no bytes. */
	row = add(&block, "disk", "write", (double)NAN);
	row->ops_per_s = 4321;
	row->record_size = RESULT_NO_COUNT;
	expect(&block, six, 1, &done,
	       "    1 disk          64K      -       4321\n");
}

static void prints_round_trips(void)
{
	struct block block = {.count = 0};
	struct result_row *row;
	bool done = false;

	row = add(&block, "wire", "ping", (double)NAN);
	row->file_size = row->record_size = RESULT_NO_COUNT;
	row->lat_mean_us = 123.4;
	row = add(&block, "wire", "loops", (double)NAN);
	row->file_size = row->record_size = RESULT_NO_COUNT;
	row->ops_per_s = 987.6;
	row = add(&block, "wire", "hello", (double)NAN);
	row->file_size = row->record_size = RESULT_NO_COUNT;
	fail_row(row, RESULT_ERROR, "nobody there");
	expect(&block, six, 6, &done,
	       "    1 wire        ping 123 us  loops 988/s  hello error\n"
	       "      hello: nobody there\n");
	/* These lines stand under no header. */
	CU_ASSERT_FALSE(done);
}

static CU_TestInfo cases[] = {
        {"prints the header once", prints_the_header_once},
        {"shortens names", shortens_names},
        {"prints thirteen tests", prints_thirteen_tests},
        {"prints loads and odd sizes", prints_loads_and_odd_sizes},
        {"prints round trips", prints_round_trips},
        CU_TEST_INFO_NULL};
UNIT_SUITE(matrix_rows, cases)
