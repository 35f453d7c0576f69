/* kit_holes.c - what was never written between two writes is rubbish. */
#include "kit_store.h"

static int64_t leaves_rubbish(void *file, const void *buf, size_t len,
                              uint64_t off)
{
	struct toy_node *node = ((struct toy_file *)file)->node;
	size_t end = node->size;
	int64_t rc = kit_write(file, buf, len, off);

	if (rc >= 0 && off > end)
		memset(node->bytes + end, 0xa5, (size_t)off - end);
	return rc;
}

KIT_FAULT("kit_holes", write, leaves_rubbish)
