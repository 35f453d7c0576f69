/* verdicts.h - which target is slower than which, in one line each. */
#ifndef BENCH_VIEW_VERDICTS_H
#define BENCH_VIEW_VERDICTS_H

#include "base/text.h"
#include "result/summary.h"
#include "view/terminal.h"

/* One line per target that was compared, and an empty line behind; nothing
 * where none was.
 *
 *   nas against wire: 12 cells slower, 3 faster, 5 the same, 10 inconclusive
 *     (paired by round; false alarms 5 %, effect above 5 %) */
void verdicts_print(const struct terminal *terminal,
                    const struct summary *summary, struct text *to);

#endif
