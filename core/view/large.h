/* large.h - the largest files in one table: tests down, targets across. */
#ifndef BENCH_VIEW_LARGE_H
#define BENCH_VIEW_LARGE_H

#include "view/matrix.h"

/* At most 80 columns wide (more targets are parted), with an empty line in
 * front; nothing where no test has sizes.
 *
 *   largest files, MB/s and share of link
 *                                       nas      ramdisk
 *   write                64M/1M    94.2  80%    1023   *
 */
void large_print(const struct terminal *terminal,
                 const struct matrix_scale *scale,
                 const struct summary *summary);

#endif
