/* units.c - reads sizes, times and links: decimal numbers with a unit.
 *
 * All of it is exact integer arithmetic: what is no whole number of the
 * smallest unit is refused and nothing is ever rounded. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "base/text.h"
#include "config/units.h"
#include "config/units_scale.h"

const struct units_step units_size_scale[] = {{"k", UINT64_C(1) << 10},
                                              {"m", UINT64_C(1) << 20},
                                              {"g", UINT64_C(1) << 30},
                                              {"t", UINT64_C(1) << 40},
                                              {"p", UINT64_C(1) << 50},
                                              {"e", UINT64_C(1) << 60},
                                              {NULL, 0}};

const struct units_step units_time_scale[] = {{"d", UINT64_C(86400000000000)},
                                              {"h", UINT64_C(3600000000000)},
                                              {"m", UINT64_C(60000000000)},
                                              {"s", UINT64_C(1000000000)},
                                              {"ms", UINT64_C(1000000)},
                                              {"us", UINT64_C(1000)},
                                              {"ns", UINT64_C(1)},
                                              {NULL, 0}};

static const struct units_step link_scale[] = {{"k", UINT64_C(1000)},
                                               {"m", UINT64_C(1000000)},
                                               {"g", UINT64_C(1000000000)},
                                               {"t", UINT64_C(1000000000000)},
                                               {NULL, 0}};

/* A number and its unit where they stand in the text. */
struct quantity {
	const char *whole, *fraction, *unit;
	size_t whole_length, fraction_length, unit_length;
};

static const char *skip_blanks(const char *at)
{
	return at + strspn(at, " \t");
}

static size_t digits(const char *at)
{
	return strspn(at, "0123456789");
}

