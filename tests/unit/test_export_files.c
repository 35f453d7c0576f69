/* test_export_files.c - results as files for spreadsheets and gnuplot: every
 * byte of a few made-up rows, and what the files are called. */
#include "unit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "export/export.h"
#include "export/parts.h"
#include "export_rig.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* What a form of many files wrote. */
static void check_file(const char *directory, const char *name,
                       const char *expected)
{
	char *got = read_made(directory, name);

	CU_ASSERT_PTR_NOT_NULL_FATAL(got);
	CU_ASSERT_STRING_EQUAL(got, expected);
	free(got);
}

static char *exported_files(export_files *export, const char *name)
{
	char *directory = text_format("%s/%s", unit_scratch(), name);
	struct saved saved;

	made_saved(&saved, made_few, made_few_count);
	saved.link = 117.5e6;
	CU_ASSERT_PTR_NOT_NULL_FATAL(directory);
	CU_ASSERT_EQUAL_FATAL(export(&saved, directory, NULL), 0);
	saved_free(&saved);
	return directory;
}

static void writes_matrices(void)
{
	char *directory = exported_files(export_matrix, "matrix");

	check_file(directory, "a-read.csv",
	           "file_size_bytes,4096,65536\r\n65536,11000000,\r\n"
	           "1048576,,1234400000\r\n");
	check_file(directory, "b_s-read.csv",
	           "file_size_bytes,4096,65536\r\n65536,5000000,\r\n"
	           "1048576,,\r\n");
	CU_ASSERT_PTR_NULL(read_made(directory, "a-ping.csv"));
	free(directory);
}

static void writes_gnuplot(void)
{
	static const char script[] =
	        "# plots.gp - gnuplot -e \"format='png'\" plots.gp; svg without "
	        "it\n"
	        "if (!exists(\"format\")) format = 'svg'\n"
	        "if (format eq 'png') { set terminal png size 900,560 noenhanced } "
	        "\\\n"
	        "else { set terminal svg size 900,560 noenhanced }\n"
	        "set encoding utf8\n"
	        "set datafile missing '-'\n"
	        "set key outside right\n"
	        "set grid\n"
	        "\n"
	        "set output 'lines-read.'.format\n"
	        "set title 'read'\n"
	        "set logscale x 2\n"
	        "set xrange [65536*0.8:1048576*1.25]\n"
	        "set xlabel 'file size'\n"
	        "set ylabel 'MB/s'\n"
	        "set yrange [0:*]\n"
	        "unset colorbox\n"
	        "set ytics autofreq\n"
	        "set xtics ('64K' 65536, '1M' 1048576)\n"
	        "plot 'lines-read.dat' index 0 using 1:($2/1e6):($3/1e6):($4/1e6) "
	        "with yerrorlines title 'a', \\\n"
	        "     'lines-read.dat' index 1 using 1:($2/1e6):($3/1e6):($4/1e6) "
	        "with yerrorlines title 'b''s', \\\n"
	        "     117.500 with lines dashtype 2 title 'link'\n"
	        "\n"
	        "set output 'a-read.'.format\n"
	        "set title 'a: read'\n"
	        "set xtics ('64K' 0, '1M' 1)\n"
	        "set ytics ('4K' 0, '64K' 1)\n"
	        "unset logscale x\n"
	        "set xlabel 'file size'\n"
	        "set ylabel 'record size'\n"
	        "set xrange [-0.5:1.5]\n"
	        "set yrange [-0.5:1.5]\n"
	        "set colorbox\n"
	        "set cblabel 'MB/s'\n"
	        "set cbrange [0:*]\n"
	        "plot 'a-read.dat' using "
	        "1:2:($1-0.5):($1+0.5):($2-0.5):($2+0.5):($3/1e6) \\\n"
	        "     with boxxyerror palette fillstyle solid notitle\n"
	        "\n"
	        "set output 'b_s-read.'.format\n"
	        "set title 'b''s: read'\n"
	        "set xtics ('64K' 0, '1M' 1)\n"
	        "set ytics ('4K' 0, '64K' 1)\n"
	        "unset logscale x\n"
	        "set xlabel 'file size'\n"
	        "set ylabel 'record size'\n"
	        "set xrange [-0.5:1.5]\n"
	        "set yrange [-0.5:1.5]\n"
	        "set colorbox\n"
	        "set cblabel 'MB/s'\n"
	        "set cbrange [0:*]\n"
	        "plot 'b_s-read.dat' using "
	        "1:2:($1-0.5):($1+0.5):($2-0.5):($2+0.5):($3/1e6) \\\n"
	        "     with boxxyerror palette fillstyle solid notitle\n";
	char *directory = exported_files(export_gnuplot, "gnuplot");

	check_file(directory, "lines-read.dat",
	           "# file_size_bytes median min max record_size_bytes\n"
	           "65536 11000000 10000000 12000000 4096\n"
	           "1048576 1234400000 1234400000 1234400000 65536\n"
	           "\n"
	           "\n"
	           "# file_size_bytes median min max record_size_bytes\n"
	           "65536 5000000 5000000 5000000 4096\n"
	           "1048576 - - - -\n");
	check_file(directory, "a-read.dat",
	           "# file record rate file_size_bytes record_size_bytes\n"
	           "0 0 11000000 65536 4096\n1 1 1234400000 1048576 65536\n");
	check_file(directory, "b_s-read.dat",
	           "# file record rate file_size_bytes record_size_bytes\n"
	           "0 0 5000000 65536 4096\n");
	check_file(directory, "plots.gp", script);
	free(directory);
}

/* Nothing with sizes, nothing to draw; no directory, no files. */
static void says_what_is_missing(void)
{
	static export_files *const exports[] = {export_matrix, export_gnuplot};
	char *missing = text_format("%s/not/there", unit_scratch());

	for (size_t i = 0; i < COUNT(exports); i++) {
		struct saved saved;
		char *why = NULL;

		made_saved(&saved, &made_few[5], 1);
		CU_ASSERT_EQUAL(exports[i](&saved, unit_scratch(), &why), -ENODATA);
		CU_ASSERT_STRING_EQUAL(why,
		                       "made has no test with file and record sizes");
		saved_free(&saved);
		free(why);
		why = NULL;
		made_saved(&saved, made_few, made_few_count);
		CU_ASSERT_EQUAL(exports[i](&saved, missing, &why), -ENOENT);
		CU_ASSERT_PTR_NOT_NULL(strstr(why ? why : "", missing));
		saved_free(&saved);
		free(why);
	}
	free(missing);
}

/* Two targets of one name once it is made safe for files. */
static void keeps_names_apart(void)
{
	static const struct parts_key keys[] = {{"a b", "read", 1, 1},
	                                        {"a.b", "read", 1, 1},
	                                        {"a_b", "read", 1, 1},
	                                        {"a_b", "read", 4, 8}};
	static const char *const names[] = {"a_b-read", "a_b-read-n2",
	                                    "a_b-read-n3", "a_b-read-t4-d8"};

	for (size_t i = 0; i < COUNT(keys); i++) {
		char *name = parts_name(keys, i);

		CU_ASSERT_PTR_NOT_NULL_FATAL(name);
		CU_ASSERT_STRING_EQUAL(name, names[i]);
		free(name);
	}
}

static CU_TestInfo cases[] = {{"matrices", writes_matrices},
                              {"gnuplot", writes_gnuplot},
                              {"what is missing", says_what_is_missing},
                              {"names of files", keeps_names_apart},
                              CU_TEST_INFO_NULL};

UNIT_SUITE(export_files, cases)
