/* kit_read_past_end.c - a read across the end says that all of it came. */
#include "kit_store.h"

static int64_t reads_past(void *file, void *buf, size_t len, uint64_t off)
{
	int64_t rc = kit_read(file, buf, len, off);

	return rc > 0 ? (int64_t)len : rc;
}

KIT_FAULT("kit_read_past_end", read, reads_past)
