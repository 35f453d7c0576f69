/* test_progress.c - the live line, byte by byte. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "result/row.h"
#include "unit.h"
#include "view/label.h"
#include "view/progress.h"

#define SECOND INT64_C(1000000000)

/* A progress line into memory. */
struct screen {
	struct terminal terminal;
	struct progress progress;
	char *bytes;
	size_t length, seen;
	FILE *stream;
};

static void open_screen(struct screen *screen, enum terminal_progress kind,
                        int width)
{
	*screen = (struct screen){0};
	screen->stream = open_memstream(&screen->bytes, &screen->length);
	CU_ASSERT_PTR_NOT_NULL_FATAL(screen->stream);
	screen->terminal = (struct terminal){.out = screen->stream,
	                                     .err = screen->stream,
	                                     .progress = kind,
	                                     .width = width};
	progress_init(&screen->progress, &screen->terminal);
}

/* What was printed since the last call; valid until more is printed. */
static const char *printed(struct screen *screen)
{
	size_t from = screen->seen;

	fflush(screen->stream);
	screen->seen = screen->length;
	return screen->bytes + from;
}

static void close_screen(struct screen *screen)
{
	fclose(screen->stream);
	free(screen->bytes);
}

static const struct progress_state sample = {.done = 0.43,
                                             .target = "smb",
                                             .test = "write",
                                             .file_size = 64 << 20,
                                             .record_size = 1 << 20,
                                             .rate = 46.9e6,
                                             .elapsed_ns = 65 * 60 * SECOND,
                                             .left_ns = 86 * 60 * SECOND,
                                             .round = 2,
                                             .rounds = 7};

static void draws_the_line(void)
{
	struct screen screen;

	open_screen(&screen, TERMINAL_PROGRESS_BAR, 80);
	progress_show(&screen.progress, &sample, 5);
	CU_ASSERT_STRING_EQUAL(printed(&screen),
	                       "\r[#######.........] 43%  smb write 64M/1M  "
	                       "46.9 MB/s  1:05 of 2:31 h            ");
	CU_ASSERT_TRUE(screen.progress.drawn);
	screen.terminal.blocks = true;
	progress_show(&screen.progress, &sample, 5 + SECOND);
	CU_ASSERT_PTR_NOT_NULL(strstr(printed(&screen), "[\xe2\x96\x88"));
	close_screen(&screen);
}

static void waits_between_bars(void)
{
	struct screen screen;

	open_screen(&screen, TERMINAL_PROGRESS_BAR, 80);
	progress_show(&screen.progress, &sample, 0);
	CU_ASSERT_NOT_EQUAL(strlen(printed(&screen)), 0);
	progress_show(&screen.progress, &sample, 249999999);
	CU_ASSERT_STRING_EQUAL(printed(&screen), "");
	progress_show(&screen.progress, &sample, 250000000);
	CU_ASSERT_NOT_EQUAL(strlen(printed(&screen)), 0);
	progress_show(&screen.progress, &sample, 499999999);
	CU_ASSERT_STRING_EQUAL(printed(&screen), "");
	/* Taking it away is no licence to draw more often. */
	progress_clear(&screen.progress);
	printed(&screen);
	progress_show(&screen.progress, &sample, 499999999);
	CU_ASSERT_STRING_EQUAL(printed(&screen), "");
	close_screen(&screen);
}

static void takes_the_bar_away(void)
{
	struct screen screen;

	open_screen(&screen, TERMINAL_PROGRESS_BAR, 20);
	progress_clear(&screen.progress);
	CU_ASSERT_STRING_EQUAL(printed(&screen), "");
	progress_show(&screen.progress, &sample, 0);
	CU_ASSERT_STRING_EQUAL(printed(&screen), "\r43%  1:05 of 2:31 h");
	progress_clear(&screen.progress);
	CU_ASSERT_STRING_EQUAL(printed(&screen), "\r                   \r");
	CU_ASSERT_FALSE(screen.progress.drawn);
	progress_clear(&screen.progress);
	CU_ASSERT_STRING_EQUAL(printed(&screen), "");
	close_screen(&screen);
}

