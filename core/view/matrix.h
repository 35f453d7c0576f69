/* matrix.h - what the numbers look like in 80 columns. */
#ifndef BENCH_VIEW_MATRIX_H
#define BENCH_VIEW_MATRIX_H

#include "result/row.h"
#include "result/summary.h"
#include "view/terminal.h"

/* How rates are shown and what they are held against. */
struct matrix_scale {
	double divisor;   /* 1e6 */
	const char *unit; /* "MB/s" */
	double ceiling;   /* bytes/s: the link's payload, the reference target's
	                     best, or the best of the run; NAN: none */
	const char *ceiling_name; /* "link", "wire" (a target's name), "best" */
};

/* One line as soon as the rows of one (round, target, file size, record size,
 * threads, depth) are in: the tests side by side, in `tests` order; a header
 * line first where *header_done is false.
 *
 *   round target       file record      write    rewrite       read  ...
 *       1 ramdisk       64K     4K       1023       2310       4400
 *
 * `tests` are those with sizes; rows without sizes (ping) stand on a line of
 * their own kind, outside of the columns: "    1 ramdisk       ping 12.3 us".
 * Cells that are not ok show their status.  Ends with the error sentences of
 * the rows that have one, one indented line each. */
void matrix_print_rows(const struct terminal *terminal,
                       const struct matrix_scale *scale,
                       const char *const *tests, size_t test_count,
                       const struct result_row *rows, size_t count,
                       bool *header_done);

/* All matrices of a summary: per target, test, threads and depth one file size
 * x record size matrix, at most 80 columns wide (wider ones are parted),
 * coloured in eight steps by share of the ceiling, `-` for cells that are
 * unsupported or failed, blank where the record is larger than the file.  The
 * reasons of failed and unsupported cells stand under their matrix, each once.
 * So do its cells with two levels, not converged, from a cache, and close to
 * the harness's own time.  Then the line "write by file size": one sparkline
 * per target.  Tests without sizes (ping) get one table: target, min, mean,
 * p50, p99, max.  Last the verdicts: one line per target that was compared. */
void matrix_print_summary(const struct terminal *terminal,
                          const struct matrix_scale *scale,
                          const struct summary *summary);

#endif
