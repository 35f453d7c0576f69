/* test_classic.c - the classic views other than iozone's: bonnie, the loops per
 * second, the drive's breakdown, ping. */
#include <string.h>
#include "classic_rig.h"

static const struct classic_about about = {
        .version = "1.2.3", .system = "Linux 2.2.5-ac6", .whole = true};

static void add_all(struct summary *summary, const struct classic_made *made,
                    size_t count)
{
	for (size_t i = 0; i < count; i++)
		add_made(summary, &made[i], NULL);
}
#define ADD_ALL(summary, made)                                                 \
	add_all(summary, made, sizeof(made) / sizeof(made)[0])

/* The line of 1995: nfs:/z/1, 16 MB. */
static const struct classic_made bonnie_1995[] = {
        {"nfs:/z/1", "char_write", 16 * M, 8 * K, 1, 675 * 1024.0, 85, 0.601},
        {"nfs:/z/1", "block_write", 16 * M, 16 * K, 1, 848 * 1024.0, 53, 0.199},
        {"nfs:/z/1", "read_modify_write", 16 * M, 16 * K, 1, 221 * 1024.0, 14,
         0.134},
        {"nfs:/z/1", "char_read", 16 * M, 8 * K, 1, 644 * 1024.0, 80, 0.583},
        {"nfs:/z/1", "block_read", 16 * M, 16 * K, 1, 863 * 1024.0, 54, 0.191},
        {"nfs:/z/1", "seeks", 16 * M, 16 * K, 3, 44 * 16384.0, 44.2, 0.118},
};

static const char bonnie_heading[] =
        "              -------Sequential Output-------- ---Sequential Input-- "
        "--Random--\n"
        "              -Per Char- --Block--- -Rewrite-- -Per Char- --Block--- "
        "--Seeks---\n"
        "Machine    MB K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU "
        " /sec %CPU\n";

static void prints_the_bonnie_line(void)
{
	struct summary summary = {0};
	struct text expected = {0};
	char *all;

	ADD_ALL(&summary, bonnie_1995);
	text_add(&expected,
	         "Target: nfs:/z/1\n%s"
	         "nfs:/z/1   16   675 60.1   848 19.9   221 13.4   644 58.3   863 "
	         "19.1  44.2 11.8\n"
	         "\n"
	         "1.98,bench-1.2.3,nfs:/z/1,1,,16M,16K,,3,675,60,848,20,221,13,"
	         "644,58,863,19,44.2,12,,,,,,,,,,,,,,,,,,,,,,,,,,,,,\n",
	         bonnie_heading);
	all = text_take(&expected);
	expect_classic(&summary, CLASSIC_BONNIE, &about, all);
	free(all);
}

/* The fields of the line that begins with the CSV's format. */
static size_t csv_fields(char *text, char **fields, size_t most)
{
	char *at = strstr(text, "\n1.98,");
	size_t count = 0;

	CU_ASSERT_PTR_NOT_NULL_FATAL(at);
	at++;
	at[strcspn(at, "\n")] = '\0';
	while (at && count < most) {
		fields[count++] = at;
		at = strchr(at, ',');
		if (at)
			*at++ = '\0';
	}
	return count;
}

/* As a parser of bonnie++ 2.00 has them. */
static void has_fifty_fields(void)
{
	struct classic_made block = {"a,b", "block_write", 2048 * M, 8 * K,
	                             4,     2048.0 * M,    1,        0.5};
	struct classic_made seeks = {"a,b", "seeks", 2048 * M, 8 * K,
	                             4,     1e7,     1220.7,   2.5};
	struct summary summary = {0};
	struct histogram latency;
	char *text, *fields[64];

	histogram_reset(&latency);
	histogram_record(&latency, 1000);
	histogram_record(&latency, 99999000);
	add_made(&summary, &block, &latency);
	histogram_record(&latency, 100000000);
	add_made(&summary, &seeks, &latency);
	text = print_classic(&summary, CLASSIC_BONNIE, &about);
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "\na,b      2048     -    - 2097152 "));
	CU_ASSERT_EQUAL_FATAL(csv_fields(text, fields, 64), 50);
	CU_ASSERT_STRING_EQUAL(fields[0], "1.98");
	CU_ASSERT_STRING_EQUAL(fields[2], "a_b");
	CU_ASSERT_STRING_EQUAL(fields[3], "4");
	CU_ASSERT_STRING_EQUAL(fields[5], "2G");
	CU_ASSERT_STRING_EQUAL(fields[6], ""); /* 8 KiB */
	CU_ASSERT_STRING_EQUAL(fields[8], "4");
	CU_ASSERT_STRING_EQUAL(fields[9], ""); /* characters: not measured */
	CU_ASSERT_STRING_EQUAL(fields[11], "2097152");
	CU_ASSERT_STRING_EQUAL(fields[12], "50");
	CU_ASSERT_STRING_EQUAL(fields[19], "1221");
	CU_ASSERT_STRING_EQUAL(fields[20], "250");
	CU_ASSERT_STRING_EQUAL(fields[21], "");
	CU_ASSERT_STRING_EQUAL(fields[39], "99999us");
	CU_ASSERT_STRING_EQUAL(fields[43], "100ms");
	CU_ASSERT_STRING_EQUAL(fields[49], "");
	free(text);
	summary_free(&summary);
}

