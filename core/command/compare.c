/* compare.c - `bench compare`: is B slower than A, as far as the rounds of both
 * can tell? */
#include "command/compare.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "command/command.h"
#include "view/compare.h"
#include "view/label.h"
#include "view/terminal.h"

struct comparing {
	const struct compare_arguments *arguments;
	struct side a, b; /* b is empty where a is compared with itself */
	bool alone;
	struct matches matches;
	struct differences differences;
	struct terminal terminal;
};

/* Are those two names of one place? */
static bool same_place(const char *a, const char *b)
{
	char *real_a = realpath(a, NULL), *real_b = realpath(b, NULL);
	bool same = real_a && real_b && strcmp(real_a, real_b) == 0;

	free(real_a);
	free(real_b);
	return same;
}

static int check_alone(const struct compare_arguments *arguments, char **why)
{
	if (arguments->with && strcmp(arguments->target, arguments->with) != 0)
		return 0;
	return failure(why, EINVAL,
	               "A and B are the same results: --target X --with Y "
	               "compares two of their targets");
}

static int load(struct comparing *comparing, char **why)
{
	const struct compare_arguments *arguments = comparing->arguments;
	int error = 0;

	comparing->alone = !arguments->b || same_place(arguments->a, arguments->b);
	if (comparing->alone)
		error = check_alone(arguments, why);
	if (!error)
		error = side_load(&comparing->a, arguments->a, why);
	if (!error && !comparing->alone)
		error = side_load(&comparing->b, arguments->b, why);
	return error;
}

/* A gate below 5 % asks for verdicts on smaller effects. */
static int match(struct comparing *comparing, char **why)
{
	const struct compare_arguments *arguments = comparing->arguments;
	struct side *b = comparing->alone ? &comparing->a : &comparing->b;
	struct match_wish wish = {
	        arguments->target, arguments->with,
	        fmin(COMPARE_DELTA, isnan(arguments->fail_below)
	                                    ? COMPARE_DELTA
	                                    : arguments->fail_below)};
	int error = match_build(&comparing->a, b, &wish, &comparing->matches, why);

	if (error)
		return error;
	error = differences_find(&comparing->a, b, &comparing->matches,
	                         &comparing->differences);
	return error ? failure(why, ENOMEM, "no memory for the differences") : 0;
}

static bool is_told(const struct difference *difference)
{
	return difference->a && difference->b;
}

/* Is it the first of its name that A, or B, does not tell? */
static bool is_first_untold(const struct differences *differences, size_t at,
                            bool by_a)
{
	const struct difference *one = &differences->list[at];

	if (is_told(one) || (one->a == NULL) != by_a)
		return false;
	for (size_t i = 0; i < at; i++) {
		const struct difference *each = &differences->list[i];

		if (strcmp(each->what, one->what) == 0 && !is_told(each) &&
		    (each->a == NULL) == by_a)
			return false;
	}
	return true;
}

/* One line for all that a side does not tell, as imports and published figures
 * do not. */
static void add_untold(const struct comparing *comparing, bool by_a,
                       struct text *lines)
{
	const struct differences *differences = &comparing->differences;
	struct text line = {0};

	for (size_t i = 0; i < differences->count; i++)
		if (is_first_untold(differences, i, by_a))
			text_add(&line, "%s%s",
			         line.length ? ", "
			         : by_a      ? "A does not tell: "
			                     : "B does not tell: ",
			         differences->list[i].what);
	if (line.length)
		label_wrap(lines, line.bytes, 2, 4, comparing->terminal.blocks);
	text_free(&line);
}

static void say_differences(const struct comparing *comparing, bool refusing)
{
	struct text lines = {0};

	for (size_t i = 0; i < comparing->differences.count; i++) {
		const struct difference *each = &comparing->differences.list[i];
		char *sentence;

		if (each->refuses != refusing || !is_told(each))
			continue;
		sentence = differences_sentence(each);
		label_wrap(&lines, sentence, 2, 4, comparing->terminal.blocks);
		free(sentence);
	}
	if (!refusing) {
		add_untold(comparing, true, &lines);
		add_untold(comparing, false, &lines);
	}
	if (lines.bytes)
		fputs(lines.bytes, stderr);
	text_free(&lines);
}

