/* label.h - text made fit for a place of so many columns.
 *
 * Names and error sentences come from users, libraries and servers.  What a
 * terminal would obey or could not show (control characters, broken UTF-8,
 * anything but ASCII where utf8 is false) becomes a question mark, and line
 * ends become blanks. */
#ifndef BENCH_VIEW_LABEL_H
#define BENCH_VIEW_LABEL_H

#include <stdint.h>
#include "base/text.h"

/* Nothing but the live line is ever wider. */
#define LABEL_LINE 80

/* The columns that text takes; NULL is the empty text everywhere here. */
size_t label_columns(const char *text, bool utf8);
/* Adds text, at most `most` columns of it; what was cut ends with `~`. */
void label_cut(struct text *to, const char *text, size_t most, bool utf8);
/* The same, filled up with blanks to exactly `columns`. */
void label_left(struct text *to, const char *text, size_t columns, bool utf8);
void label_right(struct text *to, const char *text, size_t columns, bool utf8);
/* Adds a sentence in lines of at most LABEL_LINE columns, parted at blanks:
 * the first line indented by `first`, the others by `others`. */
void label_wrap(struct text *to, const char *sentence, size_t first,
                size_t others, bool utf8);

/* "64K/4K"; "64K" where there is no record size; "" without any.  Returns
 * buffer, which holds LABEL_SIZES bytes. */
#define LABEL_SIZES 72
char *label_sizes(uint64_t file_size, uint64_t record_size, char *buffer);
/* "4K"; "-" for a size that is not there.  buffer holds UNITS_TEXT bytes. */
char *label_size(uint64_t size, char *buffer);
/* The same in at most `most` columns (5 always do): what is longer is rounded,
 * "~977K". */
char *label_size_within(uint64_t size, size_t most, char *buffer);

#endif
