/* child.c - runs a step in a process of its own, and says how that ended. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "kit/parts.h"
#include "measure/clock.h"

struct kit_board *kit_board_new(void)
{
	void *memory = mmap(NULL, sizeof(struct kit_board), PROT_READ | PROT_WRITE,
	                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	return memory == MAP_FAILED ? NULL : memory;
}

void kit_board_free(struct kit_board *board)
{
	if (board)
		munmap(board, sizeof *board);
}

/* A new check begins; what was left on the target stays noted. */
static void clean_board(struct kit_board *board)
{
	atomic_store(&board->settled, false);
	atomic_store(&board->finished, false);
	board->status = KIT_OK;
	board->call[0] = board->expected[0] = board->got[0] = '\0';
	for (unsigned i = 0; i < KIT_LANES; i++) {
		board->calls[i].words[0] = '\0';
		atomic_store(&board->calls[i].running, false);
	}
}

/* What a plugin prints must not get between the lines of the report. */
static _Noreturn void live(struct kit_board *board, pid_t parent,
                           void (*step)(void *arg), void *arg)
{
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
	setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
	signal(SIGPIPE, SIG_IGN);
	dup2(STDERR_FILENO, STDOUT_FILENO);
	step(arg);
	atomic_store(&board->finished, true);
	_exit(0);
}

/* False where the deadline came first. */
static bool wait_until(pid_t pid, int64_t end_ns, int *status)
{
	const struct timespec pause = {.tv_nsec = 2000000};

	for (;;) {
		pid_t got = waitpid(pid, status, WNOHANG);

		if (got == pid || (got < 0 && errno != EINTR))
			return true;
		if (clock_now_ns() > end_ns)
			return false;
		nanosleep(&pause, NULL);
	}
}

char *kit_end_words(int status)
{
	const char *name;

	if (!WIFSIGNALED(status))
		return text_format("the process ended with exit status %d",
		                   WEXITSTATUS(status));
	name = sigabbrev_np(WTERMSIG(status));
	return text_format("the process was killed by SIG%s (a crash)",
	                   name ? name : "?");
}

/* The calls that never returned; else the last that did. */
static void take_calls(struct kit_board *board)
{
	struct text calls = {0};

	for (unsigned i = 0; i < KIT_LANES; i++)
		if (atomic_load(&board->calls[i].running))
			text_add(&calls, "%s%s", calls.length ? " beside " : "",
			         board->calls[i].words);
	if (!calls.length && board->calls[0].words[0])
		text_add(&calls, "after %s", board->calls[0].words);
	snprintf(board->call, KIT_WORDS, "%s",
	         calls.bytes ? calls.bytes : "before the first call");
	text_free(&calls);
}

static void settle(struct kit_board *board, const char *expected, char *got)
{
	if (!atomic_exchange(&board->settled, true)) {
		take_calls(board);
		snprintf(board->expected, KIT_WORDS, "%s", expected);
		snprintf(board->got, KIT_WORDS, "%s", got ? got : "no memory");
		board->status = KIT_FAILED;
	}
	free(got);
}

static void settle_late(struct kit_board *board, int64_t deadline_ns)
{
	settle(board, "to return",
	       text_format("nothing within %.3g s: it hangs",
	                   (double)deadline_ns / (double)CLOCK_NS_PER_S));
}

bool kit_in_child(struct kit_board *board, void (*step)(void *arg), void *arg,
                  int64_t deadline_ns)
{
	int64_t end_ns = clock_now_ns() + deadline_ns;
	pid_t parent = getpid(), pid;
	int status = 0;

	clean_board(board);
	fflush(NULL);
	pid = fork();
	if (pid == 0)
		live(board, parent, step, arg);
	if (pid < 0) {
		settle(board, "a process", text_format("fork: %s", strerror(errno)));
		return false;
	}
	if (!wait_until(pid, end_ns, &status)) {
		kill(-pid, SIGKILL);
		kill(pid, SIGKILL);
		(void)waitpid(pid, &status, 0);
		settle_late(board, deadline_ns);
		return false;
	}
	/* Threads and processes that the plugin made do not outlive the check. */
	kill(-pid, SIGKILL);
	if (!atomic_load(&board->finished))
		settle(board, "to return", kit_end_words(status));
	return atomic_load(&board->finished);
}
