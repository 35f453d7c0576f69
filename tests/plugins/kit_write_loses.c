/* kit_write_loses.c - a write leaves out its last byte. */
#include "kit_store.h"

static int64_t loses(void *file, const void *buf, size_t len, uint64_t off)
{
	int64_t rc = kit_write(file, buf, len > 1 ? len - 1 : len, off);

	return rc < 0 ? rc : (int64_t)len;
}

KIT_FAULT("kit_write_loses", write, loses)
