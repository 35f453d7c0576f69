/* sparkline.h - one line per target: how its rate grows with the file. */
#ifndef BENCH_VIEW_SPARKLINE_H
#define BENCH_VIEW_SPARKLINE_H

#include "view/grid.h"
#include "view/matrix.h"

/* The lines of one test and load, with a heading and an empty line behind;
 * nothing where no target has a value.
 *
 *   write by file size, 64K to 64M, record 1M
 *        nas __.-:+***##    105 MB/s at 64M   89 % of link
 */
void sparkline_print(const struct terminal *terminal,
                     const struct matrix_scale *scale,
                     const struct summary *summary, const struct grid_key *key,
                     struct text *to);

#endif
