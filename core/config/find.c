/* find.c - looks a configuration up by its name. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/text.h"
#include "config/config.h"

static bool is_file(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && !S_ISDIR(st.st_mode);
}

/* DIRECTORY/NAME, or with .ini, whichever is there; tells `tried` of both. */
static char *look_in(const char *directory, const char *name,
                     struct text *tried)
{
	static const char *const endings[] = {"", ".ini"};

	for (size_t i = 0; i < 2; i++) {
		char *path = text_format("%s%s%s%s", directory, *directory ? "/" : "",
		                         name, endings[i]);

		if (path && is_file(path))
			return path;
		text_add(tried, "%s%s", tried->length ? ", " : "",
		         path ? path : "out of memory");
		free(path);
	}
	return NULL;
}

char *config_find(const char *name, const char *datadir, char **why)
{
	struct text tried = {0};
	char *conf = datadir ? text_format("%s/conf", datadir) : NULL, *path;

	path = look_in("", name, &tried);
	/* An absolute path is meant as it is. */
	if (!path && name[0] != '/')
		path = look_in("./conf", name, &tried);
	if (!path && name[0] != '/' && conf)
		path = look_in(conf, name, &tried);
	if (!path)
		failure(why, ENOENT, "no configuration `%s`; looked for %s", name,
		        tried.bytes ? tried.bytes : name);
	text_free(&tried);
	free(conf);
	return path;
}
