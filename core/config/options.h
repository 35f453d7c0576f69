/* options.h - a plugin's options table put to work: defaults, reading,
 * secrets, what is required.
 *
 * Ranges are in the unit of what is stored: bytes for BENCH_SIZE, ns for
 * BENCH_TIME. */
#ifndef BENCH_CONFIG_OPTIONS_H
#define BENCH_CONFIG_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include "bench_plugin.h"

/* One configuration of one backend, filled key by key. */
struct options {
	const struct bench_backend *backend;
	void *config; /* config_size bytes; what the plugin is given */
	/* As given, in order, for handing on and for run.json.  A secret's text is
	 * kept as written (@file, $ENV). */
	struct option_given {
		char *key, *text;
		bool secret;
	} * given;
	size_t given_count;
};

/* A fresh one with the table's defaults.  The table's defaults are trusted: a
 * default that does not parse is -EINVAL and names the plugin. */
int options_new(const struct bench_backend *backend, struct options **out,
                char **why);
/* NULL is fine. */
void options_free(struct options *options);
/* Reads one value; later calls for the same key replace it.  -ENOENT for an
 * unknown key (the sentence names the nearest one), -EINVAL for a value that
 * does not fit type, range or choices (the sentence says what would). */
int options_set(struct options *options, const char *key, const char *text,
                char **why);
bool options_is_given(const struct options *options, const char *key);
/* -EINVAL naming the first required key that was not given. */
int options_complete(const struct options *options, char **why);
/* The table's line of that key, or NULL. */
const struct bench_opt *options_find(const struct bench_backend *backend,
                                     const char *key);
/* For help: "size, bytes", "time", "one of a, b, c" ...  The caller frees. */
char *options_type_text(const struct bench_opt *option);

#endif
