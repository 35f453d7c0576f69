/* kit_reaps_twice.c - of two records in flight one comes back twice, the other
 * never. */
#include "kit_store.h"

/* The second of two stays out, the first is taken once more for it. */
static int takes_twice(void *session, struct bench_io *const *v, unsigned n)
{
	struct kit_session *kit = (struct kit_session *)session;
	unsigned taken = 0;

	for (; taken < n; taken++) {
		struct bench_io *io = v[taken];

		if (kit->count % 2 == 1)
			io = kit->flights[kit->count - 1].io;
		if (!kit_take(kit, io, io->off))
			break;
	}
	return (int)taken;
}

KIT_FAULT("kit_reaps_twice", submit, takes_twice)
