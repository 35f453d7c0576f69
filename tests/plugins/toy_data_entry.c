/* toy_data_entry.c - a variable with the name of the entry function. */
#include "bench_plugin.h"

extern BENCH_PUBLIC const char bench_plugin_entry[64];

const char bench_plugin_entry[64] = "not a function";
