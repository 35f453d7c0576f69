/* transfer.h - whole files there and back, as a client of a file server that
 * knows no other way moves them. */
#ifndef BENCH_WORKLOAD_TRANSFER_H
#define BENCH_WORKLOAD_TRANSFER_H

#include "workload/workload.h"

/* What is handed over at once: as much as today's cp does. */
#define TRANSFER_RECORD (UINT64_C(256) << 10)

/* put, get. */
extern const char *const transfer_verbs[];

int transfer_pass(struct workload_lane *lane);
int transfer_finish(struct workload_lane *lane);

#endif
