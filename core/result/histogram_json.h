/* histogram_json.h - latencies as JSON, in histograms.jsonl and on the pipe
 * between worker and coordinator. */
#ifndef BENCH_RESULT_HISTOGRAM_JSON_H
#define BENCH_RESULT_HISTOGRAM_JSON_H

#include <jansson.h>
#include "measure/histogram.h"

/* {"min", "max", "sum", "counts": [[bucket, count], ...]} */
json_t *histogram_to_json(const struct histogram *histogram);
/* Resets histogram first. */
int histogram_from_json(struct histogram *histogram, const json_t *object);

#endif
