/* kit_write_half.c - a write moves half of the record and says so. */
#include "kit_store.h"

static int64_t writes_half(void *file, const void *buf, size_t len,
                           uint64_t off)
{
	return kit_write(file, buf, len - len / 2, off);
}

KIT_FAULT("kit_write_half", write, writes_half)
