/* kit_align.c - claims direct access in threes. */
#include "kit_store.h"

static int aligns_to_three(void *target, struct bench_caps *caps)
{
	int rc = kit_caps(target, caps);

	caps->props |= BENCH_DIRECT;
	caps->align = 3;
	return rc;
}

KIT_FAULT("kit_align", caps, aligns_to_three)
