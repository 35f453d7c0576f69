/* test_terminal.c - what is printable where. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "unit.h"
#include "view/terminal.h"

static const char *const variables[] = {"NO_COLOR", "CLICOLOR_FORCE", "TERM",
                                        "LC_ALL",   "LC_CTYPE",       "LANG"};
#define VARIABLES (sizeof(variables) / sizeof(variables[0]))

static char *kept[VARIABLES];

/* The environment that the other suites expect. */
static void keep_environment(void)
{
	for (size_t i = 0; i < VARIABLES; i++) {
		const char *value = getenv(variables[i]);

		kept[i] = value ? strdup(value) : NULL;
	}
}

static void give_back_environment(void)
{
	for (size_t i = 0; i < VARIABLES; i++) {
		if (kept[i])
			setenv(variables[i], kept[i], 1);
		else
			unsetenv(variables[i]);
		free(kept[i]);
		kept[i] = NULL;
	}
}

static void set_or_unset(const char *name, const char *value)
{
	if (value)
		setenv(name, value, 1);
	else
		unsetenv(name);
}

/* A stream whose other end looks like a terminal of so many columns.  *master
 * keeps it alive. */
static FILE *open_terminal(int *master, unsigned short columns)
{
	struct winsize size = {.ws_row = 24, .ws_col = columns};
	int slave = -1;

	*master = posix_openpt(O_RDWR | O_NOCTTY);
	if (*master < 0)
		return NULL;
	if (grantpt(*master) == 0 && unlockpt(*master) == 0)
		slave = open(ptsname(*master), O_RDWR | O_NOCTTY);
	if (slave >= 0) {
		ioctl(slave, TIOCSWINSZ, &size);
		return fdopen(slave, "w");
	}
	close(*master);
	return NULL;
}

static void follows_the_order_of_colour_switches(void)
{
	static const struct {
		bool terminal;
		enum terminal_colour colour;
		const char *no_color, *force, *term;
		bool expected;
	} cases[] = {
	        {true, TERMINAL_COLOUR_AUTO, NULL, NULL, "xterm", true},
	        {false, TERMINAL_COLOUR_AUTO, NULL, NULL, "xterm", false},
	        {true, TERMINAL_COLOUR_AUTO, NULL, NULL, "dumb", false},
	        {true, TERMINAL_COLOUR_AUTO, NULL, NULL, NULL, false},
	        {true, TERMINAL_COLOUR_AUTO, NULL, NULL, "", false},
	        {true, TERMINAL_COLOUR_AUTO, "1", NULL, "xterm", false},
	        {true, TERMINAL_COLOUR_AUTO, "0", NULL, "xterm", false},
	        {true, TERMINAL_COLOUR_AUTO, "", NULL, "xterm", true},
	        {true, TERMINAL_COLOUR_AUTO, "1", "1", "xterm", false},
	        {false, TERMINAL_COLOUR_AUTO, NULL, "1", "xterm", true},
	        {false, TERMINAL_COLOUR_AUTO, NULL, "1", "dumb", true},
	        {false, TERMINAL_COLOUR_AUTO, NULL, "0", "xterm", false},
	        {false, TERMINAL_COLOUR_AUTO, NULL, "", "xterm", false},
	        {false, TERMINAL_COLOUR_AUTO, "", "1", NULL, true},
	        {true, TERMINAL_COLOUR_AUTO, NULL, "0", "xterm", true},
	        {false, TERMINAL_COLOUR_ALWAYS, "1", "0", "dumb", true},
	        {false, TERMINAL_COLOUR_ALWAYS, NULL, NULL, NULL, true},
	        {true, TERMINAL_COLOUR_NEVER, NULL, "1", "xterm", false},
	};
	int master;
	FILE *tty = open_terminal(&master, 80), *file = tmpfile();

	CU_ASSERT_PTR_NOT_NULL_FATAL(file);
	CU_ASSERT_PTR_NOT_NULL_FATAL(tty);
	keep_environment();
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct terminal terminal;

		set_or_unset("NO_COLOR", cases[i].no_color);
		set_or_unset("CLICOLOR_FORCE", cases[i].force);
		set_or_unset("TERM", cases[i].term);
		terminal_detect(&terminal, cases[i].terminal ? tty : file, file,
		                cases[i].colour, TERMINAL_PROGRESS_AUTO);
		CU_ASSERT_EQUAL(terminal.colour, cases[i].expected);
		CU_ASSERT_PTR_EQUAL(terminal.out, cases[i].terminal ? tty : file);
		CU_ASSERT_PTR_EQUAL(terminal.err, file);
	}
	give_back_environment();
	fclose(tty);
	close(master);
	fclose(file);
}

