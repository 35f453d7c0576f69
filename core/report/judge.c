/* judge.c - gathers from the cells of a sweep what the rules of limits.h ask.
 */
#include "report/judge.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "report/figures.h"

/* The cells of a sweep that differ from this one in the record size alone, or
 * in that of the file. */
static struct limits_point *points_of(const struct report_source *source,
                                      const struct summary_cell *of,
                                      bool by_record, size_t *count)
{
	struct limits_point *points =
	        calloc(source->summary.count + 1, sizeof *points);

	*count = 0;
	for (size_t i = 0; points && i < source->summary.count; i++) {
		const struct summary_cell *cell = &source->summary.cells[i];
		uint64_t size = by_record ? cell->record_size : cell->file_size;
		size_t place = *count;

		if (!report_has_rate(cell) || cell->by_ops || size == RESULT_NO_COUNT ||
		    size == 0 || cell->threads != of->threads ||
		    cell->depth != of->depth ||
		    (by_record ? cell->file_size != of->file_size
		               : cell->record_size != of->record_size) ||
		    strcmp(cell->target, of->target) != 0 ||
		    strcmp(cell->test, of->test) != 0)
			continue;
		for (; place > 0 && points[place - 1].size > size; place--)
			points[place] = points[place - 1];
		points[place] = (struct limits_point){size, cell->rate.median};
		++*count;
	}
	return points;
}

/* The same cell of the reference target, which is the bare wire. */
static const struct summary_cell *wire_of(const struct report_source *source,
                                          const struct summary_cell *cell)
{
	for (size_t i = 0; i < source->target_count; i++)
		if (source->targets[i].reference) {
			const struct summary_cell *found =
			        summary_find(&source->summary, source->targets[i].name,
			                     cell->test, cell->file_size, cell->record_size,
			                     cell->threads, cell->depth);

			return report_has_rate(found) ? found : NULL;
		}
	return NULL;
}

/* Half of the round trips of a target take at most this. */
static double ping_of(const struct report_source *source, const char *target)
{
	for (size_t i = 0; i < source->summary.count; i++) {
		const struct summary_cell *cell = &source->summary.cells[i];

		if (strcmp(cell->test, "ping") == 0 && report_has_rate(cell) &&
		    strcmp(cell->target, target) == 0)
			return report_median(source, cell, report_p50);
	}
	return (double)NAN;
}

int report_judge(const struct report_source *source,
                 const struct summary_cell *cell,
                 struct limits_verdict *verdict)
{
	const struct report_target *target = report_target_of(source, cell);
	const struct summary_cell *wire = wire_of(source, cell);
	double threads = cell->threads == RESULT_NO_COUNT || cell->threads == 0
	                         ? 1
	                         : (double)cell->threads;
	struct limits_facts facts = {
	        .over_network = target->scale != REPORT_OWN,
	        .is_reference = target->reference,
	        .rate = cell->rate.median,
	        .link = target->scale == REPORT_LINK ? target->ceiling
	                                             : (double)NAN,
	        .wire = wire ? wire->rate.median : (double)NAN,
	        .wire_most = wire ? wire->rate.max : (double)NAN,
	        .disk = (double)NAN,
	        .cpu_percent =
	                report_median(source, cell, report_cpu_percent) / threads,
	        .depth = cell->depth,
	        .record_size = cell->record_size,
	        .ping_us = ping_of(source, cell->target)};
	struct limits_point *records =
	        points_of(source, cell, true, &facts.record_count);
	struct limits_point *files =
	        points_of(source, cell, false, &facts.file_count);
	int error = -ENOMEM;

	facts.records = records;
	facts.files = files;
	if (records && files)
		error = limits_judge(&facts, verdict);
	free(records);
	free(files);
	return error;
}
