/* kit_lists_dots.c - readdir() tells of the directory itself. */
#include "kit_store.h"

static int lists_dots(void *session, const char *name,
                      int (*each)(void *arg, const char *entry), void *arg)
{
	int rc = each(arg, ".");

	if (rc == 0)
		rc = each(arg, "..");
	return rc == 0 ? kit_readdir(session, name, each, arg) : rc;
}

KIT_FAULT("kit_lists_dots", readdir, lists_dots)
