/* fork.h - members that are processes: made, watched, waited for. */
#ifndef BENCH_WORKER_FORK_H
#define BENCH_WORKER_FORK_H

#include "worker/team.h"

/* Forks; the child runs life(member) and ends with the process.  Dies with the
 * leader.  0 or a negative errno. */
int fork_member(struct member *member, void (*life)(struct member *));
/* From now on, when one of these ends the leader ends the same way: the others
 * would wait for it at the barrier for ever. */
void fork_watch(struct member *members, unsigned count);
void fork_unwatch(void);
/* Waits for a member that was told to end. */
void fork_wait(struct member *member);

#endif
