/* arguments.h - the command line of a run. */
#ifndef BENCH_COMMAND_ARGUMENTS_H
#define BENCH_COMMAND_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include "view/classic.h"
#include "view/terminal.h"

struct arguments {
	const char *config;   /* -c */
	const char **targets; /* what is no option; borrowed from argv */
	size_t target_count;
	const char **sets; /* --set, and what --quick and --rounds stand for */
	char **owned;      /* those of sets that were made here */
	size_t set_count, owned_count;
	const char *results; /* directory for results */
	const char *resume;  /* directory of the run to go on with, or NULL */
	double unit_divisor;
	const char *unit;
	enum classic_format format; /* on stdout, all else on stderr */
	enum terminal_colour colour;
	enum terminal_progress progress;
	bool dry_run, quiet, verbose, help, version, anonymise;
};

/* 0, or 2 (EXIT_USAGE) after a message on stderr. */
int arguments_parse(struct arguments *arguments, int argc, char **argv);
/* Is there a --set (or what stands for one) of that section.key? */
bool arguments_set(const struct arguments *arguments, const char *key);
void arguments_free(struct arguments *arguments);
/* Is that the name of a unit of rates? */
bool arguments_find_unit(const char *text, const char **unit, double *divisor);
/* The text of --help. */
extern const char arguments_help[];

#endif
