/* kit_shared_buffer.c - all sessions write through one buffer. */
#include "kit_store.h"
#include <unistd.h>

static char shared[65536];

static int64_t writes_through(void *file, const void *buf, size_t len,
                              uint64_t off)
{
	size_t moved = 0;

	while (moved < len) {
		size_t part =
		        len - moved < sizeof(shared) ? len - moved : sizeof(shared);
		int64_t rc;

		memcpy(shared, (const char *)buf + moved, part);
		usleep(50); /* so that another one's bytes do come between */
		rc = kit_write(file, shared, part, off + moved);
		if (rc < 0)
			return rc;
		moved += part;
	}
	return (int64_t)len;
}

KIT_FAULT("kit_shared_buffer", write, writes_through)
