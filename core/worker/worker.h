/* worker.h - the process that does the measuring.
 *
 * Started for one job, so that a library that hangs or crashes costs one round
 * of one target.  Reads the job from PROTOCOL_JOB_FD, writes events to
 * PROTOCOL_EVENT_FD, and ends. */
#ifndef BENCH_WORKER_WORKER_H
#define BENCH_WORKER_WORKER_H

/* What `bench --worker` does; returns the exit status. */
int worker_main(void);

#endif
