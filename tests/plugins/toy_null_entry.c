/* toy_null_entry.c - a plugin that changed its mind. */
#include "bench_plugin.h"

BENCH_PUBLIC const struct bench_backend *
bench_plugin_entry(const struct bench_host *host);

const struct bench_backend *bench_plugin_entry(const struct bench_host *host)
{
	(void)host;
	return NULL;
}
