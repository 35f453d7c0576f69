/* iozone.c - iozone's text: what is said about a run, and figures that stand
 * both in its table and in its blocks. */
#include "import/iozone.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const iozone_tests[IOZONE_BLOCKS] = {
        "write",        "rewrite",      "read",          "reread",
        "random_read",  "random_write", "backward_read", "record_rewrite",
        "stride_read",  "stdio_write",  "stdio_rewrite", "stdio_read",
        "stdio_reread", "pwrite",       "repwrite",      "pread",
        "repread"};

void iozone_begin(struct iozone *iozone, struct import_source *source)
{
	*iozone = (struct iozone){.source = source,
	                          .unit = source->options->unit,
	                          .direct = RESULT_NO_COUNT,
	                          .file = RESULT_NO_COUNT,
	                          .record = RESULT_NO_COUNT,
	                          .block = IOZONE_NO_BLOCK};
}

void iozone_end(struct iozone *iozone)
{
	iozone_throughput_end(iozone);
	keys_free(&iozone->cells);
}

/* Of a table or a block, told apart by iozone->block. */
static void set_figure(const struct iozone *iozone, struct result_row *row,
                       double figure)
{
	switch (iozone->mode) {
	case IOZONE_RATE:
		row->throughput = figure * iozone->unit;
		break;
	case IOZONE_OPS:
		row->ops_per_s = figure;
		break;
	case IOZONE_TIME:
		row->lat_mean_us = figure;
		break;
	}
}

static double figure_of(const struct iozone *iozone,
                        const struct result_row *row)
{
	return iozone->mode == IOZONE_RATE  ? row->throughput
	       : iozone->mode == IOZONE_OPS ? row->ops_per_s
	                                    : row->lat_mean_us;
}

/* Is the figure of a block in the table already? */
static bool stands_in_table(struct iozone *iozone, size_t line,
                            const struct result_row *row)
{
	const struct result_row *rows = iozone->source->import->rows;
	const struct keys_entry *entry = keys_find(&iozone->cells, rows, row);

	if (!entry)
		return false;
	if (fabs(figure_of(iozone, &rows[entry->index - 1]) -
	         figure_of(iozone, row)) > 0.5 * iozone->unit)
		import_doubt(iozone->source, line,
		             "%s of %llu KiB in records of %llu KiB is another figure "
		             "here than in the table; the table's is taken",
		             row->test, (unsigned long long)row->file_size / 1024,
		             (unsigned long long)row->record_size / 1024);
	return true;
}

static bool has_unit(struct iozone *iozone, size_t line)
{
	if (iozone->mode != IOZONE_RATE || iozone->unit > 0)
		return true;
	if (!iozone->asked)
		import_doubt(iozone->source, line,
		             "the figures from here on have no unit; say it with "
		             "--unit, iozone's own is KiB/s; they are left out");
	iozone->asked = true;
	return false;
}

void iozone_add(struct iozone *iozone, size_t line, const char *label,
                const char *test, uint64_t file_kib, uint64_t record_kib,
                double figure)
{
	struct import *import = iozone->source->import;
	struct result_row row;
	struct keys_entry *entry;

	if (figure <= 0 || !has_unit(iozone, line) ||
	    !import_begin(iozone->source, &row, "iozone", label, test))
		return;
	row.file_size = file_kib * 1024;
	row.record_size = record_kib * 1024;
	row.direct = iozone->direct;
	set_figure(iozone, &row, figure);
	if (iozone->block >= 0) {
		if (stands_in_table(iozone, line, &row))
			result_row_free(&row);
		else
			import_add(iozone->source, &row);
		return;
	}
	import_add(iozone->source, &row);
	if (import->no_memory)
		return;
	entry = keys_of(&iozone->cells, import->rows, import->count - 1);
	if (!entry)
		import->no_memory = true;
	else if (entry->seen++ > 0 && iozone->repeat != line) {
		iozone->repeat = line;
		import_note(iozone->source, line,
		            "this size stands here again: it is taken as another "
		            "round of the same cells");
	}
}

/* What follows `key` in a line; NULL: it has no such key. */
static const char *behind(const char *text, const char *key)
{
	const char *found = strstr(text, key);

	return found ? found + strlen(key) : NULL;
}

static void read_unit(struct iozone *iozone, const char *unit)
{
	if (strncasecmp(unit, "kbytes/sec", 10) == 0) {
		iozone->mode = IOZONE_RATE;
		iozone->unit = 1024;
	} else if (strncasecmp(unit, "operations", 10) == 0) {
		iozone->mode = IOZONE_OPS;
	} else if (strncasecmp(unit, "microseconds", 12) == 0) {
		iozone->mode = IOZONE_TIME;
	}
}

static void keep_fact(struct iozone *iozone, const char *key, const char *text)
{
	size_t length = strcspn(text, "$");

	if (strcmp(key, "command_line") == 0)
		length = strlen(text);
	while (length && text[length - 1] == ' ')
		length--;
	import_fact(iozone->source, key, text, length);
}

/* "Each process writes a 51200 Kbyte file in 4 Kbyte records" */
static void read_sizes(struct iozone *iozone, const char *text)
{
	const char *records = behind(text, " file in ");
	uint64_t file, record;

	if (records && number_count(text, strcspn(text, " "), &file) &&
	    number_count(records, strcspn(records, " "), &record) &&
	    strncasecmp(text + strcspn(text, " "), " kbyte", 6) == 0) {
		iozone->file = file * 1024;
		iozone->record = record * 1024;
	}
}

/* "Record size = 4 Kbytes " */
static void read_record(struct iozone *iozone, const char *text)
{
	uint64_t record;
	size_t length = strcspn(text, " ");

	if (iozone->record == RESULT_NO_COUNT &&
	    number_count(text, length, &record) &&
	    strncasecmp(text + length, " kbyte", 6) == 0)
		iozone->record = record * 1024;
}

static bool is_about(struct iozone *iozone, const char *text)
{
	const char *value;

	if ((value = behind(text, "Version $Revision: ")))
		keep_fact(iozone, "version", value);
	else if ((value = behind(text, "Run began: ")))
		keep_fact(iozone, "date", value);
	else if ((value = behind(text, "Command line used: ")))
		keep_fact(iozone, "command_line", value);
	else if ((value = behind(text, "Output is in ")))
		read_unit(iozone, value);
	else if ((value = behind(text, "Each process writes a ")) ||
	         (value = behind(text, "Each thread writes a ")))
		read_sizes(iozone, value);
	else if ((value = behind(text, "Record size = ")))
		read_record(iozone, value);
	else if (strstr(text, "O_DIRECT feature enabled"))
		iozone->direct = 1;
	else
		return strstr(text, "iozone test complete") ||
		       strstr(text, "Excel output is below");
	return true;
}

bool iozone_line(struct iozone *iozone, size_t line, const char *text)
{
	struct import_source *source = iozone->source;

	if (strstr(text, "Iozone: Performance Test of File I/O")) {
		iozone_end(iozone);
		iozone_begin(iozone, source);
		iozone->preamble = true;
		return true;
	}
	if (strstr(text, "iozone: interrupted"))
		import_doubt(source, line, "iozone was interrupted here");
	if (iozone_table_line(iozone, line, text) ||
	    iozone_throughput_line(iozone, line, text) ||
	    iozone_excel_line(iozone, line, text)) {
		iozone->preamble = false;
		return true;
	}
	return is_about(iozone, text) || iozone->preamble;
}
