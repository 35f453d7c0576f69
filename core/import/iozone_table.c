/* iozone_table.c - iozone's table, by position: skipped tests are blanks, and
 * wide figures touch each other, so words cannot be counted. */
#include <stdlib.h>
#include <string.h>
#include "import/iozone.h"

/* Where columns end behind the end of reclen, in the program and in its
 * heading, which does not stand over it everywhere. */
static const struct {
	unsigned write, rewrite, record_rewrite; /* in the heading */
	unsigned edges[IOZONE_COLUMNS];
} layouts[] = {
        /* the oldest, to about 3.427, to about 3.497, later */
        {8, 16, 66, {8, 16, 25, 34, 42, 50, 58, 66, 74, 83, 92, 100, 109}},
        {8, 16, 67, {8, 16, 25, 34, 42, 50, 58, 67, 76, 85, 94, 102, 111}},
        {9, 18, 73, {9, 18, 27, 36, 45, 54, 63, 73, 83, 92, 101, 110, 119}},
        {0, 20, 0, {10, 20, 30, 40, 50, 60, 70, 81, 92, 102, 112, 122, 132}},
};

static size_t blanks(const char *text)
{
	return strspn(text, " ");
}

static bool is_word(const char *text, size_t length, const char *word)
{
	return strlen(word) == length && memcmp(text, word, length) == 0;
}

static void choose_layout(struct iozone *iozone, size_t line,
                          const unsigned *ends)
{
	memset(iozone->edges, 0, sizeof iozone->edges);
	for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++)
		if ((!layouts[i].write || ends[0] == layouts[i].write) &&
		    ends[1] == layouts[i].rewrite &&
		    (!layouts[i].record_rewrite ||
		     ends[7] == layouts[i].record_rewrite))
			memcpy(iozone->edges, layouts[i].edges, sizeof iozone->edges);
	if (iozone->edges[0] == 0)
		import_doubt(iozone->source, line,
		             "a heading of iozone's with columns that stand like in no "
		             "version that is known; the rows below it are left out");
}

/* The second line of the heading: kB reclen write rewrite read reread ... */
static bool read_heading(struct iozone *iozone, size_t line, const char *text)
{
	static const char *const words[] = {
	        "write",    "rewrite", "read",    "reread", "read",
	        "write",    "read",    "rewrite", "read",   "fwrite",
	        "frewrite", "fread",   "freread"};
	unsigned ends[IOZONE_COLUMNS];
	const char *reclen = strstr(text, "reclen"), *at;

	if (!reclen)
		return false;
	reclen += strlen("reclen");
	at = reclen;
	for (size_t i = 0; i < IOZONE_COLUMNS; i++) {
		size_t length;

		at += blanks(at);
		length = strcspn(at, " ");
		if (!is_word(at, length, words[i]))
			return false;
		at += length;
		ends[i] = (unsigned)(at - reclen);
	}
	iozone->block = IOZONE_NO_BLOCK;
	iozone->labels = true;
	choose_layout(iozone, line, ends);
	return true;
}

/* The start of a row: [label] size reclen.  NULL: it is none; else the end of
 * reclen. */
static const char *read_start(const char *text, const char **label,
                              size_t *label_length, uint64_t *file,
                              uint64_t *record)
{
	const char *at = text + blanks(text);
	size_t length = strcspn(at, " ");

	*label = NULL;
	*label_length = 0;
	if (length && !number_count(at, length, file)) {
		*label = at;
		*label_length = length;
		at += length;
		at += blanks(at);
		length = strcspn(at, " ");
	}
	if (!number_count(at, length, file))
		return NULL;
	at += length;
	at += blanks(at);
	length = strspn(at, "0123456789");
	if (!number_count(at, length, record))
		return NULL;
	return at + length;
}

/* Blanks, then digits up to the end of the column; blanks alone are a test that
 * did not run. */
static bool read_field(const char *text, size_t width, uint64_t *value)
{
	size_t lead = strspn(text, " ");

	*value = 0;
	if (lead >= width)
		return true;
	return (text[lead] != '0' || lead + 1 == width) &&
	       number_count(text + lead, width - lead, value);
}

/* Figures up to the first that is in doubt.  One that fills its column and
 * touches it may have pushed it, so it is in doubt as well. */
static size_t read_fields(const unsigned *edges, const char *text,
                          uint64_t *values)
{
	size_t length = strlen(text), i, begin = 0;

	for (i = 0; i < IOZONE_COLUMNS; i++) {
		if (length < edges[i]) {
			/* Blanks at the end may have been trimmed. */
			if (text[begin + strspn(text + begin, " ")] != '\0')
				break;
			for (; i < IOZONE_COLUMNS; i++)
				values[i] = 0;
			return i;
		}
		if (!read_field(text + begin, edges[i] - begin, &values[i]))
			break;
		begin = edges[i];
	}
	/* A digit behind the last column belongs to nothing. */
	while (i > 0 && text[edges[i - 1]] >= '0' && text[edges[i - 1]] <= '9')
		i--;
	return i;
}

static void add_row(struct iozone *iozone, size_t line, const char *label,
                    uint64_t file, uint64_t record, const char *fields)
{
	uint64_t values[IOZONE_COLUMNS] = {0};
	size_t count = read_fields(iozone->edges, fields, values);

	if (count < IOZONE_COLUMNS)
		import_doubt(iozone->source, line,
		             "column %zu (%s) and those behind it do not stand where "
		             "iozone prints them; they are left out",
		             count + 1, iozone_tests[count]);
	else if (strlen(fields) > iozone->edges[IOZONE_COLUMNS - 1] &&
	         strspn(fields + iozone->edges[IOZONE_COLUMNS - 1], " ") !=
	                 strlen(fields + iozone->edges[IOZONE_COLUMNS - 1]))
		import_note(iozone->source, line,
		            "what stands behind the thirteenth figure is passed over");
	for (size_t i = 0; i < count; i++)
		iozone_add(iozone, line, label, iozone_tests[i], file, record,
		           (double)values[i]);
}

bool iozone_table_line(struct iozone *iozone, size_t line, const char *text)
{
	const char *label, *end;
	size_t length;
	uint64_t file, record;
	char *name;

	if (read_heading(iozone, line, text))
		return true;
	/* The line above the heading. */
	if (strstr(text, "random") && strstr(text, "stride") &&
	    strstr(text, "bkwd"))
		return true;
	if (iozone->edges[0] == 0)
		return false;
	end = read_start(text, &label, &length, &file, &record);
	/* Words behind two numbers are a note, and so is what has a word before
	 * them once the table is over. */
	if (!end || file == 0 || record == 0 || record > file ||
	    end[blanks(end)] == '\0' || end[blanks(end)] < '0' ||
	    end[blanks(end)] > '9' ||
	    (label && (!iozone->labels || *label == '"'))) {
		iozone->labels = false;
		return false;
	}
	name = label ? strndup(label, length) : NULL;
	if (label && !name)
		iozone->source->import->no_memory = true;
	else
		add_row(iozone, line, name, file, record, end);
	free(name);
	return true;
}
