/* kit_missing_eio.c - a name that is missing is an I/O error. */
#include "kit_store.h"

static int finds_no_name(void *session, const char *name, struct bench_stat *st)
{
	int rc = kit_stat(session, name, st);

	return rc == -ENOENT ? (int)kit_tell(session, -EIO, "stat", name) : rc;
}

KIT_FAULT("kit_missing_eio", stat, finds_no_name)
