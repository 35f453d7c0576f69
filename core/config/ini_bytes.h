/* ini_bytes.h - the bytes of an INI file, if they are plain text.  Inside of
 * ini only. */
#ifndef BENCH_CONFIG_INI_BYTES_H
#define BENCH_CONFIG_INI_BYTES_H

#include "base/text.h"
#include "config/problems.h"

/* Reads all of path without its byte-order mark.  A file that cannot be read or
 * is no text (UTF-16, NUL, carriage returns inside of lines) is a problem and a
 * negative errno. */
int ini_bytes_read(const char *path, struct text *out,
                   struct problems *problems);

#endif