/* 0, or -EINVAL where the ratios would mean nothing. */
static int check_differences(const struct comparing *comparing)
{
	const struct differences *differences = &comparing->differences;
	size_t warning = differences->count - differences->refusing;

	if (warning) {
		fprintf(stderr, "bench compare: warning: A and B differ in what may be "
		                "why one is slower:\n");
		say_differences(comparing, false);
	}
	if (!differences->refusing)
		return 0;
	fprintf(stderr, "bench compare: %sA and B were not measured alike:\n",
	        comparing->arguments->force ? "warning: " : "");
	say_differences(comparing, true);
	if (comparing->arguments->force)
		return 0;
	fprintf(stderr, "bench compare: not compared; --force does so all the "
	                "same\n");
	return -EINVAL;
}

static int print(const struct compare_view *view, enum compare_format format,
                 char **why)
{
	static void (*const printers[])(const struct compare_view *,
	                                struct text *) = {
	        [COMPARE_TABLE] = compare_print_table,
	        [COMPARE_MARKDOWN] = compare_print_markdown,
	        [COMPARE_JSON] = compare_print_json,
	        [COMPARE_JUNIT] = compare_print_junit};
	struct text text = {0};
	int error = 0;

	printers[format](view, &text);
	if (text.failed || !text.bytes)
		error = failure(why, ENOMEM, "no memory for the comparison");
	else if (fputs(text.bytes, stdout) < 0 || fflush(stdout) != 0)
		error = failure(why, errno, "standard output: %s", strerror(errno));
	text_free(&text);
	return error;
}

/* A gate that could look at nothing is no gate that was passed. */
static int gate_status(const struct compare_view *view)
{
	const struct matches *matches = view->matches;

	if (isnan(view->fail_below))
		return EXIT_ALL_MEASURED;
	if (compare_failures(view))
		return EXIT_SLOWER;
	if (matches->lost)
		fprintf(stderr, "bench compare: cells of A failed in B\n");
	else if (matches->few == matches->count)
		fprintf(stderr, "bench compare: no cell has enough rounds for a "
		                "verdict\n");
	else
		return EXIT_ALL_MEASURED;
	return EXIT_SOME_FAILED;
}

static int compare(struct comparing *comparing, char **why)
{
	const struct compare_arguments *arguments = comparing->arguments;
	struct compare_view view = {.a = &comparing->a,
	                            .b = comparing->alone ? &comparing->a
	                                                  : &comparing->b,
	                            .matches = &comparing->matches,
	                            .differences = &comparing->differences,
	                            .divisor = arguments->divisor,
	                            .unit = arguments->unit,
	                            .fail_below = arguments->fail_below,
	                            .utf8 = comparing->terminal.blocks};

	if (load(comparing, why) != 0)
		return EXIT_USAGE;
	if (comparing->alone)
		view.b = &comparing->a;
	if (match(comparing, why) != 0 || check_differences(comparing) != 0 ||
	    print(&view, arguments->format, why) != 0)
		return EXIT_USAGE;
	return gate_status(&view);
}

int command_compare(int argc, char **argv)
{
	struct compare_arguments arguments;
	struct comparing comparing = {.arguments = &arguments};
	char *why = NULL;
	int status = EXIT_USAGE;

	terminal_detect(&comparing.terminal, stdout, stderr, TERMINAL_COLOUR_NEVER,
	                TERMINAL_PROGRESS_NONE);
	/* getopt skips a first word: the command's name. */
	if (compare_arguments(&arguments, argc + 1, argv - 1, &why) != 0) {
		status = EXIT_USAGE;
	} else if (arguments.help) {
		fputs(compare_help, stdout);
		status = EXIT_ALL_MEASURED;
	} else {
		status = compare(&comparing, &why);
	}
	if (why)
		fprintf(stderr, "bench compare: %s\n", why);
	match_free(&comparing.matches);
	differences_free(&comparing.differences);
	side_free(&comparing.a);
	side_free(&comparing.b);
	free(why);
	return status;
}
