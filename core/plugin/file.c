/* file.c - plugins that are named by their file, wherever it lies. */
#include "plugin/loader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"

bool plugin_is_file(const char *name)
{
	return strchr(name, '/') != NULL;
}

static struct plugin *find_file(const struct plugin_catalogue *catalogue,
                                const char *path)
{
	for (size_t i = 0; i < catalogue->file_count; i++)
		if (strcmp(catalogue->files[i]->path, path) == 0)
			return catalogue->files[i];
	return NULL;
}

/* Takes the plugin over. */
static int add_file(struct plugin_catalogue *catalogue, struct plugin *plugin)
{
	struct plugin **more =
	        realloc(catalogue->files,
	                (catalogue->file_count + 1) * sizeof(struct plugin *));

	if (!more) {
		plugin_free(plugin);
		return -ENOMEM;
	}
	catalogue->files = more;
	more[catalogue->file_count++] = plugin;
	return 0;
}

int plugin_from_file(struct plugin_catalogue *catalogue, const char *path,
                     struct plugin **out, char **why)
{
	/* Workers may be elsewhere, and so may be who resumes the run. */
	char *real = realpath(path, NULL);
	struct plugin *plugin = real ? find_file(catalogue, real) : NULL;
	int error = 0;

	if (!real)
		return failure(why, errno, "plugin %s: %s%s", path,
		               strerrordesc_np(errno),
		               errno == ENOENT ? "; is it built?" : "");
	if (!plugin) {
		error = plugin_load(real, &plugin, why);
		if (!error && add_file(catalogue, plugin))
			error = failure(why, ENOMEM, "plugin %s: out of memory", path);
	}
	free(real);
	if (!error)
		*out = plugin;
	return error;
}

int plugin_named(struct plugin_catalogue *catalogue, const char *name,
                 struct plugin **out, char **why)
{
	if (plugin_is_file(name))
		return plugin_from_file(catalogue, name, out, why);
	*out = plugin_find(catalogue, name);
	if (*out)
		return 0;
	*why = plugin_missing(catalogue, name);
	return -ENOENT;
}

struct plugin *plugin_of(const struct plugin_catalogue *catalogue,
                         const struct bench_backend *backend)
{
	for (size_t i = 0; i < catalogue->count; i++)
		if (&catalogue->plugins[i]->backend == backend)
			return catalogue->plugins[i];
	for (size_t i = 0; i < catalogue->file_count; i++)
		if (&catalogue->files[i]->backend == backend)
			return catalogue->files[i];
	return NULL;
}
