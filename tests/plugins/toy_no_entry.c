/* toy_no_entry.c - a library, but no plugin. */
#include "bench_plugin.h"

BENCH_PUBLIC int toy_no_entry(void);

int toy_no_entry(void)
{
	return 0;
}
