/* classic_figures.c - what a cell says in the units of the classic programs. */
#include "view/classic_parts.h"

#include <math.h>
#include <stdlib.h>
#include "view/grid.h"

double classic_rate(const struct summary_cell *cell)
{
	return grid_has_rate(cell) && !cell->by_ops ? cell->rate.median
	                                            : (double)NAN;
}

double classic_ops(const struct summary_cell *cell, struct text *text)
{
	struct statistics statistics;
	double *values;
	size_t kept = 0;

	if (!cell || cell->status != RESULT_OK || cell->count == 0)
		return (double)NAN;
	values = calloc(cell->count, sizeof *values);
	if (!values) {
		text->failed = true;
		return (double)NAN;
	}
	for (size_t i = 0; i < cell->count; i++)
		if (summary_uses(cell, &cell->rounds[i]) &&
		    isfinite(cell->rounds[i].ops_per_s))
			values[kept++] = cell->rounds[i].ops_per_s;
	if (kept > 0)
		statistics_describe(values, kept, &statistics);
	free(values);
	return kept > 0 ? statistics.median : (double)NAN;
}

double classic_cpu_percent(const struct summary_cell *cell)
{
	double per_byte, rate = classic_rate(cell);

	if (isnan(rate))
		return (double)NAN;
	/* cpu / bytes * (bytes / elapsed). */
	per_byte = cell->cpu_s_per_gb / 1e9;
	return per_byte >= 0 ? 100 * per_byte * rate : (double)NAN;
}

double classic_mean_ms(const struct summary_cell *cell, struct text *text)
{
	double rate;

	if (cell && cell->status == RESULT_OK && !isnan(cell->lat_mean_us))
		return cell->lat_mean_us / 1000;
	/* With several under way at a time the rate does not tell. */
	if (!cell || cell->threads != 1 || cell->depth != 1)
		return (double)NAN;
	rate = classic_ops(cell, text);
	return rate > 0 ? 1000 / rate : (double)NAN;
}
