/* kit_ping_fails.c - ping() fails from the tenth time on. */
#include "kit_store.h"

static int pings;

static int fails(void *session)
{
	if (++pings < 10)
		return 0;
	return (int)kit_tell(session, -EIO, "ping", "the store");
}

KIT_FAULT("kit_ping_fails", ping, fails)
