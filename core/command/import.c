/* import.c - `bench import FILE... -o DIR`: what other programs measured, as a
 * directory of results. */
#include "import/import.h"

#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "command/command.h"
#include "result/environment.h"

static const char help[] =
        "usage: bench import FILE... -o DIR\n"
        "\n"
        "Results of iozone (text, Excel blocks, throughput mode), fio (JSON),\n"
        "bonnie++ (CSV) and iperf3 (JSON) as a directory of results like that "
        "of a\n"
        "run.  What cannot be read with certainty is left out, and a line on "
        "stderr\n"
        "says what and why.\n"
        "\n"
        "  -o, --output DIR   is made; must not be there or be empty\n"
        "  --format NAME      iozone, fio, bonnie or iperf3; else the content "
        "tells\n"
        "  --unit UNIT        of figures whose unit the file does not say:\n"
        "                     B/s kB/s MB/s GB/s KiB/s MiB/s GiB/s\n"
        "  --target NAME      name of the target; else the file's\n"
        "\n"
        "Exit status: 0 all was read, 1 something was left out, 2 nothing was "
        "imported.\n";

static const struct option options[] = {
        {"output", required_argument, NULL, 'o'},
        {"format", required_argument, NULL, 'f'},
        {"unit", required_argument, NULL, 'u'},
        {"target", required_argument, NULL, 't'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0}};

struct wish {
	struct import_options options;
	const char *output;
	bool help;
};

static int complain(const char *what, const char *word)
{
	fprintf(stderr, "bench import: %s%s; bench import --help says more\n", what,
	        word);
	return EXIT_USAGE;
}

static int take(struct wish *wish, int option)
{
	int format;

	switch (option) {
	case 'o':
		wish->output = optarg;
		return 0;
	case 'f':
		format = import_format_find(optarg);
		if (format < 0)
			return complain("no format is called ", optarg);
		wish->options.format = (enum import_format)format;
		return 0;
	case 'u':
		wish->options.unit = import_unit_find(optarg);
		return wish->options.unit > 0 ? 0
		                              : complain("no unit is called ", optarg);
	case 't':
		wish->options.target = optarg;
		return *optarg ? 0 : complain("--target needs a name", "");
	case 'h':
		wish->help = true;
		return 0;
	default:
		return complain("unknown option, or one without its value", "");
	}
}

static int parse(int argc, char **argv, struct wish *wish)
{
	int option, status = 0;

	opterr = 0;
	optind = 0;
	while (!status &&
	       (option = getopt_long(argc, argv, "o:h", options, NULL)) != -1)
		status = take(wish, option);
	if (status || wish->help)
		return status;
	if (optind >= argc)
		return complain("which files?", "");
	return wish->output ? 0 : complain("where to? -o DIR", "");
}

static json_t *about_this(int argc, char **argv)
{
	json_t *about = json_object(), *command = json_array();
	char utc[32];
	int error;

	environment_utc(utc, sizeof utc);
	error = json_array_append_new(command, json_string("bench"));
	error |= json_array_append_new(command, json_string("import"));
	for (int i = 0; i < argc; i++) {
		json_t *word = json_string(argv[i]);

		/* A name of a file need not be text. */
		error |= json_array_append_new(command, word ? word : json_string("?"));
	}
	error |= json_object_set_new(about, "version", json_string(BENCH_VERSION));
	error |= json_object_set_new(about, "written_utc", json_string(utc));
	error |= json_object_set_new(about, "command", command);
	if (!error)
		return about;
	json_decref(about);
	return NULL;
}

static int read_and_write(struct import *import, const struct wish *wish,
                          char **files, size_t count, json_t *about, char **why)
{
	char utc[32];
	char *run_id;
	int error = 0;

	environment_utc_compact(utc, sizeof utc);
	run_id = text_format("%s-import", utc);
	for (size_t i = 0; !error && i < count; i++)
		error = import_file(import, &wish->options, files[i], why);
	for (size_t i = 0; i < import->note_count; i++)
		fprintf(stderr, "bench import: %s\n", import->notes[i]);
	if (!error && import->count && run_id) {
		error = import_finish(import, run_id, why);
		if (!error) {
			error = import_write(import, wish->output, run_id, about, why);
			about = NULL;
		}
	}
	json_decref(about);
	free(run_id);
	return error;
}

int command_import(int argc, char **argv)
{
	struct wish wish = {0};
	struct import import = {0};
	char *why = NULL;
	/* getopt skips a first word: the command's name.  It also puts the files
	 * behind the options, so the command line is kept before. */
	json_t *about = about_this(argc, argv);
	int status = parse(argc + 1, argv - 1, &wish);

	if (status || wish.help) {
		json_decref(about);
		if (!status)
			fputs(help, stdout);
		return status;
	}
	if (read_and_write(&import, &wish, argv - 1 + optind,
	                   (size_t)(argc + 1 - optind), about, &why)) {
		fprintf(stderr, "bench import: %s\n", why ? why : "no memory");
		status = EXIT_USAGE;
	} else if (import.count == 0) {
		fprintf(stderr,
		        "bench import: nothing was imported, so %s is not "
		        "made\n",
		        wish.output);
		status = EXIT_USAGE;
	} else {
		printf("%s: %zu rows\n", wish.output, import.count);
		status = import.doubts ? EXIT_SOME_FAILED : EXIT_ALL_MEASURED;
	}
	free(why);
	import_free(&import);
	return status;
}
