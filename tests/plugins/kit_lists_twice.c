/* kit_lists_twice.c - readdir() tells of one entry twice. */
#include "kit_store.h"

struct told {
	int (*each)(void *arg, const char *entry);
	void *arg;
	int count;
};

static int tell_first_twice(void *arg, const char *entry)
{
	struct told *told = (struct told *)arg;
	int rc = told->each(told->arg, entry);

	if (rc == 0 && told->count++ == 0)
		rc = told->each(told->arg, entry);
	return rc;
}

static int lists_twice(void *session, const char *name,
                       int (*each)(void *arg, const char *entry), void *arg)
{
	struct told told = {.each = each, .arg = arg};

	return kit_readdir(session, name, tell_first_twice, &told);
}

KIT_FAULT("kit_lists_twice", readdir, lists_twice)
