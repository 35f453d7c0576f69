/* number.c - numbers as the tools print them; nothing is rounded or skipped. */
#include <stdlib.h>
#include <string.h>
#include "import/parts.h"

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

bool number_count(const char *text, size_t length, uint64_t *value)
{
	uint64_t sum = 0;

	/* No tool counts further: room for a factor is left. */
	if (length == 0 || length > 15)
		return false;
	for (size_t i = 0; i < length; i++) {
		if (!is_digit(text[i]))
			return false;
		sum = sum * 10 + (uint64_t)(text[i] - '0');
	}
	*value = sum;
	return true;
}

bool number_real(const char *text, size_t length, double *value)
{
	char copy[40];
	size_t points = 0;

	if (length == 0 || length >= sizeof copy || !is_digit(text[0]) ||
	    !is_digit(text[length - 1]))
		return false;
	for (size_t i = 0; i < length; i++) {
		points += text[i] == '.';
		if ((text[i] != '.' && !is_digit(text[i])) || points > 1)
			return false;
	}
	memcpy(copy, text, length);
	copy[length] = '\0';
	/* Bench leaves the locale as it starts, so this is a point. */
	*value = strtod(copy, NULL);
	return true;
}

bool number_size(const char *text, size_t length, uint64_t bare,
                 uint64_t *bytes)
{
	static const char letters[] = "kmgt";
	size_t digits = 0;
	uint64_t count, factor = bare;

	while (digits < length && is_digit(text[digits]))
		digits++;
	if (!number_count(text, digits, &count))
		return false;
	if (digits < length) {
		const char *letter = strchr(letters, text[digits] | 0x20);

		if (!letter || *letter == '\0')
			return false;
		factor = UINT64_C(1) << (10 * (letter - letters + 1));
		digits++;
		if (digits < length && (text[digits] | 0x20) == 'b')
			digits++;
	}
	if (digits != length || count > UINT64_MAX / 2 / factor)
		return false;
	*bytes = count * factor;
	return true;
}
