/* compare_json.c - a comparison for programs: every cell, every number. */
#include "view/compare.h"

#include <math.h>
#include <stdlib.h>
#include <jansson.h>

/* jansson takes none that are not finite: they are left out. */
static void set_real(json_t *object, const char *key, double value)
{
	if (isfinite(value))
		json_object_set_new(object, key, json_real(value));
}

static void set_count(json_t *object, const char *key, uint64_t value)
{
	if (value != RESULT_NO_COUNT)
		json_object_set_new(object, key, json_integer((json_int_t)value));
}

static json_t *text_or_null(const char *text)
{
	json_t *value = text ? json_string(text) : NULL;

	return value ? value : json_null();
}

static json_t *side_to_json(const struct side *side)
{
	return json_pack("{so so sI}", "path", text_or_null(side->path), "run_id",
	                 text_or_null(side->rows.rows[0].run_id), "rows",
	                 (json_int_t)side->rows.count);
}

static void add_interval(json_t *object, double ratio, double low, double high)
{
	set_real(object, "ratio", ratio);
	set_real(object, "ratio_low", low);
	set_real(object, "ratio_high", high);
}

static json_t *match_to_json(const struct compare_view *view,
                             const struct match *match)
{
	const struct summary_cell *cell = match->a;
	json_t *object = json_object();

	json_object_set_new(object, "target", text_or_null(cell->target));
	json_object_set_new(object, "with", text_or_null(match->b->target));
	json_object_set_new(object, "test", text_or_null(cell->test));
	set_count(object, "file_size_bytes", cell->file_size);
	set_count(object, "record_size_bytes", cell->record_size);
	set_count(object, "threads", cell->threads);
	set_count(object, "depth", cell->depth);
	json_object_set_new(
	        object, "unit",
	        json_string(cell->by_ops ? "ops_per_s" : "bytes_per_s"));
	set_real(object, "a_median", cell->rate.median);
	set_real(object, "b_median", match->b->rate.median);
	set_count(object, "a_rounds", match->a_rounds);
	set_count(object, "b_rounds", match->b_rounds);
	add_interval(object, match->ratio, match->low, match->high);
	if (match->judged)
		set_real(object, "p", match->comparison.p);
	json_object_set_new(object, "verdict",
	                    json_string(match_verdict_name(match)));
	json_object_set_new(object, "fails",
	                    json_boolean(compare_fails(view, match)));
	return object;
}

static json_t *cells_to_json(const struct compare_view *view)
{
	json_t *array = json_array();

	for (size_t i = 0; i < view->matches->count; i++)
		json_array_append_new(array,
		                      match_to_json(view, &view->matches->list[i]));
	return array;
}

static json_t *mean_to_json(const struct match_mean *mean)
{
	json_t *object = json_object();

	if (mean->target) {
		json_object_set_new(object, "target", text_or_null(mean->target));
		json_object_set_new(object, "test", text_or_null(mean->test));
	}
	set_count(object, "cells", mean->cells);
	add_interval(object, mean->ratio, mean->low, mean->high);
	return object;
}

static json_t *means_to_json(const struct matches *matches)
{
	json_t *array = json_array();

	for (size_t i = 0; i < matches->mean_count; i++)
		json_array_append_new(array, mean_to_json(&matches->means[i]));
	return array;
}

static json_t *differences_to_json(const struct differences *differences)
{
	json_t *array = json_array();

	for (size_t i = 0; i < differences->count; i++) {
		const struct difference *each = &differences->list[i];

		json_array_append_new(array, json_pack("{so so so so sI sb}", "target",
		                                       text_or_null(each->target),
		                                       "what", text_or_null(each->what),
		                                       "a", text_or_null(each->a), "b",
		                                       text_or_null(each->b), "cells",
		                                       (json_int_t)each->cells,
		                                       "refuses", each->refuses));
	}
	return array;
}

static json_t *counts_to_json(const struct matches *matches)
{
	return json_pack(
	        "{sI sI sI sI sI sI sI sI}", "slower", (json_int_t)matches->slower,
	        "faster", (json_int_t)matches->faster, "same",
	        (json_int_t)matches->same, "inconclusive",
	        (json_int_t)matches->inconclusive, "not_enough_rounds",
	        (json_int_t)matches->few, "only_a", (json_int_t)matches->only_a,
	        "only_b", (json_int_t)matches->only_b, "failed_in_b",
	        (json_int_t)matches->lost);
}

void compare_print_json(const struct compare_view *view, struct text *to)
{
	const struct matches *matches = view->matches;
	json_t *object = json_object();
	char *bytes;

	json_object_set_new(object, "a", side_to_json(view->a));
	json_object_set_new(object, "b", side_to_json(view->b));
	json_object_set_new(object, "paired", json_boolean(matches->paired));
	set_real(object, "confidence", COMPARE_CONFIDENCE);
	set_real(object, "false_discovery_rate", COMPARE_Q);
	set_real(object, "delta", matches->delta);
	set_real(object, "fail_below", view->fail_below);
	json_object_set_new(object, "failures",
	                    json_integer((json_int_t)compare_failures(view)));
	json_object_set_new(object, "counts", counts_to_json(matches));
	json_object_set_new(object, "differences",
	                    differences_to_json(view->differences));
	json_object_set_new(object, "overall", mean_to_json(&matches->all));
	json_object_set_new(object, "means", means_to_json(matches));
	json_object_set_new(object, "cells", cells_to_json(view));
	bytes = json_dumps(object, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
	if (bytes)
		text_add(to, "%s\n", bytes);
	else
		to->failed = true;
	free(bytes);
	json_decref(object);
}
