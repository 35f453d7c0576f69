/* export.h - results in the forms of other programs.
 *
 * Every figure is one of results.csv, or a median of summary.csv, with the same
 * digits; what was not measured is left out. */
#ifndef BENCH_EXPORT_EXPORT_H
#define BENCH_EXPORT_EXPORT_H

#include "base/text.h"
#include "result/saved.h"

/* Into one file.  Memory that ran out is in to->failed. */
typedef void export_text(const struct saved *saved, struct text *to);
/* JSON Lines: a row with its latencies in each. */
export_text export_jsonl;
/* The largest files as a table, and the machine in a few lines. */
export_text export_markdown;
/* InfluxDB's line protocol: a row in each. */
export_text export_influx;
/* Prometheus' text format, for a textfile collector: the largest files. */
export_text export_prometheus;

/* Into a directory, which is made where it is not there. */
typedef int export_files(const struct saved *saved, const char *directory,
                         char **why);
/* TARGET-TEST.csv: file sizes down, record sizes across. */
export_files export_matrix;
/* plots.gp and its data. */
export_files export_gnuplot;

#endif
