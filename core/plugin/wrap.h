/* wrap.h - one table of operations made of a wrapper and of the backend beneath
 * it, so that the harness need not know of either. */
#ifndef BENCH_PLUGIN_WRAP_H
#define BENCH_PLUGIN_WRAP_H

#include "bench_plugin.h"

/* What the made table is to be given as its configuration. */
struct wrap {
	const struct bench_backend *wrapper, *inner;
	const void *wrapper_config, *inner_config;
};

/* The table of wrap->inner as wrap->wrapper changes it: the name, the
 * properties and the set of operations are those of inner.  Its configuration
 * is the wrap itself, which must stay where it is.  init() and fini() are
 * inner's alone; the wrapper's come on top. */
void wrap_make_table(const struct wrap *wrap, struct bench_backend *table);

/* check() of that table: what the backend, then the wrapper (NULL: there is
 * none) think of their options.  Needs no made table. */
int wrap_check(const void *wrap, struct bench_ctx *ctx);

/* Lists of calls, for the table of helpers: calls_read and call_name. */
int wrap_calls_read(struct bench_ctx *ctx, const char *list, uint32_t *calls);
const char *wrap_call_name(int what);

#endif
