/* import.c - a file, read once and handed to the readers line by line. */
#include "import/import.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "import/iozone.h"
#include "import/parts.h"

int import_format_find(const char *name)
{
	static const char *const names[] = {"auto", "iozone", "fio", "bonnie",
	                                    "iperf3"};

	for (int i = 0; i < (int)(sizeof names / sizeof names[0]); i++)
		if (strcmp(name, names[i]) == 0)
			return i;
	return -1;
}

double import_unit_find(const char *name)
{
	static const struct {
		const char *name;
		double bytes;
	} units[] = {{"B/s", 1},           {"kB/s", 1e3},   {"MB/s", 1e6},
	             {"GB/s", 1e9},        {"KiB/s", 1024}, {"MiB/s", 1048576},
	             {"GiB/s", 1073741824}};

	for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
		if (strcmp(name, units[i].name) == 0)
			return units[i].bytes;
	return 0;
}

/* What these bytes are that are no text; NULL: text. */
static const char *why_no_text(const char *bytes, size_t length)
{
	static const struct {
		const char *magic;
		size_t length;
		const char *what;
	} kinds[] = {{"\x1f\x8b", 2, "it is compressed; gunzip it first"},
	             {"\xfd"
	              "7zXZ",
	              5, "it is compressed; unxz it first"},
	             {"BZh", 3, "it is compressed; bunzip2 it first"},
	             {"\x28\xb5\x2f\xfd", 4, "it is compressed; unzstd it first"},
	             {"PK\x03\x04", 4, "it is an archive; unpack it first"},
	             {"\x09\x00\x04\x00", 4,
	              "it is a table in Excel's binary form; give the text that "
	              "iozone printed"}};

	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (length >= kinds[i].length &&
		    memcmp(bytes, kinds[i].magic, kinds[i].length) == 0)
			return kinds[i].what;
	return memchr(bytes, '\0', length) ? "it has NUL bytes, so it is no text"
	                                   : NULL;
}

static bool reads(const struct import_source *source, enum import_format format)
{
	return source->options->format == IMPORT_ANY ||
	       source->options->format == format;
}

static void read_line(struct import_source *source, struct iozone *iozone,
                      size_t line, const char *text)
{
	if (text[strspn(text, " \t\r")] == '\0')
		return;
	if (reads(source, IMPORT_BONNIE) && bonnie_line(source, line, text))
		return;
	if (reads(source, IMPORT_IOZONE) && iozone_line(iozone, line, text))
		return;
	if (source->others++ == 0)
		source->first_other = line;
}

static void read_lines(struct import_source *source, char *bytes, size_t length)
{
	struct iozone iozone;
	size_t line = 0, at = 0;

	iozone_begin(&iozone, source);
	while (at < length && !source->import->no_memory) {
		char *end = memchr(bytes + at, '\n', length - at);

		line++;
		if (!end) {
			if (bytes[at + strspn(bytes + at, " \t\r")] != '\0')
				import_doubt(source, line,
				             "the file ends in the middle of this line, at "
				             "byte %zu; the line is left out",
				             length);
			break;
		}
		*end = '\0';
		if (end > bytes + at && end[-1] == '\r')
			end[-1] = '\0';
		read_line(source, &iozone, line, bytes + at);
		at = (size_t)(end - bytes) + 1;
	}
	iozone_end(&iozone);
}

static char *name_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	const char *dot = strrchr(name, '.');

	return strndup(name,
	               dot && dot > name ? (size_t)(dot - name) : strlen(name));
}

/* Files of one name in several directories are several targets. */
static char *choose_target(const struct import *import,
                           const struct import_options *options,
                           const char *path)
{
	char *name = options->target ? text_copy(options->target) : name_of(path);
	size_t same = 1;

	for (size_t i = 0; name && i < json_array_size(import->sources); i++) {
		const char *before = json_string_value(
		        json_object_get(json_array_get(import->sources, i), "name"));

		same += before && strcmp(before, name) == 0;
	}
	if (!name || options->target || same == 1)
		return name;
	char *numbered = text_format("%s-%zu", name, same);

	free(name);
	return numbered;
}

static int open_source(struct import_source *source)
{
	struct import *import = source->import;
	char *name = name_of(source->path);

	source->target = choose_target(import, source->options, source->path);
	source->about = json_object();
	if (!import->sources)
		import->sources = json_array();
	if (!name || !source->target || !source->about || !import->sources)
		import->no_memory = true;
	else
		import_fact(source, "path", source->path, strlen(source->path));
	if (!import->no_memory) {
		import_fact(source, "name", name, strlen(name));
		import_fact(source, "target", source->target, strlen(source->target));
	}
	free(name);
	if (json_array_append_new(import->sources, source->about))
		import->no_memory = true;
	return import->no_memory ? -ENOMEM : 0;
}

static void close_source(struct import_source *source, size_t rows_before)
{
	struct import *import = source->import;

	if (source->others)
		import_note(source, source->first_other,
		            "%zu lines from here on say nothing that bench reads; they "
		            "are passed over",
		            source->others);
	if (import->count == rows_before)
		import_doubt(source, 0, "nothing in it could be imported");
	import_notes_end(source);
	if (json_object_set_new(
	            source->about, "rows",
	            json_integer((json_int_t)(import->count - rows_before))))
		import->no_memory = true;
	free(source->target);
}

static void read_text(struct import_source *source, const char *bytes,
                      size_t length)
{
	const char *problem = why_no_text(bytes, length);
	char *copy;

	if (length == 0)
		import_doubt(source, 0, "it is empty: it ends at byte 0");
	else if (problem)
		import_doubt(source, 0, "%s", problem);
	if (length == 0 || problem)
		return;
	copy = malloc(length + 1);
	if (!copy) {
		source->import->no_memory = true;
		return;
	}
	memcpy(copy, bytes, length);
	copy[length] = '\0';
	documents_read(source, copy, length);
	read_lines(source, copy, length);
	free(copy);
}

int import_bytes(struct import *import, const struct import_options *options,
                 const char *path, const char *bytes, size_t length, char **why)
{
	struct import_source source = {
	        .import = import, .options = options, .path = path};
	size_t before = import->count;

	if (open_source(&source) == 0) {
		read_text(&source, bytes, length);
		close_source(&source, before);
	} else {
		free(source.target);
	}
	return import->no_memory ? failure(why, ENOMEM, "no memory") : 0;
}
