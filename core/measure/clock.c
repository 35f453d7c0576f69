/* clock.c - what reading the clock itself costs.
 *
 * Every operation is timed, so this cost is in every latency; a run records
 * it beside its results. */
#include "measure/clock.h"

#include <stdlib.h>
#include "measure/statistics.h"

#define BATCHES    40
#define BATCH_SIZE 25

static int by_value(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

double clock_cost_ns(void)
{
	double costs[BATCHES];

	/* Batches, because one call is near the clock's own resolution. */
	for (int i = 0; i < BATCHES; i++) {
		int64_t start = clock_now_ns(), end = start;

		for (int k = 0; k < BATCH_SIZE; k++)
			end = clock_now_ns();
		costs[i] = (double)(end - start) / BATCH_SIZE;
	}
	qsort(costs, BATCHES, sizeof costs[0], by_value);
	return statistics_median(costs, BATCHES);
}
