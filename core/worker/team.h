/* team.h - the threads of a worker, each with its own session.
 *
 * team_run() is the one way to make them do something: all start at a barrier
 * and the caller goes on when the last is done. */
#ifndef BENCH_WORKER_TEAM_H
#define BENCH_WORKER_TEAM_H

#include <pthread.h>
#include "base/text.h"
#include "bench_plugin.h"
#include "worker/protocol.h"
#include "workload/workload.h"

struct team;

/* One thread: its lane and what only it touches while it runs. */
struct member {
	struct workload_lane lane;
	struct histogram latency;
	json_t *facts; /* emitted while the cell ran: {key: text} */
	struct team *team;
	pthread_t thread;
	int result; /* of the last step */
};

struct team {
	struct member *members;
	unsigned count, started;
	pthread_barrier_t start, end;
	/* What they do between the two barriers; NULL: end. */
	int (*step)(struct member *member, void *arg);
	void *arg;
};

/* Starts job->threads threads and opens a session on each.  On failure *why has
 * the sentence of the first thread that failed. */
int team_open(struct team *team, const struct job *job,
              const struct bench_backend *backend, void *target, char **why);
/* Runs a step on all threads.  0, or the first result in order of threads that
 * is not 0; a real error wins over -ETIMEDOUT. */
int team_run(struct team *team, int (*step)(struct member *, void *),
             void *arg);
/* Closes the sessions and ends the threads.  Safe after a failed team_open. */
void team_close(struct team *team);
/* The sentence of the member whose result team_run() returned, or NULL. */
const char *team_why(const struct team *team, int error);

#endif
