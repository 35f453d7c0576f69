/* output.h - bytes into files and pipes: all of them, or a failure. */
#ifndef BENCH_RESULT_OUTPUT_H
#define BENCH_RESULT_OUTPUT_H

#include <stddef.h>

/* Writes bytes to a temporary name beside path and renames it, so that a
 * reader sees the old file or the whole new one.  Not forced to the disk: that
 * would push out what a target on the same file system has not written yet, in
 * the middle of a run. */
int output_replace_file(const char *path, const char *bytes, size_t length,
                        char **why);
/* Makes a file beside path that nobody has, PATH.PID-N.tmp, open for appending
 * in *fd; returns its name, which the caller frees.  NULL with a negative errno
 * in *fd. */
char *output_create_beside(const char *path, int *fd);
/* All of it, whatever a signal or a short write does.  0 or a negative errno.
 */
int output_write_all(int fd, const char *bytes, size_t length);

#endif
