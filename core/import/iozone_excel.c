/* iozone_excel.c - the blocks of iozone's -R: a title, record sizes, a line for
 * each file size. */
#include <string.h>
#include "import/iozone.h"

static const char *const titles[IOZONE_BLOCKS] = {
        "Writer",      "Re-writer",    "Reader",        "Re-Reader",
        "Random read", "Random write", "Backward read", "Record rewrite",
        "Stride read", "Fwrite",       "Re-Fwrite",     "Fread",
        "Re-Fread",    "Pwrite",       "Re-Pwrite",     "Pread",
        "Re-Pread"};

static bool read_title(struct iozone *iozone, size_t line, const char *text)
{
	static const char end[] = " report\"";
	const char *close = strstr(text, end);

	if (*text != '"')
		return false;
	if (strstr(text, " report Y-axis") || strstr(text, "CPU utilization")) {
		iozone->block = IOZONE_PASS;
		return true;
	}
	if (!close)
		return false;
	iozone->record_count = 0;
	iozone->block = IOZONE_PASS;
	for (int i = 0; i < IOZONE_BLOCKS; i++)
		if (strlen(titles[i]) == (size_t)(close - text - 1) &&
		    strncasecmp(text + 1, titles[i], strlen(titles[i])) == 0)
			iozone->block = i;
	if (iozone->block == IOZONE_PASS)
		import_doubt(iozone->source, line,
		             "a block of a test that bench has no name for; it is left "
		             "out");
	return true;
}

/* A "4" in quotes; moves behind it. */
static bool read_quoted(const char **at, uint64_t *value)
{
	const char *text = *at + strspn(*at, " \t");
	size_t length;

	if (*text != '"')
		return false;
	length = strcspn(++text, "\"");
	if (text[length] != '"' || !number_count(text, length, value))
		return false;
	*at = text + length + 1;
	return true;
}

static bool is_over(const char *text)
{
	return text[strspn(text, " \t")] == '\0';
}

static bool read_records(struct iozone *iozone, const char *text)
{
	uint64_t records[IOZONE_RECORDS];
	size_t count = 0;

	while (count < IOZONE_RECORDS && read_quoted(&text, &records[count]))
		count++;
	if (count == 0 || !is_over(text))
		return false;
	memcpy(iozone->records, records, count * sizeof records[0]);
	iozone->record_count = count;
	return true;
}

static bool read_figures(struct iozone *iozone, const char *text,
                         double *figures, size_t *count)
{
	*count = 0;
	while (!is_over(text)) {
		size_t length;

		text += strspn(text, " \t");
		length = strcspn(text, " \t");
		if (*count == iozone->record_count ||
		    !number_real(text, length, &figures[*count]))
			return false;
		++*count;
		text += length;
	}
	return true;
}

static void read_row(struct iozone *iozone, size_t line, const char *text)
{
	double figures[IOZONE_RECORDS];
	const char *at = text;
	uint64_t file;
	size_t count;

	if (!read_quoted(&at, &file) || file == 0 ||
	    !read_figures(iozone, at, figures, &count)) {
		import_doubt(iozone->source, line,
		             "a line of a block that is not a size and figures, one "
		             "for each record size at most; it is left out");
		return;
	}
	for (size_t i = 0; i < count; i++)
		if (iozone->records[i] > 0 && iozone->records[i] <= file)
			iozone_add(iozone, line, NULL, iozone_tests[iozone->block], file,
			           iozone->records[i], figures[i]);
}

bool iozone_excel_line(struct iozone *iozone, size_t line, const char *text)
{
	text += strspn(text, " \t");
	if (read_title(iozone, line, text))
		return true;
	if (*text != '"' || iozone->block == IOZONE_NO_BLOCK)
		return false;
	if (iozone->block == IOZONE_PASS)
		/* The report of the throughput mode says its sizes and unit. */
		return !strstr(text, "Record size") && !strstr(text, "Output is");
	if (iozone->record_count == 0) {
		if (read_records(iozone, text))
			return true;
		import_doubt(iozone->source, line,
		             "a block without its record sizes; it is left out");
		iozone->block = IOZONE_PASS;
		return true;
	}
	read_row(iozone, line, text);
	return true;
}
