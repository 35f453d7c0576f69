/* signals.h - INT, TERM and HUP as something to be read. */
#ifndef BENCH_RUN_SIGNALS_H
#define BENCH_RUN_SIGNALS_H

#include <signal.h>

struct signals {
	int fd; /* readable when one has come; -1: not open */
	sigset_t before;
};

/* From now on the three wait to be read; SIGPIPE and SIGXFSZ are ignored, so
 * that a full pipe or file is an error like any other. */
int signals_open(struct signals *signals, char **why);
void signals_close(struct signals *signals);
/* The number of one that has come, or 0; does not wait. */
int signals_take(struct signals *signals);

#endif
