/* cell_run.h - what the files of a cell share while it is measured. */
#ifndef BENCH_WORKER_CELL_RUN_H
#define BENCH_WORKER_CELL_RUN_H

#include "base/text.h"
#include "worker/cell.h"
#include "worker/window.h"

struct recorded {
	struct histogram latency, service; /* of all members, in ticks */
};

struct cell_run {
	struct cell_place *place;
	struct team *team;
	const struct job *job;
	const struct workload_cell *cell; /* on the team's board */
	uint64_t passes;                  /* of a slice */
	/* The slices that the row stands on, in order. */
	struct slice *slices;
	unsigned done, room;
	/* Steady cells forget the oldest slice, and its operations with it: one
	 * for each slice then, and in turn; else one for all of them. */
	struct recorded *recorded;
	unsigned recorded_count, taken;
	/* One for each verb of the test, of all members and measured slices, in
	 * ticks; NULL: it has none. */
	struct histogram *verbs;
	struct slice last; /* broken or not */
	double *series;    /* of a steady cell: the rates of all slices */
	size_t series_count, series_room;
	bool unsteady; /* not settled within the time limit */
	const char *warmup;
	uint64_t warmup_passes;
};

/* cell_warm.c: finds out how many passes fill a slice, and warms up. */
int cell_warm_up(struct cell_run *run);

/* cell.c: keeps run->last as a measured slice.  0 or -ENOMEM. */
int cell_keep_slice(struct cell_run *run);

/* cell_row.c: everything that the slices and the members tell. */
void cell_fill_row(struct cell_run *run, int error, struct event *event);

/* cell_verbs.c: room for what the test's verbs took, if it has any.  0 or
 * -ENOMEM. */
int cell_open_verbs(struct cell_run *run);
/* Takes what the members recorded in the slice that they just ran. */
void cell_keep_verbs(struct cell_run *run);
/* What it comes to, for the row's counters. */
void cell_fill_verbs(const struct cell_run *run, struct text *counters);

/* cell_state.c: in what state the data were, and how the cell was asked for. */
void cell_fill_state(const struct cell_run *run, struct result_row *row);

/* cell_flags.c: what makes the row doubtful; after all its numbers are in. */
void cell_fill_disturbance(const struct cell_run *run, struct result_row *row);
void cell_fill_flags(const struct cell_run *run, int error,
                     struct result_row *row);
void cell_add_flag(struct result_row *row, const char *word);

/* Does a cell of so many threads have a processor for each?  cpus are those
 * that they are pinned to in turn (none: any of `allowed`, "0-3,8"). */
bool cell_has_room(unsigned threads, const uint64_t *cpus, size_t cpu_count,
                   const char *allowed);

#endif
