/* kit_swaps.c - two reads in flight get the data of each other. */
#include "kit_store.h"

static int takes_crosswise(void *session, struct bench_io *const *v, unsigned n)
{
	struct kit_session *kit = (struct kit_session *)session;
	unsigned taken = 0;

	for (; taken < n && kit_take(kit, v[taken], v[taken]->off); taken++) {
		struct kit_flight *last = &kit->flights[kit->count - 1];

		if (kit->count % 2 == 1 || last->io->op != BENCH_OP_READ)
			continue;
		last->off = last[-1].io->off;
		last[-1].off = last->io->off;
	}
	return (int)taken;
}

KIT_FAULT("kit_swaps", submit, takes_crosswise)
