/* serve.c - `bench serve NAME [key=value ...]`: be the far end of a backend
 * until a signal comes. */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "command/command.h"
#include "plugin/host.h"

static volatile sig_atomic_t stop_signal;

static void keep_signal(int signal)
{
	stop_signal = signal;
}

static bool is_stopping(void *arg)
{
	(void)arg;
	return stop_signal != 0;
}

static void print_note(void *arg, const char *text)
{
	(void)arg;
	fprintf(stderr, "%s\n", text);
}

/* The line that a fixture's coordinator waits for. */
static void print_ready(void *arg, const char *text)
{
	(void)arg;
	printf("ready %s\n", text);
	fflush(stdout);
}

static int serve(const struct plugin *plugin, const struct options *options)
{
	struct host_sinks sinks = {
	        .note = print_note, .ready = print_ready, .stopping = is_stopping};
	struct sigaction action = {.sa_handler = keep_signal};
	const struct bench_backend *backend = &plugin->backend;
	struct bench_ctx *ctx = host_ctx_new(&sinks);
	char *why;
	int error;

	if (!ctx)
		return EXIT_SOME_FAILED;
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
	signal(SIGPIPE, SIG_IGN);
	error = backend->init ? backend->init() : 0;
	if (error >= 0)
		error = backend->serve(options->config, ctx);
	if (error < 0) {
		why = host_ctx_explain(ctx, error, "serve");
		fprintf(stderr, "bench serve %s: %s\n", backend->name,
		        why ? why : strerror(-error));
		free(why);
	}
	if (backend->fini)
		backend->fini();
	host_ctx_free(ctx);
	return error < 0     ? EXIT_SOME_FAILED
	       : stop_signal ? EXIT_SIGNAL + stop_signal
	                     : EXIT_ALL_MEASURED;
}

static int set_options(struct options *options, int argc, char **argv)
{
	char *why = NULL;

	for (int i = 0; i < argc; i++) {
		char *text = strchr(argv[i], '=');

		if (!text) {
			fprintf(stderr, "bench serve: `%s`: expected key=value\n", argv[i]);
			return EXIT_USAGE;
		}
		*text++ = '\0';
		if (options_set(options, argv[i], text, &why)) {
			fprintf(stderr, "bench serve: %s\n", why);
			free(why);
			return EXIT_USAGE;
		}
	}
	return 0;
}

static int serve_backend(struct command_context *context, int argc, char **argv)
{
	struct plugin *plugin = NULL;
	struct options *options = NULL;
	char *why = NULL;
	int status = EXIT_USAGE;

	if (plugin_named(&context->plugins, argv[0], &plugin, &why)) {
		fprintf(stderr, "bench serve: %s\n", why ? why : argv[0]);
	} else if (!plugin->backend.serve) {
		fprintf(stderr, "bench serve: %s has no far end of its own to serve\n",
		        argv[0]);
	} else if (options_new(&plugin->backend, &options, &why)) {
		fprintf(stderr, "bench serve: %s\n", why ? why : argv[0]);
	} else if (set_options(options, argc - 1, argv + 1) == 0) {
		status = serve(plugin, options);
	}
	options_free(options);
	free(why);
	return status;
}

int command_serve(int argc, char **argv)
{
	struct command_context context;
	int status;

	if (argc < 1 || argv[0][0] == '-') {
		fprintf(stderr, "usage: bench serve NAME [key=value ...]\n"
		                "  `bench plugin help NAME` lists the keys\n");
		return EXIT_USAGE;
	}
	if (command_context_open(&context))
		return EXIT_USAGE;
	status = serve_backend(&context, argc, argv);
	command_context_close(&context);
	return status;
}