static void parts_chunks_and_loads(void)
{
	static const struct classic_made made[] = {
	        {"disk", "char_read", M, 8 * K, 1, 1024, 1, 0},
	        {"disk", "block_read", M, 4 * K, 1, 2048, 1, 0},
	        {"disk", "block_read", M, 64 * K, 1, 3072, 1, 0},
	        {"disk", "block_read", M, 64 * K, 2, 4096, 1, 0},
	        {"disk", "char_read", 64 * K, 8 * K, 1, 5120, 1, 0},
	        {"seeker", "seeks", M, 8 * K, 3, 6144, 2, 0},
	};
	struct summary summary = {0};
	char *text;

	ADD_ALL(&summary, made);
	text = print_classic(&summary, CLASSIC_BONNIE, &about);
	CU_ASSERT_PTR_NOT_NULL(
	        strstr(text, "%CPU\n"
	                     "disk      64K     -    -     -    -     -    -     5 "
	                     " 0.0     -    -     -    -\n"
	                     "disk        1     -    -     -    -     -    -     1 "
	                     " 0.0     2  0.0     -    -\n"
	                     "disk        1     -    -     -    -     -    -     1 "
	                     " 0.0     3  0.0     -    -\n\n"));
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "Target: disk, threads 2\n"));
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "     -    -     4  0.0     -    -\n"));
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "Target: seeker, threads 3\n"));
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "     -    -   2.0  0.0\n"));
	free(text);
	summary_free(&summary);
}

static void prints_loops_per_second(void)
{
	static const struct classic_made made[] = {
	        {"nfs", "create_unlink", RESULT_NO_COUNT, RESULT_NO_COUNT, 1,
	         53 * 16.33, 16.334, 0},
	        {"a long file system", "create_unlink", RESULT_NO_COUNT,
	         RESULT_NO_COUNT, 1, 53 * 15383.32, 15383.32, 0},
	        {"nfs", "create_unlink", RESULT_NO_COUNT, RESULT_NO_COUNT, 4,
	         53 * 20.0, 20, 0},
	        {"nfs", "ping", RESULT_NO_COUNT, RESULT_NO_COUNT, 1, 0, 99, 0},
	};
	struct summary summary = {0};

	ADD_ALL(&summary, made);
	add_failed(&summary, "off", "create_unlink", RESULT_NO_COUNT,
	           RESULT_NO_COUNT, RESULT_UNSUPPORTED, "it cannot remove files");
	expect_classic(&summary, CLASSIC_FILES, &about,
	               "system           file system         loops/second\n"
	               "Linux 2.2.5-ac6  nfs                        16.33\n"
	               "Linux 2.2.5-ac6  a long file system      15383.32\n"
	               "Linux 2.2.5-ac6  nfs, threads 4             20.00\n"
	               "Linux 2.2.5-ac6  off                            -\n");
}

/* The seven results of 2004 that have all figures: in MB/s, which there were
 * whole numbers, and the index that was printed with them, in kB/s. */
