/* keys.h - a hash of cells by what tells them apart. */
#ifndef BENCH_IMPORT_KEYS_H
#define BENCH_IMPORT_KEYS_H

#include <stddef.h>
#include "result/row.h"

struct keys_entry {
	size_t index; /* of the first row of its cell, plus one; 0: free */
	size_t seen;  /* for whoever asks */
};

/* Zero-initialise it.  It knows rows by their index: the array may move. */
struct keys {
	struct keys_entry *slots;
	size_t count, size;
};

/* The entry of a row's cell, made where there is none (seen is 0 then).  NULL:
 * no memory. */
struct keys_entry *keys_of(struct keys *keys, const struct result_row *rows,
                           size_t index);
/* The entry of the cell of any row; NULL: it is not there. */
const struct keys_entry *keys_find(const struct keys *keys,
                                   const struct result_row *rows,
                                   const struct result_row *row);
void keys_free(struct keys *keys);

#endif
