/* warm.h - when is a cell warm? */
#ifndef BENCH_WORKER_WARM_H
#define BENCH_WORKER_WARM_H

#include <stdint.h>

#define WARM_WINDOWS 8 /* at most */

/* Windows of whole passes, each as long as a quarter of a slice or longer. */
struct warm {
	double rates[WARM_WINDOWS];
	unsigned count;
	int64_t elapsed_ns;
};

enum warm_state {
	WARM_NOT_YET,
	WARM_FLAT,   /* the last five agree (steady_warm) */
	WARM_TIMEOUT /* eight windows, or a second, and they still do not */
};

/* Takes the next window. */
enum warm_state warm_add(struct warm *warm, double rate, int64_t elapsed_ns);

/* The last window's rate by the median of all; 1 where there is none. */
double warm_last_to_median(const struct warm *warm);

/* How many passes fill so much time, when so many took so long; 1 at least. */
uint64_t warm_passes(uint64_t passes, int64_t took_ns, int64_t fill_ns);

#endif
