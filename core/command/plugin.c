/* plugin.c - `bench plugin`: lists, explains, writes and checks backends. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "command/command.h"
#include "command/plugin_check.h"
#include "command/plugin_new.h"

static int list_plugins(const struct command_context *context)
{
	const struct plugin_catalogue *plugins = &context->plugins;

	for (size_t i = 0; i < plugins->count; i++) {
		const struct bench_backend *backend = &plugins->plugins[i]->backend;

		printf("%-12s %-8s %s\n", backend->name,
		       backend->version ? backend->version : "",
		       backend->summary ? backend->summary : "");
	}
	for (size_t i = 0; i < plugins->refusal_count; i++)
		fprintf(stderr, "refused: %s\n", plugins->refusals[i].why);
	if (!plugins->count) {
		fprintf(stderr, "bench: no plugin was found in:");
		for (size_t i = 0; i < plugins->directory_count; i++)
			fprintf(stderr, " %s", plugins->directories[i]);
		fprintf(stderr, "\n");
	}
	return plugins->count ? EXIT_ALL_MEASURED : EXIT_USAGE;
}

/* As the key is written in a section: a wrapper's has its name before it. */
static void print_option(const struct bench_backend *backend,
                         const struct bench_opt *option)
{
	char *type = options_type_text(option);

	printf("  %s%s%s\n      %s.\n      %s", backend->wraps ? backend->name : "",
	       backend->wraps ? "." : "", option->key,
	       option->help ? option->help : "", type ? type : "");
	if (option->flags & BENCH_REQUIRED)
		printf("; required");
	if (option->dflt)
		printf("; default %s", option->dflt);
	if (option->flags & BENCH_DEPRECATED)
		printf("; deprecated");
	printf("\n");
	free(type);
}

static int help_plugin(struct command_context *context, const char *name)
{
	const struct bench_backend *backend;
	struct plugin *plugin = NULL;
	char *why = NULL;

	if (plugin_named(&context->plugins, name, &plugin, &why)) {
		fprintf(stderr, "bench plugin: %s\n", why ? why : name);
		free(why);
		return EXIT_USAGE;
	}
	backend = &plugin->backend;
	printf("%s %s: %s\n  %s\n", backend->name,
	       backend->version ? backend->version : "",
	       backend->summary ? backend->summary : "", plugin->path);
	if (backend->schemes)
		printf("  targets on the command line: %s\n", backend->schemes);
	if (backend->serve)
		printf("  far end: bench serve %s [key=value ...]\n", backend->name);
	printf("\n%s\n", backend->options && backend->options->key
	                         ? "options of a [target] section:"
	                         : "no options of its own");
	for (const struct bench_opt *option = backend->options;
	     option && option->key; option++)
		print_option(backend, option);
	return EXIT_ALL_MEASURED;
}

int command_plugin(int argc, char **argv)
{
	struct command_context context;
	int status = EXIT_USAGE;

	/* Loads the one file that it is given, in its own way. */
	if (argc >= 1 && strcmp(argv[0], "check") == 0)
		return command_plugin_check(argc - 1, argv + 1);
	if (command_context_open(&context))
		return EXIT_USAGE;
	if (argc == 1 && strcmp(argv[0], "list") == 0)
		status = list_plugins(&context);
	else if (argc == 2 && strcmp(argv[0], "help") == 0)
		status = help_plugin(&context, argv[1]);
	else if (argc >= 1 && strcmp(argv[0], "new") == 0)
		status = plugin_new(&context, argc - 1, argv + 1);
	else
		fprintf(stderr, "usage: bench plugin list\n"
		                "       bench plugin help NAME|FILE.so\n"
		                "       bench plugin new NAME [DIR] [--stream] "
		                "[--lang c|c++]\n"
		                "       bench plugin check FILE.so [KEY=VALUE ...]\n");
	command_context_close(&context);
	return status;
}
