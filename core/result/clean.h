/* clean.h - text from anywhere made fit for a result file.
 *
 * For files of results. */
#ifndef BENCH_RESULT_CLEAN_H
#define BENCH_RESULT_CLEAN_H

/* A copy that is one line of valid UTF-8: control characters become blanks,
 * bytes that are no UTF-8 become question marks.  NULL stands for "".  The
 * caller frees it; NULL when memory ran out. */
char *clean_text(const char *text);

#endif
