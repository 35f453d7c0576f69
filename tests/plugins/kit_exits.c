/* kit_exits.c - a write ends the process. */
#include "kit_store.h"

static int64_t leaves(void *file, const void *buf, size_t len, uint64_t off)
{
	(void)file;
	(void)buf;
	(void)len;
	(void)off;
	_Exit(7);
}

KIT_FAULT("kit_exits", write, leaves)
