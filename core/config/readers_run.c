/* readers_run.c - the keys of the run as a whole and of one target. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "config/readers.h"
#include "config/units.h"

static int put_text(char **place, const char *text, char **why)
{
	char *copy = text_copy(text);

	if (!copy)
		return failure(why, ENOMEM, "out of memory");
	free(*place);
	*place = copy;
	return 0;
}

static int read_count(const char *text, uint64_t min, uint64_t max,
                      uint64_t *out, char **why)
{
	uint64_t value = 0;
	int status = units_count(text, &value, why);

	if (status < 0)
		return status;
	if (value < min || value > max)
		return failure(why, ERANGE,
		               "`%s` is out of range; expected %llu to %llu", text,
		               (unsigned long long)min, (unsigned long long)max);
	*out = value;
	return 0;
}

static int read_time(const char *text, int64_t min, int64_t max, int64_t *out,
                     char **why)
{
	int64_t value = 0;
	int status = units_time(text, &value, why);

	if (status < 0)
		return status;
	if (value < min || value > max) {
		char low[UNITS_TEXT], high[UNITS_TEXT];

		return failure(why, ERANGE, "`%s` is out of range; expected %s to %s",
		               text, units_print_time(min, low),
		               units_print_time(max, high));
	}
	*out = value;
	return 0;
}

READER(name)
{
	if (!draft_is_name(text))
		return failure(why, EINVAL,
		               "`%s`: expected letters, digits, dots, dashes and "
		               "underlines, beginning with a letter or a digit",
		               text);
	return put_text(&sink->config->name, text, why);
}

#define ROUNDS_MOST 10000

READER(rounds)
{
	uint64_t min = 0, max = 0;
	char *copy = text_copy(text), *dots;
	int status;

	if (!copy)
		return failure(why, ENOMEM, "out of memory");
	dots = strstr(copy, "..");
	if (dots)
		*dots = '\0';
	status = read_count(copy, 1, ROUNDS_MOST, &min, why);
	max = min;
	if (status == 0 && dots)
		status = read_count(dots + 2, 1, ROUNDS_MOST, &max, why);
	free(copy);
	if (status == 0 && min > max)
		status = failure(why, EINVAL,
		                 "`%s` runs downwards; write the smaller end first",
		                 text);
	if (status < 0)
		return status;
	sink->config->rounds_min = (unsigned)min;
	sink->config->rounds_max = (unsigned)max;
	return 0;
}

READER(precision)
{
	double share = 0;
	int status = units_share(text, &share, why);

	if (status < 0)
		return status;
	if (!(share > 0))
		return failure(why, ERANGE, "`%s`: expected more than 0%%", text);
	sink->config->precision = share;
	return 0;
}

READER(slices)
{
	uint64_t slices = 0;
	int status = read_count(text, 1, 1000, &slices, why);

	if (status == 0)
		sink->config->slices = (unsigned)slices;
	return status;
}

READER(slice_time)
{
	return read_time(text, 1000, INT64_C(3600000000000),
	                 &sink->config->slice_ns, why);
}

READER(passes)
{
	if (strcmp(text, "auto") == 0) {
		sink->config->passes = 0;
		return 0;
	}
	if (text[strspn(text, "0123456789")] != '\0' || !*text)
		return failure(why, EINVAL, "`%s`: expected auto or a whole number",
		               text);
	return read_count(text, 1, 1000000000, &sink->config->passes, why);
}

READER(seed)
{
	return units_count(text, &sink->config->seed, why);
}

READER(order)
{
	static const char *const words[] = {"shuffled", "listed"};
	int word = readers_word(text, words, 2, why);

	if (word >= 0)
		sink->config->listed = word;
	return word < 0 ? word : 0;
}

/* In the order of enum config_clock. */
READER(clock)
{
	static const char *const words[] = {"auto", "tsc", "system"};
	int word = readers_word(text, words, 3, why);

	if (word >= 0)
		sink->config->clock = word;
	return word < 0 ? word : 0;
}

READER(quiet)
{
	return read_time(text, 0, INT64_C(3600000000000), &sink->config->quiet_ns,
	                 why);
}

READER(report)
{
	return units_bool(text, &sink->config->report, why);
}

READER(start)
{
	if (!*text)
		return failure(why, EINVAL, "expected a command line, not nothing");
	return put_text(&sink->target->start, text, why);
}

READER(start_timeout)
{
	return read_time(text, 1000000, INT64_C(3600000000000),
	                 &sink->target->start_timeout_ns, why);
}

/* host:port; an IPv6 address needs its brackets, or its last group would be
 * taken for the port. */
READER(ready)
{
	const char *colon = strrchr(text, ':');
	size_t host = colon ? (size_t)(colon - text) : 0;
	bool bracketed = host > 2 && text[0] == '[' && text[host - 1] == ']';
	uint64_t port = 0;

	if (!host || (!bracketed && memchr(text, ':', host)))
		return failure(why, EINVAL,
		               "`%s`: expected host:port or [address]:port", text);
	if (read_count(colon + 1, 1, 65535, &port, NULL) < 0)
		return failure(why, EINVAL, "`%s`: expected a port from 1 to 65535",
		               colon + 1);
	return put_text(&sink->target->ready, text, why);
}

READER(reference)
{
	return units_bool(text, &sink->target->reference, why);
}
