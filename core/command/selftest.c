/* selftest.c - `bench selftest`: are this bench's figures true, and what does
 * this machine permit? */
#include "command/selftest.h"

#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "config/units.h"

#define PRECISION 0.02

static const char help[] =
        "usage: bench selftest [--precision SHARE] [--only PART]\n"
        "\n"
        "Are the figures of this bench true, and does this machine's clock, "
        "timer\n"
        "and noise permit the precision asked for?  Takes some 10 s; writes "
        "nothing\n"
        "but below TMPDIR.\n"
        "\n"
        "  --precision SHARE  half the width of a 95 % interval of the "
        "median,\n"
        "                     such as 1%; 2% unless given\n"
        "  --only PART        truth, clock, timer or noise\n"
        "\n"
        "exit status: 0 all is right, or only in doubt for this machine; 1 a "
        "known\n"
        "truth was missed; 2 usage; 128+n ended by signal n.\n";

void selftest_say(struct selftest *test, enum selftest_verdict verdict,
                  const char *name, const char *format, ...)
{
	static const char *const words[] = {[SELFTEST_OK] = "ok",
	                                    [SELFTEST_FAILED] = "FAILED",
	                                    [SELFTEST_DOUBT] = "doubt"};
	va_list arguments;

	test->failed += verdict == SELFTEST_FAILED;
	test->doubts += verdict == SELFTEST_DOUBT;
	printf("%s %s: ", words[verdict], name);
	va_start(arguments, format);
	vprintf(format, arguments);
	va_end(arguments);
	putchar('\n');
	fflush(stdout);
}

/* The fewest rounds that reach what was asked for; 0 where none do. */
static unsigned enough(const struct selftest *test,
                       const struct selftest_widths *widths)
{
	for (size_t i = 0; i < SELFTEST_ROUNDS; i++)
		if (widths->width[i] <= test->precision)
			return selftest_rounds[i];
	return 0;
}

static void conclude(const struct selftest *test,
                     const struct selftest_widths *widths)
{
	unsigned rounds = enough(test, widths);
	size_t most = SELFTEST_ROUNDS - 1;

	printf("This machine permits a median to be known to %.2g %% with %u "
	       "rounds; %.3g %% was asked for",
	       widths->width[0] * 100, selftest_rounds[0], test->precision * 100);
	if (rounds == selftest_rounds[0])
		printf(".\n");
	else if (rounds)
		printf(": use rounds = %u or make it quieter.\n", rounds);
	else
		printf(", and %u rounds reach %.2g %% only: make it quieter.\n",
		       selftest_rounds[most], widths->width[most] * 100);
}

static bool wanted(const char *only, const char *part)
{
	return !only || strcmp(only, part) == 0;
}

static int run(struct selftest *test, const char *only)
{
	struct selftest_widths widths = {0};

	if (wanted(only, "truth"))
		selftest_truths(test);
	if (test->signal)
		return EXIT_SIGNAL + test->signal;
	if (wanted(only, "clock"))
		selftest_clock(test);
	if (wanted(only, "timer"))
		selftest_timer(test);
	if (wanted(only, "noise"))
		selftest_noise(test, &widths);
	if (test->failed)
		printf("%u of these checks failed: trust no figure of this bench on "
		       "this machine until they pass.\n",
		       test->failed);
	else if (widths.known)
		conclude(test, &widths);
	else
		printf("None of these checks failed, %u in doubt; what rounds reach "
		       "was not looked at.\n",
		       test->doubts);
	if (fflush(stdout) != 0 || test->failed)
		return EXIT_SOME_FAILED;
	return EXIT_ALL_MEASURED;
}

/* Frees the sentence. */
static int refuse(char *why)
{
	fprintf(stderr, "bench selftest: %s; bench selftest --help\n",
	        why ? why : "unknown option, or one without its value");
	free(why);
	return EXIT_USAGE;
}

static int read_precision(const char *text, double *precision, char **why)
{
	int error = units_share(text, precision, why);

	if (!error && !(*precision > 0))
		error = failure(why, EINVAL,
		                "--precision %s: expected more than nothing, such as "
		                "1%%",
		                text);
	return error;
}

static int start(double precision, const char *only)
{
	struct command_context context;
	struct selftest test = {.context = &context, .precision = precision};
	int status = EXIT_USAGE;

	/* Whoever started us may have ignored it; children are waited for. */
	(void)signal(SIGCHLD, SIG_DFL);
	if (command_context_open(&context) == 0)
		status = run(&test, only);
	command_context_close(&context);
	return status;
}

static int read_only(const char *text, const char **only, char **why)
{
	if (strcmp(text, "truth") != 0 && strcmp(text, "clock") != 0 &&
	    strcmp(text, "timer") != 0 && strcmp(text, "noise") != 0)
		return failure(why, EINVAL,
		               "--only %s: expected truth, clock, timer or noise",
		               text);
	*only = text;
	return 0;
}

int command_selftest(int argc, char **argv)
{
	static const struct option options[] = {
	        {"precision", required_argument, NULL, 'p'},
	        {"only", required_argument, NULL, 'o'},
	        {"help", no_argument, NULL, 'h'},
	        {NULL, 0, NULL, 0}};
	double precision = PRECISION;
	const char *only = NULL;
	char *why = NULL;
	int letter;

	/* getopt skips a first word: the command's name. */
	argc++;
	argv--;
	opterr = 0;
	optind = 0;
	while ((letter = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		int error = -EINVAL;

		if (letter == 'h') {
			fputs(help, stdout);
			return EXIT_ALL_MEASURED;
		}
		if (letter == 'p')
			error = read_precision(optarg, &precision, &why);
		else if (letter == 'o')
			error = read_only(optarg, &only, &why);
		if (error)
			return refuse(why);
	}
	if (optind < argc)
		return refuse(text_copy("it takes no arguments"));
	return start(precision, only);
}