static size_t letters(const char *at)
{
	return strspn(at, "abcdefghijklmnopqrstuvwxyz"
	                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ/");
}

/* Returns the place behind the quantity and the blanks after it, or NULL. */
static const char *read_quantity(const char *text, struct quantity *out)
{
	const char *at = skip_blanks(text);

	*out = (struct quantity){.whole = at, .whole_length = digits(at)};
	if (out->whole_length == 0)
		return NULL;
	at += out->whole_length;
	if (*at == '.') {
		out->fraction = ++at;
		out->fraction_length = digits(at);
		if (out->fraction_length == 0)
			return NULL;
		at += out->fraction_length;
	}
	at = skip_blanks(at);
	out->unit = at;
	out->unit_length = letters(at);
	return skip_blanks(at + out->unit_length);
}

/* number * factor; -ERANGE above 64 bits, -EDOM where it is not whole.
 * The factor is at most 2^60, so that a digit of it fits. */
static int scale(const struct quantity *number, uint64_t factor, uint64_t *out)
{
	uint64_t total = 0, carry = 0;
	bool rest = false;

	for (size_t i = 0; i < number->whole_length; i++) {
		uint64_t digit = (uint64_t)(number->whole[i] - '0');

		if (__builtin_mul_overflow(total, 10, &total) ||
		    __builtin_add_overflow(total, digit, &total))
			return -ERANGE;
	}
	/* Written multiplication, from the last decimal to the first: what is
	 * carried out of the first one is the fraction's whole part. */
	for (size_t i = number->fraction_length; i-- > 0;) {
		carry += (uint64_t)(number->fraction[i] - '0') * factor;
		rest |= carry % 10 != 0;
		carry /= 10;
	}
	if (__builtin_mul_overflow(total, factor, &total) ||
	    __builtin_add_overflow(total, carry, &total))
		return -ERANGE;
	*out = total;
	return rest ? -EDOM : 0;
}

static bool unit_is(const char *unit, size_t length, const char *name)
{
	return strlen(name) == length && strncasecmp(unit, name, length) == 0;
}

static bool unit_is_one_of(const char *unit, size_t length,
                           const char *const *names)
{
	for (; *names; names++)
		if (unit_is(unit, length, *names))
			return true;
	return false;
}

/* The factor of a unit of one letter and one of the endings; 0: unknown. */
static uint64_t letter_factor(const struct units_step *table,
                              const struct quantity *number,
                              const char *const *endings)
{
	for (; number->unit_length > 0 && table->name; table++)
		if (unit_is(number->unit, 1, table->name) &&
		    unit_is_one_of(number->unit + 1, number->unit_length - 1, endings))
			return table->factor;
	return 0;
}

static uint64_t size_factor(const struct quantity *number)
{
	static const char *const bytes[] = {"", "b", NULL};
	static const char *const endings[] = {"", "b", "i", "ib", NULL};

	if (unit_is_one_of(number->unit, number->unit_length, bytes))
		return 1;
	return letter_factor(units_size_scale, number, endings);
}

/* -EINVAL also for a number that begins with 0x and is none. */
static int read_hexadecimal(const char *text, uint64_t *value)
{
	size_t length = strspn(text + 2, "0123456789abcdefABCDEF");
	char *end;

	if (length == 0 || *skip_blanks(text + 2 + length))
		return -EINVAL;
	errno = 0;
	*value = strtoull(text + 2, &end, 16);
	return errno == ERANGE ? -ERANGE : 0;
}

static int read_size(const char *text, uint64_t *bytes)
{
	const char *start = skip_blanks(text), *end;
	struct quantity number;
	uint64_t factor;

	if (strncasecmp(start, "0x", 2) == 0)
		return read_hexadecimal(start, bytes);
	end = read_quantity(start, &number);
	if (!end || *end)
		return -EINVAL;
	factor = size_factor(&number);
	return factor ? scale(&number, factor, bytes) : -EINVAL;
}

int units_size(const char *text, uint64_t *bytes, char **why)
{
	uint64_t value = 0;

	switch (read_size(text, &value)) {
	case 0:
		*bytes = value;
		return 0;
	case -ERANGE:
		return failure(why, ERANGE, "`%s` is too large for a size in bytes",
		               text);
	case -EDOM:
		return failure(why, EINVAL, "`%s` is no whole number of bytes", text);
	default:
		return failure(why, EINVAL,
		               "`%s`: expected a size such as 4096, 64k or 1.5m", text);
	}
}

/* Adds one part, such as the 30m of 1h30m; *step is where the units that may
 * still come begin. */
static int add_time(const struct quantity *number,
                    const struct units_step **step, uint64_t *total)
{
	uint64_t part = 0;
	int status;

	while ((*step)->name &&
	       (strlen((*step)->name) != number->unit_length ||
	        strncmp((*step)->name, number->unit, number->unit_length) != 0))
		(*step)++;
	if (!(*step)->name)
		return -EINVAL;
	status = scale(number, (*step)->factor, &part);
	(*step)++;
	if (status < 0)
		return status;
	if (__builtin_add_overflow(*total, part, total) || *total > INT64_MAX)
		return -ERANGE;
	return 0;
}

static int read_time(const char *text, uint64_t *ns)
{
	const struct units_step *step = units_time_scale;
	const char *at = text;
	struct quantity number;
	int status = 0;

	do {
		at = read_quantity(at, &number);
		if (!at)
			return -EINVAL;
		if (number.unit_length == 0) {
			bool alone = *at == '\0' && step == units_time_scale;

			status = alone ? scale(&number, 1, ns) : -EINVAL;
			return alone && (status != 0 || *ns != 0) ? -ENOMSG : status;
		}
		status = add_time(&number, &step, ns);
	} while (status == 0 && *at);
	return status;
}

int units_time(const char *text, int64_t *ns, char **why)
{
	uint64_t value = 0;

	switch (read_time(text, &value)) {
	case 0:
		*ns = (int64_t)value;
		return 0;
	case -ERANGE:
		return failure(why, ERANGE, "`%s` is too long for a time", text);
	case -EDOM:
		return failure(why, EINVAL, "`%s` is no whole number of nanoseconds",
		               text);
	case -ENOMSG:
		return failure(why, EINVAL,
		               "`%s` has no unit; expected a time such as 20ms, 1.5s "
		               "or 2m",
		               text);
	default:
		return failure(why, EINVAL,
		               "`%s`: expected a time such as 20ms, 1.5s or 1h30m "
		               "(ns, us, ms, s, m, h, d)",
		               text);
	}
}

static int read_link(const char *text, double *bits_per_s)
{
	static const char *const endings[] = {"",    "bit",    "bits", "bit/s",
	                                      "bps", "bits/s", NULL};
	const char *start = skip_blanks(text), *end;
	struct quantity number;
	uint64_t factor, value = 0;
	int status;

	end = skip_blanks(start + letters(start));
	if (*end == '\0' && unit_is(start, letters(start), "none"))
		return *bits_per_s = 0, 0;
	if (*end == '\0' && unit_is(start, letters(start), "auto"))
		return *bits_per_s = -1, 0;
	end = read_quantity(start, &number);
	factor = end && !*end ? letter_factor(link_scale, &number, endings) : 0;
	if (!factor)
		return -EINVAL;
	status = scale(&number, factor, &value);
	if (status == 0 && value == 0)
		return -EINVAL;
	*bits_per_s = (double)value;
	return status;
}

int units_link(const char *text, double *bits_per_s, char **why)
{
	double value = 0;

	switch (read_link(text, &value)) {
	case 0:
		*bits_per_s = value;
		return 0;
	case -ERANGE:
		return failure(why, ERANGE, "`%s` is too fast for a link", text);
	case -EDOM:
		return failure(why, EINVAL, "`%s` is no whole number of bits", text);
	default:
		return failure(why, EINVAL,
		               "`%s`: expected bits per second such as 1g, 984mbit or "
		               "100m, or none, or auto",
		               text);
	}
}
