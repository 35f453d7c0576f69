/* kit_unlink_keeps.c - unlink() says yes and does nothing. */
#include "kit_store.h"

static int keeps(void *session, const char *name)
{
	struct bench_stat st = {.size = sizeof(st)};

	return kit_stat(session, name, &st);
}

KIT_FAULT("kit_unlink_keeps", unlink, keeps)
