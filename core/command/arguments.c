/* arguments.c - reading the command line of a run. */
#include "command/arguments.h"

#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "command/command.h"
#include "config/nearest.h"

const char arguments_help[] =
        "bench - storage and transport, measured in one matrix\n"
        "\n"
        "  bench -c FILE [TARGET ...]       measure what an INI file says\n"
        "  bench TARGET ...                 a path or a URL: the default "
        "sweep\n"
        "  bench --resume DIR               go on with a run that was broken "
        "off\n"
        "  bench serve NAME [key=value ...] be the far end of a backend\n"
        "  bench plugin list | help NAME    backends and their options\n"
        "  bench list tests|suites|keys     words of the INI file\n"
        "  bench show DIR                   results in the terminal\n"
        "  bench explain DIR                what limits each target\n"
        "  bench export FORMAT DIR          results for other programs\n"
        "  bench report DIR... [-o FILE]    results as one HTML page\n"
        "  bench import FILE... -o DIR      results of other programs as "
        "rows\n"
        "  bench compare A B [OPTION ...]   is B slower than A?  --help says "
        "more\n"
        "  bench selftest                   are its figures true, is this "
        "machine\n"
        "                                   quiet enough?\n"
        "\n"
        "  -c, --config FILE      as given, in ./conf, or among the installed\n"
        "      --set S.KEY=VALUE  overrides a key; S is `bench` or a target\n"
        "      --rounds N|N..M    the same as --set bench.rounds=...\n"
        "      --quick            3 rounds of 1 slice: no interval\n"
        "      --resume DIR       measure only what is missing in these "
        "results;\n"
        "                         with --rounds N, up to N rounds\n"
        "      --dry-run          the plan and its price; touches nothing\n"
        "                         (with -v each cell)\n"
        "      --results DIR      where results go (default: results)\n"
        "      --anonymise        run.json without hosts, users and addresses\n"
        "      --format FORMAT    iozone, bonnie, files, sandra or ping: the "
        "classic\n"
        "                         tables on stdout, all else on stderr\n"
        "      --unit UNIT        MB/s, MiB/s, GB/s, GiB/s, KiB/s, Mbit/s or\n"
        "                         Gbit/s for what is shown; files keep bytes\n"
        "      --color WHEN       auto, always or never\n"
        "      --progress HOW     auto, bar, plain or none\n"
        "  -q, --quiet            no rows, only the matrices\n"
        "  -v, --verbose          what plugins have to say as well\n"
        "  -h, --help    -V, --version\n"
        "\n"
        "exit status: 0 all planned cells measured; 1 some failed (results "
        "are\n"
        "kept); 2 usage or configuration, nothing touched; 3 compare "
        "--fail-below:\n"
        "confirmed slower; 128+n ended by signal n, results kept.\n";

struct word {
	const char *name;
	int value;
};

static const struct word colours[] = {{"auto", TERMINAL_COLOUR_AUTO},
                                      {"always", TERMINAL_COLOUR_ALWAYS},
                                      {"never", TERMINAL_COLOUR_NEVER},
                                      {NULL, 0}};
static const struct word progresses[] = {{"auto", TERMINAL_PROGRESS_AUTO},
                                         {"bar", TERMINAL_PROGRESS_BAR},
                                         {"plain", TERMINAL_PROGRESS_PLAIN},
                                         {"none", TERMINAL_PROGRESS_NONE},
                                         {NULL, 0}};

static const struct word formats[] = {
        {"iozone", CLASSIC_IOZONE}, {"bonnie", CLASSIC_BONNIE},
        {"files", CLASSIC_FILES},   {"sandra", CLASSIC_SANDRA},
        {"ping", CLASSIC_PING},     {NULL, 0}};

static const struct {
	const char *name;
	double divisor;
} units[] = {{"MB/s", 1e6},         {"MiB/s", 1048576}, {"GB/s", 1e9},
             {"GiB/s", 1073741824}, {"KiB/s", 1024},    {"Mbit/s", 125e3},
             {"Gbit/s", 125e6}};

