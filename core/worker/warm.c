/* warm.c - the exit rule of a warm-up.
 *
 * The first passes over a file are slower than the rest: pages are made, lists
 * are sorted, processors speed up.  Writes need four or five of them, reads two
 * or three.  What never gets flat, such as a busy network, must not cost more
 * than the slices do, so eight windows are all it gets. */
#include "worker/warm.h"

#include <stdlib.h>
#include <string.h>
#include "measure/clock.h"
#include "measure/statistics.h"
#include "measure/steady.h"

#define WARM_AT_MOST_NS CLOCK_NS_PER_S

enum warm_state warm_add(struct warm *warm, double rate, int64_t elapsed_ns)
{
	struct steady judged;

	if (warm->count < WARM_WINDOWS)
		warm->rates[warm->count++] = rate;
	warm->elapsed_ns += elapsed_ns;
	steady_judge(&steady_warm, warm->rates, warm->count, &judged);
	if (judged.steady)
		return WARM_FLAT;
	return warm->count == WARM_WINDOWS || warm->elapsed_ns >= WARM_AT_MOST_NS
	               ? WARM_TIMEOUT
	               : WARM_NOT_YET;
}

static int by_value(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

double warm_last_to_median(const struct warm *warm)
{
	double sorted[WARM_WINDOWS], median;

	if (!warm->count)
		return 1;
	memcpy(sorted, warm->rates, sizeof sorted);
	qsort(sorted, warm->count, sizeof sorted[0], by_value);
	median = statistics_median(sorted, warm->count);
	return median > 0 ? warm->rates[warm->count - 1] / median : 1;
}

uint64_t warm_passes(uint64_t passes, int64_t took_ns, int64_t fill_ns)
{
	double each = (double)(took_ns > 0 ? took_ns : 1) / (double)passes;
	uint64_t count = (uint64_t)((double)fill_ns / each);

	if ((double)count * each < (double)fill_ns)
		count++;
	return count ? count : 1;
}
