/* kit_stat_size.c - stat() counts one byte too many. */
#include "kit_store.h"

static int counts_one_more(void *session, const char *name,
                           struct bench_stat *st)
{
	int rc = kit_stat(session, name, st);

	if (rc == 0 && !st->is_dir)
		st->bytes++;
	return rc;
}

KIT_FAULT("kit_stat_size", stat, counts_one_more)
