/* loader.h - finds plugin files, opens them, refuses what cannot work. */
#ifndef BENCH_PLUGIN_LOADER_H
#define BENCH_PLUGIN_LOADER_H

#include <stdbool.h>
#include <stddef.h>
#include "bench_plugin.h"

struct plugin {
	char *path; /* of the .so */
	/* bench's own copy, completed: missing tail members are NULL, and the
	 * options table has today's element size.  Never unloaded. */
	struct bench_backend backend;
};

struct plugin_refusal {
	char *path, *why;
};

struct plugin_catalogue {
	struct plugin **plugins; /* sorted by name */
	size_t count;
	struct plugin **files; /* those named by their file, as they came */
	size_t file_count;
	struct plugin_refusal *refusals;
	size_t refusal_count;
	char **directories; /* searched, in order */
	size_t directory_count;
};

/* Opens one file.  On failure *why names the file and either the two ABI
 * numbers, or what dlopen said, or what is wrong with the table. */
int plugin_load(const char *path, struct plugin **out, char **why);
void plugin_free(struct plugin *plugin);

/* Loads every NAME.so of: $BENCH_PLUGIN_PATH (colons), the directory plugins/
 * beside the binary, ../lib/bench/plugins seen from there, the installed
 * directory.  The first of a name wins.  -ENOMEM only. */
int plugin_catalogue_load(struct plugin_catalogue *out);
void plugin_catalogue_free(struct plugin_catalogue *catalogue);
struct plugin *plugin_find(const struct plugin_catalogue *catalogue,
                           const char *name);
/* "plugin `nsf` not found ...": with the reason if a file of that name was
 * refused, the nearest name, the names found and the directories searched.  The
 * caller frees it. */
char *plugin_missing(const struct plugin_catalogue *catalogue,
                     const char *name);

/* What has a slash is a file, for no plugin's name has one. */
bool plugin_is_file(const char *name);
/* Loads the file, once, whatever names it goes by; it stays the catalogue's.
 * Such a plugin is not found by its name. */
int plugin_from_file(struct plugin_catalogue *catalogue, const char *path,
                     struct plugin **out, char **why);
/* By name or file, as a person gave it. */
int plugin_named(struct plugin_catalogue *catalogue, const char *name,
                 struct plugin **out, char **why);
/* Whose backend this is; NULL if nobody's. */
struct plugin *plugin_of(const struct plugin_catalogue *catalogue,
                         const struct bench_backend *backend);

#endif
