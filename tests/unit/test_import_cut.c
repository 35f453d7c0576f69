/* test_import_cut.c - every input cut at every byte: no crash, and no row that
 * the whole file does not have.  BENCH_IMPORT_CUT names more files, by blanks.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "import_rig.h"
#include "result/row.h"
#include "unit.h"

static char *load(const char *path, size_t *length)
{
	FILE *file = fopen(path, "rbe");
	size_t capacity = 1 << 20;
	char *bytes = file ? malloc(capacity) : NULL;

	*length = 0;
	CU_ASSERT_PTR_NOT_NULL_FATAL(bytes);
	*length = fread(bytes, 1, capacity, file);
	fclose(file);
	return bytes;
}

/* Does the whole file have this row, whatever flag it has there? */
static bool stands_in(const struct import *whole, const struct result_row *row)
{
	for (size_t i = 0; i < whole->count; i++) {
		const struct result_row *other = &whole->rows[i];

		if (strcmp(row->target, other->target) == 0 &&
		    strcmp(row->test, other->test) == 0 &&
		    row->file_size == other->file_size &&
		    row->record_size == other->record_size &&
		    row->status == other->status &&
		    (row->throughput == other->throughput || row->status != RESULT_OK ||
		     row->throughput != row->throughput))
			return true;
	}
	return false;
}

static void cut(const char *path, size_t step)
{
	struct import_options options = {.unit = KIB};
	struct import whole = {0};
	size_t length, wrong = 0;
	char *bytes = load(path, &length);

	import_bytes(&whole, &options, path, bytes, length, NULL);
	for (size_t at = 0; at < length; at += step) {
		struct import import = {0};
		/* Exactly so long, so that a sanitizer sees a byte too far. */
		char *part = malloc(at ? at : 1);

		CU_ASSERT_PTR_NOT_NULL_FATAL(part);
		memcpy(part, bytes, at);
		CU_ASSERT_EQUAL(import_bytes(&import, &options, path, part, at, NULL),
		                0);
		CU_ASSERT_EQUAL(import_finish(&import, "run", NULL), 0);
		for (size_t i = 0; i < import.count; i++)
			wrong += !stands_in(&whole, &import.rows[i]);
		free(part);
		import_free(&import);
	}
	if (wrong)
		fprintf(stderr, "%s: %zu wrong rows\n", path, wrong);
	CU_ASSERT_EQUAL(wrong, 0);
	import_free(&whole);
	free(bytes);
}

static void cuts_made_inputs(void)
{
	static const char *const files[] = {
	        "bonnie.csv",       "fio-2.json",           "fio-3.json",
	        "fio-clients.txt",  "iozone-a.txt",         "iozone-b.txt",
	        "iozone-c.txt",     "iperf3.json",          "iozone-part-excel.txt",
	        "iozone-excel.txt", "iozone-throughput.txt"};

	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
		char path[100];

		snprintf(path, sizeof path, IMPORT_DATA "%s", files[i]);
		cut(path, 1);
	}
}

static void cuts_given_inputs(void)
{
	const char *list = getenv("BENCH_IMPORT_CUT");
	const char *step = getenv("BENCH_IMPORT_STEP");
	char *copy = strdup(list ? list : ""), *save = NULL;

	CU_ASSERT_PTR_NOT_NULL_FATAL(copy);
	for (char *path = strtok_r(copy, " ", &save); path;
	     path = strtok_r(NULL, " ", &save))
		cut(path, step ? strtoul(step, NULL, 10) : 1);
	free(copy);
}

static CU_TestInfo cases[] = {
        {"made inputs, cut at every byte", cuts_made_inputs},
        {"inputs of BENCH_IMPORT_CUT", cuts_given_inputs},
        CU_TEST_INFO_NULL};
UNIT_SUITE(import_cut, cases)
