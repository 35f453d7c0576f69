/* progress.c - one line that says how far the run is.
 *
 * The words are made first and the bar gets what they leave, because a line
 * that touches the last column wraps and leaves its halves all over the log.
 * Only blanks and carriage returns are used, no escapes. */
#include "view/progress.h"

#include <inttypes.h>
#include <math.h>
#include "base/text.h"
#include "config/units.h"
#include "result/row.h"
#include "view/label.h"

#define NS_PER_S    INT64_C(1000000000)
#define BAR_PAUSE   (NS_PER_S / 4)
#define PLAIN_PAUSE (30 * NS_PER_S)
#define NEVER       INT64_MIN

enum { BAR_LEAST = 4, BAR_MOST = 16, NAME_MOST = 20 };
/* What the words may consist of; parts are dropped where it is narrow. */
enum part { ROUND = 1, CELL = 2, RATE = 4, TIME = 8 };

static double share_done(const struct progress_state *state)
{
	if (!(state->done > 0))
		return 0;
	return state->done < 1 ? state->done : 1;
}

static void add_cell(struct text *text, const struct progress_state *state,
                     bool utf8)
{
	char sizes[LABEL_SIZES];

	text_add(text, "  ");
	label_cut(text, state->target, NAME_MOST, utf8);
	if (state->target)
		text_add(text, " ");
	label_cut(text, state->test, NAME_MOST, utf8);
	label_sizes(state->file_size, state->record_size, sizes);
	if (sizes[0] != '\0')
		text_add(text, " %s", sizes);
}

static void add_rate(struct text *text, const struct progress_state *state)
{
	double divisor = state->divisor > 0 ? state->divisor : 1e6;
	char rate[UNITS_TEXT];

	text_add(text, "  %s %s", units_print_rate(state->rate, divisor, rate),
	         state->unit ? state->unit : "MB/s");
}

/* Both times in the unit of the longer one: 1:05 of 2:31 h. */
static void add_time(struct text *text, const struct progress_state *state)
{
	bool known = state->left_ns >= 0;
	int64_t elapsed = (state->elapsed_ns > 0 ? state->elapsed_ns : 0);
	int64_t whole = elapsed + (known ? state->left_ns : 0);
	int64_t times[] = {elapsed / NS_PER_S, whole / NS_PER_S};
	bool hours = times[1] >= 3600, minutes = times[1] >= 60;
	int64_t unit = hours ? 3600 : 60;

	for (int i = 0; i < (known ? 2 : 1); i++) {
		text_add(text, i == 0 ? "  " : " of ");
		if (minutes)
			text_add(text, "%" PRId64 ":%02" PRId64, times[i] / unit,
			         times[i] % unit * 60 / unit);
		else
			text_add(text, "%" PRId64, times[i]);
	}
	text_add(text, hours ? " h" : minutes ? " min" : " s");
}

static void add_words(struct text *text, const struct progress_state *state,
                      bool utf8, unsigned parts)
{
	text_add(text, "%d%%", (int)(share_done(state) * 100));
	if ((parts & ROUND) && state->rounds > 0)
		text_add(text, "  round %u of %u", state->round, state->rounds);
	if ((parts & CELL) && state->waiting)
		text_add(text, "  waiting for a quiet machine");
	else if ((parts & CELL) && state->test)
		add_cell(text, state, utf8);
	if ((parts & RATE) && !isnan(state->rate))
		add_rate(text, state);
	if (parts & TIME)
		add_time(text, state);
}

/* As many parts as fit into `room` columns; returns the columns taken. */
static size_t fit_words(struct text *text, const struct progress_state *state,
                        bool utf8, size_t room, unsigned always)
{
	static const unsigned choices[] = {CELL | RATE | TIME, CELL | TIME, TIME,
	                                   0};
	size_t taken = 0;

	for (size_t i = 0; i < sizeof(choices) / sizeof(choices[0]); i++) {
		text_free(text);
		add_words(text, state, utf8, choices[i] | (i == 0 ? always : 0));
		taken = label_columns(text->bytes, utf8);
		if (taken <= room)
			break;
	}
	return taken;
}

static void add_bar(struct text *text, double share, size_t inner, bool blocks)
{
	size_t full = (size_t)(share * (double)inner + 0.5);

	/* A bar that looks full before the end promises too much. */
	if (full == inner && share < 1)
		full--;
	text_add(text, "[");
	for (size_t i = 0; i < inner; i++)
		text_add(text, "%s",
		         i < full ? (blocks ? "\xe2\x96\x88" : "#")
		                  : (blocks ? "\xe2\x96\x91" : "."));
	text_add(text, "] ");
}

/* The whole line of at most `room` columns, filled with blanks up to there so
 * that it covers the one before. */
static void make_line(struct text *line, const struct terminal *terminal,
                      const struct progress_state *state, size_t room)
{
	struct text words = {0};
	bool utf8 = terminal->blocks;
	size_t taken = fit_words(&words, state, utf8, room, 0);

	text_add(line, "\r");
	if (taken + BAR_LEAST + 3 <= room) {
		size_t inner = room - taken - 3;

		if (inner > BAR_MOST)
			inner = BAR_MOST;
		add_bar(line, share_done(state), inner, utf8);
		room -= inner + 3;
	}
	label_left(line, words.bytes, room, utf8);
	line->failed = line->failed || words.failed;
	text_free(&words);
}

/* Columns of the line without the last one. */
static size_t room_of(struct progress *progress)
{
	terminal_resize(progress->terminal);
	return progress->terminal->width > 1 ? (size_t)progress->terminal->width - 1
	                                     : 0;
}

static void show_bar(struct progress *progress,
                     const struct progress_state *state)
{
	struct text line = {0};
	size_t room = room_of(progress);

	if (room == 0)
		return;
	make_line(&line, progress->terminal, state, room);
	if (!line.failed) {
		fputs(line.bytes, progress->terminal->err);
		fflush(progress->terminal->err);
		progress->drawn = true;
	}
	text_free(&line);
}

static void show_plain(struct progress *progress,
                       const struct progress_state *state)
{
	struct text line = {0};

	fit_words(&line, state, progress->terminal->blocks, LABEL_LINE, ROUND);
	text_add(&line, "\n");
	if (!line.failed) {
		fputs(line.bytes, progress->terminal->err);
		fflush(progress->terminal->err);
	}
	text_free(&line);
}

void progress_init(struct progress *progress, struct terminal *terminal)
{
	*progress = (struct progress){.terminal = terminal, .last_ns = NEVER};
}

void progress_show(struct progress *progress,
                   const struct progress_state *state, int64_t now_ns)
{
	bool bar = progress->terminal->progress == TERMINAL_PROGRESS_BAR;
	bool first = progress->last_ns == NEVER;

	if (progress->terminal->progress == TERMINAL_PROGRESS_NONE)
		return;
	if (!first && now_ns - progress->last_ns < (bar ? BAR_PAUSE : PLAIN_PAUSE))
		return;
	progress->last_ns = now_ns;
	if (bar)
		show_bar(progress, state);
	else if (!first) /* short runs need no line in a log */
		show_plain(progress, state);
}

void progress_clear(struct progress *progress)
{
	if (!progress->drawn)
		return;
	fprintf(progress->terminal->err, "\r%*s\r", (int)room_of(progress), "");
	fflush(progress->terminal->err);
	progress->drawn = false;
}
