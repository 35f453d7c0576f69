/* cell.h - one round of one cell: warm-up, slices, verification, and the row
 * they make. */
#ifndef BENCH_WORKER_CELL_H
#define BENCH_WORKER_CELL_H

#include "worker/floors.h"
#include "worker/protocol.h"
#include "worker/team.h"

/* What a worker keeps from cell to cell. */
struct cell_place {
	struct team *team; /* its board's clock is chosen */
	const struct job *job;
	const struct bench_caps *caps;
	struct floors floors;
	/* Tells whoever waits that something takes its time; may be NULL. */
	void (*note)(void *arg, const char *text);
	void *arg;
};

/* Measures job->tests[index] on the team.  Fills the event's inited row with
 * what was measured (not with the cell's key), adds every timed operation to
 * its latency, in ns, and leaves the series of a steady cell in it.  Failures
 * are the row's status and error. */
void cell_measure(struct cell_place *place, size_t index, struct event *event);

#endif
