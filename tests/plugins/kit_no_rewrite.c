/* kit_no_rewrite.c - claims BENCH_REWRITE and refuses to write anything again.
 */
#include "kit_store.h"

static int64_t refuses(void *file, const void *buf, size_t len, uint64_t off)
{
	const struct toy_file *handle = (const struct toy_file *)file;

	if (off < handle->node->size)
		return kit_tell(handle->session, -EPERM, "write", "again");
	return kit_write(file, buf, len, off);
}

KIT_FAULT("kit_no_rewrite", write, refuses)
