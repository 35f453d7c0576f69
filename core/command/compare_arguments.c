/* compare_arguments.c - reading the command line of `bench compare`. */
#include "command/compare.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "command/arguments.h"
#include "config/units.h"

const char compare_help[] =
        "usage: bench compare A B [OPTION ...]\n"
        "       bench compare A --target X --with Y [OPTION ...]\n"
        "\n"
        "Is B slower or faster than A?  Both are directories of results (of "
        "runs or\n"
        "of imports) or CSV files of the form of results.csv.  With one of "
        "them,\n"
        "two targets of the same run are compared, round by round.\n"
        "\n"
        "      --target X          only this target\n"
        "      --with Y            target X of A against target Y of B\n"
        "      --fail-below SHARE  status 3 if a cell is confirmed slower by "
        "more,\n"
        "                          such as 5%\n"
        "      --force             compare what was not measured alike\n"
        "      --format FORMAT     table (default), markdown, json or junit\n"
        "      --unit UNIT         MB/s, MiB/s, GB/s, GiB/s, KiB/s, Mbit/s or "
        "Gbit/s\n"
        "  -h, --help\n"
        "\n"
        "exit status: 0 compared; 1 with --fail-below, cells of A failed in B "
        "or none\n"
        "has enough rounds for a verdict; 2 usage, unreadable, or not measured "
        "alike;\n"
        "3 with --fail-below, a cell is confirmed slower by more.\n";

static const struct option options[] = {
        {"target", required_argument, NULL, 't'},
        {"with", required_argument, NULL, 'w'},
        {"fail-below", required_argument, NULL, 'b'},
        {"force", no_argument, NULL, 'F'},
        {"format", required_argument, NULL, 'f'},
        {"unit", required_argument, NULL, 'u'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0}};

static int read_format(struct compare_arguments *arguments, const char *text,
                       char **why)
{
	static const char *const names[] = {[COMPARE_TABLE] = "table",
	                                    [COMPARE_MARKDOWN] = "markdown",
	                                    [COMPARE_JSON] = "json",
	                                    [COMPARE_JUNIT] = "junit"};

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (strcmp(text, names[i]) == 0) {
			arguments->format = (enum compare_format)i;
			return 0;
		}
	return failure(why, EINVAL,
	               "--format %s: expected table, markdown, json or junit",
	               text);
}

static int read_unit(struct compare_arguments *arguments, const char *text,
                     char **why)
{
	if (arguments_find_unit(text, &arguments->unit, &arguments->divisor))
		return 0;
	return failure(why, EINVAL,
	               "--unit %s: expected one of MB/s, MiB/s, GB/s, GiB/s, "
	               "KiB/s, Mbit/s, Gbit/s",
	               text);
}

/* 0 % and 100 % would make any cell fail, or none. */
static int read_share(struct compare_arguments *arguments, const char *text,
                      char **why)
{
	char *problem = NULL;
	int error = units_share(text, &arguments->fail_below, &problem);

	if (error || !(arguments->fail_below > 0) || arguments->fail_below >= 1)
		error = failure(why, EINVAL,
		                "--fail-below %s: expected a share above "
		                "0 and below 100 %%, such as 5%%",
		                text);
	free(problem);
	return error;
}

/* What getopt_long() had to say by `option`: a colon or a question mark. */
static int bad_option(char **argv, int option, char **why)
{
	const char *typed = argv[optind - 1];

	if (option == ':')
		return failure(why, EINVAL, "%s lacks its value", typed);
	if (optopt > 0 && optopt <= UCHAR_MAX && strcmp(typed, "--force") != 0)
		return failure(why, EINVAL,
		               "unknown option -%c; bench compare --help lists them",
		               optopt);
	return failure(why, EINVAL,
	               "unknown option %s, or one that takes no value; bench "
	               "compare --help lists them",
	               typed);
}

static int take_option(struct compare_arguments *arguments, int option,
                       char **argv, char **why)
{
	switch (option) {
	case 't':
		arguments->target = optarg;
		return 0;
	case 'w':
		arguments->with = optarg;
		return 0;
	case 'b':
		return read_share(arguments, optarg, why);
	case 'F':
		arguments->force = true;
		return 0;
	case 'f':
		return read_format(arguments, optarg, why);
	case 'u':
		return read_unit(arguments, optarg, why);
	case 'h':
		arguments->help = true;
		return 0;
	default:
		return bad_option(argv, option, why);
	}
}

/* What stands behind the options: getopt put it there. */
static int take_sides(struct compare_arguments *arguments, int argc,
                      char **argv, char **why)
{
	int count = argc - optind;

	if (count < 1 || count > 2)
		return failure(why, EINVAL,
		               "expected A and B, two directories of results; bench "
		               "compare --help says more");
	arguments->a = argv[optind];
	arguments->b = count == 2 ? argv[optind + 1] : NULL;
	if (arguments->with && !arguments->target)
		return failure(why, EINVAL, "--with %s needs --target",
		               arguments->with);
	if (!arguments->b && !arguments->with)
		return failure(why, EINVAL,
		               "expected B as well, or --target X --with Y for two "
		               "targets of %s",
		               arguments->a);
	return 0;
}

int compare_arguments(struct compare_arguments *arguments, int argc,
                      char **argv, char **why)
{
	int option, error = 0;

	*arguments = (struct compare_arguments){
	        .fail_below = (double)NAN, .unit = "MB/s", .divisor = 1e6};
	opterr = 0;
	optind = 0;
	while (!error && !arguments->help &&
	       (option = getopt_long(argc, argv, ":h", options, NULL)) != -1)
		error = take_option(arguments, option, argv, why);
	if (error || arguments->help)
		return error;
	return take_sides(arguments, argc, argv, why);
}
