/* signals.c - a signalfd for the signals that end a run. */
#include "run/signals.h"

#include <errno.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>
#include "base/text.h"

int signals_open(struct signals *signals, char **why)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	sigprocmask(SIG_BLOCK, &set, &signals->before);
	signals->fd = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
	if (signals->fd < 0)
		return failure(why, errno, "signalfd: %s", strerror(errno));
	return 0;
}

void signals_close(struct signals *signals)
{
	if (signals->fd < 0)
		return;
	while (signals_take(signals))
		;
	close(signals->fd);
	signals->fd = -1;
	sigprocmask(SIG_SETMASK, &signals->before, NULL);
}

int signals_take(struct signals *signals)
{
	struct signalfd_siginfo info;

	if (read(signals->fd, &info, sizeof info) != (ssize_t)sizeof info)
		return 0;
	return (int)info.ssi_signo;
}
