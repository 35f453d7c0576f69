/* clean.h - removes what a run made, whatever a killed worker left of it. */
#ifndef BENCH_WORKER_CLEAN_H
#define BENCH_WORKER_CLEAN_H

#include <stdbool.h>
#include "bench_plugin.h"

/* How deep below the run's directory anything is looked for. */
#define CLEAN_DEPTH 8

struct clean {
	const struct bench_backend *backend; /* with unlink, rmdir and readdir */
	void *session;
	struct bench_ctx *ctx;
	char *why; /* of the first failure; the caller frees it */
};

/* Removes all that is in a directory and, where `itself`, the directory.  A
 * link is removed and never followed.  What cannot be removed is left, and the
 * rest removed all the same.  0, also where there is no such directory;
 * -ENOTSUP where the target lists no names; or the first failure. */
int clean_directory(struct clean *clean, const char *directory, bool itself);

#endif
