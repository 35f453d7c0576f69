/* test_csv.c - results.csv written and read, in any locale. */
#include <errno.h>
#include <locale.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/resource.h>
#include "base/text.h"
#include "result/csv.h"
#include "unit.h"

static char *path_of(const char *name)
{
	char *path = text_format("%s/%s", unit_scratch(), name);

	CU_ASSERT_PTR_NOT_NULL_FATAL(path);
	return path;
}

static char *slurp(const char *path)
{
	FILE *file = fopen(path, "rb");
	struct text text = {0};
	int c;

	CU_ASSERT_PTR_NOT_NULL_FATAL(file);
	while ((c = fgetc(file)) != EOF) {
		char byte = (char)c;

		text_add_bytes(&text, &byte, 1);
	}
	fclose(file);
	return text_take(&text);
}

static void spill(const char *path, const void *bytes, size_t length)
{
	FILE *file = fopen(path, "wb");

	CU_ASSERT_PTR_NOT_NULL_FATAL(file);
	CU_ASSERT_EQUAL(fwrite(bytes, 1, length, file), length);
	CU_ASSERT_EQUAL(fclose(file), 0);
}

static char *header(void)
{
	struct text text = {0};

	for (size_t i = 0; i < result_column_count; i++)
		text_add(&text, "%s%s", i ? "," : "", result_columns[i].name);
	return text_take(&text);
}

/* Columns behind `counters` are empty in the rows of these tests. */
#define FIRST_COLUMNS 43

/* The text with a comma for each of those instead of ~, and numbers of fields
 * instead of # (all of them) and + (one more). */
static char *expand(const char *from)
{
	struct text text = {0};

	for (; *from; from++) {
		size_t more = result_column_count - FIRST_COLUMNS;

		if (*from == '#' || *from == '+')
			text_add(&text, "%zu", result_column_count + (*from == '+'));
		else if (*from != '~')
			text_add_bytes(&text, from, 1);
		while (*from == '~' && more-- > 0)
			text_add_bytes(&text, ",", 1);
	}
	return text_take(&text);
}

static void fill(struct result_row *row)
{
	result_row_init(row);
	result_set_text(&row->run_id, "20261130T120000Z-a1f3");
	row->seq = 12;
	result_set_text(&row->target, "a,b \"c\"");
	result_set_text(&row->backend, "toy");
	result_set_text(&row->test, "write");
	row->file_size = 65536;
	row->status = RESULT_OK;
	row->elapsed_s = 0.0200000016;
	row->throughput = 1234567890.6;
	row->ops_per_s = 18837.4375;
	row->lat_min_us = 0;
	row->lat_max_us = 53.0626;
	row->direct = 0;
	result_set_text(&row->error, "line one\r\nline\ttwo");
	result_set_text(&row->counters, "rtt_us=9;retransmits=0");
}

static const char line_of_fill[] =
        "1,20261130T120000Z-a1f3,12,,\"a,b "
        "\"\"c\"\"\",toy,write,65536,,,,,,ok,,,"
        "0.020000002,,,,,1234567891,18837.438,0.000,,,,,,53.063,,,,,,,0,,,,,"
        "line one  line two,rtt_us=9;retransmits=0~\r\n";

static void write_rows(const char *path, unsigned count)
{
	struct csv_writer *writer;
	struct result_row row;
	char *why = NULL;

	fill(&row);
	CU_ASSERT_EQUAL_FATAL(csv_create(path, &writer, &why), 0);
	for (unsigned i = 0; i < count; i++)
		CU_ASSERT_EQUAL(csv_write(writer, &row, &why), 0);
	CU_ASSERT_EQUAL(csv_close(writer, &why), 0);
	CU_ASSERT_PTR_NULL(why);
	result_row_free(&row);
}

static void check_bytes(const char *path)
{
	char *found = slurp(path), *head = header(), *line = expand(line_of_fill),
	     *expected = text_format("%s\r\n%s%s", head, line, line);

	CU_ASSERT_STRING_EQUAL(found, expected);
	free(found);
	free(line);
	free(head);
	free(expected);
}

