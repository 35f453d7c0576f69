/* sweep.c - reads lists and ranges into the values that they stand for. */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "config/sweep.h"
#include "config/units.h"

#define SWEEP_MOST 4096

typedef int (*value_reader)(const char *text, uint64_t *value, char **why);

static bool holds(const struct sweep *sweep, uint64_t value)
{
	for (size_t i = 0; i < sweep->count; i++)
		if (sweep->values[i] == value)
			return true;
	return false;
}

static int add_value(struct sweep *sweep, uint64_t value, char **why)
{
	uint64_t *more;

	if (holds(sweep, value))
		return 0;
	if (sweep->count == SWEEP_MOST)
		return failure(why, ERANGE, "a sweep holds at most %d values",
		               SWEEP_MOST);
	more = realloc(sweep->values, (sweep->count + 1) * sizeof *more);
	if (!more)
		return failure(why, ENOMEM, "out of memory");
	sweep->values = more;
	sweep->values[sweep->count++] = value;
	return 0;
}

static int read_value(const char *text, value_reader read, uint64_t *value,
                      char **why)
{
	int status = read(text, value, why);

	if (status == 0 && *value == 0)
		return failure(why, EINVAL, "`%s`: expected more than 0", text);
	return status;
}

/* Takes the factor off the end of the range's text; 2 without one. */
static int take_factor(char *end, uint64_t *factor, char **why)
{
	char *star = strchr(end, '*'), *reason = NULL;
	int status;

	*factor = 2;
	if (!star)
		return 0;
	*star = '\0';
	status = units_count(star + 1, factor, &reason);
	free(reason);
	if (status < 0 || *factor < 2)
		return failure(why, EINVAL,
		               "`*%s`: expected a factor of 2 or more, as in 4k..16m*4",
		               star + 1);
	return 0;
}

/* low and high are the two sides of "..", without it. */
static int add_range(struct sweep *sweep, const char *low, char *high,
                     value_reader read, char **why)
{
	uint64_t first = 0, last = 0, factor;
	int status = take_factor(high, &factor, why);

	if (status == 0)
		status = read_value(low, read, &first, why);
	if (status == 0)
		status = read_value(high, read, &last, why);
	if (status < 0)
		return status;
	if (first > last)
		return failure(why, EINVAL,
		               "`%s..%s` runs downwards; write the smaller end first",
		               low, high);
	for (uint64_t value = first;; value *= factor) {
		status = add_value(sweep, value, why);
		if (status < 0 || value > last / factor)
			return status;
	}
}

static void trim(char **text)
{
	char *end;

	*text += strspn(*text, " \t");
	end = *text + strlen(*text);
	while (end > *text && (end[-1] == ' ' || end[-1] == '\t'))
		*--end = '\0';
}

static int add_item(struct sweep *sweep, char *item, value_reader read,
                    char **why)
{
	char *dots;
	uint64_t value = 0;
	int status;

	trim(&item);
	dots = strstr(item, "..");
	if (dots) {
		*dots = '\0';
		return add_range(sweep, item, dots + 2, read, why);
	}
	if (strchr(item, '*'))
		return failure(why, EINVAL,
		               "`%s`: a factor needs a range, as in 4k..16m*4", item);
	if (!*item)
		return failure(why, EINVAL, "there is an empty value in the list");
	status = read_value(item, read, &value, why);
	return status < 0 ? status : add_value(sweep, value, why);
}

static int read_list(const char *text, value_reader read, struct sweep *out,
                     char **why)
{
	struct sweep fresh = {0};
	char *copy = text_copy(text), *item, *comma;
	int status = 0;

	if (!copy)
		return failure(why, ENOMEM, "out of memory");
	for (item = copy; item && status == 0; item = comma) {
		comma = strchr(item, ',');
		if (comma)
			*comma++ = '\0';
		status = add_item(&fresh, item, read, why);
	}
	free(copy);
	if (status < 0) {
		sweep_free(&fresh);
		return status;
	}
	sweep_free(out);
	*out = fresh;
	return 0;
}

int sweep_sizes(const char *text, struct sweep *out, char **why)
{
	return read_list(text, units_size, out, why);
}

int sweep_counts(const char *text, struct sweep *out, char **why)
{
	return read_list(text, units_count, out, why);
}

int sweep_copy(struct sweep *to, const struct sweep *from)
{
	uint64_t *values = NULL;

	if (from->count > 0) {
		values = malloc(from->count * sizeof *values);
		if (!values)
			return -ENOMEM;
		memcpy(values, from->values, from->count * sizeof *values);
	}
	free(to->values);
	to->values = values;
	to->count = from->count;
	return 0;
}

void sweep_free(struct sweep *sweep)
{
	free(sweep->values);
	*sweep = (struct sweep){0};
}
