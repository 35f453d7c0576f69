/* show.c - `bench show DIR`: what a run printed at its end, of any results. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "command/arguments.h"
#include "command/command.h"
#include "command/format.h"
#include "result/saved.h"
#include "view/large.h"
#include "view/matrix.h"

static const char help[] =
        "usage: bench show DIR [OPTION ...]\n"
        "\n"
        "The matrices of the results in a directory, their sparklines and the\n"
        "table of the largest files, in 80 columns.\n"
        "\n"
        "      --format FORMAT   iozone, bonnie, files, sandra or ping: the "
        "classic\n"
        "                        tables instead\n"
        "      --unit UNIT       as in bench --help\n"
        "      --color WHEN      auto, always or never\n";

/* As at the end of a run: the link, else the reference, else the best. */
static struct matrix_scale scale_of(const struct saved *saved,
                                    const struct arguments *arguments)
{
	struct matrix_scale scale = {arguments->unit_divisor, arguments->unit,
	                             saved->link, "link"};

	if (isnan(scale.ceiling) && saved->reference) {
		scale.ceiling_name = saved->reference;
		scale.ceiling = summary_best_rate(&saved->summary, saved->reference);
	}
	if (isnan(scale.ceiling)) {
		scale.ceiling_name = "best";
		scale.ceiling = summary_best_rate(&saved->summary, NULL);
	}
	return scale;
}

static int show_tables(const struct saved *saved,
                       const struct arguments *arguments)
{
	struct matrix_scale scale = scale_of(saved, arguments);
	struct terminal terminal;

	terminal_detect(&terminal, stdout, stderr, arguments->colour,
	                TERMINAL_PROGRESS_NONE);
	matrix_print_summary(&terminal, &scale, &saved->summary);
	large_print(&terminal, &scale, &saved->summary);
	return 0;
}

/* What is for no one to give here. */
static bool is_foreign(const struct arguments *arguments)
{
	return arguments->config || arguments->set_count || arguments->resume ||
	       arguments->dry_run || arguments->anonymise ||
	       strcmp(arguments->results, "results") != 0;
}

static int check(const struct arguments *arguments)
{
	if (is_foreign(arguments)) {
		fprintf(stderr, "bench show: an option of runs; bench show --help "
		                "lists its own\n");
		return EXIT_USAGE;
	}
	if (arguments->target_count == 1)
		return 0;
	fprintf(stderr, "bench show: expected one directory of results, not %zu\n",
	        arguments->target_count);
	return EXIT_USAGE;
}

static int show(const struct arguments *arguments)
{
	struct saved saved = {0};
	char *why = NULL;
	int error = saved_open(&saved, arguments->targets[0], &why);
	int status = EXIT_ALL_MEASURED;

	if (error) {
		fprintf(stderr, "bench show: %s\n", why ? why : strerror(-error));
		status = EXIT_USAGE;
	} else if (arguments->format) {
		error = format_print_saved(stdout, arguments->format, &saved);
		if (error)
			fprintf(stderr, "bench show: --format: %s\n", strerror(-error));
	} else {
		error = show_tables(&saved, arguments);
	}
	if (!error && (fflush(stdout) != 0 || ferror(stdout))) {
		fprintf(stderr, "bench show: %s\n", strerror(errno > 0 ? errno : EIO));
		error = -EIO;
	}
	if (error && status == EXIT_ALL_MEASURED)
		status = EXIT_SOME_FAILED;
	saved_free(&saved);
	free(why);
	return status;
}

int command_show(int argc, char **argv)
{
	struct arguments arguments;
	/* getopt skips a first word: the command's name. */
	int status = arguments_parse(&arguments, argc + 1, argv - 1);

	if (!status && arguments.help)
		fputs(help, stdout);
	else if (!status)
		status = check(&arguments);
	if (!status && !arguments.help)
		status = show(&arguments);
	arguments_free(&arguments);
	return status;
}
