/* progress.h - the live line on stderr. */
#ifndef BENCH_VIEW_PROGRESS_H
#define BENCH_VIEW_PROGRESS_H

#include <stdint.h>
#include "view/terminal.h"

/* Where a run stands.  Strings belong to the caller. */
struct progress_state {
	double done;               /* 0 to 1, of the estimated time */
	const char *target, *test; /* being measured; NULL between cells */
	uint64_t file_size, record_size;
	double rate;  /* of the last finished cell, bytes/s; NAN: none */
	bool waiting; /* for a quiet machine; then no cell is being measured */
	int64_t elapsed_ns, left_ns; /* left_ns < 0: not known yet */
	unsigned round, rounds;
	double divisor;   /* of the rate; 0 stands for 1e6 */
	const char *unit; /* of the rate; NULL stands for "MB/s" */
};

struct progress {
	struct terminal *terminal;
	int64_t last_ns; /* when it was drawn last */
	bool drawn;      /* a bar stands on the line */
};

void progress_init(struct progress *progress, struct terminal *terminal);
/* Draws if it is time to: a bar at most 4 times a second, rewritten in place
 * and never reaching the last column; a plain line at most every 30 s; or
 * nothing.
 *   [#######.........] 43%  nas write 64M/1M  46.9 MB/s  1:05 of 2:31 h */
void progress_show(struct progress *progress,
                   const struct progress_state *state, int64_t now_ns);
/* Takes the bar away, so that something else can be printed. */
void progress_clear(struct progress *progress);

#endif
