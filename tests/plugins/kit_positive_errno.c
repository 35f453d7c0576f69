/* kit_positive_errno.c - errors are handed over as positive numbers. */
#include "kit_store.h"

static int unlinks(void *session, const char *name)
{
	int rc = kit_unlink(session, name);

	return rc < 0 ? -rc : rc;
}

static int makes(void *session, const char *name)
{
	int rc = kit_mkdir(session, name);

	return rc < 0 ? -rc : rc;
}

KIT_TOY("kit_positive_errno", kit_backend.unlink = unlinks;
        kit_backend.mkdir = makes)
