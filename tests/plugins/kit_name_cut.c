/* kit_name_cut.c - the last part of a name is cut at 32 bytes. */
#include "kit_store.h"

#define MOST 32u

/* Of the last part, so that the directory above it is still found. */
static char *cut(const char *name)
{
	const char *slash = strrchr(name, '/');
	size_t before = slash ? (size_t)(slash + 1 - name) : 0;

	return strndup(name, before + MOST);
}

static int opens_short(void *session, const char *name, unsigned flags,
                       uint64_t size_hint, void **file)
{
	char *shorter = cut(name);
	int rc = shorter ? kit_open(session, shorter, flags, size_hint, file)
	                 : -ENOMEM;

	free(shorter);
	return rc;
}

static int finds_short(void *session, const char *name, struct bench_stat *st)
{
	char *shorter = cut(name);
	int rc = shorter ? kit_stat(session, shorter, st) : -ENOMEM;

	free(shorter);
	return rc;
}

static int unlinks_short(void *session, const char *name)
{
	char *shorter = cut(name);
	int rc = shorter ? kit_unlink(session, shorter) : -ENOMEM;

	free(shorter);
	return rc;
}

KIT_TOY("kit_name_cut", kit_backend.open = opens_short;
        kit_backend.stat = finds_short; kit_backend.unlink = unlinks_short)
