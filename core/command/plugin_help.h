/* plugin_help.h - `bench plugin help`.  Inside of command only. */
#ifndef BENCH_COMMAND_PLUGIN_HELP_H
#define BENCH_COMMAND_PLUGIN_HELP_H

#include "command/command.h"

/* Takes what stands behind `help`, returns the exit status; -1: that is not how
 * it is called, and nothing was printed. */
int plugin_help(struct command_context *context, int argc, char **argv);

#endif
