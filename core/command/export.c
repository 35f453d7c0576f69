/* export.c - `bench export FORMAT DIR`: results for other programs. */
#include "export/export.h"

#include <errno.h>
#include <getopt.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "command/command.h"
#include "command/format.h"
#include "result/output.h"

static const char help[] =
        "usage: bench export FORMAT DIR [-o FILE] [--png] [--svg]\n"
        "\n"
        "The results in a directory for other programs.  FORMAT is\n"
        "\n"
        "  iozone      its table and its -R reports\n"
        "  jsonl       JSON Lines: each row with its latencies\n"
        "  markdown    the largest files as a table\n"
        "  influx      InfluxDB line protocol: each row\n"
        "  prometheus  text for a textfile collector: the largest files\n"
        "  matrix      CSV files, one for each target and test\n"
        "  gnuplot     a script and its data\n"
        "\n"
        "  -o, --output FILE   else standard output; of matrix and gnuplot a\n"
        "                      directory, else one of that name in DIR\n"
        "      --png, --svg    of gnuplot: draws the pictures too\n";

struct request {
	const char *format, *directory, *output;
	bool png, svg, help;
};

struct format {
	const char *name;
	export_text *text;
	export_files *files;
};

static const struct format formats[] = {{"iozone", NULL, NULL},
                                        {"jsonl", export_jsonl, NULL},
                                        {"markdown", export_markdown, NULL},
                                        {"influx", export_influx, NULL},
                                        {"prometheus", export_prometheus, NULL},
                                        {"matrix", NULL, export_matrix},
                                        {"gnuplot", NULL, export_gnuplot}};

enum { OPTION_PNG = 256, OPTION_SVG };

static const struct option options[] = {
        {"output", required_argument, NULL, 'o'},
        {"png", no_argument, NULL, OPTION_PNG},
        {"svg", no_argument, NULL, OPTION_SVG},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0}};

static const struct format *find_format(const char *name)
{
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
		if (strcmp(formats[i].name, name) == 0)
			return &formats[i];
	fprintf(stderr, "bench export: %s: expected one of", name);
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
		fprintf(stderr, "%s %s", i ? "," : "", formats[i].name);
	fprintf(stderr, "\n");
	return NULL;
}

/* 0, or EXIT_USAGE after a message. */
static int parse(struct request *request, int argc, char **argv)
{
	int option;

	opterr = 0;
	optind = 0;
	while ((option = getopt_long(argc, argv, "o:h", options, NULL)) != -1)
		switch (option) {
		case 'o':
			request->output = optarg;
			break;
		case OPTION_PNG:
			request->png = true;
			break;
		case OPTION_SVG:
			request->svg = true;
			break;
		case 'h':
			request->help = true;
			break;
		default:
			fprintf(stderr, "bench export: unknown option, or one without its "
			                "value; bench export --help lists them\n");
			return EXIT_USAGE;
		}
	if (request->help)
		return 0;
	if (argc - optind != 2) {
		fprintf(stderr, "bench export: expected a format and a directory of "
		                "results; bench export --help tells more\n");
		return EXIT_USAGE;
	}
	request->format = argv[optind];
	request->directory = argv[optind + 1];
	if ((request->png || request->svg) &&
	    strcmp(request->format, "gnuplot") != 0) {
		fprintf(stderr, "bench export: --png and --svg are for gnuplot\n");
		return EXIT_USAGE;
	}
	return 0;
}

/* Writes what the classic view prints. */
static int add_iozone(const struct saved *saved, struct text *to)
{
	char *bytes = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&bytes, &length);
	int error = out ? format_print_saved(out, CLASSIC_IOZONE, saved) : -ENOMEM;

	if (out && fclose(out) != 0 && !error)
		error = -ENOMEM;
	if (!error)
		text_add_bytes(to, bytes, length);
	free(bytes);
	return error;
}

static int write_text(const struct format *format,
                      const struct request *request, const struct saved *saved,
                      char **why)
{
	struct text text = {0};
	int error = 0;

	if (format->text)
		format->text(saved, &text);
	else
		error = add_iozone(saved, &text);
	if (error || text.failed)
		error = failure(why, ENOMEM, "no memory");
	else if (text.length == 0)
		error = failure(why, ENODATA, "%s has nothing to show in this form",
		                saved->directory);
	else if (request->output)
		error = output_replace_file(request->output, text.bytes, text.length,
		                            why);
	else if (fwrite(text.bytes, 1, text.length, stdout) != text.length ||
	         fflush(stdout) != 0)
		error = failure(why, errno > 0 ? errno : EIO, "standard output: %s",
		                strerror(errno > 0 ? errno : EIO));
	text_free(&text);
	return error;
}

/* Runs gnuplot in the directory of its script. */
static int draw(const char *directory, const char *format, char **why)
{
	char *setting = text_format("format='%s'", format);
	char gnuplot[] = "gnuplot", option[] = "-e", script[] = "plots.gp";
	char *arguments[] = {gnuplot, option, setting, script, NULL};
	posix_spawn_file_actions_t actions;
	int error, status = 0;
	pid_t child;

	if (!setting || posix_spawn_file_actions_init(&actions) != 0) {
		free(setting);
		return failure(why, ENOMEM, "no memory");
	}
	error = posix_spawn_file_actions_addchdir_np(&actions, directory);
	if (!error)
		error = posix_spawnp(&child, gnuplot, &actions, NULL, arguments,
		                     environ);
	posix_spawn_file_actions_destroy(&actions);
	free(setting);
	if (error)
		return failure(why, error,
		               "gnuplot cannot be run: %s; its script is %s/plots.gp",
		               strerror(error), directory);
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return failure(why, errno, "gnuplot: %s", strerror(errno));
	if (status != 0)
		return failure(why, EIO, "gnuplot failed on %s/plots.gp", directory);
	return 0;
}

static int write_files(const struct format *format,
                       const struct request *request, const struct saved *saved,
                       char **why)
{
	size_t length = strlen(saved->directory);
	bool ends = length > 0 && saved->directory[length - 1] == '/';
	char *directory = request->output
	                          ? text_copy(request->output)
	                          : text_format("%s%s%s", saved->directory,
	                                        ends ? "" : "/", format->name);
	int error = directory ? format->files(saved, directory, why)
	                      : failure(why, ENOMEM, "no memory");

	if (!error && request->png)
		error = draw(directory, "png", why);
	if (!error && request->svg)
		error = draw(directory, "svg", why);
	if (!error)
		printf("%s\n", directory);
	free(directory);
	return error;
}

int command_export(int argc, char **argv)
{
	struct request request = {0};
	const struct format *format;
	struct saved saved = {0};
	char *why = NULL;
	/* getopt skips a first word: the command's name. */
	int status = parse(&request, argc + 1, argv - 1);

	if (status)
		return status;
	if (request.help) {
		fputs(help, stdout);
		return EXIT_ALL_MEASURED;
	}
	format = find_format(request.format);
	if (!format)
		return EXIT_USAGE;
	if (saved_open(&saved, request.directory, &why)) {
		status = EXIT_USAGE;
	} else if (format->files ? write_files(format, &request, &saved, &why)
	                         : write_text(format, &request, &saved, &why)) {
		status = EXIT_SOME_FAILED;
	}
	if (status)
		fprintf(stderr, "bench export: %s\n", why ? why : "no memory");
	saved_free(&saved);
	free(why);
	return status;
}
