/* test_matrix.c - the pictures of made-up summaries, byte by byte. */
#include <string.h>
#include "base/text.h"
#include "made_summary.h"

static void add_trips(struct summary *summary, const char *target,
                      const struct histogram *latency, double ops_per_s)
{
	struct result_row row;

	result_row_init(&row);
	result_set_text(&row.target, target);
	result_set_text(&row.test, "ping");
	row.threads = row.depth = 1;
	row.status = RESULT_OK;
	row.ops_per_s = ops_per_s;
	CU_ASSERT_EQUAL(summary_add(summary, &row, latency), 0);
	result_row_free(&row);
}

/* Draws plainly, compares, and empties the summary. */
static void expect(struct summary *summary, const struct matrix_scale *scale,
                   const char *expected)
{
	char *text = draw(summary, scale, false, false);

	CU_ASSERT_STRING_EQUAL(text, expected);
	if (strcmp(text, expected) != 0)
		fprintf(stderr, "\n--- drawn:\n%s---\n", text);
	for (const char *line = text; *line != '\0'; line++) {
		size_t length = strcspn(line, "\n");

		CU_ASSERT_TRUE(length <= 80);
		CU_ASSERT_TRUE(length == 0 || line[length - 1] != ' ');
		line += length;
	}
	free(text);
	summary_free(summary);
	*summary = (struct summary){0};
}

static void draws_nothing_of_nothing(void)
{
	struct summary summary = {0};

	expect(&summary, &by_link, "");
}

static void draws_one_cell(void)
{
	struct summary summary = {0};

	add_rounds(&summary, "disk", "write", M, 64 * K, 12.34, 1);
	expect(&summary, &by_nothing,
	       "disk write, MB/s, one round   file size down, record size across\n"
	       "        64K\n"
	       "    1M 12.3\n"
	       "\n"
	       "write at 1M, record 64K\n"
	       "    disk #    12.3 MB/s at 1M\n");
}

static void draws_a_triangle_with_holes(void)
{
	static const char large[] = "the record is larger than the file";
	struct summary summary = {0};

	/* In the order of a shuffled run. */
	add(&summary, "nas", "write", 4 * M, 64 * K, 99.0);
	add(&summary, "nas", "write", 64 * K, 4 * K, 12.0);
	add(&summary, "nas", "write", 4 * M, 4 * K, 50.0);
	add_rounds(&summary, "nas", "write", 64 * K, 64 * K, 25.04, 10);
	add_failed(&summary, "nas", "write", 64 * K, M, RESULT_SKIPPED, large);
	add(&summary, "nas", "write", M, M, 75.0);
	add(&summary, "nas", "write", 4 * M, M, 88.8);
	add_failed(&summary, "nas", "write", M, 4 * K, RESULT_TIMEOUT,
	           "no answer within 30 s");
	add_failed(&summary, "nas", "write", M, 64 * K, RESULT_ERROR, NULL);
	add_failed(&summary, "nas", "write", 64 * K, 4 * M, RESULT_SKIPPED, large);
	add_failed(&summary, "nas", "write", M, 4 * M, RESULT_SKIPPED, "4M > 1M");
	add(&summary, "nas", "write", 4 * M, 4 * M, 102.0);
	expect(&summary, &by_link,
	       "nas write, MB/s, median of 7 to 10   file size down, record size "
	       "across\n"
	       "         4K  64K   1M   4M\n"
	       "   64K 12.0 25.0\n"
	       "    1M    -    - 75.0\n"
	       "    4M 50.0 99.0 88.8  102\n"
	       "  timeout: no answer within 30 s (1M/4K)\n"
	       "  error (1M/64K)\n"
	       "\n"
	       "write by file size, 64K to 4M, record up to 4M\n"
	       "     nas -*#     102 MB/s at 4M  102 % of link\n");
}

