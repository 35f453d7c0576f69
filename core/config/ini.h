/* ini.h - an INI file as a flat list of section, key, value, line.
 *
 * inih parses; lines are handed to it by a reader of ours, which counts them
 * and refuses what inih would cut or confuse. */
#ifndef BENCH_CONFIG_INI_H
#define BENCH_CONFIG_INI_H

#include <stddef.h>
#include "config/problems.h"

struct ini_entry {
	char *section, *key, *value;
	unsigned line;
};
struct ini_file {
	char *path;
	struct ini_entry *entries; /* in the file's order */
	size_t count;
	struct ini_section {
		char *name;
		unsigned line;
	} * sections; /* each [header], also empty ones */
	size_t section_count;
};

/* Reads path.  Everything that is wrong with its shape (long lines that inih
 * cannot take, NUL, UTF-16, no `=`, a key outside a section, a key or a section
 * that stands twice: both lines are named, an unreadable file) goes to
 * problems. A UTF-8 byte-order mark and CRLF are fine.  Comments start with ;
 * or # at the start of a line, or with " ;" behind a value.  Returns 0 with
 * *out (ini_free it) even when there were problems, so that more can be found;
 * -errno when nothing could be read. */
int ini_read(const char *path, struct ini_file *out, struct problems *problems);
void ini_free(struct ini_file *file);

#endif
