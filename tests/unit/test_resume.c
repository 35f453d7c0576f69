/* test_resume.c - files with a torn end made whole, directories of results read
 * back, names taken out of a run.json. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/text.h"
#include "result/anonymise.h"
#include "result/mend.h"
#include "run/again.h"
#include "unit.h"

static char *path_of(const char *name)
{
	char *path = text_format("%s/%s", unit_scratch(), name);

	CU_ASSERT_PTR_NOT_NULL_FATAL(path);
	return path;
}

static void spill(const char *path, const char *bytes, size_t length)
{
	FILE *file = fopen(path, "wb");

	CU_ASSERT_PTR_NOT_NULL_FATAL(file);
	CU_ASSERT_EQUAL(fwrite(bytes, 1, length, file), length);
	CU_ASSERT_EQUAL(fclose(file), 0);
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

/* Keeps what does not begin with a minus. */
static bool keep_plain(void *arg, const char *line, size_t number)
{
	size_t *last = arg;

	CU_ASSERT_EQUAL(number, *last + 1);
	*last = number;
	return *line != '-';
}

static void mends_lines(void)
{
	static const struct {
		const char *before, *after;
		uint64_t torn, dropped;
	} table[] = {{"", "", 0, 0},
	             {"a\n", "a\n", 0, 0},
	             {"a\nb", "a\n", 1, 0},
	             {"torn", "", 4, 0},
	             {"a\r\nb\r", "a\r\n", 2, 0},
	             {"-a\nb\n", "b\n", 0, 1},
	             {"a\n-b\n-c\n", "a\n", 0, 2},
	             {"a\n-b\nc\n-d\nto", "a\nc\n", 2, 2},
	             {"-a\n", "", 0, 1}};
	char *path = path_of("lines"), *why = NULL;

	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		struct mend_lost lost;
		size_t last = 0;
		char *found;

		spill(path, table[i].before, strlen(table[i].before));
		CU_ASSERT_EQUAL(mend_lines(path, keep_plain, &last, &lost, &why), 0);
		CU_ASSERT_EQUAL(lost.torn_bytes, table[i].torn);
		CU_ASSERT_EQUAL(lost.dropped, table[i].dropped);
		found = slurp(path);
		CU_ASSERT_STRING_EQUAL(found, table[i].after);
		free(found);
	}
	unlink(path);
	free(path);
}

static void mends_what_is_not_there(void)
{
	struct mend_lost lost = {1, 1};
	char *path = path_of("nothing"), *why = NULL;

	CU_ASSERT_EQUAL(mend_lines(path, NULL, NULL, &lost, &why), 0);
	CU_ASSERT_EQUAL(lost.torn_bytes + lost.dropped, 0);
	CU_ASSERT_EQUAL(access(path, F_OK), -1);
	CU_ASSERT_EQUAL(mend_lines(unit_scratch(), NULL, NULL, &lost, &why),
	                -EISDIR);
	CU_ASSERT_PTR_NOT_NULL(why);
	free(why);
	free(path);
}

static const char run_json[] =
        "{\"schema\": 1, \"run_id\": \"20261130T120000Z-1a2b3c4d\",\n"
        "\"configuration\": {\"bench\": {\"rounds\": \"3\"}}}\n";

/* results.csv of three rows in the directory; its length. */
static size_t make_results(const char *directory)
{
	char *path = text_format("%s/results.csv", directory);
	char *json = text_format("%s/run.json", directory);
	struct csv_writer *writer;
	struct result_row row;
	struct stat st;

	spill(json, run_json, strlen(run_json));
	unlink(path);
	CU_ASSERT_EQUAL_FATAL(csv_create(path, &writer, NULL), 0);
	for (unsigned i = 1; i <= 3; i++) {
		result_row_init(&row);
		row.seq = i;
		row.status = RESULT_ERROR;
		result_set_text(&row.target, "disk");
		result_set_text(&row.error, "a, \"quoted\" one");
		CU_ASSERT_EQUAL(csv_write(writer, &row, NULL), 0);
		result_row_free(&row);
	}
	csv_close(writer, NULL);
	CU_ASSERT_EQUAL(stat(path, &st), 0);
	free(path);
	free(json);
	return (size_t)st.st_size;
}

