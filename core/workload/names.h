/* names.h - create_unlink: a file is made, written and removed again, over and
 * over, as the classic loop over four names in turn does. */
#ifndef BENCH_WORKLOAD_NAMES_H
#define BENCH_WORKLOAD_NAMES_H

#include "workload/workload.h"

#define NAMES_IN_TURN 4
/* Of a pass, so that slices of any length can be made of them. */
#define NAMES_LOOPS 100
/* A sentence of 52 characters and its NUL. */
#define NAMES_BYTES 53

/* create, write, close, unlink. */
extern const char *const names_verbs[];

/* The nth of a lane's names, below NAMES_IN_TURN; the caller frees it. */
char *names_in_turn(const char *lane_name, unsigned n);

int names_prepare(struct workload_lane *lane);
int names_pass(struct workload_lane *lane);
int names_finish(struct workload_lane *lane);

#endif
