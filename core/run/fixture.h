/* fixture.h - servers that a target wants started: `start =` in a target.
 *
 * Started by /bin/sh in a process group of its own with bench's directory first
 * in PATH; its output goes to a log in the run's directory. */
#ifndef BENCH_RUN_FIXTURE_H
#define BENCH_RUN_FIXTURE_H

#include "config/config.h"
#include "run/child.h"
#include "run/signals.h"

struct fixture {
	struct child child;
	char *log;       /* path */
	off_t log_start; /* where this server's part of it begins */
};

struct fixture_places {
	const char *logs;          /* directory for the log of its output */
	const char *exe_directory; /* put first into its PATH */
	const char
	        *datadir; /* where a relative script is looked for, too; or NULL */
};

/* Starts it and waits until a line of its output is `ready` (or starts with
 * "ready "), or, with `ready = host:port`, until that answers.  On failure the
 * sentence says what it did instead and names the log; it is stopped then.
 * -EINTR and *signal when a signal came. */
int fixture_start(struct fixture *fixture, const struct config_target *target,
                  const struct fixture_places *places, struct signals *signals,
                  int *signal, char **why);
/* Stops it, waits, frees; fine for one that was never started. */
void fixture_stop(struct fixture *fixture);

#endif
