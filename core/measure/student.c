/* student.c - Student's distribution by the incomplete beta function.
 *
 * P(|T| >= t) = I_x(df / 2, 1 / 2) with x = df / (df + t^2): NIST Digital
 * Library of Mathematical Functions, 8.17; the continued fraction is 8.17.22,
 * evaluated by Lentz's method in Thompson and Barnett's form (Journal of
 * Computational Physics 64, 1986, 490-509).  Checked against numeric
 * integration to 1e-10. */
#include "measure/compare.h"

#include <math.h>

#define MOST_TERMS 10000
#define TINY       1e-300
#define PRECISION  1e-15

static double not_zero(double value)
{
	return fabs(value) < TINY ? TINY : value;
}

/* One step of Lentz's method for a fraction whose next numerator is given. */
static double step(double numerator, double *c, double *d)
{
	*d = 1 / not_zero(1 + numerator * *d);
	*c = not_zero(1 + numerator / *c);
	return *c * *d;
}

/* Converges fast for x < (a + 1) / (a + b + 2). */
static double fraction(double a, double b, double x)
{
	double c = 1, d = 1 / not_zero(1 - (a + b) * x / (a + 1)), value = d;

	for (int i = 1; i <= MOST_TERMS; i++) {
		double m = i, change;

		value *=
		        step(m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)), &c, &d);
		change = step(-(a + m) * (a + b + m) * x /
		                      ((a + 2 * m) * (a + 2 * m + 1)),
		              &c, &d);
		value *= change;
		if (fabs(change - 1) < PRECISION)
			break;
	}
	return value;
}

/* log of the gamma function; lgamma() sets a global. */
static double log_gamma(double x)
{
	int sign;

	return lgamma_r(x, &sign);
}

/* I_x(a, b); y is 1 - x, exactly. */
static double incomplete_beta(double a, double b, double x, double y)
{
	double front;

	if (!(x > 0))
		return 0;
	if (!(y > 0))
		return 1;
	front = exp(log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * log(x) +
	            b * log(y));
	if (x < (a + 1) / (a + b + 2))
		return front * fraction(a, b, x) / a;
	return 1 - front * fraction(b, a, y) / b;
}

double compare_t_tails(double t, double df)
{
	if (isinf(t))
		return 0;
	return incomplete_beta(df / 2, 0.5, df / (df + t * t),
	                       t * t / (df + t * t));
}

/* Student's density. */
static double density(double t, double df)
{
	return exp(log_gamma((df + 1) / 2) - log_gamma(df / 2) -
	           (df + 1) / 2 * log1p(t * t / df)) /
	       sqrt(df * acos(-1.0));
}

/* Newton's method from 0: the tails fall ever less steeply, so it never steps
 * beyond the bound but by a rounding error, where it ends. */
double compare_t_bound(double confidence, double df)
{
	double tails = 1 - confidence, t = 0;

	if (!(confidence > 0))
		return 0;
	if (!(tails > 0))
		return (double)INFINITY;
	for (int i = 0; i < MOST_TERMS; i++) {
		double next =
		        t + (compare_t_tails(t, df) - tails) / (2 * density(t, df));

		if (!(next > t) || isinf(next))
			break;
		t = next;
	}
	return t;
}
