/* matrix.c - all that a summary shows: one picture per test and target, then
 * what compares the targets. */
#include "view/matrix.h"

#include "view/grid.h"
#include "view/latency.h"
#include "view/picture.h"
#include "view/sparkline.h"
#include "view/verdicts.h"

static int print_pictures(const struct terminal *terminal,
                          const struct matrix_scale *scale,
                          const struct summary *summary, struct text *to)
{
	struct grid_wish wish = {.with_target = true, .with_sizes = true};
	struct grid_keys keys;
	int status = grid_keys(summary, &wish, &keys);

	if (status < 0)
		return status;
	for (size_t i = 0; status == 0 && i < keys.count; i++) {
		struct grid grid;

		status = grid_build(summary, &keys.keys[i], &grid);
		if (status < 0)
			break;
		picture_print(terminal, scale, &grid, to);
		grid_free(&grid);
	}
	grid_keys_free(&keys);
	return status;
}

/* What compares the targets: sparklines, or tables for tests without sizes. */
static int print_overview(const struct terminal *terminal,
                          const struct matrix_scale *scale,
                          const struct summary *summary, bool with_sizes,
                          struct text *to)
{
	struct grid_wish wish = {.with_sizes = with_sizes};
	struct grid_keys keys;
	int status = grid_keys(summary, &wish, &keys);

	if (status < 0)
		return status;
	for (size_t i = 0; i < keys.count; i++) {
		if (with_sizes)
			sparkline_print(terminal, scale, summary, &keys.keys[i], to);
		else
			latency_print(terminal, summary, &keys.keys[i], to);
	}
	grid_keys_free(&keys);
	return 0;
}

void matrix_print_summary(const struct terminal *terminal,
                          const struct matrix_scale *scale,
                          const struct summary *summary)
{
	struct text text = {0};

	if (print_pictures(terminal, scale, summary, &text) < 0 ||
	    print_overview(terminal, scale, summary, true, &text) < 0 ||
	    print_overview(terminal, scale, summary, false, &text) < 0)
		text.failed = true;
	verdicts_print(terminal, summary, &text);
	if (text.failed)
		fputs("no memory left to draw the results\n", terminal->out);
	else if (text.length > 0)
		/* Without the empty line at the end. */
		fwrite(text.bytes, 1, text.length - 1, terminal->out);
	text_free(&text);
}