static void tells_each_reason_once(void)
{
	struct summary summary = {0};

	for (uint64_t file = M; file <= 8 * M; file *= 2) {
		add(&summary, "nas", "read", file, 4 * K, 150);
		add(&summary, "nas", "read", file, 8 * K, 90);
		add_failed(&summary, "nas", "read", file, 16 * K, RESULT_ERROR,
		           "/mnt/nas/a-rather-long-directory/b: no space left on "
		           "device after 1234567 bytes");
		add_failed(&summary, "nas", "read", file, 32 * K, RESULT_SKIPPED,
		           "left out by time_limit");
	}
	expect(&summary, &by_link,
	       "nas read, MB/s, median of 7   file size down, record size across\n"
	       "         4K   8K  16K  32K\n"
	       "    1M  150 90.0    -    -\n"
	       "    2M  150 90.0    -    -\n"
	       "    4M  150 90.0    -    -\n"
	       "    8M  150 90.0    -    -\n"
	       "  faster than the link: client cache or a local target (1M/4K, "
	       "2M/4K and 2 more)\n"
	       "  error: /mnt/nas/a-rather-long-directory/b: no space left on "
	       "device after\n"
	       "    1234567 bytes (1M/16K, 2M/16K and 2 more)\n"
	       "  skipped: left out by time_limit (1M/32K, 2M/32K and 2 more)\n"
	       "\n"
	       "read by file size, 1M to 8M, record 8K\n"
	       "     nas ####    90.0 MB/s at 8M   90 % of link\n");
}

static void draws_nothing_but_errors(void)
{
	struct summary summary = {0};

	add_failed(&summary, "nas", "write", M, 4 * K, RESULT_ERROR,
	           "\033[31mrefused\nby \xff peer");
	add_failed(&summary, "nas", "write", M, 8 * K, RESULT_ERROR,
	           "\033[31mrefused\nby \xff peer");
	add_failed(&summary, "nas", "write", M, 16 * K, RESULT_ERROR,
	           "\033[31mrefused\nby \xff peer");
	expect(&summary, &by_link,
	       "nas write: nothing measured\n"
	       "  error: ?[31mrefused by ? peer (all 3 cells)\n");
}

static void limits_the_reasons(void)
{
	struct summary summary = {0};

	for (uint64_t i = 1; i <= 11; i++) {
		char *error = text_format("offset %u", (unsigned)i);

		add_failed(&summary, "nas", "write", i * M, M, RESULT_ERROR, error);
		free(error);
	}
	expect(&summary, &by_link,
	       "nas write: nothing measured\n"
	       "  error: offset 1 (1M/1M)\n"
	       "  error: offset 2 (2M/1M)\n"
	       "  error: offset 3 (3M/1M)\n"
	       "  error: offset 4 (4M/1M)\n"
	       "  error: offset 5 (5M/1M)\n"
	       "  error: offset 6 (6M/1M)\n"
	       "  error: offset 7 (7M/1M)\n"
	       "  error: offset 8 (8M/1M)\n"
	       "  and 3 other reasons, told by the rows\n");
}

static void fits_thirteen_records(void)
{
	struct summary summary = {0};
	double rate = 9.5;

	for (uint64_t record = 4 * K; record <= 16 * M; record *= 2) {
		add(&summary, "disk", "read", 512 * M, record, rate);
		rate *= 1.4;
	}
	expect(&summary, &by_nothing,
	       "disk read, MB/s, median of 7   file size down, record size across\n"
	       "         4K   8K  16K  32K  64K 128K 256K 512K   1M   2M   4M   8M "
	       " 16M\n"
	       "  512M 9.50 13.3 18.6 26.1 36.5 51.1 71.5  100  140  196  275  385 "
	       " 539\n"
	       "\n"
	       "read at 512M, record 16M\n"
	       "    disk #     539 MB/s at 512M\n");
}

