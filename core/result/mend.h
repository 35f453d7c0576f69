/* mend.h - files of one record a line, made whole again after a broken run. */
#ifndef BENCH_RESULT_MEND_H
#define BENCH_RESULT_MEND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Told each whole line, without its end and with a NUL there, and its number
 * from 1.  False: the line goes. */
typedef bool mend_keep(void *arg, const char *line, size_t number);

struct mend_lost {
	uint64_t torn_bytes; /* behind the last line's end */
	uint64_t dropped;    /* whole lines */
};

/* Takes the torn end and the lines that are not to be kept out of a file.  What
 * goes at the end is cut off; for more, a new file takes the old one's place.
 * keep may be NULL: all stay.  A file that is not there is fine. */
int mend_lines(const char *path, mend_keep *keep, void *arg,
               struct mend_lost *lost, char **why);

#endif
