/* child.c - start, wait for and end a process group. */
#include "run/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "base/text.h"
#include "measure/clock.h"

extern char **environ;

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* In the child, between vfork and exec: async-signal-safe calls only, and
 * nothing changed but its own variables, since the memory is the coordinator's.
 * The pipes are first moved out of the way of the numbers that they are to get.
 */
_Noreturn static void become(const struct child_spec *spec, int job, int event,
                             char **environment, pid_t parent)
{
	sigset_t none;
	int zero = open("/dev/null", O_RDONLY);

	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(127);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	if (job >= 0)
		job = fcntl(job, F_DUPFD, 16);
	if (event >= 0)
		event = fcntl(event, F_DUPFD, 16);
	dup2(zero, STDIN_FILENO);
	dup2(spec->log_fd, STDOUT_FILENO);
	dup2(spec->log_fd, STDERR_FILENO);
	if (job >= 0)
		dup2(job, spec->job_fd);
	if (event >= 0)
		dup2(event, spec->event_fd);
	if (job >= 0)
		close(job);
	if (event >= 0)
		close(event);
	if (zero > STDERR_FILENO)
		close(zero);
	execve(spec->argv[0], (char *const *)spec->argv, environment);
	_exit(127);
}

/* With vfork: to copy the tables of the coordinator's memory, and then each
 * page that it touches, is a large part of what a worker's start costs. */
static pid_t start_process(const struct child_spec *spec, int job, int event,
                           char **environment, pid_t parent)
{
	/* Linux allows more than exec in the child; what become() says holds.
	 * NOLINTBEGIN(clang-analyzer-security.insecureAPI.vfork,clang-analyzer-unix.Vfork)
	 */
	pid_t pid = vfork();

	if (pid == 0)
		become(spec, job, event, environment, parent);
	return pid;
	/* NOLINTEND(clang-analyzer-security.insecureAPI.vfork,clang-analyzer-unix.Vfork)
	 */
}

/* The guard's life.  The kernel tells the coordinator's own children of its
 * death, not theirs: so one child more waits in the group for the news. */
static void stand_guard(pid_t group, pid_t parent)
{
	sigset_t news;

	sigemptyset(&news);
	sigaddset(&news, SIGUSR1);
	sigprocmask(SIG_SETMASK, &news, NULL);
	close_range(0, ~0U, 0);
	if (setpgid(0, group))
		_exit(0);
	prctl(PR_SET_PDEATHSIG, SIGUSR1);
	if (getppid() == parent)
		while (sigwaitinfo(&news, NULL) < 0 && errno == EINTR)
			;
	kill(-group, SIGKILL);
	_exit(0);
}

/* A failure costs the guard only. */
static void start_guard(pid_t group, pid_t parent)
{
	pid_t guard = fork();

	if (guard == 0)
		stand_guard(group, parent);
	if (guard > 0)
		setpgid(guard, group);
}

/* environ with another PATH, made before the fork.  The strings but *path are
 * environ's. */
static char **make_environment(const char *prefix, char **path)
{
	const char *old = getenv("PATH");
	size_t count = 0, kept = 0;
	char **copy;

	*path = NULL;
	while (environ[count])
		count++;
	copy = calloc(count + 2, sizeof *copy);
	if (!copy)
		return NULL;
	for (size_t i = 0; i < count; i++)
		if (!prefix || strncmp(environ[i], "PATH=", 5) != 0)
			copy[kept++] = environ[i];
	if (prefix) {
		*path = text_format("PATH=%s:%s", prefix, old ? old : "/usr/bin:/bin");
		copy[kept] = *path;
	}
	return copy;
}

int child_start(const struct child_spec *spec, struct child *child, char **why)
{
	int job[2] = {-1, -1}, event[2] = {-1, -1};
	pid_t parent = getpid();
	char *path = NULL;
	char **environment = make_environment(spec->path_prefix, &path);
	int error = 0;

	*child = (struct child){.to = -1, .from = -1};
	/* What our children leave behind becomes ours to wait for. */
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	if (!environment || (spec->job_fd >= 0 && pipe2(job, O_CLOEXEC)) ||
	    (spec->event_fd >= 0 && pipe2(event, O_CLOEXEC)))
		goto failed;
	child->pid = start_process(spec, job[0], event[1], environment, parent);
	if (child->pid < 0)
		goto failed;
	/* Both sides do it, so that it is done whoever comes first. */
	setpgid(child->pid, child->pid);
	child->group = child->pid;
	if (spec->guarded)
		start_guard(child->group, parent);
	child->to = job[1];
	child->from = event[0];
	job[1] = event[0] = -1;
	goto end;
failed:
	error = failure(why, errno ? errno : ENOMEM, "%s cannot be started: %s",
	                spec->argv[0], strerror(errno));
	child->pid = 0;
end:
	close_fd(&job[0]);
	close_fd(&job[1]);
	close_fd(&event[0]);
	close_fd(&event[1]);
	free(environment);
	free(path);
	return error;
}

bool child_wait(struct child *child, int64_t timeout_ns)
{
	int64_t end = clock_now_ns() + timeout_ns;
	struct timespec pause = {.tv_nsec = 200000};

	while (child->pid > 0) {
		pid_t got = waitpid(child->pid, &child->status, WNOHANG);

		if (got == child->pid || (got < 0 && errno == ECHILD)) {
			child->pid = 0;
			break;
		}
		if (clock_now_ns() >= end)
			return false;
		nanosleep(&pause, NULL);
		if (pause.tv_nsec < 10000000)
			pause.tv_nsec *= 2;
	}
	return true;
}

/* The child is gone; true once all others of its group are, too. */
static bool wait_for_group(pid_t group, int64_t end)
{
	struct timespec pause = {.tv_nsec = 1000000};

	for (;;) {
		while (waitpid(-group, NULL, WNOHANG) > 0)
			;
		if (kill(-group, 0))
			return true;
		if (clock_now_ns() >= end)
			return false;
		nanosleep(&pause, NULL);
	}
}

void child_stop(struct child *child, int64_t grace_ns)
{
	pid_t group = child->group;
	int64_t end = clock_now_ns() + grace_ns;

	close_fd(&child->to);
	close_fd(&child->from);
	if (group <= 0)
		return;
	child->group = 0;
	if (grace_ns > 0) {
		/* A shell is gone at once; the server that it started needs its
		 * time. */
		kill(-group, SIGTERM);
		if (child_wait(child, grace_ns) && wait_for_group(group, end))
			return;
	}
	/* What it left behind in its group goes as well. */
	kill(-group, SIGKILL);
	while (!child_wait(child, CLOCK_NS_PER_S))
		kill(-group, SIGKILL);
	wait_for_group(group, clock_now_ns() + CLOCK_NS_PER_S);
}

char *child_end_text(int status)
{
	if (WIFSIGNALED(status))
		return text_format("died of signal %d (%s)", WTERMSIG(status),
		                   strsignal(WTERMSIG(status)));
	if (WEXITSTATUS(status) == 127)
		return text_format("could not be executed (status 127)");
	return text_format("ended with status %d", WEXITSTATUS(status));
}
