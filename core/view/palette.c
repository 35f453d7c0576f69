/* palette.c - the escapes of 256-colour terminals, chosen to look like the
 * viridis scale: dark violet over blue and green to yellow. */
#include "view/palette.h"

#include <math.h>

enum { WHITE = 231, BLACK = 16 };

static const struct {
	int ground, ink; /* the ink is the one with more contrast */
	const char *block, *ascii;
} steps[PALETTE_STEPS] = {
        {54, WHITE, "\xe2\x96\x81", "_"},  {60, WHITE, "\xe2\x96\x82", "."},
        {61, WHITE, "\xe2\x96\x83", "-"},  {31, WHITE, "\xe2\x96\x84", ":"},
        {36, BLACK, "\xe2\x96\x85", "="},  {71, BLACK, "\xe2\x96\x86", "+"},
        {113, BLACK, "\xe2\x96\x87", "*"}, {185, BLACK, "\xe2\x96\x88", "#"},
};

int palette_step(double share)
{
	if (isnan(share))
		return -1;
	if (share <= 0)
		return 0;
	return share >= 1 ? PALETTE_STEPS - 1 : (int)(share * PALETTE_STEPS);
}

void palette_paint(struct text *to, int step)
{
	if (step >= 0)
		text_add(to, "\033[38;5;%d;48;5;%dm", steps[step].ink,
		         steps[step].ground);
}

void palette_draw(struct text *to, int step)
{
	if (step >= 0)
		text_add(to, "\033[38;5;%dm", steps[step].ground);
}

void palette_stress(struct text *to)
{
	text_add(to, "\033[1;4m");
}

void palette_end(struct text *to)
{
	text_add(to, "\033[0m");
}

const char *palette_bar(int step, bool blocks)
{
	if (step < 0)
		return " ";
	return blocks ? steps[step].block : steps[step].ascii;
}
