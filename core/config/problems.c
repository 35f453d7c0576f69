/* problems.c - a list of sentences in the order of the lines that they are
 * about, whichever part of the reading found them. */
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "config/problems.h"

static char *whole_sentence(struct config_place place, const char *text)
{
	if (!place.file)
		return text_format("command line: %s", text);
	if (place.line == 0)
		return text_format("%s: %s", place.file, text);
	return text_format("%s:%u: %s", place.file, place.line, text);
}

/* Room for one more; false without memory. */
static bool grow(struct problems *problems)
{
	size_t count = problems->count + 1;
	char **sentences = realloc(problems->sentences, count * sizeof *sentences);
	unsigned *lines;

	if (!sentences)
		return false;
	problems->sentences = sentences;
	lines = realloc(problems->lines, count * sizeof *lines);
	if (!lines)
		return false;
	problems->lines = lines;
	return true;
}

/* Behind all that stand on the same line or before. */
static void insert(struct problems *problems, unsigned line, char *sentence)
{
	size_t at = problems->count++;

	while (at > 0 && problems->lines[at - 1] > line) {
		problems->lines[at] = problems->lines[at - 1];
		problems->sentences[at] = problems->sentences[at - 1];
		at--;
	}
	problems->lines[at] = line;
	problems->sentences[at] = sentence;
}

void problems_add(struct problems *problems, struct config_place place,
                  const char *format, ...)
{
	char *text = NULL, *sentence = NULL;
	va_list arguments;

	va_start(arguments, format);
	if (vasprintf(&text, format, arguments) < 0)
		text = NULL;
	va_end(arguments);
	if (text)
		sentence = whole_sentence(place, text);
	free(text);
	if (!sentence || !grow(problems)) {
		problems->failed = true;
		free(sentence);
		return;
	}
	insert(problems, place.file ? place.line : UINT_MAX, sentence);
}

void problems_free(struct problems *problems)
{
	for (size_t i = 0; i < problems->count; i++)
		free(problems->sentences[i]);
	free(problems->sentences);
	free(problems->lines);
	*problems = (struct problems){0};
}
