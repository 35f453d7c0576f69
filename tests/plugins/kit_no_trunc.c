/* kit_no_trunc.c - BENCH_O_TRUNC is passed over. */
#include "kit_store.h"

static int opens_full(void *session, const char *name, unsigned flags,
                      uint64_t size_hint, void **file)
{
	return kit_open(session, name, flags & ~(unsigned)BENCH_O_TRUNC, size_hint,
	                file);
}

KIT_FAULT("kit_no_trunc", open, opens_full)
