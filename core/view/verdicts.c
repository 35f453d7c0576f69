/* verdicts.c - counts the verdicts of each target. */
#include "view/verdicts.h"

#include <string.h>
#include "view/label.h"

enum { VERDICTS = COMPARE_FASTER + 1, NAME_MOST = 24 };

/* Is this the first compared cell of its target? */
static bool is_first(const struct summary *summary, size_t at)
{
	for (size_t i = 0; i < at; i++)
		if (summary->cells[i].against &&
		    strcmp(summary->cells[i].target, summary->cells[at].target) == 0)
			return false;
	return true;
}

static void add_line(const struct summary *summary, size_t at, bool utf8,
                     struct text *to)
{
	const struct summary_cell *first = &summary->cells[at];
	size_t counts[VERDICTS] = {0};
	struct text line = {0};

	for (size_t i = at; i < summary->count; i++)
		if (summary->cells[i].against &&
		    strcmp(summary->cells[i].target, first->target) == 0)
			counts[summary->cells[i].verdict]++;
	label_cut(&line, first->target, NAME_MOST, utf8);
	text_add(&line, " against ");
	label_cut(&line, first->against, NAME_MOST, utf8);
	text_add(&line,
	         ": %zu cells slower, %zu faster, %zu the same, %zu inconclusive",
	         counts[COMPARE_SLOWER], counts[COMPARE_FASTER],
	         counts[COMPARE_SAME], counts[COMPARE_INCONCLUSIVE]);
	label_wrap(to, line.bytes, 0, 2, utf8);
	to->failed = to->failed || line.failed;
	text_free(&line);
}

void verdicts_print(const struct terminal *terminal,
                    const struct summary *summary, struct text *to)
{
	bool any = false;

	for (size_t i = 0; i < summary->count; i++) {
		if (!summary->cells[i].against || !is_first(summary, i))
			continue;
		add_line(summary, i, terminal->blocks, to);
		any = true;
	}
	if (any)
		text_add(to,
		         "  (paired by round; at most %.0f %% false alarms, effects "
		         "above %.0f %%)\n\n",
		         100 * COMPARE_Q, 100 * COMPARE_DELTA);
}
