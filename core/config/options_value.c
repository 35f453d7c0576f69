/* options_value.c - reads a value by its type, holds it against its range, and
 * says in words what a type takes. */
#include <errno.h>
#include <inttypes.h>
#include <locale.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "base/text.h"
#include "config/nearest.h"
#include "config/options.h"
#include "config/options_value.h"
#include "config/units.h"

#define SECRET_MOST ((size_t)64 << 10)

static bool is_bounded(const struct bench_opt *option)
{
	return option->min < 0 || option->min > 0 || option->max < 0 ||
	       option->max > 0;
}

/* %g with a point whatever the locale. */
static void print_real(double value, char *buffer)
{
	locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0), before;

	before = c_locale ? uselocale(c_locale) : (locale_t)0;
	snprintf(buffer, UNITS_TEXT, "%.15g", value);
	if (!c_locale)
		return;
	uselocale(before);
	freelocale(c_locale);
}

/* An end of the range as people write that type. */
static void print_bound(const struct bench_opt *option, double value,
                        char *buffer)
{
	if (option->type == BENCH_SIZE && value >= 0 && value < 0x1p64)
		units_print_size((uint64_t)value, buffer);
	else if (option->type == BENCH_TIME && value >= 0 && value < 0x1p63)
		units_print_time((int64_t)value, buffer);
	else
		print_real(value, buffer);
}

static int check_range(const struct bench_opt *option, double value,
                       const char *text, char **why)
{
	char min[UNITS_TEXT], max[UNITS_TEXT];

	if (!is_bounded(option) || (value >= option->min && value <= option->max))
		return 0;
	print_bound(option, option->min, min);
	print_bound(option, option->max, max);
	return failure(why, EINVAL, "`%s` is out of range; expected %s to %s", text,
	               min, max);
}

static int read_whole(const struct bench_opt *option, const char *text,
                      void *place, char **why)
{
	int64_t value = 0;
	int status = units_int(text, &value, why);

	if (status == 0)
		status = check_range(option, (double)value, text, why);
	if (status == 0)
		*(int64_t *)place = value;
	return status;
}

static int read_size(const struct bench_opt *option, const char *text,
                     void *place, char **why)
{
	uint64_t value = 0;
	int status = units_size(text, &value, why);

	if (status == 0)
		status = check_range(option, (double)value, text, why);
	if (status == 0)
		*(uint64_t *)place = value;
	return status;
}

static int read_time(const struct bench_opt *option, const char *text,
                     void *place, char **why)
{
	int64_t value = 0;
	int status = units_time(text, &value, why);

	if (status == 0)
		status = check_range(option, (double)value, text, why);
	if (status == 0)
		*(int64_t *)place = value;
	return status;
}

static int read_real(const struct bench_opt *option, const char *text,
                     void *place, char **why)
{
	double value = 0;
	int status = units_real(text, &value, why);

	if (status == 0)
		status = check_range(option, value, text, why);
	if (status == 0)
		*(double *)place = value;
	return status;
}

static int read_bool(const char *text, void *place, char **why)
{
	bool value = false;
	int status = units_bool(text, &value, why);

	if (status == 0)
		*(int *)place = value;
	return status;
}

static char *join(const char *const *words)
{
	struct text list = {0};

	for (size_t i = 0; words && words[i]; i++)
		text_add(&list, "%s%s", i ? ", " : "", words[i]);
	return text_take(&list);
}

static int refuse_choice(const struct bench_opt *option, const char *text,
                         size_t count, char **why)
{
	const char *near = nearest_word(text, option->choices, count);
	char *list = join(option->choices);
	int status;

	if (near)
		status = failure(why, EINVAL,
		                 "`%s`: expected one of %s; did you mean `%s`?", text,
		                 list ? list : "its choices", near);
	else
		status = failure(why, EINVAL, "`%s`: expected one of %s", text,
		                 list ? list : "its choices");
	free(list);
	return status;
}

