/* html.h - text and figures put into a page.
 *
 * Names and sentences come from users, libraries and servers: nothing of them
 * may end an element or begin one. */
#ifndef BENCH_REPORT_HTML_H
#define BENCH_REPORT_HTML_H

#include <stdint.h>
#include "base/text.h"

/* What stands where there is no figure. */
#define HTML_NOTHING "\xe2\x80\x94"

/* Text of an element or an attribute; NULL is empty.  One line, made clean. */
void html_text(struct text *page, const char *text);
/* JSON inside of a script element: `<` only as \u003c. */
void html_json(struct text *page, const char *json);
/* Three significant digits and thousands parted, for eyes. */
void html_rate(struct text *page, double value, double divisor);
/* So many decimals, exactly; HTML_NOTHING for what is not finite. */
void html_real(struct text *page, double value, unsigned decimals);
/* A cell of a table: <td>, and the same figure in it. */
void html_td_real(struct text *page, double value, unsigned decimals);
void html_td_text(struct text *page, const char *text);
/* 64K; HTML_NOTHING for a size that is not there. */
void html_td_size(struct text *page, uint64_t size);
void html_td_count(struct text *page, uint64_t count);

#endif
