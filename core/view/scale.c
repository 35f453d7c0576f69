/* scale.c - holds rates against a ceiling. */
#include "view/scale.h"

#include <math.h>
#include <string.h>
#include "config/units.h"
#include "view/grid.h"

/* The computed payload of a link is only that exact. */
#define TOLERANCE 1.02

const char *scale_unit(const struct matrix_scale *scale, bool by_ops)
{
	return by_ops ? "1/s" : scale->unit;
}

char *scale_print(const struct matrix_scale *scale,
                  const struct summary_cell *cell, char *buffer)
{
	double rate = grid_has_rate(cell) ? cell->rate.median : (double)NAN;

	return units_print_rate(rate, cell && cell->by_ops ? 1 : scale->divisor,
	                        buffer);
}

double scale_share(const struct matrix_scale *scale,
                   const struct summary_cell *cell)
{
	if (!scale_has_ceiling(scale) || !grid_has_rate(cell) || cell->by_ops)
		return (double)NAN;
	return cell->rate.median / scale->ceiling;
}

bool scale_is_above(const struct matrix_scale *scale,
                    const struct summary_cell *cell)
{
	return scale_share(scale, cell) > TOLERANCE;
}

bool scale_is_above_link(const struct matrix_scale *scale,
                         const struct summary_cell *cell)
{
	return strcmp(scale_ceiling_name(scale), "link") == 0 &&
	       scale_is_above(scale, cell);
}

bool scale_has_ceiling(const struct matrix_scale *scale)
{
	return isfinite(scale->ceiling) && scale->ceiling > 0;
}

const char *scale_ceiling_name(const struct matrix_scale *scale)
{
	return scale->ceiling_name ? scale->ceiling_name : "";
}
