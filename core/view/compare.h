/* compare.h - a comparison as a table for the terminal, as Markdown, JSON and
 * JUnit. */
#ifndef BENCH_VIEW_COMPARE_H
#define BENCH_VIEW_COMPARE_H

#include "base/text.h"
#include "compare/differences.h"

struct compare_view {
	const struct side *a, *b;
	const struct matches *matches;
	const struct differences *differences;
	double divisor; /* of rates, and its name */
	const char *unit;
	double fail_below; /* a share; NAN: nothing fails */
	bool utf8;         /* what a table may show */
};

void compare_print_table(const struct compare_view *view, struct text *to);
void compare_print_markdown(const struct compare_view *view, struct text *to);
void compare_print_json(const struct compare_view *view, struct text *to);
void compare_print_junit(const struct compare_view *view, struct text *to);

/* Cells confirmed slower by more than fail_below. */
size_t compare_failures(const struct compare_view *view);

/* What the four share. */
bool compare_fails(const struct compare_view *view, const struct match *match);
/* "no confirmed change in 8 cells: ..."; "" where there are none. */
void compare_add_unchanged(const struct compare_view *view, struct text *to);
/* Cells that only one side has, and those that failed in B; "" without. */
void compare_add_missing(const struct compare_view *view, struct text *to);
/* "64K/4K t4 d8"; what is 1 is left out; "-" where nothing is left. */
void compare_add_load(const struct summary_cell *cell, struct text *to);
/* "nas", or "nas, disk" for two names. */
void compare_add_target(const struct match *match, struct text *to);
/* The median of a cell as text.  buffer holds UNITS_TEXT bytes. */
char *compare_rate(const struct compare_view *view,
                   const struct summary_cell *cell, char *buffer);
const char *compare_unit(const struct compare_view *view,
                         const struct summary_cell *cell);
/* "0.909", "0.901 to 0.918"; "-" where there is none. */
void compare_add_ratio(double ratio, struct text *to);
void compare_add_interval(double low, double high, struct text *to);

#endif
