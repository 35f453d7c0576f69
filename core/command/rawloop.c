/* rawloop.c - `bench rawloop`: the bare system calls in a loop, without the
 * harness, so that what the harness costs can be told on any machine. */
#include "command/rawloop.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/text.h"
#include "command/command.h"
#include "config/units.h"
#include "measure/pin.h"

#define RECORD_MAX (UINT64_C(1) << 30)

static const char help[] =
        "usage: bench rawloop --op OP --file PATH --size SIZE --record SIZE\n"
        "                     [--layout SIZE] [--time TIME] [--cpu N]\n"
        "       bench rawloop --op create_unlink --directory DIR\n"
        "                     [--time TIME] [--cpu N]\n"
        "\n"
        "The bare system calls in a loop, without bench around them: what a\n"
        "figure of bench is held against.  Prints one line of JSON.\n"
        "\n"
        "  --op OP        read (pread), write (pwrite), ping (fstat) or\n"
        "                 create_unlink (a file made, 53 bytes written,\n"
        "                 closed, removed; four names in turn)\n"
        "  --directory DIR  where create_unlink makes a directory of its own\n"
        "                 for its files, and removes it in the end\n"
        "  --file PATH    a new file, which is removed in the end\n"
        "  --size SIZE    of the file\n"
        "  --record SIZE  bytes of a call\n"
        "  --layout SIZE  bytes of a call that fills the file first; the same "
        "as\n"
        "                 --record unless given\n"
        "  --time TIME    of all slices together, 1s unless given\n"
        "  --cpu N        the processor to stay on\n";

static const struct option options[] = {
        {"op", required_argument, NULL, 'o'},
        {"file", required_argument, NULL, 'f'},
        {"directory", required_argument, NULL, 'd'},
        {"size", required_argument, NULL, 's'},
        {"record", required_argument, NULL, 'r'},
        {"layout", required_argument, NULL, 'l'},
        {"time", required_argument, NULL, 't'},
        {"cpu", required_argument, NULL, 'c'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0}};

static int read_op(struct rawloop_arguments *arguments, const char *text,
                   char **why)
{
	static const char *const names[] = {[RAWLOOP_READ] = "read",
	                                    [RAWLOOP_WRITE] = "write",
	                                    [RAWLOOP_PING] = "ping",
	                                    [RAWLOOP_CREATE_UNLINK] =
	                                            "create_unlink"};

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (strcmp(text, names[i]) == 0) {
			arguments->op = (enum rawloop_op)i;
			arguments->op_name = names[i];
			return 0;
		}
	return failure(why, EINVAL,
	               "--op %s: expected read, write, ping or create_unlink",
	               text);
}

static int read_cpu(struct rawloop_arguments *arguments, const char *text,
                    char **why)
{
	int error = units_int(text, &arguments->cpu, why);

	if (error < 0)
		return error;
	if (arguments->cpu < 0 || arguments->cpu > INT16_MAX)
		return failure(why, EINVAL, "--cpu %s: expected a processor from 0 on",
		               text);
	return 0;
}

static int take_option(struct rawloop_arguments *arguments, int option,
                       const char *text, char **why)
{
	switch (option) {
	case 'o':
		return read_op(arguments, text, why);
	case 'f':
		arguments->file = text;
		return 0;
	case 'd':
		arguments->directory = text;
		return 0;
	case 's':
		return units_size(text, &arguments->size, why);
	case 'r':
		return units_size(text, &arguments->record, why);
	case 'l':
		return units_size(text, &arguments->layout, why);
	case 't':
		return units_time(text, &arguments->time_ns, why);
	case 'c':
		return read_cpu(arguments, text, why);
	case 'h':
		arguments->help = true;
		return 0;
	default:
		return failure(why, EINVAL,
		               "unknown option, or one without its value; bench "
		               "rawloop --help lists them");
	}
}

static int check_time(const struct rawloop_arguments *arguments, char **why)
{
	if (arguments->time_ns <= 0)
		return failure(why, EINVAL, "--time: expected a time such as 1s");
	return 0;
}

static int check_names(const struct rawloop_arguments *arguments, char **why)
{
	if (!arguments->directory)
		return failure(why, EINVAL, "create_unlink needs --directory");
	if (arguments->file || arguments->size || arguments->record ||
	    arguments->layout)
		return failure(why, EINVAL,
		               "create_unlink has no file and no sizes: it needs "
		               "--directory alone");
	return check_time(arguments, why);
}

/* What options say together. */
static int check(struct rawloop_arguments *arguments, char **why)
{
	if (arguments->op == RAWLOOP_CREATE_UNLINK && arguments->op_name)
		return check_names(arguments, why);
	if (arguments->layout == 0)
		arguments->layout = arguments->record;
	if (!arguments->op_name || !arguments->file)
		return failure(why, EINVAL, "--op and --file are needed");
	if (arguments->directory)
		return failure(why, EINVAL, "--directory is for create_unlink only");
	if (arguments->record == 0 || arguments->size == 0)
		return failure(why, EINVAL, "--size and --record are needed");
	if (arguments->size > INT64_MAX || arguments->record > arguments->size ||
	    arguments->layout > arguments->size)
		return failure(why, EINVAL, "a record is at most as large as the file");
	if (arguments->record > RECORD_MAX || arguments->layout > RECORD_MAX)
		return failure(why, EINVAL, "a record has at most 1 GiB");
	return check_time(arguments, why);
}

