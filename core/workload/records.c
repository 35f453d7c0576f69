/* records.c - the hot loops.
 *
 * One clock read an operation: the end of one is the start of the next, so the
 * few ns of book-keeping are charged to the operation behind it.  Nothing else
 * here asks the system for anything. */
#include "workload/lane.h"

#include <errno.h>
#include "measure/clock.h"
#include "workload/order.h"

/* Where a loop stands. */
struct walk {
	uint64_t records, file_size, record_size;
	int64_t start_ns, last_ns;
};

static void walk_start(struct walk *walk, const struct workload_cell *cell)
{
	walk->file_size = cell->file_size;
	walk->record_size = cell->record_size;
	walk->records = order_records(cell->file_size, cell->record_size);
	walk->start_ns = walk->last_ns = clock_now_ns();
}

static inline size_t record_length(const struct walk *walk, uint64_t offset)
{
	uint64_t left = walk->file_size - offset;

	return (size_t)(left < walk->record_size ? left : walk->record_size);
}

/* Books one operation; true once the deadline is there. */
static inline bool walk_count(struct walk *walk, struct workload_lane *lane,
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
static int walk_broken(struct walk *walk, struct workload_lane *lane,
                       int64_t result, const char *what)
{
	lane->tally.io_ns += clock_now_ns() - walk->start_ns;
	return lane_fail(lane, result < 0 ? result : -EIO,
	                 result < 0 ? what : "short record");
}

int lane_read_records(struct workload_lane *lane)
{
	const uint32_t *order = lane->order;
	unsigned char *buffer = lane->data.bytes;
	struct walk walk;
	bool late = false;

	walk_start(&walk, lane->cell);
	for (uint64_t i = 0; i < walk.records && !late; i++) {
		uint64_t offset = (order ? order[i] : i) * walk.record_size;
		size_t length = record_length(&walk, offset);
		int64_t result =
		        lane->backend->read(lane->file, buffer, length, offset);

		if (result != (int64_t)length)
			return walk_broken(&walk, lane, result, "read");
		late = walk_count(&walk, lane, length);
	}
	lane->tally.io_ns += walk.last_ns - walk.start_ns;
	return late ? -ETIMEDOUT : 0;
}

int lane_write_records(struct workload_lane *lane)
{
	const uint32_t *order = lane->order;
	struct walk walk;
	bool late = false;

	walk_start(&walk, lane->cell);
	for (uint64_t i = 0; i < walk.records && !late; i++) {
		uint64_t offset = (order ? order[i] : i) * walk.record_size;
		size_t length = record_length(&walk, offset);
		int64_t result = lane->backend->write(
		        lane->file, data_next(&lane->data, length), length, offset);

		if (result != (int64_t)length)
			return walk_broken(&walk, lane, result, "write");
		late = walk_count(&walk, lane, length);
	}
	lane->tally.io_ns += walk.last_ns - walk.start_ns;
	return late ? -ETIMEDOUT : 0;
}

int lane_ping(struct workload_lane *lane)
{
	struct walk walk = {.start_ns = clock_now_ns()};
	bool late = false;

	walk.last_ns = walk.start_ns;
	for (unsigned i = 0; i < WORKLOAD_PINGS && !late; i++) {
		int error = lane->backend->ping(lane->session);

		if (error < 0)
			return walk_broken(&walk, lane, error, "ping");
		late = walk_count(&walk, lane, 0);
	}
	lane->tally.io_ns += walk.last_ns - walk.start_ns;
	return late ? -ETIMEDOUT : 0;
}
