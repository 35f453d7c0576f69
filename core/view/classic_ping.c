/* classic_ping.c - the last lines of a ping, as the one of Linux prints them.
 *
 * What went there and back are requests of the target's own protocol, so they
 * are not called packets. */
#include "view/classic_parts.h"

#include <inttypes.h>
#include <math.h>

/* The square root of the mean square distance from the mean, in ns; each value
 * is known to its bucket, 1/128 of itself from the middle of it. */
static double deviation(const struct histogram *histogram)
{
	double mean = histogram_mean(histogram), sum = 0;

	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++) {
		double low, high;

		if (histogram->counts[i] == 0)
			continue;
		low = (double)histogram_bucket_low(i);
		high = i + 1 < HISTOGRAM_BUCKETS
		               ? (double)histogram_bucket_low(i + 1) - 1
		               : (double)UINT64_MAX;
		/* The ends of the histogram are exact. */
		low = fmax(low, (double)histogram->min);
		high = fmin(high, (double)histogram->max);
		sum += (double)histogram->counts[i] * pow((low + high) / 2 - mean, 2);
	}
	return sqrt(sum / (double)histogram->total);
}

static void add_times(struct text *to, const struct summary_cell *cell)
{
	const struct histogram *latency = cell ? cell->latency : NULL;
	double mean = classic_mean_ms(cell, to);

	text_add(to, "rtt min/avg/max/mdev = ");
	if (latency && latency->total > 0)
		text_add(to, "%.3f/%.3f/%.3f/%.3f ms\n", (double)latency->min / 1e6,
		         mean, (double)latency->max / 1e6, deviation(latency) / 1e6);
	else if (!isnan(mean))
		text_add(to, "-/%.3f/-/- ms\n", mean);
	else
		text_add(to, "-/-/-/- ms\n");
}

static void add_table(struct text *to, const struct summary *summary,
                      const struct classic_table *table)
{
	const struct summary_cell *cell =
	        classic_cell(summary, table, "ping", CLASSIC_ANY, CLASSIC_ANY);

	text_add(to, "--- ");
	classic_add_name(to, table);
	text_add(to, " ping statistics ---\n");
	if (cell && cell->failed > 0)
		text_add(to, "%zu of %zu rounds failed\n", cell->failed,
		         cell->failed + cell->count);
	/* Each one that was not answered makes its round fail. */
	else if (cell && cell->latency && cell->latency->total > 0)
		text_add(to,
		         "%" PRIu64 " requests transmitted, %" PRIu64
		         " received, 0%% loss\n",
		         cell->latency->total, cell->latency->total);
	add_times(to, cell);
}

int classic_ping(struct text *to, const struct summary *summary,
                 const struct classic_about *about)
{
	struct classic_tables tables;
	int error =
	        classic_tables_find(summary, classic_tests(CLASSIC_PING), &tables);

	(void)about;
	if (error)
		return error;
	for (size_t i = 0; i < tables.count; i++) {
		if (i > 0)
			text_add(to, "\n");
		add_table(to, summary, &tables.tables[i]);
	}
	classic_tables_free(&tables);
	return 0;
}
