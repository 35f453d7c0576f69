/* flight.h - the records in flight of one pass, on their way out and back;
 * inside of the pipeline only. */
#ifndef BENCH_WORKLOAD_FLIGHT_H
#define BENCH_WORKLOAD_FLIGHT_H

#include "workload/pace.h"
#include "workload/walk.h"

struct slot {
	struct bench_io io;       /* first: an io that comes back is its slot */
	uint64_t record;          /* its number in the file */
	uint64_t intended, began; /* ticks */
	size_t number, turn;      /* which of the slot's buffers comes next */
};

struct pipeline {
	unsigned depth;
	struct slot *slots;
	struct slot **idle; /* stack */
	unsigned idle_count;
	struct slot *ready;      /* the next record, before its time; or NULL */
	struct bench_io **queue; /* filled, not yet taken by submit; in order */
	unsigned queued, flying;
	struct bench_io **done;
	bool stuck; /* records never came back */
};

/* One pass. */
struct flight {
	struct workload_lane *lane;
	struct pipeline *pipeline;
	enum tick_kind kind;
	struct walk walk;
	struct pace pace;
	uint64_t next, done; /* records */
	uint64_t last;       /* ticks: the last completion */
	bool cut;            /* no more records are to be begun */
};

/* Gets the next record ready, before its time; false if there is none, or no
 * slot for it. */
bool flight_make_ready(struct flight *flight);
/* Queues what is ready, and, where there is a pace, due. */
void flight_fill(struct flight *flight);
/* Hands the queue over, as much of it as is taken. */
int flight_submit(struct flight *flight);
/* Waits for one at least, and books all that came, if they count.  How many
 * those are, 0 when the time was over, or a failure. */
int flight_reap(struct flight *flight, int64_t timeout_ns, bool counts);
/* Begins no more; what was not taken is given up. */
void flight_stop_taking(struct flight *flight);

#endif
