/* latency.c - from the merged histogram; without one only the mean is known,
 * from the rates of the rounds. */
#include "view/latency.h"

#include <math.h>
#include "config/units.h"
#include "view/label.h"
#include "view/reasons.h"

enum { NAME_LEAST = 8, NAME_MOST = 24 };
enum column { MIN, MEAN, P50, P99, MAX, COLUMNS };

static const char *const names[COLUMNS] = {"min", "mean", "p50", "p99", "max"};

static double known_mean(const struct summary_cell *cell)
{
	double lanes = 1;

	if (!isnan(cell->lat_mean_us))
		return cell->lat_mean_us;
	if (!cell->by_ops || !grid_has_rate(cell) || !(cell->rate.median > 0))
		return (double)NAN;
	/* So many are under way at a time. */
	if (cell->threads > 1 && cell->threads != RESULT_NO_COUNT)
		lanes *= (double)cell->threads;
	if (cell->depth > 1 && cell->depth != RESULT_NO_COUNT)
		lanes *= (double)cell->depth;
	return 1e6 * lanes / cell->rate.median;
}

/* In us; NAN where it is not known. */
static void read_cell(const struct summary_cell *cell, double *values)
{
	const struct histogram *latency = cell->latency;

	for (int i = 0; i < COLUMNS; i++)
		values[i] = (double)NAN;
	if (cell->status != RESULT_OK)
		return;
	if (!latency || latency->total == 0) {
		values[MEAN] = known_mean(cell);
		return;
	}
	values[MIN] = (double)latency->min / 1e3;
	values[MEAN] = histogram_mean(latency) / 1e3;
	values[P50] = (double)histogram_quantile(latency, 0.5) / 1e3;
	values[P99] = (double)histogram_quantile(latency, 0.99) / 1e3;
	values[MAX] = (double)latency->max / 1e3;
}

/* The cells of key from *at on; NULL at the end. */
static const struct summary_cell *
next_cell(const struct summary *summary, const struct grid_key *key, size_t *at)
{
	while (*at < summary->count) {
		const struct summary_cell *cell = &summary->cells[(*at)++];

		if (cell->file_size == RESULT_NO_COUNT && grid_belongs(key, cell))
			return cell;
	}
	return NULL;
}

/* Milliseconds only if no target is quicker than one. */
static bool all_slow(const struct summary *summary, const struct grid_key *key)
{
	const struct summary_cell *cell;
	double values[COLUMNS];
	bool slow = false;

	for (size_t at = 0; (cell = next_cell(summary, key, &at));) {
		read_cell(cell, values);
		if (values[MEAN] < 1000)
			return false;
		slow = slow || values[MEAN] >= 1000;
	}
	return slow;
}

static size_t name_width(const struct summary *summary,
                         const struct grid_key *key, bool utf8)
{
	const struct summary_cell *cell;
	size_t width = NAME_LEAST;

	for (size_t at = 0; (cell = next_cell(summary, key, &at));) {
		size_t columns = label_columns(cell->target, utf8);

		if (columns > width)
			width = columns < NAME_MOST ? columns : NAME_MOST;
	}
	return width;
}

static void add_heading(const struct grid_key *key, bool slow, size_t width,
                        bool utf8, struct text *to)
{
	struct text title = {0};

	text_add(&title, "%s", key->test ? key->test : "");
	grid_add_load(&title, key);
	text_add(&title, slow ? ", ms" : ", us");
	label_wrap(to, title.bytes, 0, 2, utf8);
	to->failed = to->failed || title.failed;
	text_free(&title);
	label_right(to, "", width, utf8);
	for (int i = 0; i < COLUMNS; i++)
		text_add(to, "%9s", names[i]);
	text_add(to, "\n");
}

void latency_print(const struct terminal *terminal,
                   const struct summary *summary, const struct grid_key *key,
                   struct text *to)
{
	bool utf8 = terminal->blocks, slow = all_slow(summary, key);
	size_t width = name_width(summary, key, utf8), count = 0;
	struct reasons reasons = {0};
	const struct summary_cell *cell;

	add_heading(key, slow, width, utf8, to);
	for (size_t at = 0; (cell = next_cell(summary, key, &at)); count++) {
		double values[COLUMNS];
		char number[UNITS_TEXT];

		read_cell(cell, values);
		label_right(to, cell->target, width, utf8);
		for (int i = 0; i < COLUMNS; i++)
			text_add(to, "%9s",
			         units_print_rate(values[i], slow ? 1e3 : 1, number));
		text_add(to, "\n");
		if (cell->status != RESULT_OK)
			reasons_add_cell(&reasons, cell, cell->target ? cell->target : "");
	}
	reasons_print(&reasons, count, to, utf8);
	text_add(to, "\n");
	to->failed = to->failed || reasons.failed;
	reasons_free(&reasons);
}
