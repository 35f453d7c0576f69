/* table.h - judges the table of operations that a plugin handed over, and
 * copies it to today's size. */
#ifndef BENCH_PLUGIN_TABLE_H
#define BENCH_PLUGIN_TABLE_H

#include "bench_plugin.h"

/* `theirs` is what bench_plugin_entry() returned and may be anything.  Fills
 * *out (table_free_options() afterwards) or says in one sentence with the
 * file's name what is wrong. */
int table_take(const void *theirs, const char *path, struct bench_backend *out,
               char **why);
void table_free_options(struct bench_backend *backend);

#endif
