/* check_table.c - what the plugin says about itself: its table of operations
 * and its options.  Nothing of it is called but what reads a default. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "kit/parts.h"

/* A text that people read: there, and of one line. */
static int check_text(struct kit_lane *lane, const char *what, const char *text)
{
	kit_call(lane, "the table's %s", what);
	if (!text || !*text)
		return kit_found(lane, text_copy("none"), "a text");
	if (strpbrk(text, "\r\n"))
		return kit_found(lane, text_format("\"%s\"", text),
		                 "one line without its newline");
	return 0;
}

/* Operations that are of no use without another one. */
static int check_pairs(struct kit_lane *lane)
{
	const struct bench_backend *b = lane->kit->backend;
	const struct {
		bool lacks;
		const char *what, *expected;
	} pairs[] = {
	        {b->mkdir && !b->rmdir, "mkdir",
	         "rmdir beside it, to remove the run's directory with"},
	        {b->wait_until && !b->clock_ns, "wait_until", "clock_ns beside it"},
	        {b->schemes && *b->schemes && !b->from_url, "schemes",
	         "from_url beside it, to read such a URL with"},
	        {b->cancel && !b->session_open, "cancel", "sessions to cancel"},
	        {b->threads != BENCH_ONE_PER_PROCESS &&
	                 b->threads != BENCH_PER_WORKER && b->threads != BENCH_FREE,
	         "threads", "a value of enum bench_threads"},
	        {b->config_size == 0 && b->options && b->options->key,
	         "config_size", "the size of the struct that the options fill"},
	};

	for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
		kit_call(lane, "the table's %s", pairs[i].what);
		if (pairs[i].lacks)
			return kit_found(lane, text_copy("nothing of that kind"), "%s",
			                 pairs[i].expected);
	}
	return 0;
}

static int check_help(struct kit_lane *lane, const struct bench_opt *option)
{
	size_t length = option->help ? strlen(option->help) : 0;

	kit_call(lane, "help of option `%s`", option->key);
	if (length == 0)
		return kit_found(lane, text_copy("none"), "one line of text");
	if (strpbrk(option->help, "\r\n"))
		return kit_found(lane, text_format("\"%s\"", option->help),
		                 "one line without its newline");
	if (option->help[length - 1] == '.')
		return kit_found(lane, text_format("\"%s\"", option->help),
		                 "no full stop at its end: bench puts it there");
	return 0;
}

int kit_table(struct kit *kit)
{
	struct kit_lane *lane = &kit->lane;
	const struct bench_backend *backend = kit->backend;
	int error = check_text(lane, "name", backend->name);

	if (!error)
		error = check_text(lane, "version", backend->version);
	if (!error)
		error = check_text(lane, "summary", backend->summary);
	if (!error)
		error = check_pairs(lane);
	for (const struct bench_opt *option = backend->options;
	     !error && option && option->key; option++)
		error = check_help(lane, option);
	return error;
}

/* Options ---------------------------------------------------------------- */

static bool is_number(const struct bench_opt *option)
{
	return option->type == BENCH_INT || option->type == BENCH_SIZE ||
	       option->type == BENCH_TIME || option->type == BENCH_REAL;
}

static int check_range(struct kit_lane *lane, const struct bench_opt *option)
{
	bool bounded = option->min < 0 || option->min > 0 || option->max < 0 ||
	               option->max > 0;

	kit_call(lane, "range of option `%s`, %g to %g", option->key, option->min,
	         option->max);
	if (!bounded)
		return 0;
	if (!is_number(option))
		return kit_found(lane, text_copy("a range"),
		                 "none: the option is no number");
	if (!(option->min <= option->max))
		return kit_found(lane, text_copy("the one above the other"),
		                 "a smallest value that is not above the largest");
	if ((option->type == BENCH_SIZE || option->type == BENCH_TIME) &&
	    option->max < 0)
		return kit_found(lane, text_copy("a largest value below 0"),
		                 "a value that can be written");
	return 0;
}

