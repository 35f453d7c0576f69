/* bonnie.c - lines of bonnie++'s CSV: 27 fields of 1.03, host first; 48 of 1.96
 * and 50 of 1.98, version first.  Each line tells by itself which it is. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "import/parts.h"

#define MOST_FIELDS 64

struct field {
	const char *text;
	size_t length;
};

struct layout {
	size_t fields, name, size, figures, files, names;
	size_t latencies, concurrency, chunk; /* 0: it has none */
};

static const struct layout layouts[] = {
        {27, 0, 1, 2, 14, 15, 0, 0, 0},
        {48, 2, 5, 7, 19, 24, 36, 3, 6},
        {50, 2, 5, 9, 21, 26, 38, 3, 6},
};

static const char *const tests[] = {
        "char_write",    "block_write", "read_modify_write",
        "char_read",     "block_read",  "seeks",
        "create",        "stat",        "unlink",
        "random_create", "random_stat", "random_unlink"};

enum { SEEKS = 5, CREATE = 6, TESTS = 12 };

static size_t split(const char *text, struct field *fields)
{
	size_t count = 0;

	for (;;) {
		size_t length = strcspn(text, ",");

		if (count == MOST_FIELDS)
			return count + 1;
		fields[count++] = (struct field){text, length};
		if (text[length] == '\0')
			return count;
		text += length + 1;
	}
}

static bool is_pluses(const struct field *field)
{
	return field->length > 0 && strspn(field->text, "+") >= field->length;
}

/* Empty, a number, or pluses. */
static bool is_figure(const struct field *field)
{
	double value;

	return field->length == 0 || is_pluses(field) ||
	       number_real(field->text, field->length, &value);
}

/* 9829us, 226ms, 12s; empty is fine and NAN. */
static bool read_latency(const struct field *field, double *us)
{
	static const struct {
		const char *unit;
		double us;
	} units[] = {{"us", 1}, {"ms", 1e3}, {"s", 1e6}};

	*us = NAN;
	if (field->length == 0 || is_pluses(field))
		return true;
	for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
		size_t length = strlen(units[i].unit);

		if (field->length > length &&
		    memcmp(field->text + field->length - length, units[i].unit,
		           length) == 0 &&
		    number_real(field->text, field->length - length, us)) {
			*us *= units[i].us;
			return true;
		}
	}
	return false;
}

/* In 1.03 the chunk stands behind the size: 8096M:64k. */
static bool read_sizes(const struct layout *layout, const struct field *fields,
                       uint64_t *size, uint64_t *chunk)
{
	const struct field *field = &fields[layout->size];
	const char *colon = memchr(field->text, ':', field->length);
	size_t length = colon ? (size_t)(colon - field->text) : field->length;
	const struct field *apart = &fields[layout->chunk];

	*size = *chunk = RESULT_NO_COUNT;
	/* None: only names were measured. */
	if (field->length && !number_size(field->text, length, 1 << 20, size))
		return false;
	if (colon)
		return number_size(colon + 1, field->length - length - 1, 1, chunk);
	if (layout->chunk && apart->length)
		return number_size(apart->text, apart->length, 1, chunk);
	return true;
}

static bool is_line(const struct layout *layout, const struct field *fields)
{
	uint64_t size, chunk, count;
	double us;

	if (fields[layout->name].length == 0 ||
	    !read_sizes(layout, fields, &size, &chunk))
		return false;
	for (size_t i = 0; i < 12; i++)
		if (!is_figure(&fields[layout->figures + i]) ||
		    !is_figure(&fields[layout->names + i]))
			return false;
	if (layout->latencies)
		for (size_t i = 0; i < TESTS; i++)
			if (!read_latency(&fields[layout->latencies + i], &us))
				return false;
	return !layout->concurrency ||
	       number_count(fields[layout->concurrency].text,
	                    fields[layout->concurrency].length, &count);
}

static void fill_row(struct import_source *source, const struct layout *layout,
                     const struct field *fields, int test,
                     struct result_row *row)
{
	const struct field *figure =
	        &fields[(test < CREATE ? layout->figures : layout->names) +
	                2 * (size_t)(test < CREATE ? test : test - CREATE)];
	const struct field *files = &fields[layout->files], *cpu = figure + 1;
	char *counters;
	double value = NAN;

	if (test < CREATE)
		read_sizes(layout, fields, &row->file_size, &row->record_size);
	else if (number_count(files->text, files->length, &row->files))
		row->files *= 1024;
	if (layout->concurrency)
		number_count(fields[layout->concurrency].text,
		             fields[layout->concurrency].length, &row->threads);
	if (is_pluses(figure)) {
		row->status = RESULT_SKIPPED;
		import_text(source, &row->flags, "below_resolution");
		import_text(source, &row->error,
		            "too fast for the tool to time: it printed pluses");
		return;
	}
	number_real(figure->text, figure->length, &value);
	if (test < SEEKS)
		row->throughput = value * 1024;
	else
		row->ops_per_s = value;
	if (layout->latencies)
		read_latency(&fields[layout->latencies + (size_t)test],
		             &row->lat_max_us);
	if (cpu->length && !is_pluses(cpu)) {
		counters = text_format("cpu_percent=%.*s", (int)cpu->length, cpu->text);
		import_text(source, &row->counters, counters);
		free(counters);
	}
}

static void add_line(struct import_source *source, const struct layout *layout,
                     const struct field *fields)
{
	const struct field *name = &fields[layout->name];
	char *label = name->text ? strndup(name->text, name->length) : NULL;
	struct result_row row;

	if (!label)
		source->import->no_memory = true;
	for (int test = 0; label && test < TESTS; test++) {
		size_t at = test < CREATE ? layout->figures + 2 * (size_t)test
		                          : layout->names + 2 * (size_t)(test - CREATE);

		/* Empty: it did not run. */
		if (fields[at].length == 0 ||
		    !import_begin(source, &row, "bonnie", label, tests[test]))
			continue;
		fill_row(source, layout, fields, test, &row);
		import_add(source, &row);
	}
	free(label);
	if (layout->concurrency)
		import_fact(source, "version", fields[1].text, fields[1].length);
	else
		import_fact(source, "version", "1.03", 4);
}

/* 1.96,1.96,... or 1.98,2.00a,... */
static bool has_version(const struct field *fields, size_t count)
{
	double version;

	return count > 5 &&
	       number_real(fields[0].text, fields[0].length, &version) &&
	       version >= 1.9 && version < 2.1;
}

bool bonnie_line(struct import_source *source, size_t line, const char *text)
{
	struct field fields[MOST_FIELDS] = {0};
	size_t count = split(text, fields);
	bool versioned = has_version(fields, count);

	for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++)
		if (count == layouts[i].fields &&
		    versioned == (layouts[i].concurrency != 0) &&
		    is_line(&layouts[i], fields)) {
			add_line(source, &layouts[i], fields);
			return true;
		}
	if (!versioned)
		return false;
	import_doubt(source, line,
	             "a line of bonnie++ with %zu fields that are not as in 1.96 "
	             "(48) or 1.98 (50); it is left out",
	             count);
	return true;
}
