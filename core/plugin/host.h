/* host.h - bench's side of a struct bench_ctx, and the table of helpers. */
#ifndef BENCH_PLUGIN_HOST_H
#define BENCH_PLUGIN_HOST_H

#include <stdbool.h>
#include "bench_plugin.h"

/* Where a context's words go.  Any may be NULL. */
struct host_sinks {
	void *arg;
	void (*note)(void *arg, const char *text);
	void (*fact)(void *arg, const char *key, const char *value);
	void (*ready)(void *arg, const char *text);
	bool (*stopping)(void *arg);
};

struct bench_ctx *host_ctx_new(const struct host_sinks *sinks);
/* NULL is fine. */
void host_ctx_free(struct bench_ctx *ctx);
/* The last sentence given to fail() since host_ctx_clear(), or NULL. */
const char *host_ctx_failure(const struct bench_ctx *ctx);
void host_ctx_clear(struct bench_ctx *ctx);
/* "what: why" for a call that returned error (negative errno): the plugin's
 * sentence, else the errno's.  The caller frees it. */
char *host_ctx_explain(const struct bench_ctx *ctx, int64_t error,
                       const char *what);

/* The table that plugins are given; lives for ever. */
const struct bench_host *host_table(void);

#endif
