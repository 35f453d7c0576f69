/* posix_rig.h - the posix plugin through its loaded table, as it stands built
 * in PLUGIN_DIR. */
#ifndef BENCH_TESTS_POSIX_RIG_H
#define BENCH_TESTS_POSIX_RIG_H

#include <stdbool.h>
#include "base/text.h"
#include "plugin/host.h"
#include "plugin/loader.h"

#define POSIX_NEW_FILE                                                         \
	(BENCH_O_READ | BENCH_O_WRITE | BENCH_O_CREATE | BENCH_O_EXCL)

/* As the plugin's table of options lays it out. */
struct posix_config {
	char *path, *device;
	int io; /* POSIX_IO_... */
};

enum { POSIX_IO_SYNC, POSIX_IO_URING, POSIX_IO_MMAP };

/* One opened target with one session. */
struct posix_life {
	struct plugin *plugin;
	const struct bench_backend *b;
	struct bench_ctx *ctx;
	struct posix_config config;
	struct bench_caps caps;
	struct text facts; /* "key=value\n" each */
	void *target, *session;
};

/* The plugin and a context, without a target. */
void posix_load(struct posix_life *life);
void posix_unload(struct posix_life *life);
/* All of it, in that directory. */
void posix_begin(struct posix_life *life, const char *path);
/* The same with a way of moving records, and a depth for the session.  Returns
 * false, with nothing to be ended, where this system lacks the way. */
bool posix_begin_io(struct posix_life *life, const char *path, int io,
                    unsigned depth);
void posix_end(struct posix_life *life);

void *posix_open(struct posix_life *life, const char *name, unsigned flags);
/* Returns the error, which has its sentence. */
int posix_open_fails(struct posix_life *life, const char *name, unsigned flags);
/* Fails the test and shows the sentence if it lacks the words. */
void posix_says(struct posix_life *life, const char *words);
/* For readdir: adds "entry " to the struct text. */
int posix_add_entry(void *text, const char *entry);

/* Makes a directory in the scratch place; the caller frees the path. */
char *posix_directory(const char *name);
bool posix_scratch_is_memory(void);

#endif
