/* jsonl.c - JSON Lines: the keys are the columns of results.csv, and `latency`
 * is what histograms.jsonl has of the row. */
#include "export/export.h"

#include <stdlib.h>

static json_t *latency_of(const struct saved *saved,
                          const struct result_row *row)
{
	static const char *const members[] = {"min", "max", "sum", "counts"};
	json_t *line = saved_latency(saved, row);
	json_t *latency = line ? json_pack("{ss}", "unit", "ns") : NULL;

	for (size_t i = 0; latency && i < sizeof members / sizeof *members; i++) {
		json_t *member = json_object_get(line, members[i]);

		if (member)
			json_object_set(latency, members[i], member);
	}
	json_decref(line);
	return latency;
}

void export_jsonl(const struct saved *saved, struct text *to)
{
	for (size_t i = 0; i < saved->rows.count; i++) {
		json_t *object = result_row_to_json(&saved->rows.rows[i]);
		json_t *latency = latency_of(saved, &saved->rows.rows[i]);
		char *line = NULL;

		if (latency)
			json_object_set_new(object, "latency", latency);
		if (object)
			line = json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(15));
		if (line)
			text_add(to, "%s\n", line);
		to->failed = to->failed || !line;
		free(line);
		json_decref(object);
	}
}
