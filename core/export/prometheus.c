/* prometheus.c - Prometheus' text format.  Gauges of the largest files and of
 * the tests without sizes only: each cell would be a series of its own. */
#include "export/export.h"

#include <inttypes.h>
#include <math.h>
#include "export/parts.h"
#include "result/large.h"

static void add_label(struct text *to, const char *name, const char *value)
{
	text_add(to, ",%s=\"", name);
	parts_escape(to, value, "\\\"");
	text_add(to, "\"");
}

static void add_count(struct text *to, const char *name, uint64_t count)
{
	if (count != RESULT_NO_COUNT)
		text_add(to, ",%s=\"%" PRIu64 "\"", name, count);
}

static void add_labels(struct text *to, const struct summary_cell *cell)
{
	text_add(to, "test=\"");
	parts_escape(to, cell->test, "\\\"");
	text_add(to, "\"");
	add_label(to, "target", cell->target);
	add_label(to, "backend", cell->backend);
	add_count(to, "file_size_bytes", cell->file_size);
	add_count(to, "record_size_bytes", cell->record_size);
	add_count(to, "threads", cell->threads);
	add_count(to, "depth", cell->depth);
}

/* The lines of one metric for a cell. */
typedef void add_samples(struct text *to, const char *metric,
                         const struct summary_cell *cell);

static void add_rate(struct text *to, const char *metric,
                     const struct summary_cell *cell)
{
	text_add(to, "%s{", metric);
	add_labels(to, cell);
	text_add(to, "} ");
	parts_real(to, cell->rate.median, parts_decimals(cell));
	text_add(to, "\n");
}

static void add_throughput(struct text *to, const char *metric,
                           const struct summary_cell *cell)
{
	if (!cell->by_ops)
		add_rate(to, metric, cell);
}

static void add_operations(struct text *to, const char *metric,
                           const struct summary_cell *cell)
{
	if (cell->by_ops)
		add_rate(to, metric, cell);
}

static void add_latency(struct text *to, const char *metric,
                        const struct summary_cell *cell)
{
	static const struct {
		const char *name;
		double value;
	} quantiles[] = {{"0.5", 0.5},
	                 {"0.95", 0.95},
	                 {"0.99", 0.99},
	                 {"0.999", 0.999},
	                 {"1", 1}};

	if (!cell->latency)
		return;
	for (size_t i = 0; i < sizeof quantiles / sizeof *quantiles; i++) {
		text_add(to, "%s{", metric);
		add_labels(to, cell);
		text_add(to, ",quantile=\"%s\"} ", quantiles[i].name);
		parts_real(
		        to,
		        (double)histogram_quantile(cell->latency, quantiles[i].value) /
		                1e9,
		        9);
		text_add(to, "\n");
	}
}

static void add_rounds(struct text *to, const char *metric,
                       const struct summary_cell *cell)
{
	text_add(to, "%s{", metric);
	add_labels(to, cell);
	text_add(to, "} %zu\n", cell->count);
}

static const struct {
	const char *name, *help;
	add_samples *add;
} metrics[] = {{"bench_throughput_bytes_per_second",
                "Median throughput of the largest file.", add_throughput},
               {"bench_operations_per_second",
                "Median rate of a test that moves no bytes.", add_operations},
               {"bench_latency_seconds",
                "Quantiles of the time of one operation.", add_latency},
               {"bench_rounds", "Rounds that were measured.", add_rounds}};

static void add_cells(const struct saved *saved, const struct large *large,
                      const char *metric, add_samples *add, struct text *to)
{
	for (size_t i = 0; i < large->count; i++)
		for (size_t j = 0; j < large->target_count; j++) {
			const struct summary_cell *cell = large_cell(
			        &saved->summary, &large->lines[i], large->targets[j]);

			if (parts_has_rate(cell))
				add(to, metric, cell);
		}
}

/* A name stands above its lines, and only where it has any. */
static void add_metric(const struct saved *saved, const struct large *sized,
                       const struct large *others, size_t at, struct text *to)
{
	struct text lines = {0};

	add_cells(saved, sized, metrics[at].name, metrics[at].add, &lines);
	add_cells(saved, others, metrics[at].name, metrics[at].add, &lines);
	if (lines.length)
		text_add(to, "# HELP %s %s\n# TYPE %s gauge\n%s", metrics[at].name,
		         metrics[at].help, metrics[at].name, lines.bytes);
	to->failed = to->failed || lines.failed;
	text_free(&lines);
}

static void add_start(const struct saved *saved, struct text *to)
{
	int64_t ns;

	if (!saved_utc(saved->rows.rows[0].started_utc, &ns))
		return;
	text_add(to, "# HELP bench_start_timestamp_seconds When the first row was "
	             "measured.\n"
	             "# TYPE bench_start_timestamp_seconds gauge\n"
	             "bench_start_timestamp_seconds ");
	parts_real(to, (double)ns / 1e9, 3);
	text_add(to, "\n");
}

void export_prometheus(const struct saved *saved, struct text *to)
{
	struct large sized, others;

	if (large_find(&saved->summary, true, &sized)) {
		to->failed = true;
		return;
	}
	if (large_find(&saved->summary, false, &others)) {
		large_free(&sized);
		to->failed = true;
		return;
	}
	for (size_t i = 0; i < sizeof metrics / sizeof *metrics; i++)
		add_metric(saved, &sized, &others, i, to);
	add_start(saved, to);
	large_free(&sized);
	large_free(&others);
}
