/* kit_rename_copies.c - rename() leaves the old name where it is. */
#include "kit_store.h"

static int copies(void *session, const char *from, const char *to)
{
	struct toy_target *target = ((struct toy_session *)session)->target;
	int rc = kit_rename(session, from, to);

	if (rc != 0)
		return rc;
	pthread_mutex_lock(&target->lock);
	if (!toy_put_in(target, from, 0))
		rc = -ENOMEM;
	pthread_mutex_unlock(&target->lock);
	return rc;
}

KIT_FAULT("kit_rename_copies", rename, copies)
