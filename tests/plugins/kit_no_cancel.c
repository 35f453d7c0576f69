/* kit_no_cancel.c - cancel() says yes and wakes nobody. */
#include "kit_store.h"

static int pays_no_heed(void *session)
{
	return session ? 0 : -EINVAL;
}

KIT_FAULT("kit_no_cancel", cancel, pays_no_heed)