static void writes_exact_bytes(void)
{
	char *path = path_of("exact.csv");

	write_rows(path, 2);
	check_bytes(path);
	free(path);
}

static void hands_over_each_row(void)
{
	char *path = path_of("flush.csv"), *line = expand(line_of_fill), *found,
	     *why = NULL;
	struct csv_writer *writer;
	struct result_row row;

	fill(&row);
	CU_ASSERT_EQUAL_FATAL(csv_create(path, &writer, &why), 0);
	CU_ASSERT_EQUAL(csv_write(writer, &row, &why), 0);
	found = slurp(path);
	CU_ASSERT_PTR_NOT_NULL(strstr(found, line));
	free(found);
	free(line);
	csv_close(writer, NULL);
	result_row_free(&row);
	free(path);
}

static void refuses_to_overwrite(void)
{
	char *path = path_of("twice.csv"), *why = NULL;
	struct csv_writer *writer;

	write_rows(path, 0);
	CU_ASSERT_EQUAL(csv_create(path, &writer, &why), -EEXIST);
	CU_ASSERT_PTR_NULL(writer);
	CU_ASSERT_PTR_NOT_NULL(strstr(why, path));
	free(why);
	free(path);
	CU_ASSERT_EQUAL(csv_create("/nowhere/x.csv", &writer, NULL), -ENOENT);
	CU_ASSERT_EQUAL(csv_close(NULL, NULL), 0);
}

static void goes_on_at_the_end(void)
{
	char *path = path_of("again.csv"), *why = NULL;
	struct csv_writer *writer;
	struct result_row row;

	write_rows(path, 1);
	fill(&row);
	CU_ASSERT_EQUAL_FATAL(csv_open(path, &writer, &why), 0);
	CU_ASSERT_EQUAL(csv_write(writer, &row, &why), 0);
	CU_ASSERT_EQUAL(csv_close(writer, &why), 0);
	check_bytes(path);
	result_row_free(&row);
	free(path);
	CU_ASSERT_EQUAL(csv_open("/nowhere/x.csv", &writer, NULL), -ENOENT);
}

/* A limit on the size of files stands for a full disk: the line that did not
 * fit leaves nothing behind. */
static void full_disk_is_a_failure(void)
{
	char *path = path_of("full.csv"), *found, *why = NULL;
	void (*before)(int) = signal(SIGXFSZ, SIG_IGN);
	struct rlimit limit, small;
	struct csv_writer *writer;
	struct result_row row;

	fill(&row);
	CU_ASSERT_EQUAL_FATAL(csv_create(path, &writer, &why), 0);
	CU_ASSERT_EQUAL(csv_write(writer, &row, &why), 0);
	found = slurp(path);
	getrlimit(RLIMIT_FSIZE, &limit);
	small = limit;
	small.rlim_cur = strlen(found) + 50;
	CU_ASSERT_EQUAL_FATAL(setrlimit(RLIMIT_FSIZE, &small), 0);
	CU_ASSERT_EQUAL(csv_write(writer, &row, &why), -EFBIG);
	setrlimit(RLIMIT_FSIZE, &limit);
	signal(SIGXFSZ, before);
	CU_ASSERT_PTR_NOT_NULL_FATAL(why);
	CU_ASSERT_PTR_NOT_NULL(strstr(why, "full.csv: cannot be written"));
	free(why);
	free(found);
	why = NULL;
	CU_ASSERT_EQUAL(csv_write(writer, &row, &why), 0);
	CU_ASSERT_EQUAL(csv_close(writer, &why), 0);
	check_bytes(path);
	result_row_free(&row);
	free(path);
}

