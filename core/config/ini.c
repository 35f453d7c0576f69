/* ini.c - lines in, entries out.
 *
 * inih cuts lines, section names and keys that do not fit its buffers, glues
 * indented lines to the value above, and says nothing of empty or repeated
 * sections.  So the reader below looks at each line first: it tells what is
 * wrong with it, notes the headers itself, and hands inih only lines that mean
 * one thing.  A line that is too long for inih's buffer goes there with its
 * value replaced by a mark, and the handler puts the value back. */
#include <errno.h>
#include <ini.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "config/ini.h"
#include "config/ini_bytes.h"

/* inih keeps this many bytes of a key. */
#define INI_KEY_MOST 49

struct reading {
	struct ini_file *file;
	struct problems *problems;
	char *next; /* the text that is left */
	unsigned line;
	const char *value;    /* of this line, where inih only gets the mark */
	size_t section_start; /* the first entry of the current section */
	bool told_outside;    /* keys before the first section: said once */
	int error;
};

static struct config_place here(const struct reading *reading)
{
	return (struct config_place){reading->file->path, reading->line};
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

static char *trim(char *text)
{
	char *end = text + strlen(text);

	while (is_blank(*text))
		text++;
	while (end > text && is_blank(end[-1]))
		*--end = '\0';
	return text;
}

/* Cuts " ; comment" off. */
static void cut_comment(char *line)
{
	for (char *at = line; *at; at++)
		if (*at == ';' && (at == line || is_blank(at[-1]))) {
			*at = '\0';
			return;
		}
}

static char *take_line(struct reading *reading)
{
	char *line = reading->next, *end = strchr(line, '\n');

	if (end)
		*end = '\0';
	reading->next = end ? end + 1 : line + strlen(line);
	reading->line++;
	cut_comment(line);
	line = trim(line);
	return *line == '#' ? line + strlen(line) : line;
}

/* `[target  nas ]` and `[target nas]` are one: single blanks inside. */
static void squeeze(char *name)
{
	char *to = name;

	for (const char *from = name; *from; from++)
		if (!is_blank(*from))
			*to++ = *from;
		else if (to > name && to[-1] != ' ')
			*to++ = ' ';
	*to = '\0';
}

static int add_section(struct reading *reading, const char *name)
{
	struct ini_file *file = reading->file;
	struct ini_section *more =
	        realloc(file->sections, (file->section_count + 1) * sizeof *more);

	if (!more)
		return -ENOMEM;
	file->sections = more;
	more += file->section_count;
	*more = (struct ini_section){text_copy(name), reading->line};
	if (!more->name)
		return -ENOMEM;
	file->section_count++;
	reading->section_start = file->count;
	return 0;
}

static void read_header(struct reading *reading, char *line)
{
	const struct ini_file *file = reading->file;
	char *end = strchr(line, ']'), *name;

	if (!end || *trim(end + 1)) {
		problems_add(reading->problems, here(reading),
		             end ? "there is more behind [section]"
		                 : "`%s` has no closing ]",
		             line);
		/* The keys below belong to it all the same. */
		if (!end)
			end = line + strlen(line);
	}
	*end = '\0';
	name = trim(line + 1);
	squeeze(name);
	for (size_t i = 0; i < file->section_count; i++)
		if (strcmp(file->sections[i].name, name) == 0) {
			problems_add(reading->problems, here(reading),
			             "[%s] stands twice; first in line %u", name,
			             file->sections[i].line);
			break;
		}
	if (add_section(reading, name) < 0)
		reading->error = -ENOMEM;
}

/* The length of the key, or 0 and a problem where the line is no entry. */
static size_t check_entry(struct reading *reading, const char *line)
{
	const char *equals = strchr(line, '=');
	size_t length = equals ? (size_t)(equals - line) : 0;

	while (length > 0 && is_blank(line[length - 1]))
		length--;
	if (!equals)
		problems_add(reading->problems, here(reading),
		             "`%s`: expected key = value", line);
	else if (length == 0)
		problems_add(reading->problems, here(reading),
		             "there is no key before the =");
	else if (memchr(line, ':', length))
		problems_add(reading->problems, here(reading),
		             "`%.*s`: a key ends with =, not with a colon", (int)length,
		             line);
	else if (length > INI_KEY_MOST)
		problems_add(reading->problems, here(reading),
		             "`%.20s...` is longer than a key can be (%d bytes)", line,
		             INI_KEY_MOST);
	else if (reading->file->section_count > 0)
		return length;
	else if (!reading->told_outside) {
		reading->told_outside = true;
		problems_add(reading->problems, here(reading),
		             "`%.*s` stands before the first [section]", (int)length,
		             line);
	}
	return 0;
}

static void pass_entry(struct reading *reading, char *line, char *buffer,
                       size_t size)
{
	size_t key = check_entry(reading, line);

	if (key == 0)
		return;
	if (strlen(line) + 2 <= size)
		snprintf(buffer, size, "%s\n", line);
	else if (key + sizeof "=@\n" <= size) {
		reading->value = trim(strchr(line, '=') + 1);
		snprintf(buffer, size, "%.*s=@\n", (int)key, line);
	} else
		problems_add(reading->problems, here(reading), "the line is too long");
}

/* inih's reader, in fgets' shape. */
static char *give_line(char *buffer, int size, void *stream)
{
	struct reading *reading = stream;
	char *line;

	if (reading->error || *reading->next == '\0' || size < 2)
		return NULL;
	snprintf(buffer, (size_t)size, "\n");
	reading->value = NULL;
	line = take_line(reading);
	if (*line == '[')
		read_header(reading, line);
	else if (*line)
		pass_entry(reading, line, buffer, (size_t)size);
	return buffer;
}

static int add_entry(struct reading *reading, const char *key,
                     const char *value)
{
	struct ini_file *file = reading->file;
	struct ini_entry entry = {
	        text_copy(file->sections[file->section_count - 1].name),
	        text_copy(key), text_copy(value), reading->line};
	struct ini_entry *more =
	        realloc(file->entries, (file->count + 1) * sizeof *more);

	if (more)
		file->entries = more;
	if (!more || !entry.section || !entry.key || !entry.value) {
		free(entry.section);
		free(entry.key);
		free(entry.value);
		return -ENOMEM;
	}
	more[file->count++] = entry;
	return 0;
}

static bool stands_twice(struct reading *reading, const char *key)
{
	const struct ini_file *file = reading->file;

	for (size_t i = reading->section_start; i < file->count; i++)
		if (strcmp(file->entries[i].key, key) == 0) {
			problems_add(reading->problems, here(reading),
			             "`%s` stands twice in [%s]; first in line %u", key,
			             file->entries[i].section, file->entries[i].line);
			return true;
		}
	return false;
}

/* inih's handler; its own idea of the section may be cut, so it is not used. */
static int keep_entry(void *user, const char *section, const char *key,
                      const char *value)
{
	struct reading *reading = user;

	(void)section;
	if (stands_twice(reading, key))
		return 1;
	reading->error =
	        add_entry(reading, key, reading->value ? reading->value : value);
	return reading->error == 0;
}

int ini_read(const char *path, struct ini_file *out, struct problems *problems)
{
	struct text bytes = {0};
	struct reading reading = {.file = out, .problems = problems};
	int status;

	*out = (struct ini_file){.path = text_copy(path)};
	status = out->path ? ini_bytes_read(path, &bytes, problems) : -ENOMEM;
	if (status == 0 && bytes.length > 0) {
		int refused;

		reading.next = bytes.bytes;
		refused = ini_parse_stream(give_line, &reading, keep_entry, &reading);
		status = refused == -2 ? -ENOMEM : reading.error;
		if (status == 0 && refused > 0)
			problems_add(problems,
			             (struct config_place){path, (unsigned)refused},
			             "cannot be understood");
	}
	text_free(&bytes);
	if (status < 0)
		ini_free(out);
	return status;
}

void ini_free(struct ini_file *file)
{
	for (size_t i = 0; i < file->count; i++) {
		free(file->entries[i].section);
		free(file->entries[i].key);
		free(file->entries[i].value);
	}
	for (size_t i = 0; i < file->section_count; i++)
		free(file->sections[i].name);
	free(file->entries);
	free(file->sections);
	free(file->path);
	*file = (struct ini_file){0};
}
