/* session.h - how a member begins and ends: steps of its team. */
#ifndef BENCH_WORKER_SESSION_H
#define BENCH_WORKER_SESSION_H

#include "worker/team.h"

/* On its processor, with its own readings of disturbances and its session. */
int session_open(struct member *member);
/* Removes its file and ends the session. */
int session_close(struct member *member);

#endif
