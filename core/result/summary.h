/* summary.h - cells made of rows: n, median, interval, percentiles.
 *
 * Which rounds a figure stands on: those that are not flagged (noisy, steal,
 * drift), once they are as many as were planned, that is as the cell has rounds
 * that stand in for no other; else all.  No round is ever dropped for its
 * value. */
#ifndef BENCH_RESULT_SUMMARY_H
#define BENCH_RESULT_SUMMARY_H

#include <stdbool.h>
#include "measure/compare.h"
#include "measure/histogram.h"
#include "measure/statistics.h"
#include "result/row.h"

/* What an ok row gives to its cell.  Reals are NAN where it says nothing. */
struct summary_round {
	uint64_t round;    /* RESULT_NO_COUNT: not told */
	uint64_t replaces; /* the flagged round that it stands in for; 0: none */
	bool flagged;      /* by a disturbance */
	double throughput, ops_per_s;
	/* Of the median slice. */
	double bytes, ops, cpu_s;
	/* Of all that the cell did, warming up included. */
	double all_bytes, all_ops, server_s;
};

enum summary_converged {
	SUMMARY_NOT_TOLD, /* no interval, or none was asked for */
	SUMMARY_CONVERGED,
	SUMMARY_NOT_CONVERGED
};

struct summary_cell {
	/* The key.  Strings are owned by the cell. */
	char *backend, *target, *test;
	uint64_t file_size, record_size, threads, depth;
	/* What its rows say.  A cell is ok as soon as one of its rows is;
	 * else it has the status and the error of its first row. */
	enum result_status status;
	char *error;
	size_t failed;                /* rows that are not ok */
	struct summary_round *rounds; /* one per ok row, in their order */
	size_t count;
	/* Rows with these flags. */
	size_t flagged, cached, harness_bound, wrapped;
	struct histogram *latency; /* merged, ns; NULL where none was given */
	double *floors;            /* us per operation, one for rows that know it */
	size_t floor_count;

	/* What summary_finish() makes of them. */
	size_t planned;         /* rounds that stand in for no other */
	bool only_calm;         /* the figures are of the rounds without flag */
	struct statistics rate; /* of throughput; of ops_per_s for tests that move
	                           no bytes (then by_ops is true) */
	bool by_ops;
	struct statistics_modes modes;
	enum summary_converged converged;
	double lat_mean_us; /* of the merged histogram, else NAN */
	/* Processor time, of the client and of a server that bench started. */
	double cpu_s_per_gb, cpu_us_per_op, server_s_per_gb, server_us_per_op;

	/* And summary_compare(). */
	const char *against;          /* a target's name; NULL: not compared */
	struct comparison comparison; /* rate / rate of that target's cell */
	enum compare_verdict verdict;
};

struct summary {
	struct summary_cell *cells; /* in order of first appearance */
	size_t count, capacity;
	/* The most that half an interval may be of its median; 0: not asked. */
	double precision;
	/* Of summary.c: a hash of the cells by their key, and room for sorting
	 * the values of any one cell. */
	size_t *slots, slot_count;
	double *scratch;
	size_t scratch_capacity;
};

/* Zero-initialise a summary, set its precision, add rows in any order (latency
 * may be NULL), then finish it as often as you like. */
int summary_add(struct summary *summary, const struct result_row *row,
                const struct histogram *latency);
void summary_finish(struct summary *summary);
void summary_free(struct summary *summary);
/* The cell of a key, or NULL. */
const struct summary_cell *summary_find(const struct summary *summary,
                                        const char *target, const char *test,
                                        uint64_t file_size,
                                        uint64_t record_size, uint64_t threads,
                                        uint64_t depth);

/* Does a row have this word among its flags? */
bool summary_has_flag(const struct result_row *row, const char *flag);
/* Do the figures stand on this round, one of the cell's? */
bool summary_uses(const struct summary_cell *cell,
                  const struct summary_round *round);
/* With fewer rounds nothing is claimed: no interval, so nothing is replaced. */
#define SUMMARY_CLAIMS 6

/* The flagged round of a finished cell that one more round should stand in for,
 * the earliest; 0: none.  At most half as many rounds as were planned are added
 * to a cell, and none where not even those could bring it to as many calm
 * rounds as were planned: what is always disturbed is not disturbed. */
uint64_t summary_replace_next(const struct summary_cell *cell);
/* How many rounds summary_replace_next() would ask for, were all of them calm.
 */
size_t summary_replace_count(const struct summary_cell *cell);

/* Fewer pairs of rounds are not compared. */
#define SUMMARY_PAIRS 6

/* Holds each cell of the other targets against the same cell of `reference`,
 * round by round.  The summary must be finished; the name must live as long.
 * 0 or -ENOMEM. */
int summary_compare(struct summary *summary, const char *reference);

/* The best median of the cells of a target that moved bytes, or of all targets
 * (NULL), in bytes/s; NAN where there is none. */
double summary_best_rate(const struct summary *summary, const char *target);

/* summary.csv: written to a temporary name and renamed. */
int summary_write(const struct summary *summary, const char *path, char **why);

#endif
