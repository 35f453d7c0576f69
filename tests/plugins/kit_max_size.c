/* kit_max_size.c - claims files of more bytes than it stands. */
#include "kit_store.h"

#define STANDS ((uint64_t)4 << 20)

static int64_t refuses(void *file, const void *buf, size_t len, uint64_t off)
{
	if (off + len > STANDS) {
		bench->fail(((struct toy_file *)file)->session->ctx,
		            "write: a file has 4 MiB at most");
		return -EFBIG;
	}
	return kit_write(file, buf, len, off);
}

KIT_FAULT("kit_max_size", write, refuses)
