/* team.h - the members of a worker, each with its own session.
 *
 * A member is a thread; where the backend allows one session in a process, all
 * but the first are processes instead, forked before the target is opened.  A
 * single member is the caller of team_run() itself.
 * team_run() is the one way to make them do something: all start at a barrier
 * and the caller goes on when the last is done.  What members and leader tell
 * each other stands on a board in shared memory, so that steps do not care. */
#ifndef BENCH_WORKER_TEAM_H
#define BENCH_WORKER_TEAM_H

#include <pthread.h>
#include <sys/types.h>
#include "bench_plugin.h"
#include "measure/clock.h"
#include "measure/cpu.h"
#include "measure/disturbance.h"
#include "worker/protocol.h"
#include "workload/workload.h"

struct team;

/* Sentences of a member process that are longer are cut. */
#define TEAM_WORDS 1024

/* One member.  Pointers in its lane are good in its own process only; the
 * leader reads the tally, the layout, and what stands beside the lane. */
struct member {
	struct workload_lane lane;
	/* Of the last slice. */
	struct histogram latency, service;      /* in ticks of the board's clock */
	struct histogram verbs[WORKLOAD_VERBS]; /* of a test that has any */
	struct cpu_time cpu;                    /* only of a process of its own */
	struct disturbance disturbance;
	uint64_t verified_bytes; /* since the cell began */
	struct disturbance_sources sources;
	struct team *team;
	json_t *facts; /* emitted while the cell ran: {key: text} */
	pthread_t thread;
	pid_t pid;              /* of a process of its own; 0: a thread */
	int result;             /* of the last step */
	char words[TEAM_WORDS]; /* the sentence that goes with a bad result */
};

struct team_board {
	pthread_barrier_t start, end;
	int (*step)(struct member *member); /* NULL: end */
	struct clock_source clock;          /* what operations are timed by */
	struct workload_cell cell;          /* what is being measured */
	/* Of the next slice. */
	uint64_t passes;
	int64_t time_ns; /* then it ends, whatever its passes; 0: by them alone */
	bool first_ends_all; /* the first lane that is done ends it for all */
	atomic_bool stop;
	int64_t limit_ns; /* lanes end after this time of their own; 0: none */
	int turn;         /* the only lane that runs; -1: all do */
	unsigned first_of_turns; /* the lane that was done first last time */
	struct member members[];
};

/* How a member gets at the target.  In a process of its own that opens it. */
struct team_target {
	void *arg;
	int (*reach)(void *arg, void **target, char **why);
	void (*leave)(void *arg);
};

struct team {
	struct team_board *board; /* NULL: no team */
	size_t board_size;
	unsigned count, started;
	const struct job *job;
	const struct bench_backend *backend;
	struct team_target target;
};

/* Makes the board and, where the backend wants processes, forks them: to be
 * called before the target is opened.  Only the leader returns. */
int team_make(struct team *team, const struct job *job,
              const struct bench_backend *backend,
              const struct team_target *target, char **why);
/* Starts the threads and opens a session for each member.  On failure *why has
 * the sentence of the first that failed. */
int team_open(struct team *team, char **why);
/* Runs a step on all members.  0, or the first result in order of members that
 * is not 0; a real error wins over -ETIMEDOUT. */
int team_run(struct team *team, int (*step)(struct member *member));
/* Closes the sessions and ends the members.  Safe after a failed team_open. */
void team_close(struct team *team);
/* The sentence of the member whose result team_run() returned, or NULL. */
const char *team_why(const struct team *team, int error);

#endif