enum {
	OPTION_SET = 256,
	OPTION_ROUNDS,
	OPTION_QUICK,
	OPTION_DRY_RUN,
	OPTION_RESULTS,
	OPTION_RESUME,
	OPTION_ANONYMISE,
	OPTION_FORMAT,
	OPTION_UNIT,
	OPTION_COLOR,
	OPTION_PROGRESS
};

/* The colon in front tells a missing value from an unknown option. */
#define LETTERS ":c:qvhV"

static const struct option options[] = {
        {"config", required_argument, NULL, 'c'},
        {"set", required_argument, NULL, OPTION_SET},
        {"rounds", required_argument, NULL, OPTION_ROUNDS},
        {"quick", no_argument, NULL, OPTION_QUICK},
        {"dry-run", no_argument, NULL, OPTION_DRY_RUN},
        {"results", required_argument, NULL, OPTION_RESULTS},
        {"resume", required_argument, NULL, OPTION_RESUME},
        {"anonymise", no_argument, NULL, OPTION_ANONYMISE},
        {"format", required_argument, NULL, OPTION_FORMAT},
        {"unit", required_argument, NULL, OPTION_UNIT},
        {"color", required_argument, NULL, OPTION_COLOR},
        {"progress", required_argument, NULL, OPTION_PROGRESS},
        {"quiet", no_argument, NULL, 'q'},
        {"verbose", no_argument, NULL, 'v'},
        {"help", no_argument, NULL, 'h'},
        {"version", no_argument, NULL, 'V'},
        {NULL, 0, NULL, 0}};

static int find_word(const struct word *words, const char *text,
                     const char *option, int *value)
{
	struct text known = {0};

	for (const struct word *word = words; word->name; word++) {
		if (strcmp(word->name, text) == 0) {
			*value = word->value;
			text_free(&known);
			return 0;
		}
		text_add(&known, "%s%s", known.length ? ", " : "", word->name);
	}
	fprintf(stderr, "bench: --%s %s: expected one of %s\n", option, text,
	        known.bytes ? known.bytes : "");
	text_free(&known);
	return EXIT_USAGE;
}

bool arguments_find_unit(const char *text, const char **unit, double *divisor)
{
	for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
		if (strcmp(units[i].name, text) == 0) {
			*unit = units[i].name;
			*divisor = units[i].divisor;
			return true;
		}
	return false;
}

static int find_unit(struct arguments *arguments, const char *text)
{
	if (arguments_find_unit(text, &arguments->unit, &arguments->unit_divisor))
		return 0;
	fprintf(stderr, "bench: --unit %s: expected one of", text);
	for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
		fprintf(stderr, " %s", units[i].name);
	fprintf(stderr, "\n");
	return EXIT_USAGE;
}

static int add_owned_set(struct arguments *arguments, char *set)
{
	if (!set)
		return EXIT_USAGE;
	arguments->owned[arguments->owned_count++] = set;
	arguments->sets[arguments->set_count++] = set;
	return 0;
}

/* The option that was meant by --WORD or --WORD=VALUE, or NULL. */
static const char *nearest_option(const char *typed)
{
	const char *names[sizeof options / sizeof options[0]];
	char *word = text_copy(typed + strspn(typed, "-"));
	const char *nearest = NULL;
	size_t count = 0;

	for (const struct option *option = options; option->name; option++)
		names[count++] = option->name;
	if (word) {
		word[strcspn(word, "=")] = '\0';
		nearest = nearest_word(word, names, count);
	}
	free(word);
	return nearest;
}

/* What getopt_long() had to say by `option`: a colon or a question mark. */
static int bad_option(char **argv, int option)
{
	const char *typed = argv[optind - 1];
	const char *nearest;

	if (option == ':') {
		fprintf(stderr, "bench: %s lacks its value\n", typed);
	} else if (optopt > UCHAR_MAX || (optopt && strchr(LETTERS, optopt))) {
		fprintf(stderr, "bench: %s: the option takes no value\n", typed);
	} else if (optopt) {
		fprintf(stderr, "bench: unknown option -%c; bench --help lists them\n",
		        optopt);
	} else if ((nearest = nearest_option(typed))) {
		fprintf(stderr, "bench: unknown option %s; did you mean --%s?\n", typed,
		        nearest);
	} else {
		fprintf(stderr, "bench: unknown option %s; bench --help lists them\n",
		        typed);
	}
	return EXIT_USAGE;
}

