/* context.c - where bench stands and what it knows. */
#include "command/command.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/text.h"
#include "plugin/host.h"
#include "workload/suites.h"
#include "workload/workload.h"

/* An installed bench is PREFIX/bin/bench with PREFIX/share/bench/conf; one that
 * was built in its tree is build/bench with conf/ beside build/. */
static char *find_datadir(const char *exe)
{
	static const char *const places[] = {"../share/bench", "..", "../.."};
	char *directory = text_copy(exe);
	char *found = NULL;

	if (!directory)
		return NULL;
	*strrchr(directory, '/') = '\0';
	for (size_t i = 0; !found && i < sizeof places / sizeof *places; i++) {
		char *place = text_format("%s/%s", directory, places[i]);
		char *conf = place ? text_format("%s/conf", place) : NULL;

		if (conf && access(conf, R_OK | X_OK) == 0)
			found = realpath(place, NULL);
		free(conf);
		free(place);
	}
	free(directory);
	return found;
}

static char *missing_backend(void *arg, const char *name)
{
	const struct command_context *context = arg;

	return plugin_missing(&context->plugins, name);
}

static const struct bench_backend *backend_of_file(void *arg, const char *path,
                                                   char **real, char **why)
{
	struct command_context *context = arg;
	struct plugin *plugin;

	if (plugin_from_file(&context->plugins, path, &plugin, why))
		return NULL;
	*real = text_copy(plugin->path);
	if (*real)
		return &plugin->backend;
	failure(why, ENOMEM, "plugin %s: out of memory", path);
	return NULL;
}

static int make_vocabulary(struct command_context *context)
{
	size_t plugins = context->plugins.count;

	context->test_names =
	        calloc(workload_test_count, sizeof *context->test_names);
	context->suites = calloc(workload_suite_count, sizeof *context->suites);
	context->backends = calloc(plugins + 1, sizeof *context->backends);
	context->ctx = host_ctx_new(&(struct host_sinks){0});
	if (!context->test_names || !context->suites || !context->backends ||
	    !context->ctx)
		return -ENOMEM;
	for (size_t i = 0; i < workload_test_count; i++)
		context->test_names[i] = workload_tests[i].name;
	for (size_t i = 0; i < workload_suite_count; i++)
		context->suites[i] = (struct config_suite){workload_suites[i].name,
		                                           workload_suites[i].tests,
		                                           workload_suites[i].keys};
	for (size_t i = 0; i < plugins; i++)
		context->backends[i] = &context->plugins.plugins[i]->backend;
	context->vocabulary =
	        (struct config_vocabulary){.tests = context->test_names,
	                                   .test_count = workload_test_count,
	                                   .suites = context->suites,
	                                   .suite_count = workload_suite_count,
	                                   .backends = context->backends,
	                                   .backend_count = plugins,
	                                   .missing_backend = missing_backend,
	                                   .backend_of_file = backend_of_file,
	                                   .arg = context,
	                                   .ctx = context->ctx,
	                                   .ctx_failure = host_ctx_failure};
	return 0;
}

int command_context_open(struct command_context *context)
{
	int error;

	memset(context, 0, sizeof *context);
	context->exe = realpath("/proc/self/exe", NULL);
	if (!context->exe) {
		error = -errno;
		fprintf(stderr, "bench: /proc/self/exe: %s; is /proc mounted?\n",
		        strerror(errno));
		return error;
	}
	context->datadir = find_datadir(context->exe);
	error = plugin_catalogue_load(&context->plugins);
	if (!error)
		error = make_vocabulary(context);
	if (error)
		fprintf(stderr, "bench: out of memory\n");
	return error;
}

void command_context_close(struct command_context *context)
{
	plugin_catalogue_free(&context->plugins);
	host_ctx_free(context->ctx);
	free(context->test_names);
	free(context->backends);
	free(context->suites);
	free(context->datadir);
	free(context->exe);
}
