/* jsonl.h - a file of JSON objects, one a line (JSON Lines), appended and
 * flushed like results.csv. */
#ifndef BENCH_RESULT_JSONL_H
#define BENCH_RESULT_JSONL_H

#include <jansson.h>
#include "result/row.h"

struct jsonl {
	char *path;
	int fd; /* -1: not open */
};

/* Opens the file at its end; makes it where there is none. */
int jsonl_open(struct jsonl *file, const char *path, char **why);
/* Hands one line to the kernel, and takes the object over.  NULL stands for one
 * that there was no memory for. */
int jsonl_add(struct jsonl *file, json_t *object, char **why);
/* Fine for one that was never opened, if its fd is -1. */
void jsonl_close(struct jsonl *file);

/* {seq, target, test, file_size, record_size, threads, depth, round} of a row;
 * what it lacks is left out.  NULL when memory ran out. */
json_t *jsonl_key(const struct result_row *row);

#endif
