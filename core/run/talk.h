/* talk.h - one job of a worker: starts the worker unless one is there from the
 * last job, sends the job, takes the events, and kills what does not answer. */
#ifndef BENCH_RUN_TALK_H
#define BENCH_RUN_TALK_H

#include "run/child.h"
#include "run/signals.h"
#include "worker/protocol.h"

enum talk_end {
	TALK_DONE,   /* the job was done */
	TALK_FAILED, /* the worker said why not */
	TALK_DIED,   /* it ended without a word */
	TALK_HUNG,   /* it was killed at its deadline */
	TALK_SIGNAL, /* a signal came; the worker was killed */
	TALK_LOST    /* it could not be started, or did not speak the protocol */
};

/* A worker between two jobs.  Zeroed: none. */
struct talk_worker {
	struct child child; /* pid 0: none */
};

struct talk {
	const char *exe;         /* absolute path of bench */
	int log_fd;              /* the workers' stderr */
	struct signals *signals; /* NULL: signals do not end this one */
	int64_t limit_ns;        /* without an event for so long, it hangs */
	void *arg;
	/* Each event but the last; may be NULL. */
	void (*event)(void *arg, struct event *event);
	/* About four times a second; may be NULL. */
	void (*tick)(void *tick_arg);
	void *tick_arg;
	/* Who does the job, and may stay for the next one; NULL: a worker of the
	 * job's own.  The caller dismisses it before it asks for a job on another
	 * target. */
	struct talk_worker *worker;
};

struct talk_result {
	enum talk_end end;
	int error;   /* TALK_FAILED: negative errno */
	int signal;  /* TALK_SIGNAL */
	bool stayed; /* the worker was there from a job before */
	char *why;   /* one sentence but for TALK_DONE; the caller frees it */
};

void talk(const struct talk *talk, const struct job *job,
          struct talk_result *result);
/* Ends a worker that waits for a job.  Does nothing where there is none. */
void talk_dismiss(struct talk_worker *worker);

#endif
