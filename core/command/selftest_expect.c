/* selftest_expect.c - what must come out of a run, and whether it did.
 *
 * A line of a file of expectations:
 *
 *     exit STATUS
 *     TARGET TEST COLUMN is TEXT         as it stands in results.csv
 *     TARGET TEST COLUMN has TEXT        somewhere in it
 *     TARGET TEST COLUMN between LOW HIGH
 *     TARGET TEST COLUMN usually LOW HIGH   else it is a doubt only
 *
 * Each holds for all rows of the target and test, of which there must be one.
 */
#include "command/selftest.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "config/units.h"
#include "result/csv.h"

#define BLANKS    " \t"
#define REAL_TEXT 400

struct expectation {
	const char *target, *test, *relation, *value;
	const struct result_column *column;
	double low, high; /* of between and usually */
};

/* Cuts the next word off; "" at the end. */
static char *word(char **rest)
{
	char *start = *rest + strspn(*rest, BLANKS);

	*rest = start + strcspn(start, BLANKS);
	if (**rest)
		*(*rest)++ = '\0';
	return start;
}

static const struct result_column *find_column(const char *name)
{
	for (size_t i = 0; i < result_column_count; i++)
		if (strcmp(result_columns[i].name, name) == 0)
			return &result_columns[i];
	return NULL;
}

static bool is_range(const char *relation)
{
	return strcmp(relation, "between") == 0 || strcmp(relation, "usually") == 0;
}

/* "LOW HIGH". */
static int read_range(struct expectation *expectation, char **why)
{
	char *copy = text_copy(expectation->value), *rest = copy;
	int error;

	if (!copy)
		return failure(why, ENOMEM, "out of memory");
	error = units_real(word(&rest), &expectation->low, why);
	if (!error)
		error = units_real(rest, &expectation->high, why);
	free(copy);
	return error;
}

/* Points into the line, which is cut up. */
static int read_line(char *line, struct expectation *out, char **why)
{
	char *rest = line, *column;

	*out = (struct expectation){.target = word(&rest)};
	out->test = word(&rest);
	column = word(&rest);
	out->relation = word(&rest);
	out->value = rest + strspn(rest, BLANKS);
	out->column = find_column(column);
	if (!out->column)
		return failure(why, EINVAL, "`%s` is no column", column);
	if (is_range(out->relation))
		return read_range(out, why);
	if (strcmp(out->relation, "is") != 0 && strcmp(out->relation, "has") != 0)
		return failure(why, EINVAL,
		               "`%s`: expected is, has, between or usually",
		               out->relation);
	return 0;
}

static char *count_text(uint64_t count)
{
	if (count == RESULT_NO_COUNT)
		return text_copy("");
	return text_format("%llu", (unsigned long long)count);
}

/* A field as it stands in results.csv. */
static char *field_of(const struct result_row *row,
                      const struct result_column *column)
{
	const void *member = (const char *)row + column->offset;
	char real[REAL_TEXT];
	const char *text;

	switch (column->kind) {
	case RESULT_COUNT:
		return count_text(*(const uint64_t *)member);
	case RESULT_REAL:
		csv_real(*(const double *)member, column->decimals, real, sizeof real);
		return text_copy(real);
	case RESULT_STATUS:
		return text_copy(result_status_name((enum result_status) *
		                                    (const uint64_t *)member));
	case RESULT_TEXT:
	default:
		text = *(char *const *)member;
		return text_copy(text ? text : "");
	}
}

static bool holds(const struct expectation *expectation, const char *field)
{
	double value;

	if (strcmp(expectation->relation, "is") == 0)
		return strcmp(field, expectation->value) == 0;
	if (strcmp(expectation->relation, "has") == 0)
		return strstr(field, expectation->value) != NULL;
	return units_real(field, &value, NULL) == 0 && value >= expectation->low &&
	       value <= expectation->high;
}

static void note(struct selftest_findings *out,
                 const struct expectation *expectation, const char *found)
{
	bool doubt = strcmp(expectation->relation, "usually") == 0;
	char **first = doubt ? &out->first_doubt : &out->first_miss;

	*(doubt ? &out->doubted : &out->missed) += 1;
	if (!*first)
		*first = text_format(
		        "%s of %s: expected %s%s%s, found %s",
		        expectation->column->name, expectation->test,
		        strcmp(expectation->relation, "is") == 0
		                ? ""
		                : expectation->relation,
		        strcmp(expectation->relation, "is") == 0 ? "" : " ",
		        *expectation->value ? expectation->value : "nothing",
		        *found ? found : "nothing");
}

static bool same(const char *a, const char *b)
{
	return a && strcmp(a, b) == 0;
}

static int hold_rows(const struct expectation *expectation,
                     const struct csv_rows *rows, struct selftest_findings *out)
{
	size_t found = 0;

	for (size_t i = 0; i < rows->count; i++) {
		char *field;

		if (!same(rows->rows[i].target, expectation->target) ||
		    !same(rows->rows[i].test, expectation->test))
			continue;
		field = field_of(&rows->rows[i], expectation->column);
		if (!field)
			return -ENOMEM;
		found++;
		out->held++;
		if (!holds(expectation, field))
			note(out, expectation, field);
		free(field);
	}
	if (found == 0)
		note(out, expectation, "no row");
	return 0;
}

static int hold_status(const char *expected, int status,
                       struct selftest_findings *out, char **why)
{
	int64_t number;
	int error = units_int(expected, &number, why);

	if (error)
		return error;
	out->held++;
	if (number == status)
		return 0;
	out->missed++;
	if (!out->first_miss)
		out->first_miss = text_format("exit status: expected %s, found %d",
		                              expected, status);
	return 0;
}

static int hold_line(char *line, const struct csv_rows *rows, int status,
                     struct selftest_findings *out, char **why)
{
	struct expectation expectation;
	char *rest = line;
	int error;

	if (strncmp(line, "exit ", 5) == 0) {
		word(&rest);
		return hold_status(word(&rest), status, out, why);
	}
	error = read_line(line, &expectation, why);
	if (!error)
		error = hold_rows(&expectation, rows, out);
	return error;
}

static int hold_lines(FILE *file, const struct csv_rows *rows, int status,
                      struct selftest_findings *out, char **why)
{
	char *line = NULL;
	size_t size = 0;
	int error = 0;

	while (!error && getline(&line, &size, file) > 0) {
		line[strcspn(line, "\r\n")] = '\0';
		if (line[0] != '\0' && line[0] != ';')
			error = hold_line(line, rows, status, out, why);
	}
	if (!error && ferror(file))
		error = failure(why, EIO, "it cannot be read");
	free(line);
	return error;
}

int selftest_expect(const char *expect_path, const char *csv_path, int status,
                    struct selftest_findings *out, char **why)
{
	struct csv_rows rows = {0};
	char *wrong = NULL;
	FILE *file;
	int error;

	*out = (struct selftest_findings){0};
	error = csv_read(csv_path, &rows, why);
	if (error)
		return error;
	file = fopen(expect_path, "re");
	if (!file) {
		error = failure(why, errno, "%s: %s", expect_path, strerror(errno));
	} else {
		error = hold_lines(file, &rows, status, out, &wrong);
		if (error)
			failure(why, -error, "%s: %s", expect_path,
			        wrong ? wrong : "out of memory");
		fclose(file);
	}
	free(wrong);
	csv_rows_free(&rows);
	return error;
}

void selftest_findings_free(struct selftest_findings *findings)
{
	free(findings->first_miss);
	free(findings->first_doubt);
}
