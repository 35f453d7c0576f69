/* rows.c - one line as soon as the rows of a block and target are in.
 *
 * Tests stand side by side under a header.  Where 80 columns do not hold their
 * names these are shortened, and if that is not enough either, header and rows
 * go over several lines. */
#include "view/matrix.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "config/units.h"
#include "view/label.h"

enum {
	ROUND_WIDTH = 5,
	TARGET_LEAST = 8,
	TARGET_MOST = 11,
	FILE_WIDTH = 6,
	RECORD_WIDTH = 7,
	/* A blank stands between round and target. */
	FIXED = ROUND_WIDTH + 1 + FILE_WIDTH + RECORD_WIDTH,
	ROOM = LABEL_LINE - FIXED - TARGET_LEAST,
	WIDE = 11,
	NARROW = 8,
	NAME_MOST = 16
};

/* How the tests are laid out. */
struct layout {
	char **names;   /* as in the header */
	size_t *widths; /* columns, the blank before included */
	size_t count;
	size_t target_width;
	bool utf8;
};

/* Words of test names that have a usual short form. */
static const struct {
	const char *word, *brief;
} briefs[] = {
        {"random", "rnd"},    {"record", "rec"},   {"backward", "bwd"},
        {"stride", "str"},    {"stdio", "io"},     {"block", "blk"},
        {"modify", "mod"},    {"create", "cr"},    {"unlink", "unl"},
        {"transfer", "xfer"}, {"rewrite", "rewr"},
};

/* Only names of several words are shortened: random_read -> rnd_read. */
static void add_brief(struct text *text, const char *name)
{
	bool several = strchr(name, '_') != NULL;

	while (*name != '\0') {
		size_t length = strcspn(name, "_");
		const char *brief = NULL;

		for (size_t i = 0; several && i < sizeof(briefs) / sizeof(briefs[0]);
		     i++)
			if (strlen(briefs[i].word) == length &&
			    strncmp(briefs[i].word, name, length) == 0)
				brief = briefs[i].brief;
		if (brief)
			text_add(text, "%s", brief);
		else
			text_add_bytes(text, name, length);
		name += length;
		if (*name == '_') {
			text_add(text, "_");
			name++;
		}
	}
}

/* Names and widths for this least width; returns the sum of the widths. */
static size_t lay_names(struct layout *layout, const char *const *tests,
                        size_t least, bool brief)
{
	size_t sum = 0;

	for (size_t i = 0; i < layout->count; i++) {
		struct text full = {0}, name = {0};

		if (brief)
			add_brief(&full, tests[i]);
		else
			text_add(&full, "%s", tests[i]);
		label_cut(&name, full.bytes, NAME_MOST, layout->utf8);
		layout->widths[i] = label_columns(name.bytes, layout->utf8) + 1;
		if (layout->widths[i] < least)
			layout->widths[i] = least;
		sum += layout->widths[i];
		free(layout->names[i]);
		layout->names[i] = text_take(&name);
		text_free(&full);
	}
	return sum;
}

/* The first test that does not fit on the line that begins with `from`. */
static size_t line_end(const struct layout *layout, size_t from, size_t *taken)
{
	size_t i = from;

	*taken = 0;
	while (i < layout->count &&
	       (i == from || *taken + layout->widths[i] <= ROOM))
		*taken += layout->widths[i++];
	return i;
}

static void free_layout(struct layout *layout)
{
	for (size_t i = 0; layout->names && i < layout->count; i++)
		free(layout->names[i]);
	free(layout->names);
	free(layout->widths);
}

static int lay_out(struct layout *layout, const char *const *tests,
                   size_t count, bool utf8)
{
	size_t longest = 0, taken;

	*layout = (struct layout){.count = count, .utf8 = utf8};
	layout->names = calloc(count + 1, sizeof(*layout->names));
	layout->widths = calloc(count + 1, sizeof(*layout->widths));
	if (!layout->names || !layout->widths)
		return -1;
	if (lay_names(layout, tests, WIDE, false) > ROOM)
		lay_names(layout, tests, NARROW, true);
	for (size_t from = 0; from < count; from = line_end(layout, from, &taken)) {
		line_end(layout, from, &taken);
		if (taken > longest)
			longest = taken;
	}
	layout->target_width = TARGET_LEAST + (longest < ROOM ? ROOM - longest : 0);
	if (layout->target_width > TARGET_MOST)
		layout->target_width = TARGET_MOST;
	return 0;
}

/* The name with what sets it apart from the same target's other lines. */
static void add_target(struct text *to, const struct layout *layout,
                       const struct result_row *row)
{
	struct text load = {0}, name = {0};
	size_t columns;

	if (row->threads > 1 && row->threads != RESULT_NO_COUNT)
		text_add(&load, " t%" PRIu64, row->threads);
	if (row->depth > 1 && row->depth != RESULT_NO_COUNT)
		text_add(&load, " d%" PRIu64, row->depth);
	columns = load.length < layout->target_width
	                  ? layout->target_width - load.length
	                  : 0;
	label_cut(&name, row->target, columns, layout->utf8);
	text_add(&name, "%s", load.bytes ? load.bytes : "");
	label_left(to, name.bytes, layout->target_width, layout->utf8);
	to->failed = to->failed || load.failed || name.failed;
	text_free(&load);
	text_free(&name);
}

/* Round and target of a line. */
static void add_front(struct text *to, const struct layout *layout,
                      const struct result_row *row)
{
	if (row->round != RESULT_NO_COUNT)
		text_add(to, "%*" PRIu64 " ", ROUND_WIDTH, row->round);
	else
		text_add(to, "%*s ", ROUND_WIDTH, "-");
	add_target(to, layout, row);
}

