/* kit_stat_dir.c - stat() takes a directory for a file. */
#include "kit_store.h"

static int sees_files(void *session, const char *name, struct bench_stat *st)
{
	int rc = kit_stat(session, name, st);

	st->is_dir = 0;
	return rc;
}

KIT_FAULT("kit_stat_dir", stat, sees_files)
