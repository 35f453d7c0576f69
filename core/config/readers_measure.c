/* readers_measure.c - the keys that say how a cell's records are made, paced,
 * placed and checked. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "config/readers.h"
#include "config/units.h"

#define ROTATE_BYTES (UINT64_C(256) << 20)
#define BUFFERS_MOST (UINT64_C(64) << 30)
#define LAYOUT_MOST  (UINT64_C(1) << 30)
#define CPU_MOST     4095

/* In the order of enum config_verify. */
READER(verify)
{
	static const char *const words[] = {"no", "yes", "sample"};
	int word = readers_word(text, words, 3, why);

	if (word >= 0)
		sink->settings->verify = word;
	return word < 0 ? word : 0;
}

/* The text without a unit at its end, freed by the caller; NULL if it does not
 * end so. */
static char *without(const char *text, const char *unit)
{
	size_t length = strlen(text), tail = strlen(unit);
	char *copy;

	if (length <= tail || strcasecmp(text + length - tail, unit) != 0)
		return NULL;
	copy = text_copy(text);
	if (copy)
		copy[length - tail] = '\0';
	return copy;
}

static int rate_refused(const char *text, char **why)
{
	return failure(why, EINVAL,
	               "`%s`: expected bytes a second such as 100m, operations a "
	               "second such as 500 ops, or none",
	               text);
}

static int read_rate_ops(const char *text, const char *number, double *ops,
                         char **why)
{
	if (units_real(number, ops, NULL) < 0 || !(*ops > 0))
		return rate_refused(text, why);
	return 0;
}

READER(rate)
{
	char *number = without(text, "ops");
	uint64_t bytes = 0;
	double ops = 0;
	int status = 0;

	if (!number)
		number = without(text, "ops/s");
	if (number)
		status = read_rate_ops(text, number, &ops, why);
	else if (strcmp(text, "none") != 0 &&
	         (units_size(text, &bytes, NULL) < 0 || bytes == 0))
		status = rate_refused(text, why);
	free(number);
	if (status < 0)
		return status;
	sink->settings->rate_ops = ops;
	sink->settings->rate_bytes = (double)bytes;
	return 0;
}

READER(buffers)
{
	uint64_t bytes = 0;
	int status = 0;

	/* One buffer is what stays hot. */
	if (strcmp(text, "one") == 0)
		text = "hot";
	if (strcmp(text, "rotate") == 0)
		bytes = ROTATE_BYTES;
	else if (strncmp(text, "rotate:", 7) == 0)
		status = units_size(text + 7, &bytes, NULL);
	else if (strcmp(text, "hot") != 0)
		status = -EINVAL;
	if (status < 0 || (bytes == 0 && strcmp(text, "hot") != 0))
		return failure(why, EINVAL,
		               "`%s`: expected hot, rotate, or rotate:SIZE such as "
		               "rotate:64m",
		               text);
	if (bytes > BUFFERS_MOST)
		return failure(why, ERANGE, "`%s` is out of range; expected up to 64g",
		               text);
	sink->settings->buffers = bytes;
	return 0;
}

READER(layout)
{
	uint64_t bytes = 0;

	if (strcmp(text, "record") != 0 &&
	    (units_size(text, &bytes, NULL) < 0 || bytes == 0))
		return failure(why, EINVAL,
		               "`%s`: expected a record size such as 1m, or record",
		               text);
	if (bytes > LAYOUT_MOST)
		return failure(why, ERANGE, "`%s` is out of range; expected up to 1g",
		               text);
	sink->settings->layout = bytes;
	return 0;
}

static int add_cpu(struct sweep *cpus, uint64_t cpu)
{
	uint64_t *values =
	        realloc(cpus->values, (cpus->count + 1) * sizeof *values);

	if (!values)
		return -ENOMEM;
	cpus->values = values;
	values[cpus->count++] = cpu;
	return 0;
}

/* One word of the list: 3, or 0-3. */
static int add_cpus(struct sweep *cpus, char *word)
{
	char *dash = strchr(word, '-');
	uint64_t first = 0, last = 0;
	int status;

	if (dash)
		*dash++ = '\0';
	status = units_count(word, &first, NULL);
	last = first;
	if (status == 0 && dash)
		status = units_count(dash, &last, NULL);
	if (status < 0 || last > CPU_MOST || first > last)
		return -EINVAL;
	for (uint64_t cpu = first; cpu <= last && status == 0; cpu++)
		status = add_cpu(cpus, cpu);
	return status;
}

READER(cpus)
{
	struct sweep fresh = {0};
	char *copy = text_copy(text), *rest = copy, *word;
	int status = copy ? 0 : -ENOMEM;

	if (copy && strcmp(text, "any") != 0)
		while (status == 0 && (word = strsep(&rest, ", \t")))
			if (*word)
				status = add_cpus(&fresh, word);
	if (status == 0 && !fresh.count && strcmp(text, "any") != 0)
		status = -EINVAL;
	free(copy);
	if (status < 0) {
		sweep_free(&fresh);
		return failure(why, -status,
		               "`%s`: expected processors such as 0, 2 or 0-3, or any",
		               text);
	}
	sweep_free(&sink->settings->cpus);
	sink->settings->cpus = fresh;
	return 0;
}

READER(wearout)
{
	return units_bool(text, &sink->settings->wearout, why);
}

READER(steady)
{
	return units_bool(text, &sink->settings->steady, why);
}

READER(warmup)
{
	return units_bool(text, &sink->settings->warmup, why);
}