int rawloop_arguments(struct rawloop_arguments *arguments, int argc,
                      char **argv, char **why)
{
	int option, error = 0;

	*arguments = (struct rawloop_arguments){.time_ns = 1000000000, .cpu = -1};
	opterr = 0;
	optind = 0;
	while (!error && !arguments->help &&
	       (option = getopt_long(argc, argv, "", options, NULL)) != -1)
		error = take_option(arguments, option, optarg, why);
	if (error || arguments->help)
		return error;
	if (optind < argc)
		return failure(why, EINVAL, "`%s` belongs to no option", argv[optind]);
	return check(arguments, why);
}

static void print_result(const struct rawloop_arguments *arguments,
                         const struct rawloop_result *result)
{
	bool sizes = arguments->op != RAWLOOP_CREATE_UNLINK;

	printf("{\"op\": \"%s\"", arguments->op_name);
	if (sizes)
		printf(", \"file_size_bytes\": %llu, \"record_size_bytes\": %llu, "
		       "\"layout_bytes\": %llu",
		       (unsigned long long)arguments->size,
		       (unsigned long long)arguments->record,
		       (unsigned long long)arguments->layout);
	if (arguments->cpu >= 0)
		printf(", \"cpu\": %lld", (long long)arguments->cpu);
	printf(", \"passes\": %llu, \"ops\": %llu, \"slices_ns_per_op\": [",
	       (unsigned long long)result->passes, (unsigned long long)result->ops);
	for (int i = 0; i < RAWLOOP_SLICES; i++)
		printf("%s%.3f", i ? ", " : "", result->ns_per_op[i]);
	printf("], \"ns_per_op\": %.3f", result->median_ns);
	if (sizes)
		printf(", \"bytes_per_s\": %.0f}\n", result->bytes_per_second);
	else
		printf(", \"loops_per_s\": %.3f}\n", 1e9 / result->median_ns);
}

/* Over the file that `loop` has open. */
static int measure(const struct rawloop_arguments *arguments,
                   struct rawloop *loop, struct rawloop_result *result,
                   char **why)
{
	int error = rawloop_open(loop, arguments->size, (size_t)arguments->record);

	if (!error)
		error = rawloop_fill(loop, (size_t)arguments->layout);
	if (!error)
		error = rawloop_run(loop, arguments->time_ns, result);
	rawloop_close(loop);
	if (error)
		return failure(why, -error, "%s: %s", arguments->file,
		               strerror(-error));
	return 0;
}

/* In a directory of its own, so that nobody's files are written over. */
static int run_names(const struct rawloop_arguments *arguments, char **why)
{
	char *own = text_format("%s/rawloop-XXXXXX", arguments->directory);
	struct rawloop loop = {.op = arguments->op, .fd = -1};
	struct rawloop_result result = {0};
	int error;

	if (!own || !mkdtemp(own)) {
		error = failure(why, own ? errno : ENOMEM, "%s: %s",
		                arguments->directory, strerror(own ? errno : ENOMEM));
		free(own);
		return error;
	}
	loop.fd = open(own, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	error = loop.fd < 0 ? -errno
	                    : rawloop_run(&loop, arguments->time_ns, &result);
	if (loop.fd >= 0)
		close(loop.fd);
	if (rmdir(own) != 0 && !error)
		error = -errno;
	if (error)
		failure(why, -error, "%s: %s", own, strerror(-error));
	else
		print_result(arguments, &result);
	free(own);
	return error;
}

static int run_file(const struct rawloop_arguments *arguments, char **why)
{
	struct rawloop loop = {.op = arguments->op};
	struct rawloop_result result = {0};
	int error;

	if (!arguments->file)
		return failure(why, EINVAL, "--file is needed");
	/* O_EXCL: whatever is there already is not ours to write over. */
	loop.fd =
	        open(arguments->file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (loop.fd < 0)
		return failure(why, errno, "%s: %s", arguments->file, strerror(errno));
	/* At once: no file is left behind, however this ends. */
	unlink(arguments->file);
	error = measure(arguments, &loop, &result, why);
	close(loop.fd);
	if (!error)
		print_result(arguments, &result);
	return error;
}

static int run(const struct rawloop_arguments *arguments, char **why)
{
	int error = 0;

	if (arguments->cpu >= 0)
		error = pin_thread((unsigned)arguments->cpu, why);
	if (error)
		return error;
	return arguments->op == RAWLOOP_CREATE_UNLINK ? run_names(arguments, why)
	                                              : run_file(arguments, why);
}

int command_rawloop(int argc, char **argv)
{
	struct rawloop_arguments arguments;
	char *why = NULL;
	int status = EXIT_ALL_MEASURED;

	/* getopt skips a first word: the command's name. */
	if (rawloop_arguments(&arguments, argc + 1, argv - 1, &why))
		status = EXIT_USAGE;
	else if (arguments.help)
		fputs(help, stdout);
	else if (run(&arguments, &why))
		status = EXIT_SOME_FAILED;
	if (status)
		fprintf(stderr, "bench rawloop: %s\n", why ? why : "no memory");
	free(why);
	return status;
}
