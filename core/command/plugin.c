/* plugin.c - `bench plugin`: lists, explains, writes and checks backends. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "command/command.h"
#include "command/plugin_check.h"
#include "command/plugin_help.h"
#include "command/plugin_new.h"
#include "plugin/operations.h"

static void list_plugin(const struct bench_backend *backend)
{
	char *operations = operations_text(backend);

	printf("%-12s %-8s %s\n%22s%s\n", backend->name,
	       backend->version ? backend->version : "",
	       backend->summary ? backend->summary : "", "",
	       operations ? operations : "");
	free(operations);
}

static int list_plugins(const struct command_context *context)
{
	const struct plugin_catalogue *plugins = &context->plugins;

	for (size_t i = 0; i < plugins->count; i++)
		list_plugin(&plugins->plugins[i]->backend);
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

int command_plugin(int argc, char **argv)
{
	struct command_context context;
	int status = -1;

	/* Loads the one file that it is given, in its own way. */
	if (argc >= 1 && strcmp(argv[0], "check") == 0)
		return command_plugin_check(argc - 1, argv + 1);
	if (command_context_open(&context))
		return EXIT_USAGE;
	if (argc == 1 && strcmp(argv[0], "list") == 0)
		status = list_plugins(&context);
	else if (argc >= 1 && strcmp(argv[0], "help") == 0)
		status = plugin_help(&context, argc - 1, argv + 1);
	else if (argc >= 1 && strcmp(argv[0], "new") == 0)
		status = plugin_new(&context, argc - 1, argv + 1);
	if (status < 0) {
		status = EXIT_USAGE;
		fprintf(stderr, "usage: bench plugin list\n"
		                "       bench plugin help NAME|FILE.so [--ini | "
		                "--markdown]\n"
		                "       bench plugin new NAME [DIR] [--stream] "
		                "[--lang c|c++]\n"
		                "       bench plugin check FILE.so [KEY=VALUE ...]\n");
	}
	command_context_close(&context);
	return status;
}
