/* plugin_check.c - `bench plugin check FILE.so`: holds a plugin against the
 * contract, with the options of the command line or of an INI file. */
#include "command/plugin_check.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/text.h"
#include "command/command.h"
#include "config/ini.h"
#include "config/units.h"
#include "kit/kit.h"
#include "plugin/host.h"

static const char help[] =
        "usage: bench plugin check FILE.so [KEY=VALUE ...] [OPTION ...]\n"
        "\n"
        "Holds a plugin against the contract of bench_plugin.h: what was "
        "called, what\n"
        "was expected, what came.  Files are made in a directory of the "
        "check's "
        "own\n"
        "below the target's root, and removed.\n"
        "\n"
        "  -c FILE.ini           options of the first [target] of that plugin\n"
        "      --tap             TAP 13 instead of lines\n"
        "      --json            one JSON document instead of lines\n"
        "      --deadline TIME   a check that takes longer hangs; default 10s\n"
        "  -h, --help            this\n"
        "\n"
        "Ends with 0 when nothing failed, 1 when something did, 2 for a "
        "mistake in\n"
        "this command line.\n";

struct check_arguments {
	const char *file, *config;
	char **pairs; /* key=value, borrowed from argv */
	size_t pair_count;
	bool tap, json, help;
	int64_t deadline_ns;
};

static int take_value(int argc, char **argv, int *at, const char **value,
                      char **why)
{
	if (*at + 1 >= argc)
		return failure(why, EINVAL, "%s: expected a value behind it",
		               argv[*at]);
	*value = argv[++*at];
	return 0;
}

static int take_deadline(struct check_arguments *arguments, const char *text,
                         char **why)
{
	int error = units_time(text, &arguments->deadline_ns, why);

	if (!error && arguments->deadline_ns <= 0)
		error = failure(why, EINVAL, "--deadline: expected a time such as 10s");
	return error;
}

static int take_argument(struct check_arguments *arguments, int argc,
                         char **argv, int *at, char **why)
{
	const char *word = argv[*at], *value = NULL;

	if (strcmp(word, "--tap") == 0)
		arguments->tap = true;
	else if (strcmp(word, "--json") == 0)
		arguments->json = true;
	else if (strcmp(word, "-h") == 0 || strcmp(word, "--help") == 0)
		arguments->help = true;
	else if (strcmp(word, "-c") == 0)
		return take_value(argc, argv, at, &arguments->config, why);
	else if (strcmp(word, "--deadline") == 0)
		return take_value(argc, argv, at, &value, why)
		               ? -EINVAL
		               : take_deadline(arguments, value, why);
	else if (*word == '-')
		return failure(why, EINVAL, "unknown option `%s`", word);
	else if (!arguments->file)
		arguments->file = word;
	else if (strchr(word, '='))
		arguments->pairs[arguments->pair_count++] = argv[*at];
	else
		return failure(why, EINVAL, "`%s`: expected key=value", word);
	return 0;
}

static int read_arguments(struct check_arguments *arguments, int argc,
                          char **argv, char **why)
{
	int error = 0;

	for (int i = 0; !error && i < argc; i++)
		error = take_argument(arguments, argc, argv, &i, why);
	if (error || arguments->help)
		return error;
	if (!arguments->file)
		return failure(why, EINVAL, "expected a plugin's FILE.so");
	if (arguments->tap && arguments->json)
		return failure(why, EINVAL, "--tap and --json exclude each other");
	if (access(arguments->file, R_OK))
		return failure(why, errno, "%s: %s", arguments->file, strerror(errno));
	return 0;
}

/* Options ---------------------------------------------------------------- */

static bool is_harness_key(const char *key)
{
	const struct config_key_help *known = config_key_table();

	for (; known->key; known++)
		if (strcmp(known->key, key) == 0)
			return true;
	return false;
}

/* By its name, or by a path that ends like this plugin's file. */
static bool names_plugin(const char *value, const struct plugin *plugin)
{
	const char *slash = strrchr(value, '/');
	const char *own = strrchr(plugin->path, '/');

	if (strcmp(value, plugin->backend.name) == 0)
		return true;
	return slash && strcmp(slash + 1, own ? own + 1 : plugin->path) == 0;
}

static const char *find_section(const struct ini_file *ini,
                                const struct plugin *plugin)
{
	for (size_t i = 0; i < ini->count; i++) {
		const struct ini_entry *entry = &ini->entries[i];

		if (strncmp(entry->section, "target ", 7) == 0 &&
		    strcmp(entry->key, "plugin") == 0 &&
		    names_plugin(entry->value, plugin))
			return entry->section;
	}
	return NULL;
}

/* What from_url() is given to call. */
struct filling {
	struct options *options;
	char *why;
};

static int set_from_url(void *arg, const char *key, const char *value)
{
	struct filling *filling = arg;

	free(filling->why);
	filling->why = NULL;
	return options_set(filling->options, key, value, &filling->why);
}

static int fill_from_url(struct options *options, const char *url, char **why)
{
	struct bench_ctx *ctx = host_ctx_new(NULL);
	struct filling filling = {.options = options};
	int error;

	if (!ctx)
		return failure(why, ENOMEM, "out of memory");
	error = options->backend->from_url(url, ctx, set_from_url, &filling);
	if (error < 0 && filling.why)
		failure(why, -error, "%s", filling.why);
	else if (error < 0)
		*why = host_ctx_explain(ctx, error, "url");
	free(filling.why);
	host_ctx_free(ctx);
	return error < 0 ? error : 0;
}

