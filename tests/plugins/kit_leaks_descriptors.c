/* kit_leaks_descriptors.c - each open keeps a descriptor for good. */
#include "kit_store.h"
#include <fcntl.h>

static int leaks(void *session, const char *name, unsigned flags,
                 uint64_t size_hint, void **file)
{
	int rc = kit_open(session, name, flags, size_hint, file);

	if (rc == 0)
		(void)open("/dev/null", O_RDONLY | O_CLOEXEC);
	return rc;
}

KIT_FAULT("kit_leaks_descriptors", open, leaks)
