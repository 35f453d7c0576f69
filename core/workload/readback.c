/* readback.c - a file is read back after it was written, outside of all times.
 */
#include <errno.h>
#include "workload/lane.h"
#include "workload/timing.h"
#include "workload/verify.h"
#include "workload/walk.h"

/* Are the records of no interest left out?  Not on a stream, which is opened
 * for each pass. */
static bool jumps(const struct workload_cell *cell)
{
	return cell->verify == WORKLOAD_VERIFY_SAMPLE && !cell->reopen;
}

/* Opens the file, past what this machine may still have of it. */
static int open_anew(struct workload_lane *lane)
{
	unsigned promise = jumps(lane->cell) ? 0 : BENCH_O_SEQUENTIAL;
	int error = lane_open_file(lane, BENCH_O_READ | promise);

	/* Where it cannot be dropped, what is read may be a cache's, which is
	 * still more than nothing. */
	if (!error && lane->backend->drop_cache)
		(void)lane->backend->drop_cache(lane->file);
	return error;
}

/* Up to the last record that is known: a cut pass over a new file ends early.
 */
static uint64_t known_records(const struct workload_lane *lane)
{
	uint64_t count = lane->written_count;

	while (count > 0 && lane->written[count - 1] == 0)
		count--;
	return count;
}

static int read_record(struct workload_lane *lane, const struct walk *walk,
                       uint64_t number)
{
	uint64_t offset = walk_offset(walk, number);
	size_t length = walk_length(walk, offset);
	unsigned char *buffer = data_read_room(&lane->data);
	int64_t result;

	verify_spoil(lane, number, buffer, length);
	result = lane->backend->read(lane->file, buffer, length, offset);
	if (result < 0)
		return lane_fail(lane, result, "verification: read");
	if (result != (int64_t)length)
		return lane_fail(lane, -EIO, "verification: short record");
	return verify_check(lane, number, buffer, length, offset);
}

static int read_all(struct workload_lane *lane)
{
	enum tick_kind kind = tick_kind(lane);
	uint64_t deadline = tick_deadline(lane, kind);
	uint64_t count = known_records(lane);
	struct walk walk = walk_of(lane);
	int error = 0;

	walk.order = WORKLOAD_SEQUENTIAL;
	for (uint64_t i = 0; i < count && !error; i++) {
		if (jumps(lane->cell) && !verify_wants(lane, i))
			continue;
		error = read_record(lane, &walk, i);
		if (!error && tick_now(lane, kind) > deadline)
			error = -ETIMEDOUT;
	}
	return error;
}

int workload_verify(struct workload_lane *lane)
{
	struct workload_tally tally = lane->tally;
	int error;

	if (!lane->written || !workload_writes(lane->cell->test) ||
	    known_records(lane) == 0)
		return 0;
	error = open_anew(lane);
	if (!error)
		error = read_all(lane);
	if (!error)
		error = lane_close_file(lane);
	lane_drop_file(lane);
	tally.verified_bytes = lane->tally.verified_bytes;
	lane->tally = tally;
	return error;
}