static void reads_back(void)
{
	char *path = path_of("back.csv"), *why = NULL;
	struct csv_rows rows;

	write_rows(path, 3);
	CU_ASSERT_EQUAL_FATAL(csv_read(path, &rows, &why), 0);
	CU_ASSERT_EQUAL_FATAL(rows.count, 3);
	CU_ASSERT_STRING_EQUAL(rows.rows[2].target, "a,b \"c\"");
	CU_ASSERT_STRING_EQUAL(rows.rows[2].counters, "rtt_us=9;retransmits=0");
	CU_ASSERT_EQUAL(rows.rows[2].seq, 12);
	CU_ASSERT_EQUAL(rows.rows[2].direct, 0);
	CU_ASSERT_EQUAL(rows.rows[2].status, RESULT_OK);
	CU_ASSERT_EQUAL(rows.rows[2].ops_per_s, 18837.438);
	CU_ASSERT_EQUAL(rows.rows[2].lat_min_us, 0);
	CU_ASSERT_TRUE(isnan(rows.rows[2].open_s));
	CU_ASSERT_EQUAL(rows.rows[2].threads, RESULT_NO_COUNT);
	CU_ASSERT_PTR_NULL(rows.rows[2].flags);
	csv_rows_free(&rows);
	CU_ASSERT_PTR_NULL(rows.rows);
	free(path);
}

/* Reads header + text; the outcome and the number of rows. */
static int read_text(const char *text, size_t *count, uint64_t *whole,
                     char **why)
{
	char *path = path_of("text.csv"), *head = header(), *body = expand(text),
	     *bytes = text_format("%s%s", head, body);
	struct csv_rows rows;
	int error;

	spill(path, bytes, strlen(bytes));
	error = csv_read(path, &rows, why);
	*count = rows.count;
	*whole = rows.whole_bytes - (error == 0 ? strlen(head) : 0);
	csv_rows_free(&rows);
	free(path);
	free(head);
	free(body);
	free(bytes);
	return error;
}

/* schema, 12 more, status, 29 more, and the rest. */
#define LINE(schema, seq, status, io)                                          \
	schema ",," seq ",,,,,,,,,,," status ",,,,," io REST
#define REST ",,,,,,,,,,,,,,,,,,,,,,,,~"

static void takes_variants(void)
{
	static const struct {
		const char *whole;
		size_t count;
		const char *torn; /* behind it */
	} table[] = {
	        {"\n", 0, ""},
	        {"\r\n", 0, ""},
	        {"\n" LINE("1", "5", "ok", "0.5") "\n", 1, ""},
	        {"\r\n" LINE("1", "5", "ok", "1e-3") "\r\n", 1, ""},
	        {"\n" LINE("\"1\"", "5", "", "") "\n", 1, ""},
	        {"\n" LINE("1", "5", "ok", "") "\n", 1, LINE("1", "6", "ok", "")},
	        {"\n" LINE("1", "5", "ok", "") "\n", 1, "1,torn,\"op"},
	        {"\n" LINE("1", "5", "ok", "") "\r\n", 1, "\r"},
	        /* a later bench appended columns */
	        {",later,more\n" LINE("1", "5", "ok", "") ",\"x,y\",z\n", 1, ""}};

	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		char *text = text_format("%s%s", table[i].whole, table[i].torn);
		char *expected = expand(table[i].whole), *why = NULL;
		uint64_t whole;
		size_t count;

		CU_ASSERT_EQUAL(read_text(text, &count, &whole, &why), 0);
		CU_ASSERT_PTR_NULL(why);
		CU_ASSERT_EQUAL(count, table[i].count);
		CU_ASSERT_EQUAL(whole, strlen(expected));
		free(why);
		free(text);
		free(expected);
	}
}

