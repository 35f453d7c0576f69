/* catalogue.c - finds plugin files along the search path and keeps those that
 * can be used apart from those that were refused. */
#include "plugin/loader.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/text.h"
#include "config/nearest.h"

/* Set by the Makefile from PREFIX. */
#ifndef BENCH_PLUGIN_DIR
#define BENCH_PLUGIN_DIR "/usr/local/lib/bench/plugins"
#endif

#define SUFFIX ".so"

/* Adds an element's room to an array; NULL when there is none. */
static void *grown(void *array, size_t count, size_t element)
{
	return realloc(array, (count + 1) * element);
}

/* Directories ------------------------------------------------------------ */

static int add_directory(struct plugin_catalogue *out, char *path)
{
	char **more;

	if (!path)
		return -ENOMEM;
	for (size_t i = 0; i < out->directory_count; i++)
		if (strcmp(out->directories[i], path) == 0) {
			free(path);
			return 0;
		}
	more = grown(out->directories, out->directory_count, sizeof(*more));
	if (!more) {
		free(path);
		return -ENOMEM;
	}
	out->directories = more;
	more[out->directory_count++] = path;
	return 0;
}

static int add_search_path(struct plugin_catalogue *out, const char *path)
{
	while (path && *path) {
		size_t length = strcspn(path, ":");
		int rc = 0;

		if (length > 0)
			rc = add_directory(out, strndup(path, length));
		if (rc != 0)
			return rc;
		path += length + (path[length] == ':');
	}
	return 0;
}

/* The file behind a symbolic link; NULL with errno. */
static char *read_link(const char *path)
{
	for (size_t room = 256;; room *= 2) {
		char *target = malloc(room);
		ssize_t length = target ? readlink(path, target, room) : -1;

		if (length >= 0 && (size_t)length < room) {
			target[length] = '\0';
			return target;
		}
		free(target);
		if (length < 0)
			return NULL;
	}
}

/* plugins/ beside the running binary, wherever it was called from, and the lib/
 * that was installed with it, wherever the two were moved to.  */
static int add_own_directories(struct plugin_catalogue *out)
{
	char *binary = read_link("/proc/self/exe");
	char *slash = binary ? strrchr(binary, '/') : NULL;
	int rc = 0;

	if (slash) {
		*slash = '\0';
		rc = add_directory(out, text_format("%s/plugins", binary));
		slash = strrchr(binary, '/');
	}
	if (slash && rc == 0) {
		*slash = '\0';
		rc = add_directory(out, text_format("%s/lib/bench/plugins", binary));
	}
	free(binary);
	return rc;
}

/* Plugins ---------------------------------------------------------------- */

/* The file's name without directory and suffix. */
static const char *stem(const char *path, size_t *length)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;

	*length = strlen(name);
	if (*length >= strlen(SUFFIX) &&
	    strcmp(name + *length - strlen(SUFFIX), SUFFIX) == 0)
		*length -= strlen(SUFFIX);
	return name;
}

static bool same_stem(const char *a, const char *b)
{
	size_t a_length, b_length;
	const char *a_stem = stem(a, &a_length), *b_stem = stem(b, &b_length);

	return a_length == b_length && memcmp(a_stem, b_stem, a_length) == 0;
}

/* A file of the same name further down the search path is not even opened. */
static bool is_shadowed(const struct plugin_catalogue *catalogue,
                        const char *path)
{
	for (size_t i = 0; i < catalogue->count; i++)
		if (same_stem(catalogue->plugins[i]->path, path))
			return true;
	return false;
}

/* Takes path and why over. */
static int add_refusal(struct plugin_catalogue *out, char *path, char *why)
{
	struct plugin_refusal *more = NULL;

	if (path && why)
		more = grown(out->refusals, out->refusal_count, sizeof(*more));
	if (!more) {
		free(path);
		free(why);
		return -ENOMEM;
	}
	out->refusals = more;
	more[out->refusal_count].path = path;
	more[out->refusal_count++].why = why;
	return 0;
}

/* Takes the plugin over. */
static int add_plugin(struct plugin_catalogue *out, struct plugin *plugin)
{
	struct plugin **more;
	size_t at = 0;

	if (plugin_find(out, plugin->backend.name)) {
		plugin_free(plugin);
		return 0;
	}
	more = grown(out->plugins, out->count, sizeof(struct plugin *));
	if (!more) {
		plugin_free(plugin);
		return -ENOMEM;
	}
	out->plugins = more;
	while (at < out->count &&
	       strcmp(more[at]->backend.name, plugin->backend.name) < 0)
		at++;
	memmove(more + at + 1, more + at,
	        (out->count - at) * sizeof(struct plugin *));
	more[at] = plugin;
	out->count++;
	return 0;
}

static int add_file(struct plugin_catalogue *out, const char *directory,
                    const char *name)
{
	char *path = text_format("%s/%s", directory, name);
	struct plugin *plugin = NULL;
	char *why = NULL;
	int rc;

	if (!path)
		return -ENOMEM;
	if (is_shadowed(out, path)) {
		free(path);
		return 0;
	}
	rc = plugin_load(path, &plugin, &why);
	if (rc != 0)
		return add_refusal(out, path, why);
	free(path);
	return add_plugin(out, plugin);
}

