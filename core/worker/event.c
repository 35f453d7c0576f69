/* event.c - events as lines of JSON. */
#include "worker/protocol.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"

static json_t *caps_to_json(const struct bench_caps *caps)
{
	return json_pack("[iiiiIIIII]", (int)caps->props, (int)caps->durable,
	                 (int)caps->max_depth, (int)caps->align,
	                 (json_int_t)caps->min_io, (json_int_t)caps->best_io,
	                 (json_int_t)caps->max_io, (json_int_t)caps->max_size,
	                 (json_int_t)caps->free_bytes);
}

static int caps_from_json(struct bench_caps *caps, json_t *array)
{
	int props, durable, depth, align;
	json_int_t min_io, best_io, max_io, max_size, free_bytes;

	if (json_unpack(array, "[iiiiIIIII]", &props, &durable, &depth, &align,
	                &min_io, &best_io, &max_io, &max_size, &free_bytes))
		return -EPROTO;
	*caps = (struct bench_caps){.size = sizeof *caps,
	                            .props = (uint32_t)props,
	                            .durable = (enum bench_durable)durable,
	                            .max_depth = (uint32_t)depth,
	                            .align = (uint32_t)align,
	                            .min_io = (uint64_t)min_io,
	                            .best_io = (uint64_t)best_io,
	                            .max_io = (uint64_t)max_io,
	                            .max_size = (uint64_t)max_size,
	                            .free_bytes = (uint64_t)free_bytes};
	return 0;
}

static json_t *series_to_json(const double *series, size_t count)
{
	json_t *array = json_array();

	for (size_t i = 0; array && i < count; i++)
		if (json_array_append_new(array, json_real(series[i]))) {
			json_decref(array);
			return NULL;
		}
	return array;
}

static int series_from_json(struct event *event, const json_t *array)
{
	size_t count = json_array_size(array);

	if (!json_is_array(array))
		return -EPROTO;
	event->series = calloc(count ? count : 1, sizeof *event->series);
	if (!event->series)
		return -ENOMEM;
	for (; event->series_count < count; event->series_count++) {
		const json_t *value = json_array_get(array, event->series_count);

		if (!json_is_number(value))
			return -EPROTO;
		event->series[event->series_count] = json_number_value(value);
	}
	return 0;
}

char *event_encode(const struct event *event)
{
	json_t *object = json_pack(
	        "{si sI si sb ss* ss*}", "event", (int)event->kind, "cell",
	        (json_int_t)event->cell, "error", event->error, "stays",
	        (int)event->stays, "key", event->key, "text", event->text);
	char *line = NULL;

	if (!object)
		return NULL;
	if (event->kind == EVENT_CAPS &&
	    json_object_set_new(object, "caps", caps_to_json(&event->caps)))
		goto end;
	if (event->kind == EVENT_ROW &&
	    json_object_set_new(object, "row", result_row_to_json(&event->row)))
		goto end;
	if (event->latency &&
	    json_object_set_new(object, "latency",
	                        histogram_to_json(event->latency)))
		goto end;
	if (event->series &&
	    json_object_set_new(object, "series",
	                        series_to_json(event->series, event->series_count)))
		goto end;
	line = json_dumps(object, JSON_COMPACT);
end:
	json_decref(object);
	return line;
}

/* The parts that only some kinds of event have. */
static int decode_parts(json_t *object, struct event *event)
{
	json_t *latency = json_object_get(object, "latency");
	json_t *row = json_object_get(object, "row");
	json_t *series = json_object_get(object, "series");
	int error;

	if (event->kind == EVENT_CAPS)
		return caps_from_json(&event->caps, json_object_get(object, "caps"));
	if (event->kind != EVENT_ROW)
		return 0;
	if (!row || result_row_from_json(&event->row, row, NULL))
		return -EPROTO;
	if (series && (error = series_from_json(event, series)))
		return error;
	if (!latency)
		return 0;
	event->latency = malloc(sizeof *event->latency);
	if (!event->latency)
		return -ENOMEM;
	return histogram_from_json(event->latency, latency);
}

int event_decode(const char *line, struct event *event, char **why)
{
	json_t *object = json_loads(line, 0, NULL);
	const char *key = NULL, *text = NULL;
	json_int_t cell = 0;
	int kind = 0, stays = 0, error;

	memset(event, 0, sizeof *event);
	result_row_init(&event->row);
	error = json_unpack(object, "{si sI si s?b s?s s?s}", "event", &kind,
	                    "cell", &cell, "error", &event->error, "stays", &stays,
	                    "key", &key, "text", &text);
	if (error || kind < EVENT_NOTE || kind > EVENT_DONE || cell < 0) {
		error = -EPROTO;
	} else {
		event->kind = (enum event_kind)kind;
		event->cell = (size_t)cell;
		event->stays = stays;
		event->key = text_copy(key);
		event->text = text_copy(text);
		error = decode_parts(object, event);
	}
	json_decref(object);
	if (!error)
		return 0;
	event_free(event);
	return failure(why, EPROTO,
	               "the worker sent something that is no event: %.60s", line);
}

void event_free(struct event *event)
{
	free(event->key);
	free(event->text);
	free(event->latency);
	free(event->series);
	result_row_free(&event->row);
	memset(event, 0, sizeof *event);
}
