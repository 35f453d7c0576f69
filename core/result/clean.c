/* clean.c - one line of valid UTF-8 out of any bytes.
 *
 * Names of files and messages of servers come in any encoding; a reader of
 * CSV or JSON accepts only one. */
#include "result/clean.h"

#include <stdint.h>
#include <string.h>
#include "base/text.h"

/* How many bytes follow a lead byte; -1: it is none. */
static int followers(unsigned char lead)
{
	if (lead < 0x80)
		return 0;
	if (lead >= 0xc2 && lead <= 0xdf)
		return 1;
	if (lead >= 0xe0 && lead <= 0xef)
		return 2;
	return lead >= 0xf0 && lead <= 0xf4 ? 3 : -1;
}

/* Overlong forms, surrogates and what is above U+10FFFF. */
static int is_forbidden(uint32_t point, int length)
{
	return (length == 2 && point < 0x800) || (length == 3 && point < 0x10000) ||
	       (point >= 0xd800 && point <= 0xdfff) || point > 0x10ffff;
}

/* The bytes of the character at `at`, 0 where there is none.  The NUL at the
 * end follows no lead byte, so it stops this too. */
static size_t character_length(const unsigned char *at)
{
	int more = followers(at[0]);
	uint32_t point;

	if (more < 1)
		return more < 0 ? 0 : 1;
	point = at[0] & (0x3fu >> more);
	for (int i = 1; i <= more; i++) {
		if ((at[i] & 0xc0) != 0x80)
			return 0;
		point = point << 6 | (at[i] & 0x3f);
	}
	return is_forbidden(point, more) ? 0 : (size_t)more + 1;
}

char *clean_text(const char *text)
{
	char *copy = text_copy(text ? text : "");
	unsigned char *at = (unsigned char *)copy;

	while (at && *at != '\0') {
		size_t length = character_length(at);

		if (length == 0) {
			*at = '?';
			length = 1;
		} else if (*at < 0x20 || *at == 0x7f) {
			*at = ' ';
		}
		at += length;
	}
	return copy;
}
