/* explain.c - `bench explain DIR`: what limits each target, and why so. */
#include <errno.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include "base/text.h"
#include "command/command.h"
#include "report/judge.h"

static const char help[] =
        "usage: bench explain DIR\n"
        "\n"
        "What limits each target of the results in a directory: of its "
        "largest\n"
        "files the first rule that holds, with the figures that it was judged "
        "by.\n";

static int explain(const char *directory)
{
	struct report_source source = {0};
	struct text text = {0};
	char *why = NULL;
	int status = EXIT_ALL_MEASURED;

	if (report_source_open(&source, directory, &why)) {
		fprintf(stderr, "bench explain: %s\n", why ? why : "no memory");
		status = EXIT_USAGE;
	} else {
		report_explain(&source, &text);
		if (text.failed)
			fprintf(stderr, "bench explain: no memory\n");
		else
			fputs(text.bytes, stdout);
		if (text.failed || fflush(stdout) != 0)
			status = EXIT_SOME_FAILED;
	}
	text_free(&text);
	report_source_free(&source);
	free(why);
	return status;
}

int command_explain(int argc, char **argv)
{
	static const struct option options[] = {{"help", no_argument, NULL, 'h'},
	                                        {NULL, 0, NULL, 0}};
	int letter;

	/* getopt skips a first word: the command's name. */
	argc++;
	argv--;
	while ((letter = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		if (letter != 'h')
			return EXIT_USAGE;
		fputs(help, stdout);
		return EXIT_ALL_MEASURED;
	}
	if (argc - optind == 1)
		return explain(argv[optind]);
	fprintf(stderr, "bench explain: expected one directory of results; bench "
	                "explain --help\n");
	return EXIT_USAGE;
}
