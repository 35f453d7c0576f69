/* state.h - what the files of run/ share while a run is on. */
#ifndef BENCH_RUN_STATE_H
#define BENCH_RUN_STATE_H

#include <jansson.h>
#include "result/csv.h"
#include "run/fixture.h"
#include "run/run.h"
#include "run/talk.h"

/* A cell that hung or crashed so often is not tried again. */
#define RUN_STRIKES 2

struct run_target {
	const struct plugin *plugin;
	/* Name of the run's directory there: each target has its own, since two
	 * of them may be ways to one place. */
	char *directory;
	struct fixture fixture;
	struct bench_caps caps;
	json_t *facts;
	bool probed;    /* its directory may exist */
	double ceiling; /* bytes/s of its link's payload; NAN: not known */
};

struct run_cell {
	unsigned strikes;
	bool finished;  /* its interval is narrow enough */
	double *values; /* headline of each ok round */
	unsigned count;
};

struct run {
	const struct run_request *request;
	const struct bench_config *config;
	struct plan *plan;
	struct run_outcome *outcome;
	struct signals signals;
	char *run_id, *directory, *exe_directory;
	int log_fd;
	struct csv_writer *csv;
	uint64_t seq;
	struct run_target *targets;
	struct run_cell *cells; /* one a plan cell */
	int64_t *spent;  /* of the last round, per block and target; 0: none */
	bool *item_done; /* in this round, per block and target */
	int64_t started_ns, last_tick_ns;
	unsigned round, rounds;
	/* The item at work, for the status. */
	size_t block, target;
	int64_t item_started_ns;
	const struct plan_cell *cell;
	double rate;
	double ns_per_tick; /* of the TSC; 0: not measured */
	int error;          /* a failure of the run itself, such as a full disk */
	char *why;
};

/* record.c: rows and run.json. */
/* Fills the key of a cell into a row and writes it out; the row goes on to
 * belong to the caller.  latency may be NULL. */
void run_write_row(struct run *run, const struct plan_cell *cell,
                   unsigned round, struct result_row *row,
                   const struct histogram *latency);
/* One row for each cell that will not be measured. */
void run_write_dismissed(struct run *run);
int run_write_json(struct run *run, bool finished, char **why);

/* target.c: fixtures, probing and cleaning. */
/* Starts the fixtures and asks every target.  0 also when some cannot be
 * reached: their cells are PLAN_UNREACHED then.  -ENOSPC and a sentence when a
 * target has no room for its files; -EINTR after a signal. */
int run_reach_targets(struct run *run, char **why);
/* Removes the files of a killed worker; the directory as well if asked to. */
void run_clean_target(struct run *run, size_t target, bool directory);
void run_leave_targets(struct run *run);
/* The job for a target, without cells; borrows everything. */
void run_base_job(const struct run *run, size_t target, enum job_kind kind,
                  struct job *job);
void run_free_job(struct job *job);
int64_t run_limit_ns(const struct run *run, size_t target);

/* item.c: one (round, block, target). */
/* Returns false once a signal came or the run itself failed. */
bool run_item(struct run *run, size_t block, size_t target);

/* status.c: time spent and left, words for the observer. */
void run_tick(void *run);
void run_warn(struct run *run, const char *format, ...) TEXT_PRINTF(2, 3);

#endif
