/* kit_rmdir_missing.c - rmdir() of what is not there says yes. */
#include "kit_store.h"

static int removes_nothing(void *session, const char *name)
{
	int rc = kit_rmdir(session, name);

	return rc == -ENOENT ? 0 : rc;
}

KIT_FAULT("kit_rmdir_missing", rmdir, removes_nothing)