static void parts_wide_matrices(void)
{
	struct summary summary = {0};
	double rate = 12345;

	for (uint64_t record = 4 * K; record <= 16 * M; record *= 2) {
		if (record <= M)
			add(&summary, "disk", "read", M, record, rate);
		add(&summary, "disk", "read", 16 * M, record, rate);
		rate += 1111;
	}
	expect(&summary, &by_nothing,
	       "disk read, MB/s, median of 7   file size down, record size across\n"
	       "          4K    8K   16K   32K   64K  128K  256K\n"
	       "    1M 12345 13456 14567 15678 16789 17900 19011\n"
	       "   16M 12345 13456 14567 15678 16789 17900 19011\n"
	       "\n"
	       "        512K    1M    2M    4M    8M   16M\n"
	       "    1M 20122 21233\n"
	       "   16M 20122 21233 22344 23455 24566 25677\n"
	       "\n"
	       "read by file size, 1M to 16M, record up to 16M\n"
	       "    disk *#   25677 MB/s at 16M\n");
}

static void widens_for_odd_numbers(void)
{
	struct summary summary = {0};

	add(&summary, "disk", "read", 1000000007, 1000001, 0.0123);
	add(&summary, "disk", "read", 1000000007, 4 * K, 123456);
	expect(&summary, &by_nothing,
	       "disk read, MB/s, median of 7   file size down, record size across\n"
	       "                4K 1000001\n"
	       "1000000007  123456  0.0123\n"
	       "\n"
	       "read at 1000000007, record 1000001\n"
	       "    disk #  0.0123 MB/s at ~954M\n");
}

static void keeps_loads_apart(void)
{
	struct summary summary = {0};

	for (uint64_t threads = 4; threads > 0; threads /= 4) {
		add(&summary, "disk", "a_test_with_a_rather_long_name", M, 4 * K, 10);
		for (size_t i = 0; i < 7; i++) {
			struct result_row row;

			result_row_init(&row);
			result_set_text(&row.target, "192.168.100.200:/volume1/export");
			result_set_text(&row.test, "read");
			row.file_size = M;
			row.record_size = 4 * K;
			row.threads = threads;
			row.depth = 8;
			row.status = RESULT_OK;
			row.throughput = (double)threads * 11e6;
			CU_ASSERT_EQUAL(summary_add(&summary, &row, NULL), 0);
			result_row_free(&row);
		}
	}
	expect(&summary, &by_nothing,
	       "disk a_test_with_a_rather_lo~, MB/s, median of 14\n"
	       "         4K\n"
	       "    1M 10.0\n"
	       "\n"
	       "192.168.100.200:/volume~ read, depth 8, MB/s, median of 7\n"
	       "         4K\n"
	       "    1M 11.0\n"
	       "\n"
	       "192.168.100.200:/volume~ read, threads 4, depth 8, MB/s, median of "
	       "7\n"
	       "         4K\n"
	       "    1M 44.0\n"
	       "\n"
	       "a_test_with_a_rather_long_name at 1M, record 4K\n"
	       "    disk #    10.0 MB/s at 1M\n"
	       "\n"
	       "read, depth 8 at 1M, record 4K\n"
	       "192.168.100.200~ #    11.0 MB/s at 1M\n"
	       "\n"
	       "read, threads 4, depth 8 at 1M, record 4K\n"
	       "192.168.100.200~ #    44.0 MB/s at 1M\n");
}

