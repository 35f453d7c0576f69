/* influx.c - InfluxDB's line protocol: what names a row are tags, all else are
 * fields. */
#include "export/export.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "export/parts.h"
#include "result/clean.h"

static bool is_tag(const char *column)
{
	static const char *const tags[] = {
	        "run_id",  "backend",         "target",
	        "test",    "file_size_bytes", "record_size_bytes",
	        "threads", "depth",           "round"};

	for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
		if (strcmp(tags[i], column) == 0)
			return true;
	return false;
}

/* A backslash is itself, but at the end it would take the comma behind it
 * along: there is no way to write one. */
static void add_tag_text(struct text *to, const char *text)
{
	char *clean = clean_text(text);
	size_t length = clean ? strlen(clean) : 0;

	while (length > 0 && clean[length - 1] == '\\')
		clean[--length] = '\0';
	to->failed = to->failed || !clean;
	parts_escape(to, clean, ", =");
	if (length == 0)
		text_add(to, "_");
	free(clean);
}

static void add_tag(struct text *to, const struct result_column *column,
                    const void *member)
{
	if (column->kind == RESULT_TEXT) {
		const char *text = *(char *const *)member;

		if (!text || !text[0])
			return;
		text_add(to, ",%s=", column->name);
		add_tag_text(to, text);
	} else if (*(const uint64_t *)member != RESULT_NO_COUNT) {
		text_add(to, ",%s=%" PRIu64, column->name, *(const uint64_t *)member);
	}
}

/* Integers of the protocol are signed; what is more than they hold is no figure
 * of a run. */
static void add_field(struct text *to, const struct result_column *column,
                      const void *member)
{
	const char *comma = to->bytes[to->length - 1] == ' ' ? "" : ",";
	uint64_t count;

	switch (column->kind) {
	case RESULT_TEXT:
		if (!*(char *const *)member)
			return;
		text_add(to, "%s%s=\"", comma, column->name);
		parts_escape(to, *(char *const *)member, "\\\"");
		text_add(to, "\"");
		break;
	case RESULT_REAL:
		if (!isfinite(*(const double *)member))
			return;
		text_add(to, "%s%s=", comma, column->name);
		parts_real(to, *(const double *)member, column->decimals);
		break;
	case RESULT_COUNT:
		count = *(const uint64_t *)member;
		if (count <= INT64_MAX)
			text_add(to, "%s%s=%" PRIu64 "i", comma, column->name, count);
		break;
	case RESULT_STATUS:
		text_add(to, "%s%s=\"%s\"", comma, column->name,
		         result_status_name((enum result_status) *
		                            (const uint64_t *)member));
		break;
	}
}

static void add_row(struct text *to, const struct result_row *row)
{
	int64_t ns;

	text_add(to, "bench");
	for (size_t i = 0; i < result_column_count; i++)
		if (is_tag(result_columns[i].name))
			add_tag(to, &result_columns[i],
			        (const char *)row + result_columns[i].offset);
	text_add(to, " ");
	for (size_t i = 0; i < result_column_count && !to->failed; i++)
		if (!is_tag(result_columns[i].name) &&
		    strcmp(result_columns[i].name, "started_utc") != 0)
			add_field(to, &result_columns[i],
			          (const char *)row + result_columns[i].offset);
	if (saved_utc(row->started_utc, &ns))
		text_add(to, " %" PRId64, ns);
	text_add(to, "\n");
}

void export_influx(const struct saved *saved, struct text *to)
{
	for (size_t i = 0; i < saved->rows.count; i++)
		add_row(to, &saved->rows.rows[i]);
}
