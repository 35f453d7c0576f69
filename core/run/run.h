/* run.h - measures a plan: the coordinator.
 *
 * Rounds are the outermost loop; blocks are shuffled in each; the targets of a
 * block alternate.  Every (round, block, target) is one worker process. Nothing
 * here prints: what is worth seeing goes to an observer. */
#ifndef BENCH_RUN_RUN_H
#define BENCH_RUN_RUN_H

#include <stdbool.h>
#include <stdint.h>
#include "plan/plan.h"
#include "plugin/loader.h"
#include "result/summary.h"

/* Where a run stands. */
struct run_status {
	double done;                  /* 0 to 1, of the time */
	const struct plan_cell *cell; /* being measured; NULL between cells */
	const char *target;           /* its target's name */
	double rate;                  /* of the last finished cell; NAN: none */
	bool waiting;                 /* for a quiet machine */
	int64_t elapsed_ns, left_ns;
	unsigned round, rounds;
};

/* Any may be NULL. */
struct run_observer {
	void *arg;
	/* Fixtures are up, targets were asked: this is what will be done. */
	void (*planned)(void *arg, const struct plan *plan, const char *directory);
	/* The rows of one round of one target in one block; or rows of cells that
	 * will not be measured. */
	void (*rows)(void *arg, const struct result_row *rows, size_t count);
	/* About four times a second. */
	void (*tick)(void *arg, const struct run_status *status);
	/* Something that a person should know: one sentence. */
	void (*warn)(void *arg, const char *sentence);
	/* With -v only. */
	void (*note)(void *arg, const char *sentence);
};

struct resume;

struct run_request {
	const struct bench_config *config;
	struct plan *plan; /* refined while it is done */
	const struct plugin_catalogue *plugins;
	const char *results;   /* directory that gets a new one for this run */
	struct resume *resume; /* go on with this one instead; NULL: none */
	bool anonymise;        /* run.json without names of hosts and users */
	const char *exe;       /* absolute path of bench itself */
	const char *datadir;   /* for fixtures' scripts; NULL: none */
	const char *version;
	const char *const *argv; /* for run.json; ends with NULL */
	struct run_observer observer;
};

struct run_outcome {
	char *directory; /* results/NAME-UTC; NULL where nothing was kept */
	size_t rows_ok, rows_failed;
	double link_ceiling; /* bytes/s, of the fastest link known; NAN: none */
	int signal;          /* that ended it, or 0 */
	bool was_complete;   /* resumed, and nothing was left to be done */
	bool refused; /* nothing was measured and nothing kept: the configuration
	                 does not fit the targets; the sentence says why */
	struct summary summary;
};

/* 0 when it ran to its end or to a signal, whatever the rows say; a negative
 * errno and a sentence when it could not.  In every case workers and fixtures
 * have ended and the files in the targets are removed. */
int run_execute(const struct run_request *request, struct run_outcome *outcome,
                char **why);
void run_outcome_free(struct run_outcome *outcome);

#endif
