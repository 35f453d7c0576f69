/* terminal.h - what the place that we print to can show. */
#ifndef BENCH_VIEW_TERMINAL_H
#define BENCH_VIEW_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

enum terminal_colour {
	TERMINAL_COLOUR_AUTO,
	TERMINAL_COLOUR_ALWAYS,
	TERMINAL_COLOUR_NEVER
};
enum terminal_progress {
	TERMINAL_PROGRESS_AUTO, /* bar on a terminal, else plain */
	TERMINAL_PROGRESS_BAR,
	TERMINAL_PROGRESS_PLAIN, /* a line at most every 30 s */
	TERMINAL_PROGRESS_NONE
};

struct terminal {
	FILE *out;                       /* results */
	FILE *err;                       /* messages, live line */
	bool colour;                     /* on out: escapes allowed */
	bool blocks;                     /* UTF-8: block characters allowed */
	enum terminal_progress progress; /* never AUTO */
	int width;                       /* columns of err; 80 where unknown */
};

/* --color > NO_COLOR (not empty) > CLICOLOR_FORCE (not empty, not 0) > out is a
 * terminal and TERM is neither unset nor `dumb`.  The live line only if err is
 * a terminal and TERM is not dumb.  UTF-8 from LC_ALL, LC_CTYPE, LANG, in this
 * order, without setlocale. */
void terminal_detect(struct terminal *terminal, FILE *out, FILE *err,
                     enum terminal_colour colour,
                     enum terminal_progress progress);
/* Reads the width anew (after SIGWINCH, or before each draw). */
void terminal_resize(struct terminal *terminal);

#endif
