/* kit_hangs.c - a read never returns. */
#include "kit_store.h"
#include <unistd.h>

static int64_t hangs(void *file, void *buf, size_t len, uint64_t off)
{
	(void)file;
	(void)buf;
	(void)len;
	(void)off;
	while (pause() != 0)
		;
	return -EINTR;
}

KIT_FAULT("kit_hangs", read, hangs)