static bool is_plugin_name(const char *name)
{
	size_t length = strlen(name);

	return name[0] != '.' && length > strlen(SUFFIX) &&
	       strcmp(name + length - strlen(SUFFIX), SUFFIX) == 0;
}

static int is_plugin_file(const struct dirent *entry)
{
	return is_plugin_name(entry->d_name);
}

/* By bytes, where alphasort() would ask the locale. */
static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

/* A directory that is not there is no fault: most are optional. */
static int add_directory_files(struct plugin_catalogue *out,
                               const char *directory)
{
	struct dirent **entries = NULL;
	int rc = 0, count = scandir(directory, &entries, is_plugin_file, by_name);

	if (count < 0 && errno == ENOMEM)
		return -ENOMEM;
	if (count < 0 && errno != ENOENT && errno != ENOTDIR)
		return add_refusal(
		        out, text_copy(directory),
		        text_format("%s: %s", directory, strerrordesc_np(errno)));
	for (int i = 0; i < count; i++) {
		if (rc == 0)
			rc = add_file(out, directory, entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
	return rc;
}

int plugin_catalogue_load(struct plugin_catalogue *out)
{
	int rc;

	memset(out, 0, sizeof(*out));
	rc = add_search_path(out, getenv("BENCH_PLUGIN_PATH"));
	if (rc == 0)
		rc = add_own_directories(out);
	if (rc == 0)
		rc = add_directory(out, text_copy(BENCH_PLUGIN_DIR));
	for (size_t i = 0; rc == 0 && i < out->directory_count; i++)
		rc = add_directory_files(out, out->directories[i]);
	if (rc != 0)
		plugin_catalogue_free(out);
	return rc;
}

void plugin_catalogue_free(struct plugin_catalogue *catalogue)
{
	for (size_t i = 0; i < catalogue->count; i++)
		plugin_free(catalogue->plugins[i]);
	for (size_t i = 0; i < catalogue->file_count; i++)
		plugin_free(catalogue->files[i]);
	for (size_t i = 0; i < catalogue->refusal_count; i++) {
		free(catalogue->refusals[i].path);
		free(catalogue->refusals[i].why);
	}
	for (size_t i = 0; i < catalogue->directory_count; i++)
		free(catalogue->directories[i]);
	free(catalogue->plugins);
	free(catalogue->files);
	free(catalogue->refusals);
	free(catalogue->directories);
	memset(catalogue, 0, sizeof(*catalogue));
}

struct plugin *plugin_find(const struct plugin_catalogue *catalogue,
                           const char *name)
{
	for (size_t i = 0; i < catalogue->count; i++)
		if (strcmp(catalogue->plugins[i]->backend.name, name) == 0)
			return catalogue->plugins[i];
	return NULL;
}

static const char *refusal_of(const struct plugin_catalogue *catalogue,
                              const char *name)
{
	for (size_t i = 0; i < catalogue->refusal_count; i++)
		if (same_stem(catalogue->refusals[i].path, name))
			return catalogue->refusals[i].why;
	return NULL;
}

static const char *nearest_plugin(const struct plugin_catalogue *catalogue,
                                  const char *name)
{
	const char **names = malloc((catalogue->count + 1) * sizeof(const char *));
	const char *nearest;

	if (!names)
		return NULL;
	for (size_t i = 0; i < catalogue->count; i++)
		names[i] = catalogue->plugins[i]->backend.name;
	nearest = nearest_word(name, names, catalogue->count);
	free(names);
	return nearest;
}

/* Their names, without those of wrappers. */
static void add_backends(struct text *text,
                         const struct plugin_catalogue *catalogue)
{
	size_t count = 0;

	for (size_t i = 0; i < catalogue->count; i++)
		if (!catalogue->plugins[i]->backend.wraps)
			text_add(text, "%s%s", count++ ? ", " : "",
			         catalogue->plugins[i]->backend.name);
	if (!count)
		text_add(text, "none");
}

char *plugin_missing(const struct plugin_catalogue *catalogue, const char *name)
{
	const char *refusal = refusal_of(catalogue, name);
	const char *nearest = nearest_plugin(catalogue, name);
	struct text text = {0};

	if (refusal)
		text_add(&text, "plugin `%s` was refused: %s", name, refusal);
	else
		text_add(&text, "plugin `%s` not found", name);
	if (is_plugin_name(name))
		text_add(&text, "; a file is named with its path: ./%s", name);
	else if (nearest)
		text_add(&text, "; did you mean `%s`?", nearest);
	text_add(&text, "; found: ");
	add_backends(&text, catalogue);
	text_add(&text, "; searched: ");
	for (size_t i = 0; i < catalogue->directory_count; i++)
		text_add(&text, "%s%s", i ? ", " : "", catalogue->directories[i]);
	return text_take(&text);
}
