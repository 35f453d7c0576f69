/* kit_leaks_memory.c - each open keeps a page of memory for good. */
#include "kit_store.h"

/* Seen by everybody, so that no compiler leaves the allocation out. */
static void *volatile lost;

static int leaks(void *session, const char *name, unsigned flags,
                 uint64_t size_hint, void **file)
{
	int rc = kit_open(session, name, flags, size_hint, file);

	if (rc == 0)
		lost = calloc(1, 4096);
	return rc;
}

KIT_FAULT("kit_leaks_memory", open, leaks)
