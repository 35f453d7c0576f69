/* loader.c - opens one plugin file, or says why it cannot work. */
#include "plugin/loader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "plugin/host.h"
#include "plugin/object.h"
#include "plugin/table.h"

#define ENTRY "bench_plugin_entry"

typedef const struct bench_backend *(*entry_function)(
        const struct bench_host *host);

int plugin_load(const char *path, struct plugin **out, char **why)
{
	struct plugin *plugin = calloc(1, sizeof(*plugin));
	const struct bench_backend *theirs;
	void *handle = NULL, *address = NULL;
	entry_function entry;
	int rc;

	if (!plugin || !(plugin->path = text_copy(path))) {
		rc = failure(why, ENOMEM, "%s: out of memory", path);
		goto failed;
	}
	rc = object_open(path, &handle, why);
	if (rc == 0)
		rc = object_function(handle, path, ENTRY, &address, why);
	if (rc != 0)
		goto failed;
	/* ISO C has no cast from an object to a function; POSIX has. */
	memcpy(&entry, &address, sizeof(entry));
	theirs = entry(host_table());
	rc = table_take(theirs, path, &plugin->backend, why);
	if (rc != 0)
		goto failed;
	*out = plugin;
	return 0;
failed:
	/* The object stays open: libraries crash more often in dlclose() than the
	 * few pages of a refused file are worth. */
	if (plugin)
		free(plugin->path);
	free(plugin);
	return rc;
}

void plugin_free(struct plugin *plugin)
{
	if (!plugin)
		return;
	table_free_options(&plugin->backend);
	free(plugin->path);
	free(plugin);
}
