/* import.h - results that other programs wrote, as rows of ours.
 *
 * What can be read with certainty becomes a row; for all else there is a
 * sentence with file and line or byte.  Nothing is guessed. */
#ifndef BENCH_IMPORT_IMPORT_H
#define BENCH_IMPORT_IMPORT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include "result/row.h"

/* Larger files are refused: no result is that long. */
#define IMPORT_LARGEST (64u << 20)

enum import_format {
	IMPORT_ANY, /* told by the content; one file may hold several */
	IMPORT_IOZONE,
	IMPORT_FIO,
	IMPORT_BONNIE,
	IMPORT_IPERF3
};

struct import_options {
	enum import_format format;
	double unit;        /* bytes/s, where the file says none; 0: refuse */
	const char *target; /* NULL: the file's name without its ending */
};

/* Zero-initialise it, add files, finish, write. */
struct import {
	struct result_row *rows;
	size_t count, capacity;
	/* Sentences for a person, in their order. */
	char **notes;
	size_t note_count, note_capacity;
	size_t doubts; /* of them: something was left out */
	/* [{path, sha256, bytes, ...}, ...], one for each file; NULL: none. */
	json_t *sources;
	bool no_memory;
};

/* The format of that name (iozone, fio, bonnie, iperf3, auto), or -1. */
int import_format_find(const char *name);
/* Bytes per second of KiB/s, kB/s, MB/s, ...; 0: no unit. */
double import_unit_find(const char *name);

/* Reads a file.  0 even where nothing could be imported (the notes say why); a
 * negative errno when memory ran out. */
int import_file(struct import *import, const struct import_options *options,
                const char *path, char **why);
/* The same of bytes; `path` is for sentences. */
int import_bytes(struct import *import, const struct import_options *options,
                 const char *path, const char *bytes, size_t length,
                 char **why);
/* Numbers the rows: seq, and round within each cell. */
int import_finish(struct import *import, const char *run_id, char **why);
/* Makes the directory, which must not be there or be empty, with results.csv,
 * run.json and summary.csv.  `about` is taken over and becomes part of
 * run.json. */
int import_write(const struct import *import, const char *directory,
                 const char *run_id, json_t *about, char **why);
void import_free(struct import *import);

#endif
