/* fork.c - one process a session, for libraries that stand no more. */
#include "worker/fork.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* A signal handler has no other way to know them. */
static struct member *volatile watched;
static volatile unsigned watched_count;

int fork_member(struct member *member, void (*life)(struct member *))
{
	pid_t leader = getpid();
	pid_t pid = fork();

	if (pid < 0)
		return -errno;
	if (pid > 0) {
		member->pid = pid;
		return 0;
	}
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() == leader)
		life(member);
	_exit(0);
}

/* Async-signal-safe calls only. */
static void follow(int number)
{
	(void)number;
	for (unsigned i = 0; i < watched_count; i++) {
		pid_t pid = watched[i].pid;
		int status;

		if (!pid || waitpid(pid, &status, WNOHANG) != pid)
			continue;
		if (WIFSIGNALED(status)) {
			signal(WTERMSIG(status), SIG_DFL);
			kill(getpid(), WTERMSIG(status));
		}
		_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
	}
}

void fork_watch(struct member *members, unsigned count)
{
	struct sigaction action = {.sa_handler = follow, .sa_flags = SA_RESTART};

	watched = members;
	watched_count = count;
	sigaction(SIGCHLD, &action, NULL);
	/* One may have ended before. */
	follow(SIGCHLD);
}

void fork_unwatch(void)
{
	watched_count = 0;
	signal(SIGCHLD, SIG_DFL);
}

void fork_wait(struct member *member)
{
	while (waitpid(member->pid, NULL, 0) < 0 && errno == EINTR)
		;
	member->pid = 0;
}
