/* report.h - the page that a run and `bench report` write. */
#ifndef BENCH_COMMAND_REPORT_H
#define BENCH_COMMAND_REPORT_H

#include <stdbool.h>
#include <stddef.h>

/* Writes the page of some directories of results to `output`, or, where that is
 * NULL, to report.html in the first of them.  Says on stderr what went wrong.
 * The path of the page, which the caller frees; NULL: there is
 * none. */
char *report_make(const char *exe, const char *datadir,
                  const char *const *directories, size_t count,
                  const char *output, bool *without_charts);

#endif
