/* figures.c - medians of rounds, shares, and which cell stands for many. */
#include "report/figures.h"

#include <math.h>
#include <string.h>
#include "measure/statistics.h"

double report_p50(const struct result_row *row)
{
	return row->lat_p50_us;
}

double report_p95(const struct result_row *row)
{
	return row->lat_p95_us;
}

double report_p99(const struct result_row *row)
{
	return row->lat_p99_us;
}

double report_p999(const struct result_row *row)
{
	return row->lat_p999_us;
}

double report_max(const struct result_row *row)
{
	return row->lat_max_us;
}

double report_cpu_percent(const struct result_row *row)
{
	return row->elapsed_s > 0
	               ? 100 * (row->cpu_user_s + row->cpu_sys_s) / row->elapsed_s
	               : (double)NAN;
}

double report_host_percent(const struct result_row *row)
{
	return row->elapsed_s > 0 ? 100 * row->cpu_host_s / row->elapsed_s
	                          : (double)NAN;
}

double report_median(const struct report_source *source,
                     const struct summary_cell *cell, report_value *value)
{
	size_t index = report_cell_index(source, cell), round = 0, count = 0;
	struct statistics statistics;

	for (size_t i = source->begin[index]; i < source->begin[index + 1]; i++) {
		const struct result_row *row = &source->rows.rows[source->in_order[i]];

		if (row->status != RESULT_OK)
			continue;
		if (round < cell->count && summary_uses(cell, &cell->rounds[round]) &&
		    isfinite(value(row)))
			source->scratch[count++] = value(row);
		round++;
	}
	if (count == 0)
		return (double)NAN;
	statistics_describe(source->scratch, count, &statistics);
	return statistics.median;
}

bool report_has_rate(const struct summary_cell *cell)
{
	return cell && cell->count > 0 && cell->rate.count > 0;
}

double report_share(const struct report_source *source,
                    const struct summary_cell *cell)
{
	const struct report_target *target = report_target_of(source, cell);

	if (!report_has_rate(cell) || cell->by_ops || target->scale == REPORT_OWN ||
	    !(target->ceiling > 0))
		return (double)NAN;
	return cell->rate.median / target->ceiling;
}

bool report_is_above(const struct report_source *source,
                     const struct summary_cell *cell)
{
	return report_share(source, cell) > REPORT_ABOVE;
}

uint64_t report_usual_record(const char *test)
{
	return strstr(test, "random") ? UINT64_C(4096) : UINT64_C(1048576);
}

static bool belongs(const struct summary_cell *cell, const char *target,
                    const char *test, const struct report_load *load)
{
	return cell->threads == load->threads && cell->depth == load->depth &&
	       strcmp(cell->target, target) == 0 && strcmp(cell->test, test) == 0;
}

/* Of two records the one nearer to the usual one from below; those above it
 * come last, the smallest first. */
static bool is_better(uint64_t record, uint64_t than, uint64_t usual)
{
	if ((record <= usual) != (than <= usual))
		return record <= usual;
	return record <= usual ? record > than : record < than;
}

const struct summary_cell *report_large(const struct report_source *source,
                                        const char *target, const char *test,
                                        const struct report_load *load)
{
	const struct summary_cell *found = NULL;
	uint64_t usual = report_usual_record(test);

	for (size_t i = 0; i < source->summary.count; i++) {
		const struct summary_cell *cell = &source->summary.cells[i];

		if (!belongs(cell, target, test, load))
			continue;
		if (!found || (report_has_rate(cell) && !report_has_rate(found)))
			found = cell;
		else if (report_has_rate(cell) &&
		         (cell->file_size > found->file_size ||
		          (cell->file_size == found->file_size &&
		           is_better(cell->record_size, found->record_size, usual))))
			found = cell;
	}
	return found;
}

void report_sweep(const struct report_source *source,
                  const struct summary_cell *of, double *median, double *best)
{
	struct report_load load = {of->threads, of->depth};
	struct statistics statistics;
	size_t count = 0;

	for (size_t i = 0; i < source->summary.count; i++) {
		const struct summary_cell *cell = &source->summary.cells[i];

		if (report_has_rate(cell) && belongs(cell, of->target, of->test, &load))
			source->scratch[count++] = cell->rate.median;
	}
	statistics_describe(source->scratch, count, &statistics);
	*median = count ? statistics.median : (double)NAN;
	*best = count ? statistics.max : (double)NAN;
}
