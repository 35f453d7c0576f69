/* options_value.h - one value of an options table.  Inside of options only. */
#ifndef BENCH_CONFIG_OPTIONS_VALUE_H
#define BENCH_CONFIG_OPTIONS_VALUE_H

#include "bench_plugin.h"

/* Reads text by the option's type and range and puts it at *place.  A string
 * that stands there is freed.  On failure place is untouched and the sentence
 * does not name the key. */
int options_value_read(const struct bench_opt *option, const char *text,
                       void *place, char **why);

#endif
