/* csv_write.c - rows into results.csv.
 *
 * One row is one line, always: line breaks in a text become blanks.  So a line
 * without its end is a torn one, and nothing else is. */
#include "result/csv.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/text.h"
#include "result/clean.h"
#include "result/output.h"

#define LINE_END  "\r\n"
#define REAL_SIZE 400

struct csv_writer {
	int fd;
	char *path;
	off_t length; /* of the file, in whole lines */
};

static void add_field(struct text *line, const struct result_column *column,
                      const void *member)
{
	char buffer[REAL_SIZE];
	uint64_t count;

	switch (column->kind) {
	case RESULT_TEXT:
		csv_add_text(line, *(char *const *)member);
		break;
	case RESULT_REAL:
		csv_real(*(const double *)member, column->decimals, buffer,
		         sizeof buffer);
		text_add(line, "%s", buffer);
		break;
	case RESULT_COUNT:
		count = *(const uint64_t *)member;
		if (count != RESULT_NO_COUNT)
			text_add(line, "%" PRIu64, count);
		break;
	case RESULT_STATUS:
		count = *(const uint64_t *)member;
		if (count != RESULT_NO_COUNT)
			text_add(line, "%s", result_status_name((enum result_status)count));
		break;
	}
}

/* Takes the line, whole or not at all: of one that does not fit on the disk
 * nothing stays, so that the file can still be read. */
static int put_line(struct csv_writer *writer, struct text *line, char **why)
{
	int error = 0;

	text_add(line, LINE_END);
	if (line->failed)
		error = -ENOMEM;
	if (error == 0)
		error = output_write_all(writer->fd, line->bytes, line->length);
	if (error == 0)
		writer->length += (off_t)line->length;
	text_free(line);
	if (error == 0)
		return 0;
	failure(why, error, "%s: cannot be written: %s", writer->path,
	        strerror(-error));
	if (ftruncate(writer->fd, writer->length) != 0)
		return error; /* the first failure is the one to tell */
	return error;
}

static int put_header(struct csv_writer *writer, char **why)
{
	struct text line = {0};

	for (size_t i = 0; i < result_column_count; i++)
		text_add(&line, "%s%s", i > 0 ? "," : "", result_columns[i].name);
	return put_line(writer, &line, why);
}

static struct csv_writer *make_writer(const char *path, char **why)
{
	struct csv_writer *writer = calloc(1, sizeof *writer);

	if (writer)
		writer->path = text_copy(path);
	if (writer && writer->path) {
		writer->fd = -1;
		return writer;
	}
	free(writer);
	failure(why, ENOMEM, "out of memory");
	return NULL;
}

/* Gives the file its name, unless another has it.  Where the file system knows
 * no such renaming, looking first has to do. */
static int publish(const char *from, const char *to)
{
	if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
		return 0;
	if (errno != EINVAL && errno != ENOSYS)
		return -errno;
	if (access(to, F_OK) == 0)
		return -EEXIST;
	return rename(from, to) == 0 ? 0 : -errno;
}

int csv_create(const char *path, struct csv_writer **out, char **why)
{
	struct csv_writer *writer = make_writer(path, why);
	char *name;
	int error = 0;

	*out = NULL;
	if (!writer)
		return -ENOMEM;
	name = output_create_beside(path, &writer->fd);
	if (!name)
		error = failure(why, writer->fd, "%s: cannot be made: %s", path,
		                strerror(-writer->fd));
	if (!error)
		error = put_header(writer, why);
	if (!error) {
		error = publish(name, path);
		if (error)
			failure(why, error, "%s: cannot be made: %s", path,
			        strerror(-error));
	}
	if (error && name)
		unlink(name);
	free(name);
	if (error)
		csv_close(writer, NULL);
	else
		*out = writer;
	return error;
}

int csv_open(const char *path, struct csv_writer **out, char **why)
{
	struct csv_writer *writer = make_writer(path, why);
	int error;

	*out = NULL;
	if (!writer)
		return -ENOMEM;
	writer->fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
	if (writer->fd >= 0)
		writer->length = lseek(writer->fd, 0, SEEK_END);
	if (writer->fd >= 0 && writer->length >= 0) {
		*out = writer;
		return 0;
	}
	error = failure(why, errno, "%s: cannot be written: %s", path,
	                strerror(errno));
	csv_close(writer, NULL);
	return error;
}

int csv_write(struct csv_writer *writer, const struct result_row *row,
              char **why)
{
	struct text line = {0};

	for (size_t i = 0; i < result_column_count; i++) {
		const struct result_column *column = &result_columns[i];

		if (i > 0)
			text_add(&line, ",");
		add_field(&line, column, (const char *)row + column->offset);
	}
	return put_line(writer, &line, why);
}

int csv_close(struct csv_writer *writer, char **why)
{
	int error = 0;

	if (!writer)
		return 0;
	if (writer->fd >= 0 && close(writer->fd) != 0)
		error = failure(why, errno, "%s: cannot be written: %s", writer->path,
		                strerror(errno));
	free(writer->path);
	free(writer);
	return error;
}

char *csv_quote(const char *text)
{
	struct text field = {0};

	if (!text || strpbrk(text, ",\"\r\n") == NULL)
		return text_copy(text ? text : "");
	text_add(&field, "\"");
	for (; *text != '\0'; text++) {
		if (*text == '"')
			text_add_bytes(&field, "\"", 1);
		text_add_bytes(&field, text, 1);
	}
	text_add(&field, "\"");
	return text_take(&field);
}

void csv_add_text(struct text *line, const char *text)
{
	char *clean = clean_text(text), *field = csv_quote(clean);

	if (clean && field)
		text_add(line, "%s", field);
	else
		line->failed = true;
	free(clean);
	free(field);
}

void csv_real(double value, unsigned decimals, char *buffer, size_t size)
{
	char digits[REAL_SIZE];
	size_t whole;
	int length = -1;

	buffer[0] = '\0';
	if (isfinite(value))
		length = snprintf(digits, sizeof digits, "%.*f", (int)decimals,
		                  fabs(value));
	if (length < 0 || (size_t)length >= sizeof digits)
		return;
	/* What stands between the whole digits and the decimals is the locale's
	 * point, of any length: it is passed over. */
	whole = strspn(digits, "0123456789");
	length = snprintf(buffer, size, "%s%.*s%s%s",
	                  value < 0 && strpbrk(digits, "123456789") ? "-" : "",
	                  (int)whole, digits, decimals > 0 ? "." : "",
	                  digits + (size_t)length - decimals);
	if (length < 0 || (size_t)length >= size)
		buffer[0] = '\0';
}
