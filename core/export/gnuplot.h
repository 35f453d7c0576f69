/* gnuplot.h - what the two kinds of plots of plots.gp share. */
#ifndef BENCH_EXPORT_GNUPLOT_H
#define BENCH_EXPORT_GNUPLOT_H

#include "export/parts.h"
#include "result/saved.h"

/* All that belongs to one export. */
struct gnuplot {
	const struct saved *saved;
	const char *directory;
	struct parts_key *keys;
	size_t count;
	struct text script;
};

/* In single quotes. */
void gnuplot_quoted(struct text *to, const char *text);
/* set title: the test and its load, behind its target if wanted. */
void gnuplot_title(struct text *to, const struct parts_key *key,
                   bool with_target);
/* set xtics ("64K" 65536, ...): sizes by value, or by their number. */
void gnuplot_tics(struct text *to, char axis, const uint64_t *sizes,
                  size_t count, bool by_number);

/* Is it the first key of its test, and is there anything to draw? */
bool gnuplot_has_lines(const struct gnuplot *drawing, size_t at);
/* The rates by file size of the test of key `at`: a line for each target. */
int gnuplot_lines(struct gnuplot *drawing, size_t at, char **why);

#endif
