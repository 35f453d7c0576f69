/* records.c - the hot loops.
 *
 * One clock read an operation: the end of one is the start of the next, so the
 * few ns of book-keeping are charged to the operation behind it.  Nothing else
 * here asks the system for anything. */
#include "workload/lane.h"

#include <errno.h>
#include "workload/pipeline.h"
#include "workload/walk.h"

/* Books one operation; true once the deadline is there. */
static inline bool count(struct walk *walk, struct workload_lane *lane,
                         size_t length)
{
	int64_t now = clock_now_ns();

	histogram_record(lane->latency, (uint64_t)(now - walk->last_ns));
	walk->last_ns = now;
	lane->tally.bytes += length;
	lane->tally.ops++;
	return now > lane->deadline_ns;
}

/* A failed or short operation: its time counts, its bytes do not. */
static int broken(const struct walk *walk, struct workload_lane *lane,
                  int64_t result, const char *what)
{
	lane->tally.io_ns += clock_now_ns() - walk->start_ns;
	return lane_fail(lane, result < 0 ? result : -EIO,
	                 result < 0 ? what : "short record");
}

static int finish(const struct walk *walk, struct workload_lane *lane,
                  bool late)
{
	lane->tally.io_ns += walk->last_ns - walk->start_ns;
	return late ? -ETIMEDOUT : 0;
}

int lane_read_records(struct workload_lane *lane)
{
	unsigned char *buffer = lane->data.bytes;
	struct walk walk;
	bool late = false;

	if (lane->pipeline)
		return pipeline_run(lane, BENCH_OP_READ);
	walk_start(&walk, lane);
	for (uint64_t i = 0; i < walk.records && !late; i++) {
		uint64_t offset = walk_offset(&walk, i);
		size_t length = walk_length(&walk, offset);
		int64_t result =
		        lane->backend->read(lane->file, buffer, length, offset);

		if (result != (int64_t)length)
			return broken(&walk, lane, result, "read");
		late = count(&walk, lane, length);
	}
	return finish(&walk, lane, late);
}

int lane_write_records(struct workload_lane *lane)
{
	struct walk walk;
	bool late = false;

	if (lane->pipeline)
		return pipeline_run(lane, BENCH_OP_WRITE);
	walk_start(&walk, lane);
	for (uint64_t i = 0; i < walk.records && !late; i++) {
		uint64_t offset = walk_offset(&walk, i);
		size_t length = walk_length(&walk, offset);
		int64_t result = lane->backend->write(
		        lane->file, data_next(&lane->data, length), length, offset);

		if (result != (int64_t)length)
			return broken(&walk, lane, result, "write");
		late = count(&walk, lane, length);
	}
	return finish(&walk, lane, late);
}

int lane_ping(struct workload_lane *lane)
{
	struct walk walk = {.start_ns = clock_now_ns()};
	bool late = false;

	walk.last_ns = walk.start_ns;
	for (unsigned i = 0; i < WORKLOAD_PINGS && !late; i++) {
		int error = lane->backend->ping(lane->session);

		if (error < 0)
			return broken(&walk, lane, error, "ping");
		late = count(&walk, lane, 0);
	}
	return finish(&walk, lane, late);
}
