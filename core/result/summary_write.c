/* summary_write.c - summary.csv: one line per cell. */
#include "result/summary.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include "base/text.h"
#include "result/csv.h"
#include "result/output.h"

#define HEADER                                                                 \
	"backend,target,test,file_size_bytes,record_size_bytes,threads,depth,"     \
	"status,n,failed,unit,median,ci_low,ci_high,min,max,cv,lat_mean_us,"       \
	"lat_p50_us,lat_p95_us,lat_p99_us,lat_p999_us,lat_max_us,error,used,"      \
	"flagged,converged,mad,modes,mode_low,mode_high,lat_p90_us,cpu_s_per_gb,"  \
	"cpu_us_per_op,server_cpu_s_per_gb,server_cpu_us_per_op,against,ratio,"    \
	"ratio_low,ratio_high,verdict\r\n"

static void add_count(struct text *out, uint64_t count)
{
	text_add(out, ",");
	if (count != RESULT_NO_COUNT)
		text_add(out, "%" PRIu64, count);
}

static void add_real(struct text *out, double value, unsigned decimals)
{
	char buffer[400];

	csv_real(value, decimals, buffer, sizeof buffer);
	text_add(out, ",%s", buffer);
}

/* Digits of a rate behind its point. */
static unsigned rate_decimals(const struct summary_cell *cell)
{
	return cell->by_ops ? 3 : 0;
}

static void add_rate(struct text *out, const struct summary_cell *cell)
{
	const struct statistics *rate = &cell->rate;
	unsigned decimals = rate_decimals(cell);
	bool any = rate->count > 0;

	add_count(out, cell->count);
	add_count(out, cell->failed);
	text_add(out, ",%s",
	         !any           ? ""
	         : cell->by_ops ? "ops_per_s"
	                        : "bytes_per_s");
	add_real(out, any ? rate->median : NAN, decimals);
	add_real(out, rate->has_interval ? rate->low : NAN, decimals);
	add_real(out, rate->has_interval ? rate->high : NAN, decimals);
	add_real(out, any ? rate->min : NAN, decimals);
	add_real(out, any ? rate->max : NAN, decimals);
	add_real(out, rate->count > 1 ? rate->cv : NAN, 6);
}

static void add_latency(struct text *out, const struct summary_cell *cell)
{
	static const double quantiles[] = {0.5, 0.95, 0.99, 0.999, 1};

	add_real(out, cell->lat_mean_us, 3);
	for (size_t i = 0; i < sizeof quantiles / sizeof quantiles[0]; i++) {
		double us = NAN;

		if (cell->latency)
			us = (double)histogram_quantile(cell->latency, quantiles[i]) / 1000;
		add_real(out, us, 3);
	}
}

/* How far the rounds can be believed. */
static void add_doubts(struct text *out, const struct summary_cell *cell)
{
	static const char *const words[] = {[SUMMARY_NOT_TOLD] = "",
	                                    [SUMMARY_CONVERGED] = "yes",
	                                    [SUMMARY_NOT_CONVERGED] = "no"};
	const struct statistics *rate = &cell->rate;
	bool two = cell->modes.count > 1;
	double p90 = (double)NAN;

	add_count(out, rate->count);
	add_count(out, cell->flagged);
	text_add(out, ",%s", words[cell->converged]);
	add_real(out, rate->count > 1 ? rate->mad : (double)NAN,
	         rate_decimals(cell));
	add_count(out, cell->modes.count > 0 ? cell->modes.count : RESULT_NO_COUNT);
	add_real(out, two ? cell->modes.first : (double)NAN, rate_decimals(cell));
	add_real(out, two ? cell->modes.second : (double)NAN, rate_decimals(cell));
	if (cell->latency)
		p90 = (double)histogram_quantile(cell->latency, 0.9) / 1000;
	add_real(out, p90, 3);
}

static void add_costs(struct text *out, const struct summary_cell *cell)
{
	add_real(out, cell->cpu_s_per_gb, 6);
	add_real(out, cell->cpu_us_per_op, 3);
	add_real(out, cell->server_s_per_gb, 6);
	add_real(out, cell->server_us_per_op, 3);
}

static void add_comparison(struct text *out, const struct summary_cell *cell)
{
	const struct comparison *comparison = &cell->comparison;
	bool compared = cell->against != NULL;

	text_add(out, ",");
	csv_add_text(out, cell->against);
	add_real(out, compared ? comparison->ratio : (double)NAN, 4);
	add_real(out, compared ? comparison->low : (double)NAN, 4);
	add_real(out, compared ? comparison->high : (double)NAN, 4);
	text_add(out, ",%s", compared ? compare_verdict_name(cell->verdict) : "");
}

static void add_cell(struct text *out, const struct summary_cell *cell)
{
	csv_add_text(out, cell->backend);
	text_add(out, ",");
	csv_add_text(out, cell->target);
	text_add(out, ",");
	csv_add_text(out, cell->test);
	add_count(out, cell->file_size);
	add_count(out, cell->record_size);
	add_count(out, cell->threads);
	add_count(out, cell->depth);
	text_add(out, ",%s", result_status_name(cell->status));
	add_rate(out, cell);
	add_latency(out, cell);
	text_add(out, ",");
	csv_add_text(out, cell->error);
	add_doubts(out, cell);
	add_costs(out, cell);
	add_comparison(out, cell);
	text_add(out, "\r\n");
}

int summary_write(const struct summary *summary, const char *path, char **why)
{
	struct text out = {0};
	int error;

	text_add(&out, HEADER);
	for (size_t i = 0; i < summary->count; i++)
		add_cell(&out, &summary->cells[i]);
	if (out.failed)
		error = failure(why, ENOMEM, "out of memory");
	else
		error = output_replace_file(path, out.bytes, out.length, why);
	text_free(&out);
	return error;
}
