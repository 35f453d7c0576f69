/* section_data.c - the figures that the charts are drawn from.
 *
 * A cell is an array, in this order: target, test, load (places in their
 * lists), file size, record size, median, low, high, min, max, rounds, whether
 * it is operations a second, share of the ceiling, faster than the wire,
 * status, p50, p95, p99, p99.9.  What is missing has no value. */
#include "report/sections.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "report/html.h"

static json_t *real(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

static json_t *count(uint64_t value)
{
	return value == RESULT_NO_COUNT ? json_null()
	                                : json_integer((json_int_t)value);
}

static json_t *targets_to_json(const struct report_source *source)
{
	static const char *const scales[] = {[REPORT_LINK] = "link",
	                                     [REPORT_WIRE] = "wire",
	                                     [REPORT_OWN] = "own"};
	json_t *list = json_array();

	for (size_t i = 0; list && i < source->target_count; i++) {
		const struct report_target *target = &source->targets[i];

		json_array_append_new(
		        list,
		        json_pack("{ss ss ss sb so}", "name", target->name, "backend",
		                  target->backend, "scale", scales[target->scale],
		                  "reference", target->reference, "ceiling",
		                  real(target->ceiling)));
	}
	return list;
}

static json_t *tests_to_json(const struct report_source *source)
{
	json_t *list = json_array();

	for (size_t i = 0; list && i < source->test_count; i++)
		json_array_append_new(list, json_string(source->tests[i]));
	return list;
}

static json_t *loads_to_json(const struct report_source *source)
{
	json_t *list = json_array();

	for (size_t i = 0; list && i < source->load_count; i++)
		json_array_append_new(list,
		                      json_pack("[oo]", count(source->loads[i].threads),
		                                count(source->loads[i].depth)));
	return list;
}

static size_t test_place(const struct report_source *source, const char *test)
{
	size_t i = 0;

	while (i + 1 < source->test_count && strcmp(source->tests[i], test) != 0)
		i++;
	return i;
}

static size_t load_place(const struct report_source *source,
                         const struct summary_cell *cell)
{
	size_t i = 0;

	while (i + 1 < source->load_count &&
	       (source->loads[i].threads != cell->threads ||
	        source->loads[i].depth != cell->depth))
		i++;
	return i;
}

static json_t *cell_to_json(const struct report_source *source,
                            const struct summary_cell *cell)
{
	const struct statistics *rate = &cell->rate;
	bool any = report_has_rate(cell), interval = any && rate->has_interval;
	double nothing = (double)NAN;

	return json_pack(
	        "[IIIoooooooIiois oooo]",
	        (json_int_t)(report_target_of(source, cell) - source->targets),
	        (json_int_t)test_place(source, cell->test),
	        (json_int_t)load_place(source, cell), count(cell->file_size),
	        count(cell->record_size), real(any ? rate->median : nothing),
	        real(interval ? rate->low : nothing),
	        real(interval ? rate->high : nothing),
	        real(any ? rate->min : nothing), real(any ? rate->max : nothing),
	        (json_int_t)rate->count, (int)cell->by_ops,
	        real(report_share(source, cell)),
	        (int)report_is_above(source, cell),
	        any ? "ok" : result_status_name(cell->status),
	        real(report_median(source, cell, report_p50)),
	        real(report_median(source, cell, report_p95)),
	        real(report_median(source, cell, report_p99)),
	        real(report_median(source, cell, report_p999)));
}

void section_data(struct text *page, const struct report_source *source)
{
	json_t *cells = json_array(), *data;
	char *dump = NULL;

	for (size_t i = 0; cells && i < source->summary.count; i++)
		if (json_array_append_new(
		            cells, cell_to_json(source, &source->summary.cells[i])))
			page->failed = true;
	data = json_pack("{so so so so so}", "targets", targets_to_json(source),
	                 "tests", tests_to_json(source), "loads",
	                 loads_to_json(source), "link", real(source->link), "cells",
	                 cells);
	if (data)
		dump = json_dumps(data, JSON_COMPACT | JSON_ENSURE_ASCII |
		                                JSON_REAL_PRECISION(6));
	json_decref(data);
	text_add(page, "<script type=\"application/json\" id=data>");
	if (dump)
		html_json(page, dump);
	else
		page->failed = true;
	text_add(page, "</script>\n");
	free(dump);
}
