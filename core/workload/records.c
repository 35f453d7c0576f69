/* records.c - the hot loops.
 *
 * One clock read an operation: the end of one is the start of the next, so the
 * few ns of book-keeping are charged to the operation behind it.  Nothing else
 * here asks the system for anything.  Each loop is compiled for one kind of
 * operation and one clock. */
#include "workload/careful.h"
#include "workload/lane.h"
#include "workload/operate.h"
#include "workload/pipeline.h"
#include "workload/timing.h"
#include "workload/walk.h"

#define INLINE     static inline __attribute__((always_inline))
#define SELDOM(is) __builtin_expect(is, 0)

/* What is only known for each record. */
#define WORKLOAD_VARIED WORKLOAD_ACTIONS

/* Its buffer is chosen here too, so that one that is in use stays in the
 * caches. */
static int64_t operate_varied(struct workload_lane *lane,
                              const struct walk *walk, uint64_t index,
                              size_t length, uint64_t offset)
{
	enum workload_action action = walk_action(walk, index);
	unsigned char *buffer = NULL;

	if (action == WORKLOAD_WRITE)
		buffer = data_next(&lane->data, length);
	else if (action != WORKLOAD_PING)
		buffer = data_read_room(&lane->data);
	lane->tally.reads +=
	        walk->action == WORKLOAD_MIX && action == WORKLOAD_READ;
	return operate(lane, action, buffer, length, offset);
}

/* The result of an operation that moved `length` bytes is `length`. */
INLINE int64_t operate_one(struct workload_lane *lane,
                           enum workload_action action, const struct walk *walk,
                           uint64_t index, size_t length, uint64_t offset)
{
	const struct bench_backend *backend = lane->backend;

	switch (action) {
	case WORKLOAD_READ:
		return backend->read(lane->file, data_read_room(&lane->data), length,
		                     offset);
	case WORKLOAD_WRITE:
		return backend->write(lane->file, data_next(&lane->data, length),
		                      length, offset);
	case WORKLOAD_PING: {
		int error = backend->ping(lane->session);

		return error < 0 ? error : 0;
	}
	default:
		return operate_varied(lane, walk, index, length, offset);
	}
}

INLINE int run(struct workload_lane *lane, enum workload_action action,
               enum tick_kind kind)
{
	const struct walk walk = walk_of(lane);
	const uint64_t deadline = tick_deadline(lane, kind);
	const atomic_bool never = false;
	const atomic_bool *stop = lane_stop(lane) ? lane_stop(lane) : &never;
	uint64_t done = 0, offset = 0, bytes = 0;
	uint64_t start = tick_now(lane, kind), last = start;
	uint64_t late = HISTOGRAM_NONE;
	struct histogram *latency = lane->latency;
	bool end = walk.records == 0;
	int64_t result = 0;

	while (!end) {
		size_t length;
		uint64_t now;

		if (walk.table)
			offset = walk.table[done] * walk.record_size;
		else if (walk.order != WORKLOAD_SEQUENTIAL)
			offset = walk_offset(&walk, done);
		length = walk_length(&walk, offset);
		result = operate_one(lane, action, &walk, done, length, offset);
		now = tick_now(lane, kind);
		if (SELDOM(result != (int64_t)length)) {
			last = now;
			break;
		}
		histogram_record_late(latency, &late, tick_between(last, now));
		last = now;
		bytes += length;
		offset += walk.record_size;
		end = ++done == walk.records || now > deadline ||
		      atomic_load_explicit(stop, memory_order_relaxed);
	}
	histogram_record_late(latency, &late, HISTOGRAM_NONE);
	lane->tally.ops += done;
	lane->tally.bytes += bytes;
	lane->tally.io_ns += tick_to_ns(lane, kind, tick_between(start, last));
	return end ? lane_finish(lane, done, walk.records, last > deadline)
	           : operate_failed(lane, walk_action(&walk, done), result);
}

#define LOOP(action, kind)                                                     \
	static int action##_##kind(struct workload_lane *lane)                     \
	{                                                                          \
		return run(lane, WORKLOAD_##action, TICK_##kind);                      \
	}
LOOP(READ, TSC)
LOOP(READ, SYSTEM)
LOOP(READ, BACKEND)
LOOP(WRITE, TSC)
LOOP(WRITE, SYSTEM)
LOOP(WRITE, BACKEND)
LOOP(PING, TSC)
LOOP(PING, SYSTEM)
LOOP(PING, BACKEND)
LOOP(VARIED, TSC)
LOOP(VARIED, SYSTEM)
LOOP(VARIED, BACKEND)

int lane_run_records(struct workload_lane *lane)
{
	static int (*const loops[][TICK_KINDS])(struct workload_lane *) = {
	        [WORKLOAD_READ] = {READ_TSC, READ_SYSTEM, READ_BACKEND},
	        [WORKLOAD_WRITE] = {WRITE_TSC, WRITE_SYSTEM, WRITE_BACKEND},
	        [WORKLOAD_PING] = {PING_TSC, PING_SYSTEM, PING_BACKEND},
	        [WORKLOAD_VARIED] = {VARIED_TSC, VARIED_SYSTEM, VARIED_BACKEND},
	};
	enum workload_action action = lane->cell->test->action;

	if (lane->cell->test->pass)
		return lane->cell->test->pass(lane);
	if (lane->pipeline && action != WORKLOAD_PING)
		return pipeline_run(lane);
	if (careful_wanted(lane->cell))
		return careful_run(lane);
	if (action > WORKLOAD_PING || lane->cell->test->layer != WORKLOAD_BARE)
		action = WORKLOAD_VARIED;
	return loops[action][tick_kind(lane)](lane);
}