static void refuses_bad_lines(void)
{
	static const struct {
		const char *text, *why;
	} table[] = {
	        {"\n" LINE("1", "x", "ok", "") "\n",
	         ":2: seq: expected a whole number, found x"},
	        {"\n" LINE("1", "-1", "ok", "") "\n",
	         ":2: seq: expected a whole number, found -1"},
	        {"\n" LINE("1", "18446744073709551616", "ok", "") "\n",
	         ":2: seq: expected a whole number, found 18446744073709551616"},
	        {"\n" LINE("1", "1", "fine", "") "\n",
	         ":2: status: expected ok, error, unsupported, skipped or timeout, "
	         "found fine"},
	        {"\n" LINE("1", "1", "ok", "\"0,5\"") "\n",
	         ":2: io_s: expected a number with a point, found 0,5"},
	        {"\n" LINE("1", "1", "ok", "nan") "\n",
	         ":2: io_s: expected a number with a point, found nan"},
	        {"\n" LINE("1", "1", "ok", "1e999") "\n",
	         ":2: io_s: expected a number with a point, found 1e999"},
	        {"\n" LINE("1", "1", "ok", "e") "\n",
	         ":2: io_s: expected a number with a point, found e"},
	        {"\n" LINE("1", "1", "ok", "") "\n" LINE("2", "1", "ok", "") "\n",
	         ":3: schema: expected 1, found 2"},
	        {"\n" LINE("", "1", "ok", "") "\n",
	         ":2: schema: expected 1, found none"},
	        {"\n" LINE("1", "1", "ok", "") ",\n",
	         ":2: expected # fields, found +"},
	        {",new\n" LINE("1", "1", "ok", "") "\n",
	         ":2: expected + fields, found #"},
	        {"\n\n", ":2: expected # fields, found 1"},
	        {"\n1,\"open\n",
	         ":2: field 2: expected a closing quote and a comma behind it"},
	        {"\n1,\"a\"b,\n",
	         ":2: field 2: expected a closing quote and a comma behind it"},
	        {"", ":1: expected a header line, found a part of one"}};

	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		char *expected = expand(table[i].why), *why = NULL;
		uint64_t whole;
		size_t count;

		CU_ASSERT_EQUAL(read_text(table[i].text, &count, &whole, &why),
		                -EINVAL);
		CU_ASSERT_PTR_NOT_NULL_FATAL(why);
		CU_ASSERT_STRING_EQUAL(why + strcspn(why, ":"), expected);
		CU_ASSERT_EQUAL(count, 0);
		free(why);
		free(expected);
	}
}

static void refuses_other_files(void)
{
	static const struct {
		const char *bytes;
		size_t length;
		const char *why;
	} table[] = {
	        {"schema,seq\n", 11,
	         ":1: expected column 2 to be run_id, found seq: not a results.csv "
	         "of schema 1"},
	        {"schema,run_id\n", 14,
	         ":1: expected column 3 to be seq, found none: not a results.csv "
	         "of "
	         "schema 1"},
	        {"sch\0ma\n", 7, ":1: a NUL byte, so this is no text"},
	        {"", 0, ":1: expected a header line, found nothing"}};
	char *path = path_of("other.csv"), *why = NULL;
	struct csv_rows rows;

	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		spill(path, table[i].bytes, table[i].length);
		CU_ASSERT_EQUAL(csv_read(path, &rows, &why), -EINVAL);
		CU_ASSERT_PTR_NOT_NULL_FATAL(why);
		CU_ASSERT_STRING_EQUAL(why + strcspn(why, ":"), table[i].why);
		free(why);
		why = NULL;
	}
	unlink(path);
	CU_ASSERT_EQUAL(csv_read(path, &rows, &why), -ENOENT);
	CU_ASSERT_PTR_NOT_NULL(strstr(why, "other.csv: cannot be read"));
	free(why);
	CU_ASSERT_EQUAL(csv_read(unit_scratch(), &rows, NULL), -EISDIR);
	free(path);
}

static void quotes(void)
{
	static const char *const table[][2] = {
	        {"plain", "plain"},  {"", ""},           {"a b", "a b"},
	        {"a,b", "\"a,b\""},  {"\"", "\"\"\"\""}, {"a\nb", "\"a\nb\""},
	        {"a\rb", "\"a\rb\""}};
	char *quoted = csv_quote(NULL);

	CU_ASSERT_STRING_EQUAL(quoted, "");
	free(quoted);
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		quoted = csv_quote(table[i][0]);
		CU_ASSERT_STRING_EQUAL(quoted, table[i][1]);
		free(quoted);
	}
}

