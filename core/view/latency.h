/* latency.h - the table of tests without sizes: what a round trip takes. */
#ifndef BENCH_VIEW_LATENCY_H
#define BENCH_VIEW_LATENCY_H

#include "view/grid.h"
#include "view/matrix.h"

/* One line per target, and an empty line behind.
 *
 *   ping, us
 *                min     mean      p50      p99      max
 *        nas     180      212      204      390     1204
 */
void latency_print(const struct terminal *terminal,
                   const struct summary *summary, const struct grid_key *key,
                   struct text *to);

#endif
