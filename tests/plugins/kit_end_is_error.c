/* kit_end_is_error.c - a read at the end of the data fails. */
#include "kit_store.h"

static int64_t fails_at_end(void *file, void *buf, size_t len, uint64_t off)
{
	int64_t rc = kit_read(file, buf, len, off);

	if (rc == 0 && len > 0)
		rc = kit_tell(((struct toy_file *)file)->session, -EIO, "read",
		              "at the end");
	return rc;
}

KIT_FAULT("kit_end_is_error", read, fails_at_end)
