/* csv_read.c - rows out of results.csv.
 *
 * A line is a row, even where quotes are open at its end: bench writes no line
 * break into a field, and one lost quote must not swallow the rest of a file.
 */
#include "result/csv.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/text.h"

#define CHUNK (64 * 1024)
/* All files of schema 1 have the columns up to this one; those behind it were
 * added in time. */
#define FIRST_LAST "error"

struct reader {
	const char *path;
	size_t line;   /* number of the line being read, from 1 */
	locale_t c;    /* numbers have a point, whatever the locale */
	char **fields; /* of the line, inside its bytes */
	size_t count, capacity;
	size_t columns;   /* fields that each line must have */
	size_t row_space; /* rows that there is memory for */
};

static int out_of_memory(char **why)
{
	failure(why, ENOMEM, "out of memory");
	return -ENOMEM;
}

static int read_file(const char *path, struct text *bytes, char **why)
{
	char *chunk = malloc(CHUNK);
	int fd = open(path, O_RDONLY | O_CLOEXEC), error = 0;
	ssize_t length = 0;

	if (fd < 0 || !chunk) {
		error = fd < 0 ? -errno : -ENOMEM;
		goto out;
	}
	do {
		length = read(fd, chunk, CHUNK);
		if (length > 0)
			text_add_bytes(bytes, chunk, (size_t)length);
	} while (length > 0 || (length < 0 && errno == EINTR));
	if (length < 0)
		error = -errno;
	else if (bytes->failed)
		error = -ENOMEM;
out:
	if (fd >= 0)
		close(fd);
	free(chunk);
	if (error != 0)
		failure(why, error, "%s: cannot be read: %s", path, strerror(-error));
	return error;
}

static int add_field(struct reader *reader, char *field)
{
	if (reader->count == reader->capacity) {
		size_t capacity = reader->capacity ? reader->capacity * 2 : 64;
		char **fields = realloc(reader->fields, capacity * sizeof *fields);

		if (!fields)
			return -ENOMEM;
		reader->fields = fields;
		reader->capacity = capacity;
	}
	reader->fields[reader->count++] = field;
	return 0;
}

/* Unquotes the field that starts at `at` in place and returns where it ended:
 * at a comma, at the line's NUL, or NULL where the quotes are wrong. */
static char *unquote(char *at)
{
	char *to = at, *from = at + 1;

	for (;;) {
		if (*from == '\0')
			return NULL;
		if (*from == '"' && *++from != '"')
			break;
		*to++ = *from++;
	}
	if (*from != ',' && *from != '\0')
		return NULL;
	*to = '\0'; /* behind the text, not at `from`: the quotes lie between */
	return from;
}

static int cut_line(struct reader *reader, char *line, char **why)
{
	reader->count = 0;
	for (char *at = line;; at++) {
		bool last;

		if (add_field(reader, at) != 0)
			return out_of_memory(why);
		at = *at == '"' ? unquote(at) : at + strcspn(at, ",");
		if (!at)
			return failure(why, EINVAL,
			               "%s:%zu: field %zu: expected a closing quote and a "
			               "comma behind it",
			               reader->path, reader->line, reader->count);
		last = *at == '\0';
		*at = '\0';
		if (last)
			return 0;
	}
}

static int check_header(struct reader *reader, char **why)
{
	bool enough = false;

	for (size_t i = 0; i < result_column_count; i++) {
		const char *name = result_columns[i].name;

		if (i == reader->count && enough)
			break; /* an older bench wrote it */
		enough = enough || strcmp(name, FIRST_LAST) == 0;
		if (i < reader->count && strcmp(reader->fields[i], name) == 0)
			continue;
		return failure(why, EINVAL,
		               "%s:1: expected column %zu to be %s, found %s: not a "
		               "results.csv of schema %d",
		               reader->path, i + 1, name,
		               i < reader->count ? reader->fields[i] : "none",
		               RESULT_SCHEMA);
	}
	reader->columns = reader->count;
	return 0;
}

static bool read_count(const char *text, uint64_t *count)
{
	*count = 0;
	for (; *text >= '0' && *text <= '9'; text++) {
		uint64_t digit = (uint64_t)(*text - '0');

		if (*count > (UINT64_MAX - 1 - digit) / 10)
			return false;
		*count = *count * 10 + digit;
	}
	return *text == '\0';
}

/* strtod() also takes blanks, hexadecimal, nan and inf: not here. */
static bool read_real(const struct reader *reader, const char *text,
                      double *real)
{
	char *end;

	if (text[strspn(text, "0123456789+-.eE")] != '\0')
		return false;
	*real = strtod_l(text, &end, reader->c);
	return *end == '\0' && end != text && isfinite(*real);
}

static bool read_status(const char *text, uint64_t *status)
{
	int found = result_status_find(text);

	if (found >= 0)
		*status = (uint64_t)found;
	return found >= 0;
}

