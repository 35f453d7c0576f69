/* store.h - files and directories in memory, shared by all clients.
 *
 * Errors are negative errno.  Thread-safe; no lock is held between calls. */
#ifndef SOCKET_STORE_H
#define SOCKET_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "data.h"

struct store;
struct node; /* an open file */

struct store_stat {
	bool directory;
	uint64_t size;
	int64_t changed; /* ns since 1970 */
};

/* memory: quota of the files' contents in bytes. */
int store_new(uint64_t memory, struct store **out);
/* Nothing may be open any more.  NULL is fine. */
void store_free(struct store *store);

/* flags: WIRE_CREATE, WIRE_EXCL, WIRE_TRUNC. */
int store_open(struct store *store, const char *name, unsigned flags,
               struct node **out);
void store_close(struct store *store, struct node *node);
/* The file's present contents, held for the caller. */
struct data *store_data(struct store *store, struct node *node);

int store_stat(struct store *store, const char *name, struct store_stat *out);
int store_mkdir(struct store *store, const char *name);
int store_rmdir(struct store *store, const char *name);
int store_unlink(struct store *store, const char *name);
/* Replaces a file of the new name, no directory. */
int store_rename(struct store *store, const char *from, const char *to);
/* The names in a directory, each with its NUL, in fresh memory. */
int store_list(struct store *store, const char *name, char **bytes,
               size_t *length);
/* As pool_reserve(). */
int64_t store_reserve(struct store *store);
void store_space(struct store *store, uint64_t *left, uint64_t *total);

#endif