static void compares_targets(void)
{
	static const struct matrix_scale by_wire = {1e6, "MB/s", 100e6, "wire"};
	struct summary summary = {0};

	for (uint64_t file = 64 * K; file <= 8 * M; file *= 2) {
		double share = (double)file / (double)(8 * M);

		add(&summary, "ram", "write", file, 64 * K, 1000 * share);
		add(&summary, "wire", "write", file, 64 * K, 100 * share);
		if (file >= 256 * K)
			add(&summary, "nas", "write", file, 64 * K, 40);
		add_failed(&summary, "off", "write", file, 64 * K, RESULT_ERROR,
		           "no route");
	}
	/* Only one target has it. */
	add(&summary, "ram", "write", 8 * M, M, 1000);
	expect(&summary, &by_wire,
	       "ram write, MB/s, median of 7   file size down, record size across\n"
	       "        64K   1M\n"
	       "   64K 7.81\n"
	       "  128K 15.6\n"
	       "  256K 31.3\n"
	       "  512K 62.5\n"
	       "    1M  125\n"
	       "    2M  250\n"
	       "    4M  500\n"
	       "    8M 1000 1000\n"
	       "\n"
	       "wire write, MB/s, median of 7   file size down, record size "
	       "across\n"
	       "         64K\n"
	       "   64K 0.781\n"
	       "  128K  1.56\n"
	       "  256K  3.13\n"
	       "  512K  6.25\n"
	       "    1M  12.5\n"
	       "    2M  25.0\n"
	       "    4M  50.0\n"
	       "    8M   100\n"
	       "\n"
	       "off write: nothing measured\n"
	       "  error: no route (all 8 cells)\n"
	       "\n"
	       "nas write, MB/s, median of 7   file size down, record size across\n"
	       "        64K\n"
	       "  256K 40.0\n"
	       "  512K 40.0\n"
	       "    1M 40.0\n"
	       "    2M 40.0\n"
	       "    4M 40.0\n"
	       "    8M 40.0\n"
	       "\n"
	       "write by file size, 64K to 8M, record 64K\n"
	       "     ram ____.-=#    1000 MB/s at 8M 1000 % of wire\n"
	       "    wire ____.-=#     100 MB/s at 8M  100 % of wire\n"
	       "     off                -\n"
	       "     nas   ::::::    40.0 MB/s at 8M   40 % of wire\n");
}

static void tables_round_trips(void)
{
	struct summary summary = {0};
	struct histogram *latency = malloc(sizeof(*latency));

	CU_ASSERT_PTR_NOT_NULL_FATAL(latency);
	histogram_reset(latency);
	for (int i = 0; i < 99; i++)
		histogram_record(latency, 100000);
	histogram_record(latency, 2000000);
	add_trips(&summary, "wire", latency, 8000);
	add_trips(&summary, "nas", NULL, 4000);
	add_failed(&summary, "off", "ping", RESULT_NO_COUNT, RESULT_NO_COUNT,
	           RESULT_UNSUPPORTED, "cannot ping");
	expect(&summary, &by_link,
	       "ping, us\n"
	       "              min     mean      p50      p99      max\n"
	       "    wire      100      119      100      100     2000\n"
	       "     nas        -      250        -        -        -\n"
	       "     off        -        -        -        -        -\n"
	       "  unsupported: cannot ping (off)\n");

	histogram_reset(latency);
	histogram_record(latency, 2500000);
	add_trips(&summary, "far", latency, 400);
	expect(&summary, &by_link,
	       "ping, ms\n"
	       "              min     mean      p50      p99      max\n"
	       "     far     2.50     2.50     2.50     2.50     2.50\n");
	free(latency);
}

static CU_TestInfo cases[] = {
        {"draws nothing of nothing", draws_nothing_of_nothing},
        {"draws one cell", draws_one_cell},
        {"draws a triangle with holes", draws_a_triangle_with_holes},
        {"tells each reason once", tells_each_reason_once},
        {"draws nothing but errors", draws_nothing_but_errors},
        {"limits the reasons", limits_the_reasons},
        {"fits thirteen records", fits_thirteen_records},
        {"parts wide matrices", parts_wide_matrices},
        {"widens for odd numbers", widens_for_odd_numbers},
        {"keeps loads apart", keeps_loads_apart},
        {"compares targets", compares_targets},
        {"tables round trips", tables_round_trips},
        CU_TEST_INFO_NULL};
UNIT_SUITE(matrix, cases)
