/* palette.h - eight steps from little to much, as colours and as heights. */
#ifndef BENCH_VIEW_PALETTE_H
#define BENCH_VIEW_PALETTE_H

#include "base/text.h"

#define PALETTE_STEPS 8

/* The step of a share: 0 to PALETTE_STEPS - 1; shares outside of 0 to 1 get
 * the outermost steps.  -1 for NAN: no colour. */
int palette_step(double share);
/* Starts the step's background, with text on it that can be read.  Adds
 * nothing for step -1. */
void palette_paint(struct text *to, int step);
/* Starts the step's colour as the foreground; nothing for step -1. */
void palette_draw(struct text *to, int step);
/* Makes what follows bold and underlined, on top of the paint. */
void palette_stress(struct text *to);
/* Back to the terminal's own colours. */
void palette_end(struct text *to);
/* A bar as high as the step; blank for step -1. */
const char *palette_bar(int step, bool blocks);

#endif
