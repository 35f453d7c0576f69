/* text.c - growing strings, and failures as a value with a sentence. */
#include "base/text.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SMALLEST 64u

/* Makes room for `more` bytes and the NUL behind them. */
static bool make_room(struct text *text, size_t more)
{
	size_t capacity = text->capacity ? text->capacity : SMALLEST;
	char *bytes;

	if (text->failed)
		return false;
	if (more < text->capacity - text->length && text->bytes)
		return true;
	if (more > SIZE_MAX / 4 || text->length > SIZE_MAX / 4)
		goto failed;
	while (capacity <= text->length + more)
		capacity *= 2;
	bytes = realloc(text->bytes, capacity);
	if (!bytes)
		goto failed;
	text->bytes = bytes;
	text->capacity = capacity;
	return true;
failed:
	text->failed = true;
	return false;
}

TEXT_PRINTF(2, 0)
static void add_list(struct text *text, const char *format, va_list list)
{
	va_list again;
	int length;

	va_copy(again, list);
	length = vsnprintf(NULL, 0, format, again);
	va_end(again);
	if (length < 0) {
		text->failed = true;
		return;
	}
	if (!make_room(text, (size_t)length))
		return;
	vsnprintf(text->bytes + text->length, (size_t)length + 1, format, list);
	text->length += (size_t)length;
}

void text_add(struct text *text, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	add_list(text, format, list);
	va_end(list);
}

void text_add_bytes(struct text *text, const void *bytes, size_t length)
{
	if (!make_room(text, length))
		return;
	if (length > 0)
		memcpy(text->bytes + text->length, bytes, length);
	text->length += length;
	text->bytes[text->length] = '\0';
}

char *text_take(struct text *text)
{
	char *bytes = NULL;

	if (!text->failed && !text->bytes)
		text_add_bytes(text, "", 0);
	if (!text->failed) {
		bytes = text->bytes;
		text->bytes = NULL;
	}
	text_free(text);
	return bytes;
}

void text_free(struct text *text)
{
	free(text->bytes);
	*text = (struct text){0};
}

char *text_format(const char *format, ...)
{
	struct text text = {0};
	va_list list;

	va_start(list, format);
	add_list(&text, format, list);
	va_end(list);
	return text_take(&text);
}

char *text_copy(const char *string)
{
	return string ? strdup(string) : NULL;
}

int failure(char **why, int error, const char *format, ...)
{
	if (why) {
		struct text text = {0};
		va_list list;

		va_start(list, format);
		add_list(&text, format, list);
		va_end(list);
		*why = text_take(&text);
	}
	return error > 0 ? -error : error;
}