static int check_choices(struct kit_lane *lane, const struct bench_opt *option)
{
	const char *const *choices = option->choices;

	kit_call(lane, "choices of option `%s`", option->key);
	if (option->type != BENCH_ENUM)
		return choices ? kit_found(lane, text_copy("a list of choices"),
		                           "none: the option is no BENCH_ENUM")
		               : 0;
	for (size_t i = 0; choices[i]; i++) {
		if (!*choices[i] || strpbrk(choices[i], " \t\r\n,;#"))
			return kit_found(lane, text_format("\"%s\"", choices[i]),
			                 "words that can stand behind `%s =`", option->key);
		for (size_t j = 0; j < i; j++)
			if (strcasecmp(choices[i], choices[j]) == 0)
				return kit_found(lane, text_format("`%s` twice", choices[i]),
				                 "each word once");
	}
	return 0;
}

static size_t bytes_of(const struct bench_opt *option)
{
	switch (option->type) {
	case BENCH_BOOL:
	case BENCH_ENUM:
		return sizeof(int);
	case BENCH_STR:
	case BENCH_SECRET:
	case BENCH_PATH:
	case BENCH_INT:
	case BENCH_SIZE:
	case BENCH_TIME:
	case BENCH_REAL:
		break;
	}
	return 8;
}

/* An old name of an option may share its place. */
static int check_place(struct kit_lane *lane, const struct bench_opt *options,
                       size_t index)
{
	const struct bench_opt *option = &options[index];

	kit_call(lane, "offset of option `%s`", option->key);
	for (size_t i = 0; i < index; i++) {
		const struct bench_opt *other = &options[i];

		if ((option->flags | other->flags) & BENCH_DEPRECATED ||
		    option->offset >= other->offset + bytes_of(other) ||
		    other->offset >= option->offset + bytes_of(option))
			continue;
		return kit_found(lane,
		                 text_format("%zu, within that of option `%s` at %zu",
		                             option->offset, other->key, other->offset),
		                 "a place of its own in the configuration struct");
	}
	return 0;
}

/* options: without a default, as `bare` has them. */
static int check_default(struct kit_lane *lane, struct options *bare,
                         const struct bench_opt *option)
{
	char *why = NULL;

	if (!option->dflt)
		return 0;
	kit_call(lane, "default \"%s\" of option `%s`", option->dflt, option->key);
	if (option->flags & BENCH_REQUIRED)
		return kit_found(lane, text_copy("BENCH_REQUIRED as well"),
		                 "a default, or that it must be given");
	if (options_set(bare, option->key, option->dflt, &why) == 0)
		return 0;
	return kit_found(lane, why,
	                 "a value that its own type, range and choices "
	                 "take");
}

static int check_defaults(struct kit_lane *lane)
{
	struct bench_backend copy = *lane->kit->backend;
	const struct bench_opt *options = copy.options;
	struct bench_opt *bare = NULL;
	struct options *filled = NULL;
	size_t count = 0;
	int error = 0;

	while (options[count].key)
		count++;
	bare = calloc(count + 1, sizeof *bare);
	if (!bare)
		return kit_found(lane, NULL, "memory");
	for (size_t i = 0; i < count; i++) {
		bare[i] = options[i];
		bare[i].dflt = NULL;
	}
	copy.options = bare;
	if (options_new(&copy, &filled, NULL))
		error = kit_found(lane, NULL, "memory");
	for (size_t i = 0; !error && i < count; i++)
		error = check_default(lane, filled, &options[i]);
	options_free(filled);
	free(bare);
	return error;
}

int kit_options(struct kit *kit)
{
	const struct bench_opt *options = kit->backend->options;
	struct kit_lane *lane = &kit->lane;
	int error = 0;

	if (!options || !options->key)
		return kit_skip(lane, "the plugin has no options");
	for (size_t i = 0; !error && options[i].key; i++) {
		error = check_range(lane, &options[i]);
		if (!error)
			error = check_choices(lane, &options[i]);
		if (!error)
			error = check_place(lane, options, i);
	}
	return error ? error : check_defaults(lane);
}