static void prints_plain_lines(void)
{
	struct screen screen;

	open_screen(&screen, TERMINAL_PROGRESS_PLAIN, 20);
	/* Nothing for runs of less than 30 s. */
	progress_show(&screen.progress, &sample, SECOND);
	progress_show(&screen.progress, &sample, 31 * SECOND - 1);
	CU_ASSERT_STRING_EQUAL(printed(&screen), "");
	progress_show(&screen.progress, &sample, 31 * SECOND);
	CU_ASSERT_STRING_EQUAL(printed(&screen),
	                       "43%  round 2 of 7  smb write 64M/1M  46.9 MB/s  "
	                       "1:05 of 2:31 h\n");
	progress_show(&screen.progress, &sample, 61 * SECOND - 1);
	CU_ASSERT_STRING_EQUAL(printed(&screen), "");
	progress_show(&screen.progress, &sample, 61 * SECOND);
	CU_ASSERT_NOT_EQUAL(strlen(printed(&screen)), 0);
	/* No bar stands there. */
	progress_clear(&screen.progress);
	CU_ASSERT_STRING_EQUAL(printed(&screen), "");
	close_screen(&screen);
}

static void keeps_quiet(void)
{
	struct screen screen;

	open_screen(&screen, TERMINAL_PROGRESS_NONE, 80);
	for (int i = 0; i < 100; i++)
		progress_show(&screen.progress, &sample, i * SECOND);
	progress_clear(&screen.progress);
	CU_ASSERT_STRING_EQUAL(printed(&screen), "");
	close_screen(&screen);
}

/* Draws one state into 80 columns without a bar in front. */
static void expect_words(const struct progress_state *state, const char *words)
{
	struct screen screen;
	const char *line;
	size_t length;

	open_screen(&screen, TERMINAL_PROGRESS_BAR, 80);
	progress_show(&screen.progress, state, 0);
	line = strstr(printed(&screen), "] ");
	CU_ASSERT_PTR_NOT_NULL_FATAL(line);
	line += 2;
	length = strlen(line);
	while (length > 0 && line[length - 1] == ' ')
		length--;
	CU_ASSERT_EQUAL(length, strlen(words));
	CU_ASSERT_NSTRING_EQUAL(line, words, length);
	close_screen(&screen);
}

static void says_what_is_known(void)
{
	struct progress_state state = sample;

	state.rate = (double)NAN;
	expect_words(&state, "43%  smb write 64M/1M  1:05 of 2:31 h");
	state.left_ns = -1;
	expect_words(&state, "43%  smb write 64M/1M  1:05 h");
	state.file_size = state.record_size = RESULT_NO_COUNT;
	state.test = "ping";
	expect_words(&state, "43%  smb ping  1:05 h");
	state.waiting = true;
	expect_words(&state, "43%  waiting for a quiet machine  1:05 h");
	state.waiting = false;
	state.target = state.test = NULL;
	expect_words(&state, "43%  1:05 h");
	state.elapsed_ns = 65 * SECOND;
	expect_words(&state, "43%  1:05 min");
	state.left_ns = 5 * SECOND;
	expect_words(&state, "43%  1:05 of 1:10 min");
	state.elapsed_ns = 9 * SECOND;
	expect_words(&state, "43%  9 of 14 s");
	state.left_ns = 51 * SECOND;
	expect_words(&state, "43%  0:09 of 1:00 min");
	state.left_ns = 2 * 3600 * SECOND;
	expect_words(&state, "43%  0:00 of 2:00 h");
	state.elapsed_ns = 0;
	state.left_ns = -1;
	state.done = 0.999;
	expect_words(&state, "99%  0 s");
	state.done = 1;
	expect_words(&state, "100%  0 s");
	state.done = 7;
	expect_words(&state, "100%  0 s");
	state.done = -1;
	expect_words(&state, "0%  0 s");
	state.done = (double)NAN;
	expect_words(&state, "0%  0 s");
	state.rate = 104857600;
	state.divisor = 1048576;
	state.unit = "MiB/s";
	expect_words(&state, "0%  100 MiB/s  0 s");
}

