/* scale.h - a cell's rate in the unit of the scale, and as a share of its
 * ceiling. */
#ifndef BENCH_VIEW_SCALE_H
#define BENCH_VIEW_SCALE_H

#include "view/matrix.h"

/* What the rate of such a cell is called: the scale's unit, or "1/s". */
const char *scale_unit(const struct matrix_scale *scale, bool by_ops);
/* The rate as text, "-" where there is none.  buffer: UNITS_TEXT bytes. */
char *scale_print(const struct matrix_scale *scale,
                  const struct summary_cell *cell, char *buffer);
/* 1 is the ceiling; NAN where cell or scale have nothing to compare. */
double scale_share(const struct matrix_scale *scale,
                   const struct summary_cell *cell);
/* Above the ceiling by more than it is exact. */
bool scale_is_above(const struct matrix_scale *scale,
                    const struct summary_cell *cell);
/* More than a link can carry, so it did not come over the link. */
bool scale_is_above_link(const struct matrix_scale *scale,
                         const struct summary_cell *cell);
bool scale_has_ceiling(const struct matrix_scale *scale);
/* Never NULL. */
const char *scale_ceiling_name(const struct matrix_scale *scale);

#endif
