/* transfer.c - put, then get: each an open, all records, and a close.
 *
 * An operation is a whole transfer, and its latency all of its time. */
#include "workload/transfer.h"

#include <errno.h>
#include "plugin/host.h"
#include "workload/lane.h"
#include "workload/timing.h"
#include "workload/walk.h"

enum verb { PUT, GET, VERBS };

const char *const transfer_verbs[] = {
        [PUT] = "put", [GET] = "get", [VERBS] = NULL};

static int64_t move_record(struct workload_lane *lane, enum verb verb,
                           size_t length, uint64_t offset)
{
	const struct bench_backend *backend = lane->backend;

	return verb == PUT
	               ? backend->write(lane->file, data_next(&lane->data, length),
	                                length, offset)
	               : backend->read(lane->file, data_read_room(&lane->data),
	                               length, offset);
}

/* All records of the open file. */
static int move_all(struct workload_lane *lane, enum verb verb)
{
	const struct walk walk = walk_of(lane);
	int64_t start = workload_now_ns(lane), now = start;
	int error = 0;

	for (uint64_t offset = 0; !error && offset < walk.file_size;) {
		size_t length = walk_length(&walk, offset);
		int64_t moved = move_record(lane, verb, length, offset);

		now = workload_now_ns(lane);
		if (moved == (int64_t)length)
			lane->tally.bytes += length;
		else
			error = lane_fail(lane, moved < 0 ? moved : -EIO,
			                  moved < 0 ? transfer_verbs[verb]
			                            : "short record");
		offset += length;
		if (!error && offset < walk.file_size && now > lane->deadline_ns)
			error = -ETIMEDOUT;
	}
	lane->tally.io_ns += now - start;
	return error;
}

static int transfer(struct workload_lane *lane, enum verb verb)
{
	static const unsigned flags[] = {[PUT] = BENCH_O_WRITE | BENCH_O_CREATE |
	                                         BENCH_O_EXCL,
	                                 [GET] = BENCH_O_READ};
	enum tick_kind kind = tick_kind(lane);
	uint64_t start, ticks;
	int error;

	start = tick_now(lane, kind);
	error = lane_open_file(lane, flags[verb] | BENCH_O_SEQUENTIAL);
	if (!error)
		error = move_all(lane, verb);
	if (!error && verb == PUT)
		error = lane_flush_file(lane);
	if (!error)
		error = lane_close_file(lane);
	ticks = tick_between(start, tick_now(lane, kind));
	lane_drop_file(lane);
	if (error)
		return error;
	histogram_record(lane->latency, ticks);
	if (lane->verbs)
		histogram_record(&lane->verbs[verb], ticks);
	lane->tally.ops++;
	return 0;
}

/* What was put may lie in this machine's memory; outside of all times. */
static int drop_cache(struct workload_lane *lane)
{
	int error;

	if (!lane->cell->drop_cache)
		return 0;
	host_ctx_clear(lane->ctx);
	if (!lane->backend->drop_cache)
		return lane_fail(lane, -ENOTSUP, "drop_cache");
	error = lane->backend->open(lane->session, lane->name, BENCH_O_READ,
	                            lane->cell->file_size, &lane->file);
	if (error < 0) {
		lane->file = NULL;
		return lane_fail(lane, error, "open");
	}
	error = lane->backend->drop_cache(lane->file);
	lane_drop_file(lane);
	return error < 0 ? lane_fail(lane, error, "drop_cache") : 0;
}

int transfer_pass(struct workload_lane *lane)
{
	int error = lane_unlink_file(lane);

	if (!error)
		error = transfer(lane, PUT);
	if (!error)
		error = drop_cache(lane);
	if (!error && workload_now_ns(lane) > lane->deadline_ns)
		error = -ETIMEDOUT;
	return error ? error : transfer(lane, GET);
}

/* No other test knows what is in it. */
int transfer_finish(struct workload_lane *lane)
{
	return lane_unlink_file(lane);
}