static void check_reals(void)
{
	static const struct {
		double value;
		unsigned decimals;
		const char *text;
	} table[] = {{0, 0, "0"},
	             {-1.25, 2, "-1.25"},
	             {-0.001, 2, "0.00"},
	             {0.0004999, 3, "0.000"},
	             {9.9999, 3, "10.000"}};
	char buffer[400];

	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		csv_real(table[i].value, table[i].decimals, buffer, sizeof buffer);
		CU_ASSERT_STRING_EQUAL(buffer, table[i].text);
	}
	csv_real(1e300, 9, buffer, sizeof buffer);
	CU_ASSERT_EQUAL(strlen(buffer), 311);
	CU_ASSERT_EQUAL(buffer[301], '.');
	csv_real((double)NAN, 3, buffer, sizeof buffer);
	CU_ASSERT_STRING_EQUAL(buffer, "");
	csv_real(-HUGE_VAL, 3, buffer, sizeof buffer);
	CU_ASSERT_STRING_EQUAL(buffer, "");
	csv_real(123.5, 1, buffer, 5);
	CU_ASSERT_STRING_EQUAL(buffer, "");
	csv_real(1234567.5, 1, buffer, 10);
	CU_ASSERT_STRING_EQUAL(buffer, "1234567.5");
}

/* Makes a locale with a decimal comma in the scratch directory. */
static int set_comma_locale(void)
{
	char *command = text_format("localedef -i de_DE -f UTF-8 "
	                            "%s/de_DE.UTF-8 >/dev/null 2>&1",
	                            unit_scratch());
	int made = command ? system(command) : -1;

	free(command);
	if (made == 0) {
		setenv("LOCPATH", unit_scratch(), 1);
		if (setlocale(LC_ALL, "de_DE.UTF-8"))
			return 1;
	}
	unsetenv("LOCPATH");
	return setlocale(LC_ALL, "de_DE.UTF-8") ||
	       setlocale(LC_ALL, "de_DE.utf8") ||
	       setlocale(LC_ALL, "fr_FR.UTF-8") || setlocale(LC_ALL, "pl_PL.UTF-8");
}

static void same_in_a_comma_locale(void)
{
	char *path = path_of("comma.csv"), *why = NULL, here[8];
	struct csv_rows rows;

	if (!set_comma_locale()) {
		CU_PASS("no locale with a decimal comma here");
		free(path);
		return;
	}
	snprintf(here, sizeof here, "%.1f", 0.5);
	CU_ASSERT_STRING_EQUAL(here, "0,5");
	write_rows(path, 2);
	check_bytes(path);
	check_reals();
	CU_ASSERT_EQUAL(csv_read(path, &rows, &why), 0);
	CU_ASSERT_EQUAL_FATAL(rows.count, 2);
	CU_ASSERT_EQUAL(rows.rows[0].lat_max_us, 53.063);
	csv_rows_free(&rows);
	setlocale(LC_ALL, "C");
	unsetenv("LOCPATH");
	free(path);
}

static CU_TestInfo cases[] = {
        {"writes exact bytes", writes_exact_bytes},
        {"hands over each row", hands_over_each_row},
        {"refuses to overwrite", refuses_to_overwrite},
        {"goes on at the end", goes_on_at_the_end},
        {"full disk", full_disk_is_a_failure},
        {"reads back", reads_back},
        {"takes variants", takes_variants},
        {"refuses bad lines", refuses_bad_lines},
        {"refuses other files", refuses_other_files},
        {"quotes", quotes},
        {"reals", check_reals},
        {"same in a comma locale", same_in_a_comma_locale},
        CU_TEST_INFO_NULL};
UNIT_SUITE(csv, cases)
