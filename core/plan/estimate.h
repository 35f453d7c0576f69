/* estimate.h - what a plan costs, before and while it runs.
 *
 * Before a run nothing is known of the targets, so a pass is priced at
 * ESTIMATE_RATE (or the link's rate where that is lower) and ESTIMATE_OP_NS an
 * operation; the time of a round is then what the method makes of it: filling
 * the file, finding how many passes make a slice, warming up, the slices. */
#ifndef BENCH_PLAN_ESTIMATE_H
#define BENCH_PLAN_ESTIMATE_H

#include "plan/plan.h"

#define ESTIMATE_RATE      1e9      /* bytes/s */
#define ESTIMATE_OP_NS     10000    /* an operation's fixed cost */
#define ESTIMATE_FLUSH_NS  500000   /* a flush to a device or a peer */
#define ESTIMATE_WORKER_NS 50000000 /* start, connect, end of a worker */
/* Waiting for a quiet machine: the median of a machine that others use, too. */
#define ESTIMATE_GATE_NS 250000000

/* One round of one cell, in ns; 0 for cells that will not run. */
int64_t estimate_cell_ns(const struct bench_config *config,
                         const struct plan_cell *cell);
/* One round of one target in one block, with its worker. */
int64_t estimate_block_ns(const struct plan *plan, size_t block, size_t target);
/* Waiting for a quiet machine, before each block of a round. */
int64_t estimate_gate_ns(const struct bench_config *config);
/* The whole run with `rounds` rounds. */
int64_t estimate_run_ns(const struct plan *plan, unsigned rounds);
/* Bytes moved at the least: filling or warming up, and each slice one pass. */
uint64_t estimate_bytes(const struct plan *plan, unsigned rounds);

/* Bytes per second that TCP can carry over a link of so many bits per second:
 * 1448 bytes of payload in 1538 on the wire (Ethernet, MTU 1500, time stamps);
 * 1g is 117.7 MB/s. */
double estimate_link_payload(double bits_per_s);

#endif
