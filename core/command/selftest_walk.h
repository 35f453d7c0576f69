/* selftest_walk.h - readings of the clock on all processors. */
#ifndef BENCH_COMMAND_SELFTEST_WALK_H
#define BENCH_COMMAND_SELFTEST_WALK_H

#include <stddef.h>
#include <stdint.h>
#include "measure/clock.h"

#define SELFTEST_READINGS 1000000

struct selftest_walks {
	size_t cpus;        /* that may be used; no more than 32 are */
	size_t walked;      /* of these, in a row */
	uint64_t back;      /* readings before the one before */
	uint64_t step;      /* the least forward, in ticks */
	size_t paired;      /* pairs of processors that took turns */
	uint64_t turns;     /* readings of all pairs */
	uint64_t pair_back; /* before the other processor's last one */
	uint64_t most_back; /* in ticks */
};

/* Each processor alone, then the first one and each other in turns. */
void selftest_walk(const struct clock_source *source,
                   struct selftest_walks *out);

#endif
