/* cell.h - one round of one cell: warm-up, slices, and the row they make. */
#ifndef BENCH_WORKER_CELL_H
#define BENCH_WORKER_CELL_H

#include "worker/protocol.h"
#include "worker/team.h"

/* Measures job->tests[index] on the team.  Fills an inited row with what was
 * measured (not with the cell's key) and adds every timed operation to latency.
 * Failures are the row's status and error. */
void cell_measure(struct team *team, const struct job *job,
                  const struct bench_caps *caps, size_t index,
                  struct result_row *row, struct histogram *latency);

#endif