static void fits_published_indices(void)
{
	static const struct {
		double read, random_read, write, random_write, index;
	} published[] = {
	        {15, 6, 10, 5, 10977},
	        {21, 23, 13, 15, 20912},
	        {23, 24, 14, 15, 22092},
	        {45, 46, 33, 34, 44219},
	        {47, 47, 35, 36, 45535},
	        {11, 11, 11, 11, 11513},
	        {1196 / 1024.0, 1641 / 1024.0, 1395 / 1024.0, 1710 / 1024.0,
	         1.403 * 1024},
	};

	for (size_t i = 0; i < sizeof published / sizeof published[0]; i++) {
		struct summary summary = {0};
		const struct classic_made made[] = {
		        {"d", "read", M, 64 * K, 1, published[i].read * M, 1, 0},
		        {"d", "random_read", M, 64 * K, 1, published[i].random_read * M,
		         1, 0},
		        {"d", "write", M, 64 * K, 1, published[i].write * M, 1, 0},
		        {"d", "random_write", M, 64 * K, 1,
		         published[i].random_write * M, 1, 0}};
		double index = 0;
		char *text, *at;

		ADD_ALL(&summary, made);
		text = print_classic(&summary, CLASSIC_SANDRA, &about);
		at = strstr(text, "Drive Index         : ");
		CU_ASSERT_PTR_NOT_NULL_FATAL(at);
		CU_ASSERT_EQUAL(sscanf(at, "Drive Index : %lf kB/s (derived)", &index),
		                1);
		CU_ASSERT_TRUE(fabs(index / published[i].index - 1) < 0.0155);
		if (fabs(index / published[i].index - 1) >= 0.0155)
			printf("\n%f for %f\n", index, published[i].index);
		free(text);
		summary_free(&summary);
	}
}

static const char sandra_end[] =
        "The index is derived: 0.51 sequential read + 0.26 random read + 0.06 "
        "sequential\nwrite + 0.19 random write, a fit to published results, "
        "not the vendor's formula.\nMB and kB are binary; fractions are cut "
        "off.\n";

/* Both halves of a drive, and one that lacks most. */
static void breaks_a_drive_down(void)
{
	static const struct classic_made made[] = {
	        {"disk-buffered", "read", M, 64 * K, 1, 29.9 * M, 1, 0},
	        {"disk-buffered", "write", M, 64 * K, 1, 18 * M, 1, 0},
	        {"disk", "read", M, 64 * K, 1, 20 * M, 1, 0},
	        {"disk", "reread", M, 64 * K, 1, 99 * M, 1, 0},
	        {"disk", "write", M, 64 * K, 1, 10 * M, 1, 0},
	        {"disk", "random_read", M, 64 * K, 1, 1196.5 * K, 1, 0},
	        {"disk", "random_write", M, 64 * K, 1, 5 * M, 1, 0},
	        {"disk", "access_time", M, 512, 1, 512 * 160, 160, 0},
	        {"nas", "read", M, 64 * K, 1, 20 * M, 1, 0},
	        {"nas", "rewrite", M, 64 * K, 1, 7 * M, 1, 0},
	};
	struct summary summary = {0};
	struct text expected = {0};
	char *all;

	ADD_ALL(&summary, made);
	add_failed(&summary, "nas", "access_time", M, 512, RESULT_UNSUPPORTED,
	           "forward only");
	text_add(&expected,
	         "disk, 1M/64K\n"
	         "  Drive Index         : 12343 kB/s (derived)\n"
	         "  Buffered Read       : 29 MB/s\n"
	         "  Sequential Read     : 20 MB/s\n"
	         "  Random Read         : 1196 kB/s\n"
	         "  Buffered Write      : 18 MB/s\n"
	         "  Sequential Write    : 10 MB/s\n"
	         "  Random Write        : 5 MB/s\n"
	         "  Average Access Time : 6.250 ms\n"
	         "\n"
	         "nas, 1M/64K\n"
	         "  Drive Index         : -\n"
	         "  Buffered Read       : -\n"
	         "  Sequential Read     : 20 MB/s\n"
	         "  Random Read         : -\n"
	         "  Buffered Write      : 7 MB/s\n"
	         "  Sequential Write    : -\n"
	         "  Random Write        : -\n"
	         "  Average Access Time : -\n"
	         "\n%s",
	         sandra_end);
	all = text_take(&expected);
	expect_classic(&summary, CLASSIC_SANDRA, &about, all);
	free(all);
}

