/* import_rig.c - see import_rig.h. */
#include "import_rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "unit.h"

struct import import_rig_file(const char *name, double unit)
{
	struct import import = {0};
	struct import_options options = {.unit = unit};
	char *path = text_format(IMPORT_DATA "%s", name);
	char *why = NULL;

	CU_ASSERT_EQUAL_FATAL(import_file(&import, &options, path, &why), 0);
	CU_ASSERT_EQUAL(import_finish(&import, "run", &why), 0);
	CU_ASSERT_PTR_NULL(why);
	free(path);
	return import;
}

struct import import_rig_text(const char *text, double unit)
{
	struct import import = {0};
	struct import_options options = {.unit = unit};

	CU_ASSERT_EQUAL_FATAL(import_bytes(&import, &options, "made/text.txt", text,
	                                   strlen(text), NULL),
	                      0);
	CU_ASSERT_EQUAL(import_finish(&import, "run", NULL), 0);
	return import;
}

const struct result_row *import_rig_find(const struct import *import,
                                         const char *target, const char *test,
                                         uint64_t file, uint64_t record)
{
	for (size_t i = 0; i < import->count; i++) {
		const struct result_row *row = &import->rows[i];

		if (strcmp(row->test, test) == 0 &&
		    (!target || strcmp(row->target, target) == 0) &&
		    (!file || row->file_size == file) &&
		    (!record || row->record_size == record))
			return row;
	}
	fprintf(stderr, "no row of %s\n", test);
	CU_FAIL("no such row");
	return NULL;
}

bool import_rig_says(const struct import *import, const char *text)
{
	for (size_t i = 0; i < import->note_count; i++)
		if (strstr(import->notes[i], text))
			return true;
	return false;
}
