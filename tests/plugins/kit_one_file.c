/* kit_one_file.c - a session stands one open file, and no more. */
#include "kit_store.h"

/* A session stays on its thread. */
static _Thread_local int files;

static int opens_one(void *session, const char *name, unsigned flags,
                     uint64_t size_hint, void **file)
{
	int rc;

	if (files > 0) {
		bench->fail(((struct toy_session *)session)->ctx,
		            "open %s: another file is open", name);
		return -EMFILE;
	}
	rc = kit_open(session, name, flags, size_hint, file);
	files += rc == 0;
	return rc;
}

static int closes_one(void *file)
{
	files--;
	return toy_close(file);
}

KIT_TOY("kit_one_file", kit_backend.open = opens_one;
        kit_backend.close = closes_one)
