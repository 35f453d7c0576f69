/* rawloop.h - the command line of `bench rawloop`. */
#ifndef BENCH_COMMAND_RAWLOOP_H
#define BENCH_COMMAND_RAWLOOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "measure/rawloop.h"

struct rawloop_arguments {
	enum rawloop_op op;
	const char *op_name;   /* as it was typed */
	const char *file;      /* the ops on a file */
	const char *directory; /* create_unlink */
	uint64_t size, record, layout;
	int64_t time_ns;
	int64_t cpu; /* -1: any */
	bool help;
};

/* argv[0] is skipped.  0, or -EINVAL and a sentence. */
int rawloop_arguments(struct rawloop_arguments *arguments, int argc,
                      char **argv, char **why);

#endif
