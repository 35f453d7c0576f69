/* talk.h - one worker from its start to its end: sends the job, takes the
 * events, and kills what does not answer. */
#ifndef BENCH_RUN_TALK_H
#define BENCH_RUN_TALK_H

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
};

struct talk_result {
	enum talk_end end;
	int error;  /* TALK_FAILED: negative errno */
	int signal; /* TALK_SIGNAL */
	char *why;  /* one sentence but for TALK_DONE; the caller frees it */
};

void talk(const struct talk *talk, const struct job *job,
          struct talk_result *result);

#endif
