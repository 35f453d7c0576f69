/* child.h - processes that a run starts, and ends in every case.
 *
 * Each child leads a process group of its own, so that what it started goes
 * with it, and a signal from the terminal reaches the coordinator alone.  The
 * kernel kills it when the coordinator dies; its own children only where it is
 * guarded. */
#ifndef BENCH_RUN_CHILD_H
#define BENCH_RUN_CHILD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct child {
	pid_t pid;    /* 0: none, or it has ended */
	pid_t group;  /* may have members when it has ended; 0: none */
	int to, from; /* pipes of a worker; -1: none */
	int status;   /* of waitpid(), once pid is 0 again */
};

struct child_spec {
	const char *const *argv; /* argv[0] is an absolute path; NULL at the end */
	const char *path_prefix; /* put before $PATH; NULL: leave it */
	int log_fd;              /* its stdout and stderr */
	int job_fd, event_fd;    /* numbers of the pipes' ends in the child; -1 */
	bool guarded;            /* all of its group die with the coordinator */
};

int child_start(const struct child_spec *spec, struct child *child, char **why);
/* Waits at most timeout_ns; true once it has ended. */
bool child_wait(struct child *child, int64_t timeout_ns);
/* SIGTERM to its group, SIGKILL after grace_ns (0: at once) to whoever of it is
 * still there; waits for all of the group; closes the pipes.  Does nothing
 * where there is no child. */
void child_stop(struct child *child, int64_t grace_ns);
/* "ended with status 7", "died of signal 11 (Segmentation fault)"; the caller
 * frees it. */
char *child_end_text(int status);

#endif
