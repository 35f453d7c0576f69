/* main.c - hands the command line to one of command/. */
#include <string.h>
#include "command/command.h"
#include "worker/worker.h"

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		int (*command)(int argc, char **argv);
	} commands[] = {{"serve", command_serve},      {"plugin", command_plugin},
	                {"list", command_list},        {"rawloop", command_rawloop},
	                {"report", command_report},    {"compare", command_compare},
	                {"show", command_show},        {"explain", command_explain},
	                {"export", command_export},    {"import", command_import},
	                {"selftest", command_selftest}};

	/* Started by a coordinator; not for people. */
	if (argc == 2 && strcmp(argv[1], "--worker") == 0)
		return worker_main();
	for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
		if (argc > 1 && strcmp(argv[1], commands[i].name) == 0)
			return commands[i].command(argc - 2, argv + 2);
	return command_run(argc, argv);
}