static int read_choice(const struct bench_opt *option, const char *text,
                       void *place, char **why)
{
	size_t count = 0;

	for (; option->choices && option->choices[count]; count++)
		if (strcasecmp(option->choices[count], text) == 0) {
			*(int *)place = (int)count;
			return 0;
		}
	return refuse_choice(option, text, count, why);
}

static int put_text(char *fresh, void *place, char **why)
{
	if (!fresh)
		return failure(why, ENOMEM, "out of memory");
	free(*(char **)place);
	*(char **)place = fresh;
	return 0;
}

/* The first line of a file, without its end. */
static int read_secret_file(const char *path, void *place, char **why)
{
	FILE *stream = fopen(path, "re");
	char *bytes;
	size_t length;
	int status = 0;

	if (!stream)
		return failure(why, EINVAL, "the secret in %s cannot be read: %s", path,
		               strerror(errno));
	bytes = calloc(1, SECRET_MOST + 2);
	if (!bytes) {
		fclose(stream);
		return failure(why, ENOMEM, "out of memory");
	}
	if (fread(bytes, 1, SECRET_MOST + 1, stream) <= SECRET_MOST &&
	    ferror(stream))
		status = failure(why, EINVAL, "the secret in %s cannot be read: %s",
		                 path, strerror(errno));
	fclose(stream);
	length = strcspn(bytes, "\r\n");
	if (status == 0 && length > SECRET_MOST)
		status = failure(why, EINVAL, "the secret in %s is longer than 64 KiB",
		                 path);
	bytes[length] = '\0';
	if (status == 0)
		status = put_text(text_copy(bytes), place, why);
	explicit_bzero(bytes, SECRET_MOST + 2);
	free(bytes);
	return status;
}

static int read_secret(const char *text, void *place, char **why)
{
	const char *value;

	if (*text == '@')
		return read_secret_file(text + 1, place, why);
	value = *text == '$' ? getenv(text + 1) : text;
	if (!value)
		return failure(why, EINVAL, "the environment has no variable `%s`",
		               text + 1);
	return put_text(text_copy(value), place, why);
}

int options_value_read(const struct bench_opt *option, const char *text,
                       void *place, char **why)
{
	switch (option->type) {
	case BENCH_STR:
		return put_text(text_copy(text), place, why);
	case BENCH_SECRET:
		return read_secret(text, place, why);
	case BENCH_PATH:
		if (*text == '\0')
			return failure(why, EINVAL, "expected a path, not nothing");
		return put_text(text_copy(text), place, why);
	case BENCH_BOOL:
		return read_bool(text, place, why);
	case BENCH_INT:
		return read_whole(option, text, place, why);
	case BENCH_SIZE:
		return read_size(option, text, place, why);
	case BENCH_TIME:
		return read_time(option, text, place, why);
	case BENCH_REAL:
		return read_real(option, text, place, why);
	case BENCH_ENUM:
		return read_choice(option, text, place, why);
	}
	return failure(why, EINVAL, "the plugin's table has an unknown type %d",
	               (int)option->type);
}

static const char *type_word(const struct bench_opt *option)
{
	switch (option->type) {
	case BENCH_STR:
		return "text";
	case BENCH_SECRET:
		return "secret, @file or $NAME";
	case BENCH_PATH:
		return "path";
	case BENCH_BOOL:
		return "yes or no";
	case BENCH_INT:
		return "whole number";
	case BENCH_SIZE:
		return "size, bytes";
	case BENCH_TIME:
		return "time";
	case BENCH_REAL:
		return "number";
	case BENCH_ENUM:
		return "one of ";
	}
	return "unknown";
}

char *options_type_text(const struct bench_opt *option)
{
	char min[UNITS_TEXT], max[UNITS_TEXT];

	if (option->type == BENCH_ENUM) {
		char *list = join(option->choices), *text;

		text = list ? text_format("%s%s", type_word(option), list) : NULL;
		free(list);
		return text;
	}
	if (!is_bounded(option))
		return text_copy(type_word(option));
	print_bound(option, option->min, min);
	print_bound(option, option->max, max);
	return text_format("%s, %s to %s", type_word(option), min, max);
}
