/* operations.h - which operations of the table a backend has. */
#ifndef BENCH_PLUGIN_OPERATIONS_H
#define BENCH_PLUGIN_OPERATIONS_H

#include "bench_plugin.h"

/* "open, close, read ...": the names of those that it need not have and has, as
 * the contract calls them and in its order; a wrapper's, which are few, too.
 * What every backend has (target_open, caps, session_open and their ends) is
 * left out.  The caller frees it; NULL: no memory. */
char *operations_text(const struct bench_backend *backend);

#endif
