/* export_rig.h - saved results made up in memory, for the tests of exports. */
#ifndef BENCH_TESTS_EXPORT_RIG_H
#define BENCH_TESTS_EXPORT_RIG_H

#include "result/saved.h"

/* RESULT_NO_COUNT and NAN: the row has none. */
struct made_row {
	const char *target, *test;
	uint64_t file_size, record_size, round;
	double throughput, ops_per_s;
	enum result_status status;
	const char *error;
	uint64_t latency_ns; /* of each operation; 0: not told */
};

/* Two targets, one of which has no large record and one failure; one test
 * without sizes. */
extern const struct made_row made_few[];
extern const size_t made_few_count;

/* Of a run "made", without run.json and histograms; to be freed by
 * saved_free(). */
void made_saved(struct saved *saved, const struct made_row *rows, size_t count);

/* A file's text, the caller's to free; NULL where there is none. */
char *read_made(const char *directory, const char *name);

#endif
