/* plugin_check.h - the command line of `bench plugin check`. */
#ifndef BENCH_COMMAND_PLUGIN_CHECK_H
#define BENCH_COMMAND_PLUGIN_CHECK_H

/* Takes what stands behind `check` and returns the exit status. */
int command_plugin_check(int argc, char **argv);

#endif
