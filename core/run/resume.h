/* resume.h - going on with a run that was broken off, or that shall have more
 * rounds.
 *
 * Rounds are walked through from the first one again, in the same order; what
 * has its row already is counted from the row instead of being measured.  So
 * all that decides (strikes, values, replacements) comes about as in a run that
 * nothing disturbed. */
#ifndef BENCH_RUN_RESUME_H
#define BENCH_RUN_RESUME_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <jansson.h>
#include "config/config.h"
#include "result/csv.h"

struct run;

/* A directory of results as it was found. */
struct resume {
	char *directory;
	int lock;     /* nobody else writes there while it is open */
	json_t *json; /* run.json */
	struct csv_rows rows;
	/* Of resume_match(): where the row of a cell and a round is, in order of
	 * both. */
	struct resume_place {
		size_t cell;
		unsigned round; /* 0: the row of a cell that was not measured */
		size_t row;
	} * places;
	/* One a row: it gives way to what is measured now; it was counted. */
	bool *stale, *counted;
	FILE *histograms; /* histograms.jsonl, or NULL */
	struct resume_line {
		uint64_t seq;
		long at;
	} * lines;
	size_t line_count;
	json_t *entry;   /* for `resumed` in run.json */
	bool rounds_set; /* the command line says how many rounds there shall be */
};

/* Reads and changes nothing.  A sentence for what is no directory of results,
 * is written to by another bench, or is damaged before its last line. */
int resume_open(const char *directory, struct resume *resume, char **why);
/* Fine for one that was never opened, zeroed. */
void resume_close(struct resume *resume);
const char *resume_run_id(const struct resume *resume);
/* {"bench": {key: text}, "target NAME": {...}} of the broken run. */
const json_t *resume_configuration(const struct resume *resume);

/* Finds each row's cell in the plan.  -EINVAL for rows that are of another
 * plan, and for fewer rounds than there are. */
int resume_match(struct run *run, char **why);
/* It ran to its end and no more is asked for: nothing is to be done. */
bool resume_is_complete(const struct run *run);

/* Has the cell its row of that round already (0: of a cell that is not
 * measured)?  Then it is counted.  False also without a resume. */
bool resume_has(struct run *run, size_t cell, unsigned round);
/* Counts the rows that resume_has() was not asked for. */
void resume_count_rest(struct run *run);

/* Learns where in histograms.jsonl the histogram of each row is. */
int resume_find_histograms(struct resume *resume, char **why);
/* Which rows of cells without a round give way, once the targets were asked. */
void resume_find_stale(struct run *run);
/* Makes the files whole, once the targets were asked: torn ends and stale rows
 * go. */
int resume_mend(struct run *run, char **why);
/* Says what is not as it was; adds `resumed` to run.json. */
void resume_warn(struct run *run);
void resume_add_json(const struct run *run, json_t *object);

/* A lock on a directory of results, in *lock; -1 where the file system has
 * none.  -EBUSY and a sentence while another bench has it. */
int resume_lock(const char *directory, int *lock, char **why);

#endif