/* 1, 2, 3 and 6 ms: mean 3, mean square distance 3.5, but for the buckets. */
static void prints_the_lines_of_ping(void)
{
	struct classic_made nas = {
	        "nas", "ping", RESULT_NO_COUNT, RESULT_NO_COUNT, 1, 0, 333, 0};
	struct classic_made flat = {
	        "flat", "ping", RESULT_NO_COUNT, RESULT_NO_COUNT, 2, 0, 1, 0};
	struct classic_made bare = {
	        "bare", "ping", RESULT_NO_COUNT, RESULT_NO_COUNT, 1, 0, 2000, 0};
	static const uint64_t times[] = {1000000, 2000000, 3000000, 6000000};
	struct summary summary = {0};
	struct histogram latency;
	double mdev = 0;
	char *text, *at;

	histogram_reset(&latency);
	for (int i = 0; i < 4; i++)
		histogram_record(&latency, times[i]);
	add_made(&summary, &nas, &latency);
	histogram_reset(&latency);
	for (int i = 0; i < 1000; i++)
		histogram_record(&latency, 115000);
	add_made(&summary, &flat, &latency);
	add_failed(&summary, "flat", "ping", RESULT_NO_COUNT, RESULT_NO_COUNT,
	           RESULT_TIMEOUT, "no answer");
	add_made(&summary, &bare, NULL);
	text = print_classic(&summary, CLASSIC_PING, &about);
	CU_ASSERT_EQUAL(strncmp(text,
	                        "--- nas ping statistics ---\n"
	                        "4 requests transmitted, 4 received, 0% loss\n"
	                        "rtt min/avg/max/mdev = 1.000/3.000/6.000/",
	                        111),
	                0);
	at = strstr(text, "6.000/");
	CU_ASSERT_PTR_NOT_NULL_FATAL(at);
	CU_ASSERT_EQUAL(sscanf(at, "6.000/%lf ms\n", &mdev), 1);
	CU_ASSERT_DOUBLE_EQUAL(mdev, 1.8708, 0.03);
	CU_ASSERT_PTR_NOT_NULL(
	        strstr(text, " ms\n\n"
	                     "--- flat, threads 2 ping statistics ---\n"
	                     "1000 requests transmitted, 1000 received, 0% loss\n"
	                     "rtt min/avg/max/mdev = 0.115/0.115/0.115/0.000 ms\n"
	                     "\n"
	                     "--- flat ping statistics ---\n"
	                     "rtt min/avg/max/mdev = -/-/-/- ms\n"
	                     "\n"
	                     "--- bare ping statistics ---\n"
	                     "rtt min/avg/max/mdev = -/0.500/-/- ms\n"));
	free(text);
	summary_free(&summary);
}

/* Loss is not told where it is not known. */
static void tells_failed_rounds_of_ping(void)
{
	struct classic_made nas = {
	        "nas", "ping", RESULT_NO_COUNT, RESULT_NO_COUNT, 1, 0, 100, 0};
	struct summary summary = {0};
	struct histogram latency;

	histogram_reset(&latency);
	histogram_record(&latency, 2000000);
	add_made(&summary, &nas, &latency);
	add_failed(&summary, "nas", "ping", RESULT_NO_COUNT, RESULT_NO_COUNT,
	           RESULT_TIMEOUT, "no answer");
	expect_classic(&summary, CLASSIC_PING, &about,
	               "--- nas ping statistics ---\n"
	               "1 of 2 rounds failed\n"
	               "rtt min/avg/max/mdev = 2.000/2.000/2.000/0.000 ms\n");
}

static void knows_its_tests(void)
{
	struct summary summary = {0};

	CU_ASSERT_TRUE(classic_shows(CLASSIC_IOZONE, "stride_read"));
	CU_ASSERT_FALSE(classic_shows(CLASSIC_IOZONE, "ping"));
	CU_ASSERT_TRUE(classic_shows(CLASSIC_PING, "ping"));
	CU_ASSERT_FALSE(classic_shows(CLASSIC_NONE, "ping"));
	CU_ASSERT_STRING_EQUAL(classic_tests(CLASSIC_FILES)[0], "create_unlink");
	CU_ASSERT_PTR_NULL(classic_tests(CLASSIC_FILES)[1]);
	/* Nothing of it measured: nothing is printed. */
	add(&summary, "disk", "write", M, 4 * K, 1);
	expect_classic(&summary, CLASSIC_PING, &about, "");
	summary = (struct summary){0};
	add(&summary, "disk", "write", M, 4 * K, 1);
	expect_classic(&summary, CLASSIC_NONE, &about, "");
}

static CU_TestInfo cases[] = {
        {"prints the bonnie line", prints_the_bonnie_line},
        {"has fifty fields", has_fifty_fields},
        {"parts chunks and loads", parts_chunks_and_loads},
        {"prints loops per second", prints_loops_per_second},
        {"fits published indices", fits_published_indices},
        {"breaks a drive down", breaks_a_drive_down},
        {"prints the lines of ping", prints_the_lines_of_ping},
        {"tells failed rounds of ping", tells_failed_rounds_of_ping},
        {"knows its tests", knows_its_tests},
        CU_TEST_INFO_NULL};
UNIT_SUITE(classic, cases)
