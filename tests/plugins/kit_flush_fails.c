/* kit_flush_fails.c - flush() always fails. */
#include "kit_store.h"

static int fails(void *file)
{
	return (int)kit_tell(((struct toy_file *)file)->session, -EIO, "flush",
	                     "the file");
}

KIT_FAULT("kit_flush_fails", flush, fails)
