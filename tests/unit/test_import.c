/* test_import.c - iozone's text: columns of three widths, blanks, blocks that
 * repeat the table, several processes. */
#include <stdio.h>
#include <string.h>
#include "import_rig.h"
#include "unit.h"

static const char *const tests[] = {
        "write",       "rewrite",      "read",          "reread",
        "random_read", "random_write", "backward_read", "record_rewrite",
        "stride_read", "stdio_write",  "stdio_rewrite", "stdio_read",
        "stdio_reread"};

static void reads_three_widths(void)
{
	static const char *const files[] = {"iozone-a.txt", "iozone-b.txt",
	                                    "iozone-c.txt"};

	for (size_t f = 0; f < 3; f++) {
		struct import import = import_rig_file(files[f], 0);

		CU_ASSERT_EQUAL(import.count, 26);
		CU_ASSERT_EQUAL(import.doubts, 0);
		CU_ASSERT_EQUAL(import.note_count, 0);
		for (int i = 0; i < 13; i++) {
			const struct result_row *row =
			        import_rig_find(&import, NULL, tests[i], 65536, 8192);

			if (!row)
				continue;
			CU_ASSERT_EQUAL(row->throughput, (1001 + i) * 10 * 1024.0);
			CU_ASSERT_STRING_EQUAL(row->backend, "iozone");
			CU_ASSERT_EQUAL(row->round, 1);
		}
		import_free(&import);
	}
}

static void counts_blocks_once(void)
{
	struct import import = import_rig_file("iozone-part-excel.txt", 0);
	const struct result_row *row;

	CU_ASSERT_EQUAL(import.count, 12);
	CU_ASSERT_EQUAL(import.doubts, 0);
	/* Nine digits touch the column before. */
	row = import_rig_find(&import, NULL, "rewrite", 131072, 4096);
	if (row)
		CU_ASSERT_EQUAL(row->throughput, 128000000 * 1024.0);
	import_free(&import);
}

static void reads_blocks_alone(void)
{
	struct import import = import_rig_file("iozone-excel.txt", KIB);
	const struct result_row *row;

	CU_ASSERT_EQUAL(import.count, 9);
	CU_ASSERT_EQUAL(import.doubts, 0);
	row = import_rig_find(&import, NULL, "read", 131072, 65536);
	if (row)
		CU_ASSERT_EQUAL(row->throughput, 700 * 1024.0);
	import_free(&import);

	import = import_rig_file("iozone-excel.txt", 0);
	CU_ASSERT_EQUAL(import.count, 0);
	CU_ASSERT(import_rig_says(&import, "--unit"));
	import_free(&import);
}

static void keeps_both_figures_of_processes(void)
{
	struct import import = import_rig_file("iozone-throughput.txt", 0);
	const struct result_row *row =
	        import_rig_find(&import, NULL, "write", 1048576, 4096);

	CU_ASSERT_EQUAL(import.count, 2);
	CU_ASSERT_EQUAL(import.doubts, 0);
	if (row) {
		CU_ASSERT_EQUAL(row->throughput, 1500.25 * 1024);
		CU_ASSERT_EQUAL(row->sum_of_rates, 3000.5 * 1024);
		CU_ASSERT_EQUAL(row->threads, 3);
		CU_ASSERT_PTR_NOT_NULL(
		        strstr(row->counters, "children=3000.50;parent=1500.25;"));
	}
	import_free(&import);
}

#define HEADING                                                                \
	"              kB  reclen    write  rewrite    read    reread    read    " \
	" "                                                                        \
	"write     read   rewrite      read   fwrite frewrite    fread  freread\n"

static void refuses_what_is_out_of_place(void)
{
	static const struct {
		const char *text;
		size_t rows, doubts;
	} cases[] = {
	        /* Ten digits pushed all that follows. */
	        {HEADING "              64       4 1234567890     1002     1003\n",
	         0, 2},
	        {HEADING "              64       4     1001     10022     1003\n",
	         1, 1},
	        /* Error text in the middle of a row. */
	        {HEADING
	         "              64       4     1001     1002 iozone: oops\n",
	         2, 1},
	        {HEADING "r5            64       4     1001     1002\n", 2, 0},
	        {HEADING "kept for later\nrw            64       4     1001\n", 0,
	         1},
	        {"              64       4     1001     1002\n", 0, 1},
	        {HEADING "              64       4     1001     1002", 0, 2},
	        {HEADING "              64     128     1001     1002\n", 0, 1},
	        {HEADING "              64       4     1001     1002\n"
	                 "              64       4     1003     1004\n",
	         4, 0},
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct import import = import_rig_text(cases[i].text, KIB);

		CU_ASSERT_EQUAL(import.count, cases[i].rows);
		CU_ASSERT_EQUAL(import.doubts, cases[i].doubts);
		if (import.count != cases[i].rows || import.doubts != cases[i].doubts)
			fprintf(stderr, "case %zu: %zu rows, %zu doubts\n", i, import.count,
			        import.doubts);
		import_free(&import);
	}
}

static void numbers_rounds(void)
{
	struct import import =
	        import_rig_text(HEADING "              64       4     1001\n"
	                                "              64       4     1003\n",
	                        KIB);

	CU_ASSERT_EQUAL_FATAL(import.count, 2);
	CU_ASSERT_EQUAL(import.rows[0].round, 1);
	CU_ASSERT_EQUAL(import.rows[1].round, 2);
	CU_ASSERT_EQUAL(import.rows[1].seq, 2);
	CU_ASSERT_STRING_EQUAL(import.rows[1].target, "text");
	CU_ASSERT(import_rig_says(&import, "made/text.txt:3: this size stands here "
	                                   "again"));
	import_free(&import);
}

static CU_TestInfo cases[] = {
        {"reads three widths of columns", reads_three_widths},
        {"counts blocks behind a table once", counts_blocks_once},
        {"reads blocks alone, with a unit", reads_blocks_alone},
        {"keeps both figures of processes", keeps_both_figures_of_processes},
        {"refuses what is out of place", refuses_what_is_out_of_place},
        {"numbers rounds", numbers_rounds},
        CU_TEST_INFO_NULL};
UNIT_SUITE(import, cases)