static bool is_url(const struct options *options, const struct ini_entry *entry)
{
	return strcmp(entry->key, "url") == 0 && options->backend->from_url &&
	       !options_find(options->backend, "url");
}

/* The URL first, so that what the section says itself wins. */
static int fill_from_section(struct options *options,
                             const struct ini_file *ini, const char *section,
                             char **why)
{
	int error = 0;

	for (size_t pass = 0; pass < 2; pass++)
		for (size_t i = 0; !error && i < ini->count; i++) {
			const struct ini_entry *entry = &ini->entries[i];
			bool url = is_url(options, entry);

			if (strcmp(entry->section, section) != 0 || url != (pass == 0) ||
			    (!url && is_harness_key(entry->key)))
				continue;
			error = url ? fill_from_url(options, entry->value, why)
			            : options_set(options, entry->key, entry->value, why);
		}
	return error;
}

static int fill_from_ini(struct options *options, const struct plugin *plugin,
                         const char *name, char **why)
{
	struct problems problems = {0};
	struct ini_file ini = {0};
	char *path = config_find(name, NULL, why);
	const char *section;
	int error = path ? ini_read(path, &ini, &problems) : -ENOENT;

	if (error || problems.count) {
		if (path)
			failure(why, EINVAL, "%s",
			        problems.count ? problems.sentences[0] : path);
		error = -EINVAL;
		goto done;
	}
	section = find_section(&ini, plugin);
	if (section)
		error = fill_from_section(options, &ini, section, why);
	else
		error = failure(why, EINVAL, "%s has no [target] with plugin = %s",
		                path, plugin->backend.name);
done:
	problems_free(&problems);
	ini_free(&ini);
	free(path);
	return error;
}

static int fill_from_pairs(struct options *options,
                           const struct check_arguments *arguments, char **why)
{
	int error = 0;

	for (size_t i = 0; !error && i < arguments->pair_count; i++) {
		char *text = strchr(arguments->pairs[i], '=');
		char *key = strndup(arguments->pairs[i],
		                    (size_t)(text - arguments->pairs[i]));

		if (!key)
			return failure(why, ENOMEM, "out of memory");
		error = options_set(options, key, text + 1, why);
		free(key);
	}
	return error;
}

/* *out NULL without an error: the table's own defaults cannot be read, which
 * is for the kit to tell. */
static int make_options(const struct plugin *plugin,
                        const struct check_arguments *arguments,
                        struct options **out, char **why)
{
	int error = options_new(&plugin->backend, out, why);

	if (error == -EINVAL) {
		free(*why);
		*why = NULL;
		*out = NULL;
		return 0;
	}
	if (!error && arguments->config)
		error = fill_from_ini(*out, plugin, arguments->config, why);
	if (!error)
		error = fill_from_pairs(*out, arguments, why);
	return error ? error : options_complete(*out, why);
}

/* The checks ------------------------------------------------------------- */

static int print_report(const struct check_arguments *arguments,
                        const struct kit_report *report)
{
	int error = arguments->json  ? kit_print_json(stdout, report)
	            : arguments->tap ? kit_print_tap(stdout, report)
	                             : kit_print(stdout, report);

	if (error || fflush(stdout)) {
		fprintf(stderr, "bench plugin check: the report cannot be written\n");
		return EXIT_SOME_FAILED;
	}
	return report->failed ? EXIT_SOME_FAILED : EXIT_ALL_MEASURED;
}

static int complain(char *why)
{
	fprintf(stderr, "bench plugin check: %s\n", why ? why : "out of memory");
	free(why);
	return EXIT_USAGE;
}

static int check_plugin(const struct check_arguments *arguments)
{
	struct kit_report refused, report = {0};
	struct plugin *plugin = NULL;
	struct options *options = NULL;
	char *why = NULL;
	int error = kit_load(arguments->file, arguments->deadline_ns, &plugin,
	                     &refused);
	int status;

	if (!error && plugin->backend.wraps)
		error = failure(
		        &why, EINVAL,
		        "%s is a wrapper: it has no target of its own to check; "
		        "check a backend",
		        arguments->file);
	if (error == -ENOEXEC)
		status = print_report(arguments, &refused);
	else if (error || make_options(plugin, arguments, &options, &why))
		status = complain(why);
	else if (kit_run(plugin, options, arguments->deadline_ns, &report))
		status = complain(NULL);
	else
		status = print_report(arguments, &report);
	options_free(options);
	if (plugin)
		plugin_free(plugin);
	kit_free(&refused);
	kit_free(&report);
	return status;
}

int command_plugin_check(int argc, char **argv)
{
	struct check_arguments arguments = {.deadline_ns = KIT_DEADLINE_NS};
	char *why = NULL;
	int status;

	arguments.pairs = calloc((size_t)argc + 1, sizeof *arguments.pairs);
	if (!arguments.pairs)
		return complain(NULL);
	if (read_arguments(&arguments, argc, argv, &why)) {
		status = complain(why);
		fprintf(stderr, "try `bench plugin check --help`\n");
	} else if (arguments.help) {
		fputs(help, stdout);
		status = EXIT_ALL_MEASURED;
	} else {
		status = check_plugin(&arguments);
	}
	free(arguments.pairs);
	return status;
}
