/* source.c - the rows, notes and facts that come of one file. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "import/parts.h"
#include "result/clean.h"

/* One file may not fill a screen. */
#define MOST_NOTES 20

static void keep_note(struct import *import, char *text)
{
	char **notes;

	if (!text) {
		import->no_memory = true;
		return;
	}
	if (import->note_count == import->note_capacity) {
		size_t capacity = import->note_capacity * 2 + 8;

		notes = realloc(import->notes, capacity * sizeof *notes);
		if (!notes) {
			import->no_memory = true;
			free(text);
			return;
		}
		import->notes = notes;
		import->note_capacity = capacity;
	}
	import->notes[import->note_count++] = text;
}

static void say(struct import_source *source, size_t line, char *words)
{
	char *text = NULL, *clean;

	if (source->notes++ < MOST_NOTES) {
		if (words && line)
			text = text_format("%s:%zu: %s", source->path, line, words);
		else if (words)
			text = text_format("%s: %s", source->path, words);
		clean = text ? clean_text(text) : NULL;
		keep_note(source->import, clean);
		free(text);
	}
	free(words);
}

void import_notes_end(struct import_source *source)
{
	if (source->notes > MOST_NOTES)
		keep_note(source->import,
		          text_format("%s: and %zu more of such lines", source->path,
		                      source->notes - MOST_NOTES));
}

static char *format_words(const char *format, va_list list)
{
	char *words = NULL;

	return vasprintf(&words, format, list) < 0 ? NULL : words;
}

void import_note(struct import_source *source, size_t line, const char *format,
                 ...)
{
	va_list list;

	va_start(list, format);
	say(source, line, format_words(format, list));
	va_end(list);
}

void import_doubt(struct import_source *source, size_t line, const char *format,
                  ...)
{
	va_list list;

	source->import->doubts++;
	va_start(list, format);
	say(source, line, format_words(format, list));
	va_end(list);
}

void import_text(struct import_source *source, char **member, const char *text)
{
	char *clean = clean_text(text);

	if (!clean || result_set_text(member, clean))
		source->import->no_memory = true;
	free(clean);
}

bool import_begin(struct import_source *source, struct result_row *row,
                  const char *tool, const char *label, const char *test)
{
	char *target = label && *label ? text_format("%s-%s", source->target, label)
	                               : text_copy(source->target);

	result_row_init(row);
	row->threads = row->depth = 1;
	row->status = RESULT_OK;
	import_text(source, &row->target, target);
	import_text(source, &row->backend, tool);
	import_text(source, &row->test, test);
	free(target);
	if (!row->target || !row->backend || !row->test || !target) {
		source->import->no_memory = true;
		result_row_free(row);
		return false;
	}
	import_fact(source, "tool", tool, strlen(tool));
	return true;
}

void import_add(struct import_source *source, struct result_row *row)
{
	struct import *import = source->import;

	if (import->count == import->capacity) {
		size_t capacity = import->capacity * 2 + 64;
		struct result_row *rows =
		        realloc(import->rows, capacity * sizeof *rows);

		if (!rows) {
			import->no_memory = true;
			result_row_free(row);
			return;
		}
		import->rows = rows;
		import->capacity = capacity;
	}
	import->rows[import->count++] = *row;
}

void import_fact(struct import_source *source, const char *key,
                 const char *value, size_t length)
{
	char *copy, *clean;

	if (json_object_get(source->about, key))
		return;
	copy = strndup(value, length);
	clean = copy ? clean_text(copy) : NULL;
	if (!clean || json_object_set_new(source->about, key, json_string(clean)))
		source->import->no_memory = true;
	free(clean);
	free(copy);
}
