/* picture.h - one matrix: file sizes down, record sizes across. */
#ifndef BENCH_VIEW_PICTURE_H
#define BENCH_VIEW_PICTURE_H

#include "view/grid.h"
#include "view/matrix.h"

/* The grid with its title, legend and reasons, and an empty line behind. */
void picture_print(const struct terminal *terminal,
                   const struct matrix_scale *scale, const struct grid *grid,
                   struct text *to);

#endif
