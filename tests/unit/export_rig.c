/* export_rig.c - see export_rig.h. */
#include "export_rig.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "unit.h"

const struct made_row made_few[] = {
        {"a", "read", 65536, 4096, 1, 10e6, NAN, RESULT_OK, NULL, 0},
        {"a", "read", 65536, 4096, 2, 12e6, NAN, RESULT_OK, NULL, 0},
        {"a", "read", 1048576, 65536, 1, 1234.4e6, NAN, RESULT_OK, NULL, 0},
        {"b's", "read", 65536, 4096, 1, 5e6, NAN, RESULT_OK, NULL, 0},
        {"b's", "read", 1048576, 65536, 1, NAN, NAN, RESULT_ERROR, "it broke",
         0},
        {"a", "ping", RESULT_NO_COUNT, RESULT_NO_COUNT, 1, NAN, 1000.5,
         RESULT_OK, NULL, 0}};
const size_t made_few_count = sizeof made_few / sizeof made_few[0];

/* A hundred operations of the same time. */
static struct histogram *latency_of(const struct made_row *made)
{
	struct histogram *latency = malloc(sizeof *latency);

	CU_ASSERT_PTR_NOT_NULL_FATAL(latency);
	histogram_reset(latency);
	for (size_t i = 0; i < 100; i++)
		histogram_record(latency, made->latency_ns);
	return latency;
}

static void fill(struct result_row *row, const struct made_row *made)
{
	result_row_init(row);
	result_set_text(&row->run_id, "made");
	result_set_text(&row->started_utc, "2026-11-30T12:00:00.123Z");
	result_set_text(&row->backend, "toy");
	result_set_text(&row->target, made->target);
	result_set_text(&row->test, made->test);
	result_set_text(&row->error, made->error);
	row->file_size = made->file_size;
	row->record_size = made->record_size;
	row->threads = row->depth = 1;
	row->round = made->round;
	row->throughput = made->throughput;
	row->ops_per_s = made->ops_per_s;
	row->status = made->status;
}

void made_saved(struct saved *saved, const struct made_row *rows, size_t count)
{
	*saved = (struct saved){.link = (double)NAN};
	saved->directory = text_copy("made");
	saved->rows.rows = calloc(count, sizeof *saved->rows.rows);
	CU_ASSERT_PTR_NOT_NULL_FATAL(saved->directory);
	CU_ASSERT_PTR_NOT_NULL_FATAL(saved->rows.rows);
	for (size_t i = 0; i < count; i++) {
		struct result_row *row = &saved->rows.rows[i];
		struct histogram *latency;

		fill(row, &rows[i]);
		row->seq = ++saved->rows.count;
		latency = rows[i].latency_ns ? latency_of(&rows[i]) : NULL;
		CU_ASSERT_EQUAL(summary_add(&saved->summary, row, latency), 0);
		free(latency);
	}
	summary_finish(&saved->summary);
}

char *read_made(const char *directory, const char *name)
{
	char *path = text_format("%s/%s", directory, name), buffer[512];
	FILE *file = path ? fopen(path, "re") : NULL;
	struct text text = {0};
	size_t got;

	free(path);
	if (!file)
		return NULL;
	while ((got = fread(buffer, 1, sizeof buffer, file)) > 0)
		text_add_bytes(&text, buffer, got);
	fclose(file);
	return text_take(&text);
}