/* Each cut through the last two rows leaves the rows before it. */
static void cut_at_every_byte(void)
{
	char *directory = path_of("cut"), *path, *whole;
	size_t length, row, first;

	CU_ASSERT_EQUAL_FATAL(mkdir(directory, 0777), 0);
	path = text_format("%s/results.csv", directory);
	length = make_results(directory);
	whole = slurp(path);
	first = (size_t)(strchr(whole, '\n') - whole) + 1;
	row = (length - first) / 3;
	for (size_t at = first + row; at <= length; at++) {
		size_t rows = (at - first) / row;
		struct mend_lost lost;
		struct resume resume;
		char *why = NULL, *found;

		spill(path, whole, at);
		CU_ASSERT_EQUAL(resume_open(directory, &resume, &why), 0);
		CU_ASSERT_PTR_NULL(why);
		CU_ASSERT_EQUAL(resume.rows.count, rows);
		CU_ASSERT_EQUAL(resume.rows.whole_bytes, first + rows * row);
		CU_ASSERT_EQUAL(resume.rows.torn_bytes, at - first - rows * row);
		CU_ASSERT_STRING_EQUAL(resume_run_id(&resume),
		                       "20261130T120000Z-1a2b3c4d");
		resume_close(&resume);
		CU_ASSERT_EQUAL(mend_lines(path, NULL, NULL, &lost, &why), 0);
		found = slurp(path);
		CU_ASSERT_EQUAL(strlen(found), first + rows * row);
		CU_ASSERT_EQUAL(strncmp(found, whole, strlen(found)), 0);
		free(found);
		free(why);
	}
	free(whole);
	free(path);
	free(directory);
}

/* One thing wrong, and the sentence. */
static void refuse(const char *directory, const char *name, const char *bytes,
                   const char *sentence)
{
	char *path = text_format("%s/%s", directory, name), *why = NULL;
	struct resume resume;

	make_results(directory);
	if (bytes)
		spill(path, bytes, strlen(bytes));
	else
		unlink(path);
	CU_ASSERT_TRUE(resume_open(directory, &resume, &why) < 0);
	CU_ASSERT_PTR_NOT_NULL_FATAL(why);
	if (!strstr(why, sentence))
		printf("\n%s\n", why);
	CU_ASSERT_PTR_NOT_NULL(strstr(why, sentence));
	resume_close(&resume);
	free(why);
	free(path);
}

static void refuses_what_is_no_run(void)
{
	static const struct {
		const char *name, *bytes, *sentence;
	} table[] = {
	        {"results.csv", NULL, "results.csv: cannot be read: No such file"},
	        {"results.csv", "", ":1: expected a header line, found nothing"},
	        {"results.csv", "schema,run", "found a part of one"},
	        {"results.csv", "schema,run\r\n", "expected column 2 to be run_id"},
	        {"run.json", NULL, "without it a run cannot be resumed"},
	        {"run.json", "", "run.json:1: "},
	        {"run.json", "{\"schema\": 1,\n", "run.json:2: "},
	        {"run.json", "[]", "expected \"schema\": 1"},
	        {"run.json", "{\"schema\": 2}", "expected \"schema\": 1"},
	        {"run.json", "{\"schema\": 1}", "lacks run_id or configuration"},
	        {"run.json",
	         "{\"schema\": 1, \"run_id\": \"../x\", \"configuration\": {}}",
	         "lacks run_id or configuration"}};
	char *directory = path_of("refused");

	CU_ASSERT_EQUAL_FATAL(mkdir(directory, 0777), 0);
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
		refuse(directory, table[i].name, table[i].bytes, table[i].sentence);
	free(directory);
}

/* A file of an earlier bench has fewer columns: rows of two widths in one file
 * would be worse than none. */
static void refuses_more_columns(void)
{
	char *directory = path_of("wider"), *path, *whole, *wider, *why = NULL;
	struct resume resume;
	size_t first;

	CU_ASSERT_EQUAL_FATAL(mkdir(directory, 0777), 0);
	make_results(directory);
	path = text_format("%s/results.csv", directory);
	whole = slurp(path);
	first = strcspn(whole, "\r");
	wider = text_format("%.*s,later\r\n", (int)first, whole);
	spill(path, wider, strlen(wider));
	CU_ASSERT_EQUAL(resume_open(directory, &resume, &why), -EINVAL);
	CU_ASSERT_PTR_NOT_NULL_FATAL(why);
	CU_ASSERT_PTR_NOT_NULL(strstr(why, "go on with the version that began it"));
	resume_close(&resume);
	free(why);
	free(wider);
	free(whole);
	free(path);
	free(directory);
}

