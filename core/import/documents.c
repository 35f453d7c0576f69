/* documents.c - the JSON documents in a text that may have anything around
 * them: errors and progress before, a second document behind. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "import/parts.h"

/* Each broken one costs a pass over the rest. */
#define MOST_BROKEN 32

/* A brace at the start of a line, or one before the first key of a document
 * that we know. */
static bool may_begin(const char *bytes, size_t length, size_t at)
{
	static const char *const keys[] = {"\"fio version\"", "\"start\""};
	size_t next = at + 1;

	if (bytes[at] != '{')
		return false;
	while (next < length && isspace((unsigned char)bytes[next]))
		next++;
	/* Cut behind the brace. */
	if (next == length)
		return at == 0 || bytes[at - 1] == '\n';
	if (bytes[next] != '"')
		return false;
	if (at == 0 || bytes[at - 1] == '\n')
		return true;
	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
		if (length - next >= strlen(keys[i]) &&
		    memcmp(bytes + next, keys[i], strlen(keys[i])) == 0)
			return true;
	return false;
}

/* Lines keep their numbers. */
static void blank(char *bytes, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (bytes[i] != '\n')
			bytes[i] = ' ';
}

static bool read_root(struct import_source *source, size_t line, json_t *root)
{
	enum import_format format = source->options->format;

	if ((format == IMPORT_ANY || format == IMPORT_FIO) &&
	    fio_read(source, line, root))
		return true;
	return (format == IMPORT_ANY || format == IMPORT_IPERF3) &&
	       iperf3_read(source, line, root);
}

/* How many bytes the document at `at` has; 0: it is broken. */
static size_t read_document(struct import_source *source, size_t line,
                            const char *bytes, size_t length, size_t at)
{
	json_error_t problem;
	json_t *root = json_loadb(bytes + at, length - at, JSON_DISABLE_EOF_CHECK,
	                          &problem);
	size_t used = problem.position > 0 ? (size_t)problem.position : 0;

	if (!root) {
		if (json_error_code(&problem) == json_error_out_of_memory)
			source->import->no_memory = true;
		import_doubt(source, line,
		             "the JSON that begins here is cut off or broken at byte "
		             "%zu of %zu (%s); nothing of it is read",
		             at + used, length, problem.text);
		return 0;
	}
	if (!read_root(source, line, root))
		import_doubt(source, line,
		             "JSON that is not of a tool that was looked for; it is "
		             "left out");
	json_decref(root);
	return used;
}

void documents_read(struct import_source *source, char *bytes, size_t length)
{
	size_t line = 1, broken = 0;

	source->interrupted =
	        memmem(bytes, length, "fio: terminating on signal", 26) != NULL;
	for (size_t at = 0; at < length && broken < MOST_BROKEN; at++) {
		size_t used;

		line += bytes[at] == '\n';
		if (!may_begin(bytes, length, at))
			continue;
		used = read_document(source, line, bytes, length, at);
		if (used == 0) {
			/* What is in it may look like a line of something else. */
			broken++;
			continue;
		}
		for (size_t i = at; i < at + used; i++)
			line += bytes[i] == '\n';
		blank(bytes + at, used);
		at += used - 1;
	}
}
