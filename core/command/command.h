/* command.h - what a person can type, one file each.  These are the only
 * places that print and that choose an exit status. */
#ifndef BENCH_COMMAND_COMMAND_H
#define BENCH_COMMAND_COMMAND_H

#include "config/config.h"
#include "plugin/loader.h"

#define BENCH_VERSION "0.1.0"

/* DESIGN: 128 + n for the end by signal n. */
enum {
	EXIT_ALL_MEASURED = 0,
	EXIT_SOME_FAILED = 1, /* results are kept */
	EXIT_USAGE = 2,       /* or the configuration; nothing was touched */
	EXIT_SLOWER = 3,      /* bench compare --fail-below */
	EXIT_SIGNAL = 128
};

/* What commands share: where things are, which plugins there are. */
struct command_context {
	char *exe;     /* absolute path of this binary */
	char *datadir; /* has conf/; NULL where there is none */
	struct plugin_catalogue plugins;
	const char **test_names;
	const struct bench_backend **backends;
	struct config_suite *suites;
	struct bench_ctx *ctx;
	struct config_vocabulary vocabulary;
};

/* 0, or a negative errno after a message on stderr. */
int command_context_open(struct command_context *context);
void command_context_close(struct command_context *context);

/* Each takes what stands behind its name and returns the exit status. */
int command_run(int argc, char **argv);
int command_serve(int argc, char **argv);
int command_plugin(int argc, char **argv);
int command_list(int argc, char **argv);
int command_rawloop(int argc, char **argv);
int command_report(int argc, char **argv);
int command_compare(int argc, char **argv);
int command_show(int argc, char **argv);
/* `bench explain`. */
int command_explain(int argc, char **argv);
int command_export(int argc, char **argv);
int command_import(int argc, char **argv);
int command_selftest(int argc, char **argv);

#endif
