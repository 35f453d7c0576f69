/* row_json.c - rows as JSON, on the pipe between worker and coordinator. */
#include "result/row.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "result/clean.h"

static json_t *text_to_json(const char *text)
{
	char *clean = clean_text(text);
	json_t *value = clean ? json_string(clean) : NULL;

	free(clean);
	return value;
}

/* The integers of JSON end at INT64_MAX here; above that, digits in a string
 * keep the number exact. */
static json_t *count_to_json(uint64_t count)
{
	if (count > INT64_MAX)
		return json_sprintf("%" PRIu64, count);
	return json_integer((json_int_t)count);
}

/* *value stays NULL for a member that is missing.  0 or -ENOMEM. */
static int to_json(const struct result_column *column, const void *member,
                   json_t **value)
{
	uint64_t count;

	*value = NULL;
	switch (column->kind) {
	case RESULT_TEXT:
		if (!*(char *const *)member)
			return 0;
		*value = text_to_json(*(char *const *)member);
		break;
	case RESULT_REAL:
		if (!isfinite(*(const double *)member))
			return 0;
		*value = json_real(*(const double *)member);
		break;
	case RESULT_COUNT:
	case RESULT_STATUS:
		count = *(const uint64_t *)member;
		if (count == RESULT_NO_COUNT)
			return 0;
		if (column->kind == RESULT_COUNT)
			*value = count_to_json(count);
		else
			*value = json_string(result_status_name((enum result_status)count));
		break;
	}
	return *value ? 0 : -ENOMEM;
}

static bool count_from_digits(const char *digits, uint64_t *count)
{
	*count = 0;
	if (*digits == '\0')
		return false;
	for (; *digits >= '0' && *digits <= '9'; digits++) {
		uint64_t digit = (uint64_t)(*digits - '0');

		if (*count > (UINT64_MAX - digit) / 10)
			return false;
		*count = *count * 10 + digit;
	}
	return *digits == '\0';
}

static bool count_from_json(const json_t *value, uint64_t *count)
{
	if (json_is_string(value))
		return count_from_digits(json_string_value(value), count);
	if (!json_is_integer(value) || json_integer_value(value) < 0)
		return false;
	*count = (uint64_t)json_integer_value(value);
	return true;
}

static bool status_from_json(const json_t *value, uint64_t *status)
{
	int found = -1;

	if (json_is_string(value))
		found = result_status_find(json_string_value(value));
	if (found < 0)
		return false;
	*status = (uint64_t)found;
	return true;
}

static const char *const expected[] = {[RESULT_TEXT] = "a string",
                                       [RESULT_COUNT] = "a whole number from 0",
                                       [RESULT_REAL] = "a number",
                                       [RESULT_STATUS] =
                                               "the name of a status"};

static int from_json(const struct result_column *column, void *member,
                     const json_t *value, char **why)
{
	bool good = false;

	if (json_is_null(value))
		return 0;
	switch (column->kind) {
	case RESULT_TEXT:
		good = json_is_string(value);
		if (good && result_set_text(member, json_string_value(value)) != 0)
			return failure(why, ENOMEM, "out of memory");
		break;
	case RESULT_REAL:
		good = json_is_number(value);
		if (good)
			*(double *)member = json_number_value(value);
		break;
	case RESULT_COUNT:
		good = count_from_json(value, member);
		break;
	case RESULT_STATUS:
		good = status_from_json(value, member);
		break;
	}
	if (good)
		return 0;
	return failure(why, EINVAL, "result row: %s: expected %s", column->name,
	               expected[column->kind]);
}

static const struct result_column *find_column(const char *name)
{
	for (size_t i = 0; i < result_column_count; i++)
		if (strcmp(result_columns[i].name, name) == 0)
			return &result_columns[i];
	return NULL;
}

json_t *result_row_to_json(const struct result_row *row)
{
	json_t *object = json_object();

	for (size_t i = 0; object && i < result_column_count; i++) {
		const struct result_column *column = &result_columns[i];
		json_t *value;
		int error = to_json(column, (const char *)row + column->offset, &value);

		if (error == 0 && value)
			error = json_object_set_new(object, column->name, value);
		if (error != 0) {
			json_decref(object);
			object = NULL;
		}
	}
	return object;
}

int result_row_from_json(struct result_row *row, const json_t *object,
                         char **why)
{
	/* Iterating changes nothing; jansson's signature only lacks the const. */
	json_t *items = (json_t *)(uintptr_t)object;

	if (!json_is_object(object))
		return failure(why, EINVAL, "result row: expected a JSON object");
	for (void *item = json_object_iter(items); item;
	     item = json_object_iter_next(items, item)) {
		const char *name = json_object_iter_key(item);
		const struct result_column *column = find_column(name);
		int error;

		if (!column)
			return failure(why, EINVAL, "result row: unknown key %s", name);
		error = from_json(column, (char *)row + column->offset,
		                  json_object_iter_value(item), why);
		if (error != 0)
			return error;
	}
	return 0;
}

json_t *result_columns_to_json(void)
{
	static const char *const types[] = {[RESULT_TEXT] = "text",
	                                    [RESULT_COUNT] = "integer",
	                                    [RESULT_REAL] = "real",
	                                    [RESULT_STATUS] = "text"};
	json_t *list = json_array();

	for (size_t i = 0; list && i < result_column_count; i++) {
		const struct result_column *column = &result_columns[i];
		json_t *entry =
		        json_pack("{s:s, s:s, s:s, s:s}", "name", column->name, "unit",
		                  column->unit, "type", types[column->kind], "meaning",
		                  column->meaning);

		if (!entry || json_array_append_new(list, entry) != 0) {
			json_decref(list);
			list = NULL;
		}
	}
	return list;
}
