/* terminal.c - asks the environment and the two streams what may be printed.
 */
#include "view/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define USUAL_WIDTH 80

/* The value of a variable that is set and not empty, else NULL. */
static const char *variable(const char *name)
{
	const char *value = getenv(name);

	return value && *value ? value : NULL;
}

static bool is_terminal(FILE *stream)
{
	int descriptor = fileno(stream);

	return descriptor >= 0 && isatty(descriptor) == 1;
}

/* A terminal that can do more than print one line below the other. */
static bool is_able(FILE *stream)
{
	const char *term = variable("TERM");

	return term && strcmp(term, "dumb") != 0 && is_terminal(stream);
}

static bool wants_colour(FILE *out, enum terminal_colour colour)
{
	const char *force;

	if (colour != TERMINAL_COLOUR_AUTO)
		return colour == TERMINAL_COLOUR_ALWAYS;
	if (variable("NO_COLOR"))
		return false;
	force = variable("CLICOLOR_FORCE");
	if (force && strcmp(force, "0") != 0)
		return true;
	return is_able(out);
}

/* The name of the codeset stands behind the dot: de_DE.UTF-8@euro. */
static bool is_utf8(void)
{
	static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
	const char *value = NULL;

	for (size_t i = 0; !value && i < sizeof(names) / sizeof(names[0]); i++)
		value = variable(names[i]);
	value = value ? strchr(value, '.') : NULL;
	if (!value)
		return false;
	value++;
	for (size_t i = 0; i < 2; i++) {
		const char *codeset = i == 0 ? "UTF-8" : "UTF8";
		size_t length = strlen(codeset);

		if (strncasecmp(value, codeset, length) == 0 &&
		    (value[length] == '\0' || value[length] == '@'))
			return true;
	}
	return false;
}

static enum terminal_progress suitable_progress(FILE *err,
                                                enum terminal_progress progress)
{
	if (progress != TERMINAL_PROGRESS_AUTO && progress != TERMINAL_PROGRESS_BAR)
		return progress;
	return is_able(err) ? TERMINAL_PROGRESS_BAR : TERMINAL_PROGRESS_PLAIN;
}

void terminal_detect(struct terminal *terminal, FILE *out, FILE *err,
                     enum terminal_colour colour,
                     enum terminal_progress progress)
{
	*terminal = (struct terminal){
	        .out = out,
	        .err = err,
	        .colour = wants_colour(out, colour),
	        .blocks = is_utf8(),
	        .progress = suitable_progress(err, progress),
	        .width = USUAL_WIDTH,
	};
	terminal_resize(terminal);
}

void terminal_resize(struct terminal *terminal)
{
	struct winsize size = {0};
	int descriptor = fileno(terminal->err);

	if (descriptor >= 0 && ioctl(descriptor, TIOCGWINSZ, &size) == 0 &&
	    size.ws_col > 0)
		terminal->width = size.ws_col;
}
