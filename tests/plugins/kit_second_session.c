/* kit_second_session.c - the second session of a process ends in a crash. */
#include "kit_store.h"
#include <signal.h>

static int opened;

static int crashes(void *target, const struct bench_who *who,
                   struct bench_ctx *ctx, void **session)
{
	if (opened++ > 0) {
		/* Raised, not by a bad pointer: so that sanitizers leave it alone. */
		signal(SIGSEGV, SIG_DFL);
		raise(SIGSEGV);
	}
	return kit_session_open(target, who, ctx, session);
}

KIT_FAULT("kit_second_session", session_open, crashes)