static int take_option(struct arguments *arguments, int option)
{
	int value = 0, error = 0;

	switch (option) {
	case 'c':
		arguments->config = optarg;
		break;
	case 'q':
		arguments->quiet = true;
		break;
	case 'v':
		arguments->verbose = true;
		break;
	case 'h':
		arguments->help = true;
		break;
	case 'V':
		arguments->version = true;
		break;
	case OPTION_SET:
		arguments->sets[arguments->set_count++] = optarg;
		break;
	case OPTION_ROUNDS:
		return add_owned_set(arguments, text_format("bench.rounds=%s", optarg));
	case OPTION_QUICK:
		error = add_owned_set(arguments, text_copy("bench.rounds=3"));
		return error ? error
		             : add_owned_set(arguments, text_copy("bench.slices=1"));
	case OPTION_DRY_RUN:
		arguments->dry_run = true;
		break;
	case OPTION_RESULTS:
		arguments->results = optarg;
		break;
	case OPTION_RESUME:
		arguments->resume = optarg;
		break;
	case OPTION_ANONYMISE:
		arguments->anonymise = true;
		break;
	case OPTION_FORMAT:
		error = find_word(formats, optarg, "format", &value);
		arguments->format = (enum classic_format)value;
		break;
	case OPTION_UNIT:
		return find_unit(arguments, optarg);
	case OPTION_COLOR:
		error = find_word(colours, optarg, "color", &value);
		arguments->colour = (enum terminal_colour)value;
		break;
	case OPTION_PROGRESS:
		error = find_word(progresses, optarg, "progress", &value);
		arguments->progress = (enum terminal_progress)value;
		break;
	default:
		return EXIT_USAGE;
	}
	return error;
}

int arguments_parse(struct arguments *arguments, int argc, char **argv)
{
	*arguments = (struct arguments){.unit = "MB/s",
	                                .unit_divisor = 1e6,
	                                .colour = TERMINAL_COLOUR_AUTO,
	                                .progress = TERMINAL_PROGRESS_AUTO};
	/* No argument makes more than two sets. */
	arguments->sets = calloc((size_t)argc * 2 + 1, sizeof(char *));
	arguments->owned = calloc((size_t)argc * 2 + 1, sizeof(char *));
	if (!arguments->sets || !arguments->owned) {
		fprintf(stderr, "bench: out of memory\n");
		return EXIT_USAGE;
	}
	opterr = 0;
	for (;;) {
		int option = getopt_long(argc, argv, LETTERS, options, NULL);
		int error;

		if (option == -1)
			break;
		if (option == '?' || option == ':')
			return bad_option(argv, option);
		error = take_option(arguments, option);
		if (error)
			return error;
	}
	if (arguments->resume && arguments->results) {
		fprintf(stderr, "bench: --results and --resume: what is resumed stays "
		                "where it is\n");
		return EXIT_USAGE;
	}
	if (!arguments->results)
		arguments->results = "results";
	arguments->targets = (const char **)argv + optind;
	arguments->target_count = (size_t)(argc - optind);
	return 0;
}

bool arguments_set(const struct arguments *arguments, const char *key)
{
	size_t length = strlen(key);

	for (size_t i = 0; i < arguments->set_count; i++) {
		const char *set =
		        arguments->sets[i] + strspn(arguments->sets[i], " \t");

		if (strncmp(set, key, length) == 0 &&
		    set[length + strspn(set + length, " \t")] == '=')
			return true;
	}
	return false;
}

void arguments_free(struct arguments *arguments)
{
	for (size_t i = 0; i < arguments->owned_count; i++)
		free(arguments->owned[i]);
	free(arguments->owned);
	free(arguments->sets);
}