static const char *status_text(uint64_t status)
{
	/* The one name that is too long for a narrow column. */
	return status == RESULT_UNSUPPORTED
	               ? "unsupp."
	               : result_status_name((enum result_status)status);
}

static const char *row_text(const struct matrix_scale *scale,
                            const struct result_row *row, char *buffer)
{
	if (!row)
		return "";
	if (row->status != RESULT_OK)
		return status_text(row->status);
	if (isnan(row->throughput))
		return units_print_rate(row->ops_per_s, 1, buffer);
	return units_print_rate(row->throughput, scale->divisor, buffer);
}

static const struct result_row *find_row(const struct result_row *rows,
                                         size_t count, const char *test)
{
	for (size_t i = 0; i < count; i++)
		if (rows[i].test && strcmp(rows[i].test, test) == 0)
			return &rows[i];
	return NULL;
}

static void end_line(struct text *to)
{
	while (to->length > 0 && to->bytes[to->length - 1] == ' ')
		to->bytes[--to->length] = '\0';
	text_add(to, "\n");
}

static void add_header(struct text *to, const struct layout *layout)
{
	size_t from = 0, taken;

	do {
		size_t end = line_end(layout, from, &taken);

		if (from == 0)
			text_add(to, "%*s %-*s%*s%*s", ROUND_WIDTH, "round",
			         (int)layout->target_width, "target", FILE_WIDTH, "file",
			         RECORD_WIDTH, "record");
		else
			text_add(to, "%*s", (int)(FIXED + layout->target_width), "");
		for (size_t i = from; i < end; i++)
			label_right(to, layout->names[i], layout->widths[i], layout->utf8);
		end_line(to);
		from = end;
	} while (from < layout->count);
}

/* The cells of a block with sizes. */
static void add_cells(struct text *to, const struct layout *layout,
                      const struct matrix_scale *scale,
                      const char *const *tests, const struct result_row *rows,
                      size_t count)
{
	char number[UNITS_TEXT], size[UNITS_TEXT];
	size_t from = 0, taken;

	add_front(to, layout, rows);
	text_add(to, "%*s", FILE_WIDTH,
	         label_size_within(rows->file_size, FILE_WIDTH - 1, size));
	text_add(to, "%*s", RECORD_WIDTH,
	         label_size_within(rows->record_size, RECORD_WIDTH - 1, size));
	do {
		size_t end = line_end(layout, from, &taken);

		if (from > 0)
			text_add(to, "%*s", (int)(FIXED + layout->target_width), "");
		for (size_t i = from; i < end; i++)
			text_add(to, " %*s", (int)layout->widths[i] - 1,
			         row_text(scale, find_row(rows, count, tests[i]), number));
		end_line(to);
		from = end;
	} while (from < layout->count);
}

/* The round trips of a block without sizes, which belong to no column. */
static void add_trips(struct text *to, const struct layout *layout,
                      const struct result_row *rows, size_t count)
{
	char number[UNITS_TEXT];

	add_front(to, layout, rows);
	for (size_t i = 0; i < count; i++) {
		text_add(to, "  ");
		label_cut(to, rows[i].test, NAME_MOST, layout->utf8);
		if (rows[i].status != RESULT_OK)
			text_add(to, " %s", status_text(rows[i].status));
		else if (!isnan(rows[i].lat_mean_us))
			text_add(to, " %s us",
			         units_print_rate(rows[i].lat_mean_us, 1, number));
		else
			text_add(to, " %s/s",
			         units_print_rate(rows[i].ops_per_s, 1, number));
	}
	end_line(to);
}

static bool same_error(const struct result_row *a, const struct result_row *b)
{
	return a->error && b->error && strcmp(a->error, b->error) == 0;
}

/* "      write, read: disk full": tests that share a sentence share a line. */
static void add_errors(struct text *to, bool utf8,
                       const struct result_row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct text line = {0};
		size_t first = 0;

		while (first < i && !same_error(&rows[first], &rows[i]))
			first++;
		if (!rows[i].error || first < i)
			continue;
		for (size_t k = i; k < count; k++)
			if (same_error(&rows[i], &rows[k]))
				text_add(&line, "%s%s", k > i ? ", " : "",
				         rows[k].test ? rows[k].test : "");
		text_add(&line, ": %s", rows[i].error);
		label_wrap(to, line.bytes, ROUND_WIDTH + 1, ROUND_WIDTH + 3, utf8);
		to->failed = to->failed || line.failed;
		text_free(&line);
	}
}

void matrix_print_rows(const struct terminal *terminal,
                       const struct matrix_scale *scale,
                       const char *const *tests, size_t test_count,
                       const struct result_row *rows, size_t count,
                       bool *header_done)
{
	struct layout layout;
	struct text text = {0};

	if (count == 0)
		return;
	if (lay_out(&layout, tests, test_count, terminal->blocks) < 0) {
		free_layout(&layout);
		return;
	}
	if (rows->file_size == RESULT_NO_COUNT) {
		add_trips(&text, &layout, rows, count);
	} else {
		if (!*header_done)
			add_header(&text, &layout);
		*header_done = true;
		add_cells(&text, &layout, scale, tests, rows, count);
	}
	add_errors(&text, terminal->blocks, rows, count);
	if (!text.failed && text.bytes)
		fwrite(text.bytes, 1, text.length, terminal->out);
	fflush(terminal->out);
	text_free(&text);
	free_layout(&layout);
}