static void one_at_a_time(void)
{
	char *directory = path_of("locked"), *why = NULL;
	struct resume resume;
	int lock;

	CU_ASSERT_EQUAL_FATAL(mkdir(directory, 0777), 0);
	make_results(directory);
	CU_ASSERT_EQUAL_FATAL(resume_lock(directory, &lock, NULL), 0);
	CU_ASSERT_EQUAL(resume_open(directory, &resume, &why), -EBUSY);
	CU_ASSERT_PTR_NOT_NULL_FATAL(why);
	CU_ASSERT_PTR_NOT_NULL(strstr(why, "another bench is writing there"));
	resume_close(&resume);
	free(why);
	close(lock);
	CU_ASSERT_EQUAL(resume_open(directory, &resume, NULL), 0);
	resume_close(&resume);
	free(directory);
}

static void takes_names_out(void)
{
	static const char *const table[][2] = {
	        {"nas.lan", "host-1"},
	        {"smb://bob:***@nas.lan/bob", "smb://user-1:***@host-1/user-1"},
	        {"nas.lan.", "host-1."},
	        {"(nas)", "(host-2)"},
	        {"nasty bobsled", "nasty bobsled"},
	        {"192.168.1.20:2049", "address-1:2049"},
	        {"[fe80::1]:21", "[address-2]:21"},
	        {"at 192.168.1.20.", "at address-1."},
	        {"127.0.0.1 localhost ::1", "127.0.0.1 localhost ::1"},
	        {"12:30:45 5.4 1.2.3", "12:30:45 5.4 1.2.3"},
	        {"2026-11-30T12:00:00.123Z", "2026-11-30T12:00:00.123Z"},
	        {"", ""}};
	/* Without this machine's own names, which nobody knows here. */
	struct anonymise anonymise = {.words = json_object()};

	CU_ASSERT_EQUAL(anonymise_host(&anonymise, "nas.lan"), 0);
	CU_ASSERT_EQUAL(anonymise_host(&anonymise, "nas"), 0);
	CU_ASSERT_EQUAL(anonymise_host(&anonymise, "nas"), 0);
	CU_ASSERT_EQUAL(anonymise_host(&anonymise, "localhost"), 0);
	CU_ASSERT_EQUAL(anonymise_host(&anonymise, NULL), 0);
	CU_ASSERT_EQUAL(anonymise_user(&anonymise, "bob"), 0);
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		json_t *before = json_pack("{s[si]}", "nas", table[i][0], 7);
		json_t *after = anonymise_json(&anonymise, before);
		json_t *expected = json_pack("{s[si]}", "nas", table[i][1], 7);

		CU_ASSERT_TRUE(json_equal(after, expected));
		if (!json_equal(after, expected))
			printf("\n%s\n", json_string_value(json_array_get(
			                         json_object_get(after, "nas"), 0)));
		json_decref(before);
		json_decref(after);
		json_decref(expected);
	}
	anonymise_end(&anonymise);
}

static void finds_what_differs(void)
{
	json_t *before =
	        json_pack("{s{ss si ss} s{ss}}", "environment", "kernel", "Linux 1",
	                  "cpus", 4, "cpu", "same", "tool", "version", "0.1");
	json_t *now = json_pack("{ss si ss}", "kernel", "Linux 2", "cpus", 8, "cpu",
	                        "same");
	struct bench_config config = {0};
	json_t *differs = again_differs(before, now, "0.1", &config);
	json_t *expected =
	        json_pack("{s{ss ss} s{ss ss}}", "kernel", "before", "Linux 1",
	                  "now", "Linux 2", "cpus", "before", "4", "now", "8");

	CU_ASSERT_TRUE(json_equal(differs, expected));
	json_decref(differs);
	json_decref(expected);
	json_decref(now);
	now = json_incref(json_object_get(before, "environment"));
	CU_ASSERT_PTR_NULL(again_differs(before, now, "0.1", &config));
	differs = again_differs(before, now, "0.2", &config);
	CU_ASSERT_EQUAL(json_object_size(differs), 1);
	CU_ASSERT_PTR_NOT_NULL(json_object_get(differs, "bench"));
	json_decref(differs);
	json_decref(now);
	json_decref(before);
}

static CU_TestInfo cases[] = {
        {"mends lines", mends_lines},
        {"mends what is not there", mends_what_is_not_there},
        {"cut at every byte", cut_at_every_byte},
        {"refuses what is no run", refuses_what_is_no_run},
        {"refuses more columns", refuses_more_columns},
        {"one at a time", one_at_a_time},
        {"takes names out", takes_names_out},
        {"finds what differs", finds_what_differs},
        CU_TEST_INFO_NULL};
UNIT_SUITE(resume, cases)
