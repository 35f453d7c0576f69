/* state.h - what the files of run/ share while a run is on. */
#ifndef BENCH_RUN_STATE_H
#define BENCH_RUN_STATE_H

#include <jansson.h>
#include "measure/clock.h"
#include "result/csv.h"
#include "result/jsonl.h"
#include "run/fixture.h"
#include "run/resume.h"
#include "run/run.h"
#include "run/talk.h"

/* A cell that hung or crashed so often is not tried again. */
#define RUN_STRIKES 2
/* The flag of a row whose worker hung or crashed. */
#define RUN_FLAG_LOST "lost"

struct run_target {
	const struct plugin *plugin, *wrapper; /* wrapper: NULL for none */
	/* Name of the run's directory there: each target has its own, since two
	 * of them may be ways to one place. */
	char *directory;
	struct fixture fixture;
	struct bench_caps caps;
	json_t *facts;
	bool probed;    /* its directory may exist */
	double ceiling; /* bytes/s of its link's payload; NAN: not known */
};

/* What its rounds came to is in the summary, which gets the rows in the order
 * of rounds: after each round it is asked which cells are finished. */
struct run_cell {
	unsigned strikes;
	bool finished;     /* its interval is narrow enough */
	uint64_t replaces; /* the flagged round that the next one stands in for */
	unsigned done;     /* the last round that it had its row in */
	unsigned last;     /* the last round that it will be measured in, guessed */
	unsigned extra;    /* rounds that will stand in for flagged ones */
	int64_t spent_ns;  /* of a round, averaged; 0: not known */
};

/* How the plan's prices were for one test of one target. */
struct run_price {
	double planned_ns, spent_ns; /* of the cells measured so far, each once */
};

/* Waiting for a quiet machine. */
struct run_gate {
	bool waiting;
	bool blind;     /* it cannot be known here */
	double block_s; /* waited before the block at work; NAN: was not asked */
	unsigned asked, quiet, busy_in_a_row;
	int64_t waited_ns, longest_ns;
};

struct run {
	const struct run_request *request;
	const struct bench_config *config;
	struct plan *plan;
	struct run_outcome *outcome;
	struct signals signals;
	char *run_id, *directory, *exe_directory;
	int log_fd, lock; /* -1: not open */
	struct csv_writer *csv;
	struct jsonl histograms, series;
	uint64_t seq;
	size_t row_count;
	struct talk_worker worker; /* of the last item, if it stayed */
	size_t worker_target;      /* whom it knows */
	bool complete;             /* all rounds were gone through */
	struct run_target *targets;
	struct run_cell *cells;   /* one a plan cell */
	struct run_price *prices; /* one a target and test */
	int64_t *overhead; /* of a worker, per block and target; 0: not known */
	json_t *flags;     /* {flag: rows} */
	int64_t started_ns, last_tick_ns;
	unsigned round, rounds;
	bool replacing; /* the planned rounds are over */
	struct run_gate gate;
	/* At work, for the status. */
	int64_t item_started_ns, cell_started_ns;
	const struct plan_cell *cell;
	double rate;
	struct clock_source clock; /* of operations */
	double ns_per_tick;        /* of the TSC; 0: not measured */
	int error; /* a failure of the run itself, such as a full disk */
	char *why;
};

/* What comes with a row and stands in files of its own.  Zeroed: nothing. */
struct run_extras {
	const struct histogram *latency; /* ns */
	const double *series;            /* rates of slices */
	size_t series_count;
};

/* record.c: rows. */
int run_open_files(struct run *run, char **why);
int run_close_files(struct run *run, char **why);
/* Fills the key of a cell into a row, counts it and writes it out; the row goes
 * on to belong to the caller. */
void run_write_row(struct run *run, const struct plan_cell *cell,
                   unsigned round, struct result_row *row,
                   const struct run_extras *extras);
/* Into the summary, the outcome and the count of flags; writes nothing. */
void run_count_row(struct run *run, size_t cell, const struct result_row *row,
                   const struct histogram *latency);
/* One row for each cell that will not be measured. */
void run_write_dismissed(struct run *run);

/* flags.c: adds what only the coordinator can know. */
void run_flag_row(const struct run *run, const struct plan_cell *cell,
                  struct result_row *row);

/* json.c */
int run_write_json(struct run *run, bool finished, char **why);
/* hide.c: was it asked for, now or in an earlier part; and run.json without
 * names of hosts and users, NULL without memory. */
bool run_is_anonymous(const struct run *run);
json_t *run_hide_names(const struct run *run, const json_t *object);
/* floor.c: what the harness alone takes, for each shape of cell. */
json_t *run_floor_to_json(const struct run *run);

/* preflight.c: the clock of operations. */
int run_start_clock(struct run *run, char **why);
/* Waits until enough time has passed since its start: 200 ms. */
void run_calibrate_clock(struct run *run);
json_t *run_clock_to_json(const struct run *run);

/* gate.c: returns false once a signal came. */
bool run_wait_quiet(struct run *run);
json_t *run_gate_to_json(const struct run *run);

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

/* rounds.c: all of them, until a signal, a failure or the end. */
void run_rounds(struct run *run);
/* Is the cell to be measured in the round at work?  One that has its row from a
 * broken run is counted instead. */
bool run_cell_due(struct run *run, size_t index);

/* item.c: one (round, block, target). */
/* Returns false once a signal came or the run itself failed. */
bool run_item(struct run *run, size_t block, size_t target);

/* price.c: what was spent, and what that says of the rest. */
void run_learn_cell(struct run *run, size_t index, int64_t ns);
void run_learn_overhead(struct run *run, size_t block, size_t target,
                        int64_t ns);
int64_t run_left_ns(const struct run *run);

/* status.c: words for the observer. */
void run_tick(void *run);
void run_warn(struct run *run, const char *format, ...) TEXT_PRINTF(2, 3);

#endif