static void shows_names_as_they_can_be(void)
{
	struct progress_state state = sample;

	state.target = "a target with a very long name";
	state.test = "a\033[2Jb\nc\xff";
	expect_words(&state, "43%  a target with a ver~ a?[2Jb c? 64M/1M  "
	                     "46.9 MB/s  1:05 of 2:31 h");
	state.target = "g\xc3\xbcte";
	state.test = "\xe5\x86\x99";
	expect_words(&state, "43%  g?te ? 64M/1M  46.9 MB/s  1:05 of 2:31 h");
}

/* Columns of a line that starts with \r. */
static size_t columns_of(const char *line)
{
	CU_ASSERT_EQUAL_FATAL(line[0], '\r');
	CU_ASSERT_PTR_NULL(strpbrk(line + 1, "\r\n\033"));
	return label_columns(line + 1, true);
}

static void never_reaches_the_last_column(void)
{
	for (int width = 2; width <= 220; width++) {
		for (int blocks = 0; blocks < 2; blocks++) {
			struct progress_state state = sample;
			struct screen screen;
			const char *line;

			open_screen(&screen, TERMINAL_PROGRESS_BAR, width);
			screen.terminal.blocks = blocks;
			state.target = "g\xc3\xbcte \xe5\x86\x99";
			progress_show(&screen.progress, &state, 0);
			line = printed(&screen);
			CU_ASSERT_EQUAL(columns_of(line), (size_t)width - 1);
			if (width >= 20)
				CU_ASSERT_PTR_NOT_NULL(strstr(line, "43%  "));
			close_screen(&screen);
		}
	}
}

static void fits_what_is_left(void)
{
	static const struct {
		int width;
		const char *line;
	} widths[] = {
	        {1, ""},
	        {3, "\r4~"},
	        {20, "\r43%  1:05 of 2:31 h"},
	        {27, "\r[##..] 43%  1:05 of 2:31 h"},
	        {38, "\r43%  smb write 64M/1M  1:05 of 2:31 h"},
	        {50, "\r43%  smb write 64M/1M  46.9 MB/s  1:05 of 2:31 h "},
	        {56, "\r[##..] 43%  smb write 64M/1M  46.9 MB/s  "
	             "1:05 of 2:31 h"},
	        {60, "\r[###.....] 43%  smb write 64M/1M  46.9 MB/s  "
	             "1:05 of 2:31 h"},
	};

	for (size_t i = 0; i < sizeof(widths) / sizeof(widths[0]); i++) {
		struct screen screen;

		open_screen(&screen, TERMINAL_PROGRESS_BAR, widths[i].width);
		progress_show(&screen.progress, &sample, 0);
		CU_ASSERT_STRING_EQUAL(printed(&screen), widths[i].line);
		close_screen(&screen);
	}
}

static void is_full_only_at_the_end(void)
{
	struct progress_state state = sample;
	struct screen screen;

	open_screen(&screen, TERMINAL_PROGRESS_BAR, 80);
	state.done = 0.999;
	progress_show(&screen.progress, &state, 0);
	CU_ASSERT_NSTRING_EQUAL(printed(&screen), "\r[###############.] 99%", 23);
	state.done = 1;
	progress_show(&screen.progress, &state, SECOND);
	CU_ASSERT_NSTRING_EQUAL(printed(&screen), "\r[################] 100%", 24);
	state.done = 0;
	progress_show(&screen.progress, &state, 2 * SECOND);
	CU_ASSERT_NSTRING_EQUAL(printed(&screen), "\r[................] 0%", 22);
	close_screen(&screen);
}

static CU_TestInfo cases[] = {
        {"draws the line", draws_the_line},
        {"waits between bars", waits_between_bars},
        {"takes the bar away", takes_the_bar_away},
        {"prints plain lines", prints_plain_lines},
        {"keeps quiet", keeps_quiet},
        {"says what is known", says_what_is_known},
        {"shows names as they can be", shows_names_as_they_can_be},
        {"never reaches the last column", never_reaches_the_last_column},
        {"fits what is left", fits_what_is_left},
        {"is full only at the end", is_full_only_at_the_end},
        CU_TEST_INFO_NULL};
UNIT_SUITE(progress, cases)
