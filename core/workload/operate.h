/* operate.h - one operation on one record of the open file. */
#ifndef BENCH_WORKLOAD_OPERATE_H
#define BENCH_WORKLOAD_OPERATE_H

#include "workload/workload.h"

/* Reads into the buffer, writes from it, both, or makes a round trip; through
 * the test's layer.  Its length, or what the backend returned instead. */
int64_t operate(struct workload_lane *lane, enum workload_action action,
                unsigned char *buffer, size_t length, uint64_t offset);
/* The lane's failure for what operate() returned. */
int operate_failed(struct workload_lane *lane, enum workload_action action,
                   int64_t result);

/* buffered.c: the same through lane->buffer. */
int64_t buffered_read(struct workload_lane *lane, unsigned char *into,
                      size_t length, uint64_t offset);
int64_t buffered_write(struct workload_lane *lane, const unsigned char *from,
                       size_t length, uint64_t offset);
/* Gets or frees that buffer, as the lane's cell needs it. */
int buffered_prepare(struct workload_lane *lane);
void buffered_close(struct workload_lane *lane);

/* bonnie.c: reads a record, changes a word of it, and writes it back. */
int64_t bonnie_modify(struct workload_lane *lane, unsigned char *buffer,
                      size_t length, uint64_t offset);

#endif
