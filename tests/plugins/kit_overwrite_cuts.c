/* kit_overwrite_cuts.c - a write in the middle ends the file where it ended. */
#include "kit_store.h"

static int64_t cuts(void *file, const void *buf, size_t len, uint64_t off)
{
	int64_t rc = kit_write(file, buf, len, off);

	if (rc >= 0)
		((struct toy_file *)file)->node->size = (size_t)off + len;
	return rc;
}

KIT_FAULT("kit_overwrite_cuts", write, cuts)
