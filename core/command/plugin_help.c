/* plugin_help.c - `bench plugin help`: a backend and its options, in words, as
 * an INI section to be filled in, or as the table of its page in docs/.  All
 * three come from the plugin's own table. */
#include "command/plugin_help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "config/options.h"
#include "plugin/operations.h"

/* A wrapper's keys have its name before them. */
static void print_key(const struct bench_backend *backend,
                      const struct bench_opt *option)
{
	printf("%s%s%s", backend->wraps ? backend->name : "",
	       backend->wraps ? "." : "", option->key);
}

static const char *help_of(const struct bench_opt *option)
{
	return option->help ? option->help : "";
}

/* "time, 0 ns to 1:00 h; default 1ms" */
static void print_value(const struct bench_opt *option)
{
	char *type = options_type_text(option);

	printf("%s", type ? type : "");
	if (option->flags & BENCH_REQUIRED)
		printf("; required");
	if (option->dflt)
		printf("; default %s", option->dflt);
	if (option->flags & BENCH_DEPRECATED)
		printf("; deprecated");
	free(type);
}

/* In words --------------------------------------------------------------- */

static void word_option(const struct bench_backend *backend,
                        const struct bench_opt *option)
{
	printf("  ");
	print_key(backend, option);
	printf("\n      %s.\n      ", help_of(option));
	print_value(option);
	printf("\n");
}

static void word_head(const struct plugin *plugin)
{
	const struct bench_backend *backend = &plugin->backend;
	char *operations = operations_text(backend);

	printf("%s %s: %s\n  %s\n", backend->name,
	       backend->version ? backend->version : "",
	       backend->summary ? backend->summary : "", plugin->path);
	if (operations && *operations)
		printf("  operations: %s\n", operations);
	if (backend->schemes)
		printf("  targets on the command line: %s\n", backend->schemes);
	if (backend->serve)
		printf("  far end: bench serve %s [key=value ...]\n", backend->name);
	printf("\n%s\n", backend->options && backend->options->key
	                         ? "options of a [target] section:"
	                         : "no options of its own");
	free(operations);
}

/* As a section ----------------------------------------------------------- */

static void ini_option(const struct bench_backend *backend,
                       const struct bench_opt *option)
{
	printf("\n; %s\n; ", help_of(option));
	print_value(option);
	printf("\n%s", option->flags & BENCH_REQUIRED ? "" : ";");
	print_key(backend, option);
	printf(" =%s%s\n", option->dflt ? " " : "",
	       option->dflt ? option->dflt : "");
}

static void ini_head(const struct plugin *plugin)
{
	const struct bench_backend *backend = &plugin->backend;

	printf("; %s %s: %s\n", backend->name,
	       backend->version ? backend->version : "",
	       backend->summary ? backend->summary : "");
	if (backend->wraps)
		printf("; Lines for any [target] section.  Those with a `;` before "
		       "them need not be there.\n\nwrap = %s\n",
		       backend->name);
	else
		printf("; Lines with a `;` before them need not be there; `bench list "
		       "keys` has those of all targets.\n\n[target my_%s]\nplugin = "
		       "%s\n",
		       backend->name, backend->name);
}

/* As a table ------------------------------------------------------------- */

/* A bar would end the cell. */
static void print_cell(const char *text)
{
	for (; *text; text++)
		printf(*text == '|' ? "\\|" : "%c", *text);
	printf(" |");
}

static void table_option(const struct bench_backend *backend,
                         const struct bench_opt *option)
{
	char *type = options_type_text(option);

	printf("| `");
	print_key(backend, option);
	printf("` | ");
	print_cell(type ? type : "");
	printf(" ");
	print_cell(option->flags & BENCH_REQUIRED ? "required"
	           : option->dflt                 ? option->dflt
	                                          : "none");
	printf(" ");
	print_cell(help_of(option));
	printf("\n");
	free(type);
}

static void table_head(const struct plugin *plugin)
{
	if (plugin->backend.options && plugin->backend.options->key)
		printf("| option | type | default | meaning |\n|---|---|---|---|\n");
}

/* Which ------------------------------------------------------------------ */

static const struct form {
	const char *word; /* NULL: unless there is one */
	void (*head)(const struct plugin *plugin);
	void (*option)(const struct bench_backend *backend,
	               const struct bench_opt *option);
} forms[] = {{NULL, word_head, word_option},
             {"--ini", ini_head, ini_option},
             {"--markdown", table_head, table_option}};

static const struct form *find_form(const char *word)
{
	if (!word)
		return &forms[0];
	for (size_t i = 1; i < sizeof forms / sizeof forms[0]; i++)
		if (strcmp(forms[i].word, word) == 0)
			return &forms[i];
	return NULL;
}

int plugin_help(struct command_context *context, int argc, char **argv)
{
	const struct form *form = find_form(argc > 1 ? argv[1] : NULL);
	const struct bench_opt *option;
	struct plugin *plugin = NULL;
	char *why = NULL;

	if (argc < 1 || argc > 2 || !form)
		return -1;
	if (plugin_named(&context->plugins, argv[0], &plugin, &why)) {
		fprintf(stderr, "bench plugin: %s\n", why ? why : argv[0]);
		free(why);
		return EXIT_USAGE;
	}
	form->head(plugin);
	for (option = plugin->backend.options; option && option->key; option++)
		form->option(&plugin->backend, option);
	return EXIT_ALL_MEASURED;
}
