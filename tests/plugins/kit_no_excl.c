/* kit_no_excl.c - BENCH_O_EXCL is passed over. */
#include "kit_store.h"

static int opens_taken(void *session, const char *name, unsigned flags,
                       uint64_t size_hint, void **file)
{
	return kit_open(session, name, flags & ~(unsigned)BENCH_O_EXCL, size_hint,
	                file);
}

KIT_FAULT("kit_no_excl", open, opens_taken)
