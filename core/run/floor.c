/* floor.c - what the harness alone took per operation, as the rows have it, for
 * each shape of cell: test, sizes, threads, depth.  The target does not matter.
 */
#include "run/state.h"

#include <stdlib.h>
#include <string.h>
#include "measure/statistics.h"

static bool same_shape(const struct summary_cell *a,
                       const struct summary_cell *b)
{
	return a->file_size == b->file_size && a->record_size == b->record_size &&
	       a->threads == b->threads && a->depth == b->depth &&
	       strcmp(a->test, b->test) == 0;
}

static void set_count(json_t *object, const char *key, uint64_t count)
{
	if (count != RESULT_NO_COUNT)
		json_object_set_new(object, key, json_integer((json_int_t)count));
}

static json_t *shape_to_json(const struct summary_cell *cell, double *floors,
                             size_t count)
{
	json_t *object = json_pack("{ss}", "test", cell->test);
	struct statistics statistics;

	if (!object)
		return NULL;
	statistics_describe(floors, count, &statistics);
	set_count(object, "file_size", cell->file_size);
	set_count(object, "record_size", cell->record_size);
	set_count(object, "threads", cell->threads);
	set_count(object, "depth", cell->depth);
	set_count(object, "rows", count);
	json_object_set_new(object, "min_us", json_real(statistics.min));
	json_object_set_new(object, "median_us", json_real(statistics.median));
	return object;
}

/* All floors of the cells from `first` on that have its shape; the count. */
static size_t gather(const struct summary *summary, size_t first,
                     double **floors)
{
	const struct summary_cell *shape = &summary->cells[first];
	size_t count = 0, room = 0;

	for (size_t i = first; i < summary->count; i++)
		if (same_shape(shape, &summary->cells[i]))
			room += summary->cells[i].floor_count;
	*floors = room ? calloc(room, sizeof **floors) : NULL;
	if (!*floors)
		return 0;
	for (size_t i = first; i < summary->count; i++) {
		const struct summary_cell *cell = &summary->cells[i];

		if (!same_shape(shape, cell) || !cell->floor_count)
			continue;
		memcpy(*floors + count, cell->floors,
		       cell->floor_count * sizeof **floors);
		count += cell->floor_count;
	}
	return count;
}

json_t *run_floor_to_json(const struct run *run)
{
	const struct summary *summary = &run->outcome->summary;
	json_t *array = json_array();

	for (size_t i = 0; array && i < summary->count; i++) {
		double *floors = NULL;
		bool first = true;
		size_t count;

		for (size_t k = 0; first && k < i; k++)
			first = !same_shape(&summary->cells[k], &summary->cells[i]);
		count = first ? gather(summary, i, &floors) : 0;
		if (count)
			json_array_append_new(
			        array, shape_to_json(&summary->cells[i], floors, count));
		free(floors);
	}
	return array;
}
