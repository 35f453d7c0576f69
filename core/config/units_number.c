/* units_number.c - reads numbers without a unit, shares and yes or no. */
#include <errno.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "base/text.h"
#include "config/units.h"

static const char *skip_blanks(const char *at)
{
	return at + strspn(at, " \t");
}

/* The number at the start of the text in C's notation whatever the locale;
 * NULL where none is, else the place behind it and the blanks after it. */
static const char *read_real(const char *text, double *value)
{
	const char *start = skip_blanks(text);
	locale_t c_locale;
	char *end;

	/* strtod also knows nan, inf and hexadecimal. */
	if (strspn(start, "+-0123456789.") == 0 ||
	    strncasecmp(start + strspn(start, "+-"), "0x", 2) == 0)
		return NULL;
	c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	if (!c_locale)
		return NULL;
	*value = strtod_l(start, &end, c_locale);
	freelocale(c_locale);
	return end == start || isnan(*value) ? NULL : skip_blanks(end);
}

int units_share(const char *text, double *share, char **why)
{
	double value = 0;
	const char *end = read_real(text, &value);
	bool percent = end && *end == '%';

	if (percent)
		end = skip_blanks(end + 1);
	if (!end || *end)
		return failure(why, EINVAL,
		               "`%s`: expected a share such as 5%% or 0.05", text);
	if (!percent && value > 1 && value <= 100)
		return failure(why, ERANGE,
		               "`%s` is more than the whole; did you mean `%s%%`?",
		               text, text);
	if (percent)
		value /= 100;
	if (!(value >= 0 && value <= 1))
		return failure(why, ERANGE, "`%s`: expected a share from 0%% to 100%%",
		               text);
	*share = value;
	return 0;
}

int units_bool(const char *text, bool *value, char **why)
{
	static const char *const words[] = {"no",  "yes", "false", "true",
	                                    "off", "on",  "0",     "1"};
	const char *start = skip_blanks(text);
	size_t length = strcspn(start, " \t");

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strlen(words[i]) == length &&
		    strncasecmp(words[i], start, length) == 0 &&
		    *skip_blanks(start + length) == '\0') {
			*value = i % 2 == 1;
			return 0;
		}
	return failure(why, EINVAL, "`%s`: expected yes or no", text);
}

/* Digits and nothing else; -EINVAL, -ERANGE. */
static int read_digits(const char *start, uint64_t *value)
{
	size_t length = strspn(start, "0123456789");

	if (length == 0 || *skip_blanks(start + length))
		return -EINVAL;
	errno = 0;
	*value = strtoull(start, NULL, 10);
	return errno == ERANGE ? -ERANGE : 0;
}

int units_count(const char *text, uint64_t *value, char **why)
{
	uint64_t number = 0;
	int status = read_digits(skip_blanks(text), &number);

	if (status == -ERANGE)
		return failure(why, ERANGE, "`%s` is too large", text);
	if (status < 0)
		return failure(why, EINVAL, "`%s`: expected a whole number such as 8",
		               text);
	*value = number;
	return 0;
}

int units_int(const char *text, int64_t *value, char **why)
{
	const char *start = skip_blanks(text);
	bool negative = *start == '-';
	uint64_t number = 0;
	int status;

	if (*start == '-' || *start == '+')
		start++;
	status = read_digits(start, &number);
	if (status == -EINVAL)
		return failure(why, EINVAL, "`%s`: expected a whole number", text);
	if (status == -ERANGE || number > (uint64_t)INT64_MAX + negative)
		return failure(why, ERANGE, "`%s` does not fit 64 bits", text);
	/* The smallest one has no positive counterpart. */
	*value = !negative     ? (int64_t)number
	         : number == 0 ? 0
	                       : -(int64_t)(number - 1) - 1;
	return 0;
}

int units_real(const char *text, double *value, char **why)
{
	double number = 0;
	const char *end = read_real(text, &number);

	if (!end || *end)
		return failure(why, EINVAL, "`%s`: expected a number such as 0.5",
		               text);
	if (isinf(number))
		return failure(why, ERANGE, "`%s` is too large", text);
	*value = number;
	return 0;
}
