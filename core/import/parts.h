/* parts.h - what the readers of core/import/ share; for them alone. */
#ifndef BENCH_IMPORT_PARTS_H
#define BENCH_IMPORT_PARTS_H

#include "base/text.h"
#include "import/import.h"
#include "import/keys.h"

/* A file while it is read. */
struct import_source {
	struct import *import;
	const struct import_options *options;
	const char *path;
	char *target;
	json_t *about; /* what run.json says of it; borrowed from import->sources */
	size_t notes;  /* of this file, so far */
	size_t others, first_other; /* lines that say nothing to any reader */
	bool interrupted;           /* a text says so */
};

/* A sentence about a line (0: none).  A doubt is one about something that was
 * left out. */
void import_note(struct import_source *source, size_t line, const char *format,
                 ...) TEXT_PRINTF(3, 4);
void import_doubt(struct import_source *source, size_t line, const char *format,
                  ...) TEXT_PRINTF(3, 4);

/* Says how many sentences were too many. */
void import_notes_end(struct import_source *source);

/* A row of a tool, ok, one thread, one in flight.  `label` tells several
 * targets of one file apart; NULL: there is one.  False: no memory, and nothing
 * to free. */
bool import_begin(struct import_source *source, struct result_row *row,
                  const char *tool, const char *label, const char *test);
/* Sets a text of a row. */
void import_text(struct import_source *source, char **member, const char *text);
/* Takes the row over. */
void import_add(struct import_source *source, struct result_row *row);
/* A fact of the source for run.json: tool, version, command_line, date.  The
 * first one said counts. */
void import_fact(struct import_source *source, const char *key,
                 const char *value, size_t length);

/* Whole numbers and plain decimals, all of the length. */
bool number_count(const char *text, size_t length, uint64_t *value);
bool number_real(const char *text, size_t length, double *value);
/* 8096M, 16G, 4k; binary; a bare number times `bare`.  False for all else. */
bool number_size(const char *text, size_t length, uint64_t bare,
                 uint64_t *bytes);

/* fio.c, iperf3.c: a JSON document; false: not theirs. */
bool fio_read(struct import_source *source, size_t line, json_t *root);
bool iperf3_read(struct import_source *source, size_t line, json_t *root);
/* documents.c: reads the JSON in a text and leaves blanks in its place. */
void documents_read(struct import_source *source, char *bytes, size_t length);
/* bonnie.c: a line of CSV; false: not its. */
bool bonnie_line(struct import_source *source, size_t line, const char *text);

#endif
