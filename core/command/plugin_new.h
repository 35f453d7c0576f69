/* plugin_new.h - `bench plugin new`.  Inside of command only. */
#ifndef BENCH_COMMAND_PLUGIN_NEW_H
#define BENCH_COMMAND_PLUGIN_NEW_H

#include "command/command.h"

/* Takes what stands behind `new`, returns the exit status. */
int plugin_new(const struct command_context *context, int argc, char **argv);

#endif
