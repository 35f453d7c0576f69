/* toy_undefined.c - needs a function that no library has. */
#include "bench_plugin.h"

extern void toy_nowhere(void);
BENCH_PUBLIC const struct bench_backend *
bench_plugin_entry(const struct bench_host *host);

const struct bench_backend *bench_plugin_entry(const struct bench_host *host)
{
	(void)host;
	toy_nowhere();
	return NULL;
}