/* Fills one member of an inited row; an empty field leaves it missing. */
static int read_field(const struct reader *reader,
                      const struct result_column *column, const char *text,
                      struct result_row *row, char **why)
{
	static const char *const expected[] = {
	        [RESULT_TEXT] = "a text",
	        [RESULT_COUNT] = "a whole number",
	        [RESULT_REAL] = "a number with a point",
	        [RESULT_STATUS] = "ok, error, unsupported, skipped or timeout"};
	void *member = (char *)row + column->offset;
	bool good = true;

	if (*text == '\0')
		return 0;
	switch (column->kind) {
	case RESULT_TEXT:
		return result_set_text(member, text) == 0 ? 0 : out_of_memory(why);
	case RESULT_COUNT:
		good = read_count(text, member);
		break;
	case RESULT_REAL:
		good = read_real(reader, text, member);
		break;
	case RESULT_STATUS:
		good = read_status(text, member);
		break;
	}
	if (good)
		return 0;
	return failure(why, EINVAL, "%s:%zu: %s: expected %s, found %s",
	               reader->path, reader->line, column->name,
	               expected[column->kind], text);
}

static int read_fields(const struct reader *reader, struct result_row *row,
                       char **why)
{
	if (reader->count != reader->columns)
		return failure(why, EINVAL, "%s:%zu: expected %zu fields, found %zu",
		               reader->path, reader->line, reader->columns,
		               reader->count);
	row->schema = RESULT_NO_COUNT; /* the file must say it */
	for (size_t i = 0; i < result_column_count && i < reader->count; i++) {
		int error = read_field(reader, &result_columns[i], reader->fields[i],
		                       row, why);

		if (error != 0)
			return error;
	}
	if (row->schema != RESULT_SCHEMA)
		return failure(why, EINVAL, "%s:%zu: schema: expected %d, found %s",
		               reader->path, reader->line, RESULT_SCHEMA,
		               *reader->fields[0] ? reader->fields[0] : "none");
	return 0;
}

static int add_row(struct reader *reader, struct csv_rows *out, char **why)
{
	struct result_row *row;
	int error;

	if (out->count == reader->row_space) {
		size_t space = reader->row_space ? reader->row_space * 2 : 256;
		struct result_row *rows = realloc(out->rows, space * sizeof *rows);

		if (!rows)
			return out_of_memory(why);
		out->rows = rows;
		reader->row_space = space;
	}
	row = &out->rows[out->count];
	result_row_init(row);
	error = read_fields(reader, row, why);
	if (error != 0)
		result_row_free(row);
	else
		out->count++;
	return error;
}

static int read_line(struct reader *reader, char *line, size_t length,
                     struct csv_rows *out, char **why)
{
	int error;

	line[length] = '\0';
	if (length > 0 && line[length - 1] == '\r')
		line[--length] = '\0';
	if (strlen(line) != length)
		return failure(why, EINVAL, "%s:%zu: a NUL byte, so this is no text",
		               reader->path, reader->line);
	error = cut_line(reader, line, why);
	if (error != 0)
		return error;
	return reader->line == 1 ? check_header(reader, why)
	                         : add_row(reader, out, why);
}

static int read_lines(struct reader *reader, struct text *bytes,
                      struct csv_rows *out, char **why)
{
	char *at = bytes->bytes, *end;
	size_t left = bytes->length;

	while (left > 0 && (end = memchr(at, '\n', left)) != NULL) {
		size_t length = (size_t)(end - at);
		/* A spreadsheet may have put a byte order mark in front. */
		size_t mark = reader->line == 0 && length >= 3 &&
		                              memcmp(at, "\xef\xbb\xbf", 3) == 0
		                      ? 3
		                      : 0;
		int error;

		reader->line++;
		error = read_line(reader, at + mark, length - mark, out, why);
		if (error != 0)
			return error;
		out->whole_bytes += length + 1;
		at = end + 1;
		left -= length + 1;
	}
	if (reader->line == 0)
		return failure(why, EINVAL, "%s:1: expected a header line, found %s",
		               reader->path, left > 0 ? "a part of one" : "nothing");
	out->columns = reader->columns;
	out->torn_bytes = left;
	return 0;
}

int csv_read(const char *path, struct csv_rows *out, char **why)
{
	struct reader reader = {.path = path};
	struct text bytes = {0};
	int error;

	*out = (struct csv_rows){0};
	error = read_file(path, &bytes, why);
	if (error != 0)
		goto out;
	reader.c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	if (reader.c == (locale_t)0) {
		error = out_of_memory(why);
		goto out;
	}
	error = read_lines(&reader, &bytes, out, why);
	if (error != 0)
		csv_rows_free(out);
	freelocale(reader.c);
out:
	free(reader.fields);
	text_free(&bytes);
	return error;
}

void csv_rows_free(struct csv_rows *rows)
{
	for (size_t i = 0; i < rows->count; i++)
		result_row_free(&rows->rows[i]);
	free(rows->rows);
	*rows = (struct csv_rows){0};
}
