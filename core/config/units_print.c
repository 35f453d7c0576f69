/* units_print.c - writes sizes, times and rates.
 *
 * Decimals are put together from whole numbers, because printf would take the
 * locale's point. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "config/units.h"
#include "config/units_scale.h"

static const uint64_t ten_to[] = {1, 10, 100, 1000, 10000, 100000, 1000000};

static char *print_size(uint64_t bytes, bool upper, char *buffer)
{
	const struct units_step *best = NULL;
	char letter;

	for (const struct units_step *step = units_size_scale; step->name; step++)
		if (bytes > 0 && bytes % step->factor == 0)
			best = step;
	if (!best) {
		snprintf(buffer, UNITS_TEXT, "%" PRIu64, bytes);
		return buffer;
	}
	letter = best->name[0];
	snprintf(buffer, UNITS_TEXT, "%" PRIu64 "%c", bytes / best->factor,
	         upper ? letter - 'a' + 'A' : letter);
	return buffer;
}

char *units_print_size(uint64_t bytes, char *buffer)
{
	return print_size(bytes, false, buffer);
}

char *units_print_size_label(uint64_t bytes, char *buffer)
{
	return print_size(bytes, true, buffer);
}

/* sign value / 10^decimals unit; the value has few digits here. */
static void print_decimal(uint64_t value, unsigned decimals, const char *sign,
                          const char *unit, char *buffer)
{
	char fraction[8] = {0};
	uint64_t rest = value;

	for (unsigned i = decimals; i-- > 0; rest /= 10)
		fraction[i] = (char)('0' + rest % 10);
	snprintf(buffer, UNITS_TEXT, "%s%u%s%s%s", sign, (unsigned)rest,
	         decimals ? "." : "", fraction, unit);
}

/* The same without zeros at the end of the fraction. */
static void print_short(uint64_t value, unsigned decimals, const char *sign,
                        const char *unit, char *buffer)
{
	while (decimals > 0 && value % 10 == 0) {
		value /= 10;
		decimals--;
	}
	print_decimal(value, decimals, sign, unit, buffer);
}

/* Three digits in this unit; false where that reaches the next unit. */
static bool print_in_unit(uint64_t ns, const struct units_step *step,
                          const char *sign, char *buffer)
{
	uint64_t limit = strcmp(step->name, "s") == 0 ? 60 : 1000, value;
	unsigned decimals = ns / step->factor >= 100  ? 0
	                    : ns / step->factor >= 10 ? 1
	                                              : 2;
	char unit[8];
	uint64_t grain;

	if (step->factor == 1)
		decimals = 0;
	grain = step->factor / ten_to[decimals];
	value = (ns + grain / 2) / grain;
	if (value >= limit * ten_to[decimals])
		return false;
	snprintf(unit, sizeof unit, " %s", step->name);
	print_short(value, decimals, sign, unit, buffer);
	return true;
}

char *units_print_time(int64_t ns, char *buffer)
{
	const char *sign = ns < 0 ? "-" : "";
	uint64_t size = ns < 0 ? 0 - (uint64_t)ns : (uint64_t)ns, s, m;
	const struct units_step *step = units_time_scale;

	while (step->name)
		step++;
	/* Upwards, from ns to s. */
	while (step-- > units_time_scale && strcmp(step->name, "m") != 0)
		if (print_in_unit(size, step, sign, buffer))
			return buffer;
	s = (size + 500000000) / 1000000000;
	m = (s + 30) / 60;
	if (s < 3600)
		snprintf(buffer, UNITS_TEXT, "%s%" PRIu64 ":%02" PRIu64 " min", sign,
		         s / 60, s % 60);
	else
		snprintf(buffer, UNITS_TEXT, "%s%" PRIu64 ":%02" PRIu64 " h", sign,
		         m / 60, m % 60);
	return buffer;
}

/* How many decimals give three digits that count. */
static unsigned rate_decimals(double value)
{
	unsigned decimals = 0;

	/* One digit more than will be shown, so that 99.6 is not taken for 100. */
	while (decimals < 6 && round(value * 10 * (double)ten_to[decimals]) < 1000)
		decimals++;
	return decimals;
}

char *units_print_rate(double bytes_per_s, double divisor, char *buffer)
{
	double rate = bytes_per_s / divisor;
	const char *sign = rate < 0 ? "-" : "";
	unsigned decimals;
	uint64_t value;

	if (!isfinite(rate)) {
		snprintf(buffer, UNITS_TEXT, "-");
		return buffer;
	}
	rate = fabs(rate);
	decimals = rate > 0 ? rate_decimals(rate) : 0;
	if (decimals == 0) {
		snprintf(buffer, UNITS_TEXT, rate < 1e18 ? "%s%.0f" : "%s%.3e", sign,
		         rate);
		return buffer;
	}
	value = (uint64_t)llround(rate * (double)ten_to[decimals]);
	print_decimal(value, decimals, sign, "", buffer);
	return buffer;
}
