/* steady.c - range and climb of the last values of a series. */
#include "measure/steady.h"

#include <math.h>

const struct steady_rule steady_device = {
        .window = 5, .range = 0.20, .climb = 0.10};
const struct steady_rule steady_warm = {
        .window = 5, .range = 0.05, .climb = 0.02};

/* Of the line fitted by least squares to values at 0, 1, 2, ... */
static double slope_of(const double *values, size_t count, double mean)
{
	double middle = (double)(count - 1) / 2, products = 0, squares = 0;

	for (size_t i = 0; i < count; i++) {
		double x = (double)i - middle;

		products += x * (values[i] - mean);
		squares += x * x;
	}
	return squares > 0 ? products / squares : 0;
}

void steady_judge(const struct steady_rule *rule, const double *values,
                  size_t count, struct steady *out)
{
	double sum = 0, min, max;

	*out = (struct steady){.steady = false};
	if (rule->window == 0 || count < rule->window)
		return;
	values += count - rule->window;
	min = max = values[0];
	for (size_t i = 0; i < rule->window; i++) {
		sum += values[i];
		min = fmin(min, values[i]);
		max = fmax(max, values[i]);
	}
	out->mean = sum / (double)rule->window;
	if (!(out->mean > 0))
		return;
	out->range = (max - min) / out->mean;
	out->climb = slope_of(values, rule->window, out->mean) *
	             (double)rule->window / out->mean;
	out->steady = out->range <= rule->range && fabs(out->climb) <= rule->climb;
}
