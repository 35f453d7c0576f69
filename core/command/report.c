/* report.c - `bench report DIR...`: results as one page. */
#include "command/report.h"

#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/text.h"
#include "command/command.h"
#include "report/report.h"

static const char help[] =
        "usage: bench report DIR... [-o FILE]\n"
        "\n"
        "The results in a directory as one HTML page that opens offline.  "
        "With\n"
        "more than one directory, each is held against the first.\n"
        "\n"
        "  -o, --output FILE   else report.html in the first directory\n";

static const struct option options[] = {
        {"output", required_argument, NULL, 'o'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0}};

/* build/report beside a bench in its tree, share/bench/report of an installed
 * one. */
static char *find_assets(const char *exe, const char *datadir)
{
	const char *slash = strrchr(exe, '/');
	char *beside = text_format("%.*s/report/app.js",
	                           slash ? (int)(slash - exe) : 0, exe);
	char *found = NULL;

	if (beside && access(beside, R_OK) == 0)
		found = text_format("%.*s/report", (int)(slash - exe), exe);
	else if (datadir)
		found = text_format("%s/report", datadir);
	free(beside);
	return found;
}

char *report_make(const char *exe, const char *datadir,
                  const char *const *directories, size_t count,
                  const char *output, bool *without_charts)
{
	char *assets = find_assets(exe, datadir);
	char *path = output ? text_copy(output)
	                    : text_format("%s/report.html", directories[0]);
	struct report_request request = {directories, count, assets, path};
	char *why = NULL;

	if (!path || report_write(&request, without_charts, &why)) {
		fprintf(stderr, "bench: no report: %s\n", why ? why : "no memory");
		free(path);
		path = NULL;
	}
	free(why);
	free(assets);
	return path;
}

/* 0, or EXIT_USAGE after a message on stderr. */
static int parse(int argc, char **argv, const char **output, bool *wants_help)
{
	int option;

	opterr = 0;
	optind = 0;
	while ((option = getopt_long(argc, argv, "o:h", options, NULL)) != -1)
		switch (option) {
		case 'o':
			*output = optarg;
			break;
		case 'h':
			*wants_help = true;
			break;
		default:
			fprintf(stderr, "bench report: unknown option, or one without its "
			                "value; bench report --help lists them\n");
			return EXIT_USAGE;
		}
	if (optind < argc || *wants_help)
		return 0;
	fprintf(stderr, "bench report: which directory of results?\n");
	return EXIT_USAGE;
}

int command_report(int argc, char **argv)
{
	struct command_context context;
	const char *output = NULL;
	bool wants_help = false, without_charts = false;
	/* getopt skips a first word: the command's name. */
	int status = parse(argc + 1, argv - 1, &output, &wants_help);
	char *path = NULL;

	if (status)
		return status;
	if (wants_help) {
		fputs(help, stdout);
		return EXIT_ALL_MEASURED;
	}
	status = EXIT_USAGE;
	if (command_context_open(&context) == 0)
		path = report_make(context.exe, context.datadir,
		                   (const char *const *)argv - 1 + optind,
		                   (size_t)(argc + 1 - optind), output,
		                   &without_charts);
	command_context_close(&context);
	if (path && without_charts)
		fprintf(stderr, "bench: the report has its tables but no charts: the "
		                "chart library is not there; `make deps` fetches it\n");
	if (path) {
		printf("%s\n", path);
		status = EXIT_ALL_MEASURED;
	}
	free(path);
	return status;
}
