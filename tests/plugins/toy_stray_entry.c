/* toy_stray_entry.c - a function of the right name that returns a number. */
#include "bench_plugin.h"

BENCH_PUBLIC intptr_t bench_plugin_entry(intptr_t number);

intptr_t bench_plugin_entry(intptr_t number)
{
	return number & 1 ? 4 : 8;
}
