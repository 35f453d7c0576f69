/* cell_rig.h - cells on a backend whose time is scripted: nothing sleeps, so
 * rows can be held against what they must be, to the nanosecond. */
#ifndef BENCH_TESTS_CELL_RIG_H
#define BENCH_TESTS_CELL_RIG_H

#include <stdatomic.h>
#include "config/config.h"
#include "worker/cell.h"

enum {
	RIG_RECORD = 4096,
	RIG_RECORDS = 16,
	RIG_FILE = RIG_RECORD * RIG_RECORDS,
	RIG_LANES = 4
};

/* What a session does. */
struct rig_script {
	int64_t op_ns; /* of a record or a ping */
	/* Instead of op_ns where it is there: of a lane's nth record, from 0. */
	int64_t (*nth_ns)(uint64_t nth);
	int64_t factor[RIG_LANES]; /* that a lane's records are slower by; 0: 1 */
	int64_t flush_ns, open_ns;
	int drop_result;      /* of drop_cache */
	const char *resident; /* the fact that it emits */
	uint64_t flip;        /* the byte that a write spoils; 0: none */
	bool real;            /* on this machine's clock: op_ns is slept */
};

struct rig {
	struct rig_script script;
	struct bench_backend backend;
	struct bench_caps caps;
	struct job job;
	char *test;
	struct team team;
	struct cell_place place;
	struct event event; /* of the last rig_measure() */
	char *why;
};

/* One lane, slices of 10 passes at op_ns = 1000; to be changed before
 * rig_open(). */
void rig_init(struct rig *rig);
/* What team_open() says; a failure's sentence is in why. */
int rig_open(struct rig *rig);
/* Measures one cell; the row of the one before is gone. */
const struct result_row *rig_measure(struct rig *rig, const char *test);
void rig_close(struct rig *rig);

#endif
