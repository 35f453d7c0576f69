/* kit_never_reaps.c - the last record in flight never comes back. */
#include "kit_store.h"

static int keeps_one(void *session, struct bench_io **done, unsigned min,
                     unsigned max, int64_t timeout_ns)
{
	unsigned flying = ((struct kit_session *)session)->count;

	if (flying <= 1)
		return min ? kit_reap(session, done, flying + 1, 0, timeout_ns) : 0;
	return kit_reap(session, done, min, max < flying ? max : flying - 1,
	                timeout_ns);
}

KIT_FAULT("kit_never_reaps", reap, keeps_one)
