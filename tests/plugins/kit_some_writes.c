/* kit_some_writes.c - every other write in flight is "not offered". */
#include "kit_store.h"

static int refuses_some(void *session, struct bench_io **done, unsigned min,
                        unsigned max, int64_t timeout_ns)
{
	int got = kit_reap(session, done, min, max, timeout_ns);

	for (int i = 0; i < got; i++)
		if (done[i]->op == BENCH_OP_WRITE && done[i]->off / 4096 % 2 == 1)
			done[i]->result = -ENOTSUP;
	return got;
}

KIT_FAULT("kit_some_writes", reap, refuses_some)
