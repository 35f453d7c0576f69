/* differences_rows.c - the state that cells were measured in, as their rows
 * tell it. */
#include "compare/differences.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"

/* WITHIN: refuses for one target, and is what makes two of different names
 * differ, so there it only warns. */
enum weight { WARNS, WITHIN, REFUSES };

static const struct {
	const char *column;
	enum weight weight;
	const char *none; /* what an empty field of bench's own rows means */
} conditions[] = {{"backend", WITHIN, NULL},       {"direct", REFUSES, NULL},
                  {"layout_bytes", REFUSES, NULL}, {"sync", REFUSES, NULL},
                  {"durability", WITHIN, NULL},    {"cache", WITHIN, NULL},
                  {"pace", REFUSES, "none"},       {"data", REFUSES, NULL},
                  {"sharing", REFUSES, NULL},      {"mix_share", REFUSES, NULL},
                  {"think_s", REFUSES, "0"},       {"files", REFUSES, NULL},
                  {"time_s", WARNS, "by passes"},  {"ramp_s", WARNS, "0"},
                  {"buffers", WARNS, NULL},        {"verify", WARNS, NULL},
                  {"cpus", WARNS, "any"}};

static const struct result_column *column_of(const char *name)
{
	for (size_t i = 0; i < result_column_count; i++)
		if (strcmp(result_columns[i].name, name) == 0)
			return &result_columns[i];
	return NULL;
}

/* A field as text: "" where there is none, NULL when memory ran out. */
static char *field(const struct result_row *row,
                   const struct result_column *column)
{
	const void *member = (const char *)row + column->offset;

	switch (column->kind) {
	case RESULT_TEXT: {
		char *const *text = member;

		return text_copy(*text ? *text : "");
	}
	case RESULT_REAL: {
		double real = *(const double *)member;
		char buffer[400];

		/* No time at all is what a row without it says, too. */
		if (strcmp(column->unit, "s") == 0 && !(real > 0))
			return text_copy("");
		csv_real(real, column->decimals, buffer, sizeof buffer);
		return text_copy(buffer);
	}
	case RESULT_COUNT:
	case RESULT_STATUS:
		break;
	}
	if (*(const uint64_t *)member == RESULT_NO_COUNT)
		return text_copy("");
	return text_format("%" PRIu64, *(const uint64_t *)member);
}

/* What an empty field says: nothing, but in a run of bench that knew it. */
static const char *told(const struct side *side, const char *text,
                        const char *none)
{
	if (*text != '\0')
		return text;
	return none && json_object_get(side->run, "configuration") ? none : NULL;
}

static int compare_field(const struct side *a, const struct side *b,
                         const struct match *match, size_t at,
                         struct differences *out)
{
	const struct result_column *column = column_of(conditions[at].column);
	char *of_a, *of_b;
	bool same_target = strcmp(match->a->target, match->b->target) == 0;
	int error = -ENOMEM;

	if (!column)
		return 0;
	of_a = field(side_first(a, match->a), column);
	of_b = field(side_first(b, match->b), column);
	if (of_a && of_b) {
		const char *none = conditions[at].none;
		struct difference_key key = {match->a->target,
		                             match->b->target,
		                             column->name,
		                             told(a, of_a, none),
		                             told(b, of_b, none),
		                             true,
		                             false};

		key.refuses = key.a && key.b &&
		              conditions[at].weight >= (same_target ? WITHIN : REFUSES);
		error = strcmp(of_a, of_b) == 0 ? 0 : differences_add(out, &key);
	}
	free(of_a);
	free(of_b);
	return error;
}

int differences_of_rows(const struct side *a, const struct side *b,
                        const struct matches *matches, struct differences *out)
{
	for (size_t i = 0; i < matches->count; i++)
		for (size_t at = 0; at < sizeof conditions / sizeof conditions[0];
		     at++) {
			int error = compare_field(a, b, &matches->list[i], at, out);

			if (error)
				return error;
		}
	return 0;
}
