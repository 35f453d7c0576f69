/* floors.c - asks the workload for a shape's floor, and remembers it. */
#include "worker/floors.h"

#include <math.h>
#include "workload/floor.h"

/* The pace, verification and flushes of a cell are left out of its floor. */
static bool same_shape(const struct workload_cell *a,
                       const struct workload_cell *b)
{
	return a->test->action == b->test->action &&
	       a->test->order == b->test->order &&
	       a->test->layer == b->test->layer && a->test->pass == b->test->pass &&
	       a->file_size == b->file_size && a->record_size == b->record_size &&
	       a->depth == b->depth && a->buffers == b->buffers;
}

double floors_find(struct floors *list, const struct workload_cell *cell,
                   const struct data_pool *room,
                   const struct clock_source *clock)
{
	unsigned at;
	double ns;

	for (unsigned i = 0; i < list->count && i < FLOOR_SHAPES; i++)
		if (same_shape(&list->shapes[i].cell, cell))
			return list->shapes[i].ns;
	if (workload_floor(cell, clock,
	                   list->quick ? FLOOR_QUICK_NS : FLOOR_SLICE_NS, room,
	                   &ns))
		ns = (double)NAN;
	at = list->count++ % FLOOR_SHAPES;
	list->shapes[at].cell = *cell;
	list->shapes[at].ns = ns;
	return ns;
}