static void gives_the_bar_only_to_terminals(void)
{
	static const struct {
		bool terminal;
		const char *term;
		enum terminal_progress asked, expected;
	} cases[] = {
	        {true, "xterm", TERMINAL_PROGRESS_AUTO, TERMINAL_PROGRESS_BAR},
	        {true, "dumb", TERMINAL_PROGRESS_AUTO, TERMINAL_PROGRESS_PLAIN},
	        {true, NULL, TERMINAL_PROGRESS_AUTO, TERMINAL_PROGRESS_PLAIN},
	        {false, "xterm", TERMINAL_PROGRESS_AUTO, TERMINAL_PROGRESS_PLAIN},
	        {true, "xterm", TERMINAL_PROGRESS_BAR, TERMINAL_PROGRESS_BAR},
	        {true, "dumb", TERMINAL_PROGRESS_BAR, TERMINAL_PROGRESS_PLAIN},
	        {false, "xterm", TERMINAL_PROGRESS_BAR, TERMINAL_PROGRESS_PLAIN},
	        {true, "xterm", TERMINAL_PROGRESS_PLAIN, TERMINAL_PROGRESS_PLAIN},
	        {true, "xterm", TERMINAL_PROGRESS_NONE, TERMINAL_PROGRESS_NONE},
	        {false, "xterm", TERMINAL_PROGRESS_NONE, TERMINAL_PROGRESS_NONE},
	};
	int master, pipe_ends[2];
	FILE *tty = open_terminal(&master, 80), *piped;

	CU_ASSERT_PTR_NOT_NULL_FATAL(tty);
	CU_ASSERT_EQUAL_FATAL(pipe(pipe_ends), 0);
	piped = fdopen(pipe_ends[1], "w");
	CU_ASSERT_PTR_NOT_NULL_FATAL(piped);
	keep_environment();
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct terminal terminal;

		set_or_unset("TERM", cases[i].term);
		/* NO_COLOR is about colours alone. */
		set_or_unset("NO_COLOR", "1");
		terminal_detect(&terminal, piped, cases[i].terminal ? tty : piped,
		                TERMINAL_COLOUR_AUTO, cases[i].asked);
		CU_ASSERT_EQUAL(terminal.progress, cases[i].expected);
	}
	give_back_environment();
	fclose(tty);
	close(master);
	fclose(piped);
	close(pipe_ends[0]);
}

static void reads_the_codeset(void)
{
	static const struct {
		const char *lc_all, *lc_ctype, *lang;
		bool expected;
	} cases[] = {
	        {NULL, NULL, NULL, false},
	        {NULL, NULL, "C", false},
	        {NULL, NULL, "POSIX", false},
	        {NULL, NULL, "en_US.UTF-8", true},
	        {NULL, NULL, "C.utf8", true},
	        {NULL, NULL, "de_DE.utf-8@euro", true},
	        {NULL, NULL, "de_DE.UTF-16", false},
	        {NULL, NULL, "de_DE.UTF-81", false},
	        {NULL, NULL, "de_DE@UTF-8", false},
	        {NULL, NULL, "de_DE.ISO-8859-15", false},
	        {"C", NULL, "en_US.UTF-8", false},
	        {"", "", "en_US.UTF-8", true},
	        {"", "C", "en_US.UTF-8", false},
	        {NULL, "C.UTF-8", "C", true},
	        {"C.UTF-8", "C", "C", true},
	        {"C", "C.UTF-8", "C.UTF-8", false},
	};
	FILE *file = tmpfile();

	CU_ASSERT_PTR_NOT_NULL_FATAL(file);
	keep_environment();
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct terminal terminal;

		set_or_unset("LC_ALL", cases[i].lc_all);
		set_or_unset("LC_CTYPE", cases[i].lc_ctype);
		set_or_unset("LANG", cases[i].lang);
		terminal_detect(&terminal, file, file, TERMINAL_COLOUR_AUTO,
		                TERMINAL_PROGRESS_AUTO);
		CU_ASSERT_EQUAL(terminal.blocks, cases[i].expected);
	}
	give_back_environment();
	fclose(file);
}

static void knows_the_width(void)
{
	static const struct {
		unsigned short columns;
		int expected;
	} cases[] = {{0, 80}, {1, 1}, {20, 20}, {80, 80}, {213, 213}};
	struct terminal terminal;
	struct winsize size = {.ws_row = 24, .ws_col = 40};
	char *bytes = NULL;
	size_t length = 0;
	FILE *memory;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		int master;
		FILE *tty = open_terminal(&master, cases[i].columns);

		CU_ASSERT_PTR_NOT_NULL_FATAL(tty);
		terminal_detect(&terminal, tty, tty, TERMINAL_COLOUR_NEVER,
		                TERMINAL_PROGRESS_NONE);
		CU_ASSERT_EQUAL(terminal.width, cases[i].expected);
		ioctl(master, TIOCSWINSZ, &size);
		terminal_resize(&terminal);
		CU_ASSERT_EQUAL(terminal.width, 40);
		fclose(tty);
		close(master);
	}
	/* A stream without a descriptor is no terminal. */
	memory = open_memstream(&bytes, &length);
	CU_ASSERT_PTR_NOT_NULL_FATAL(memory);
	terminal_detect(&terminal, memory, memory, TERMINAL_COLOUR_AUTO,
	                TERMINAL_PROGRESS_AUTO);
	CU_ASSERT_EQUAL(terminal.width, 80);
	CU_ASSERT_EQUAL(terminal.progress, TERMINAL_PROGRESS_PLAIN);
	/* What cannot be read anew stays. */
	terminal.width = 33;
	terminal_resize(&terminal);
	CU_ASSERT_EQUAL(terminal.width, 33);
	fclose(memory);
	free(bytes);
}

static CU_TestInfo tests[] = {
        {"follows the order of colour switches",
         follows_the_order_of_colour_switches},
        {"gives the bar only to terminals", gives_the_bar_only_to_terminals},
        {"reads the codeset", reads_the_codeset},
        {"knows the width", knows_the_width},
        CU_TEST_INFO_NULL};
UNIT_SUITE(terminal, tests)
