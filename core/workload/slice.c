/* slice.c - the life of a lane: buffers, file, passes, removal. */
#include "workload/lane.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "measure/clock.h"
#include "workload/order.h"
#include "workload/pipeline.h"

/* The plugin's promise-to-stream flag goes with sequential tests only. */
static unsigned pass_flags(const struct workload_test *test)
{
	unsigned flags =
	        test->action == WORKLOAD_READ ? BENCH_O_READ : BENCH_O_WRITE;

	if (test->order == WORKLOAD_SEQUENTIAL)
		flags |= BENCH_O_SEQUENTIAL;
	if (test->new_file)
		flags |= BENCH_O_CREATE | BENCH_O_EXCL;
	return flags;
}

static int past_deadline(struct workload_lane *lane)
{
	return clock_now_ns() > lane->deadline_ns ? -ETIMEDOUT : 0;
}

/* Makes the file that reading and rewriting tests go over.  What it counts and
 * times is not part of any slice. */
static int fill_file(struct workload_lane *lane)
{
	uint32_t *order = lane->order;
	struct pipeline *pipeline = lane->pipeline;
	int error = lane_unlink_file(lane);

	if (error)
		return error;
	/* In order, one record at a time: a plain file, whatever comes later. */
	lane->order = NULL;
	lane->pipeline = NULL;
	error = lane_open_file(lane, BENCH_O_WRITE | BENCH_O_CREATE | BENCH_O_EXCL |
	                                     BENCH_O_SEQUENTIAL);
	if (!error)
		error = lane_write_records(lane);
	if (!error && lane->backend->flush) {
		int result = lane->backend->flush(lane->file);

		if (result < 0)
			error = lane_fail(lane, result, "flush");
	}
	if (!error)
		error = lane_close_file(lane);
	lane_drop_file(lane);
	lane->order = order;
	lane->pipeline = pipeline;
	if (!error)
		lane->layout = lane->cell->record_size;
	return error;
}

int workload_open(struct workload_lane *lane)
{
	const struct workload_cell *cell = lane->cell;
	unsigned depth = cell->depth > 1 ? cell->depth : 1;
	int error = data_pool_open(&lane->data, cell->record_size, depth,
	                           cell->seed, lane->index);

	if (!error && depth > 1) {
		lane->pipeline = pipeline_new(depth);
		error = lane->pipeline ? 0 : -ENOMEM;
	}
	return error ? lane_fail(lane, error, "record buffers") : 0;
}

int workload_prepare(struct workload_lane *lane)
{
	const struct workload_cell *cell = lane->cell;

	free(lane->order);
	lane->order = NULL;
	if (!workload_has_sizes(cell->test))
		return 0;
	if (cell->test->order == WORKLOAD_RANDOM) {
		lane->order =
		        order_random(order_records(cell->file_size, cell->record_size),
		                     cell->seed + lane->index);
		if (!lane->order)
			return lane_fail(lane, -ENOMEM, "order of records");
	}
	if (cell->test->new_file || lane->layout)
		return 0;
	return fill_file(lane);
}

/* The passes' records and their flush. */
static int run_pass(struct workload_lane *lane)
{
	const struct workload_cell *cell = lane->cell;
	int error;

	if (cell->test->action == WORKLOAD_WRITE) {
		error = lane_write_records(lane);
		return error ? error : lane_flush_file(lane);
	}
	if (cell->drop_cache) {
		if (!lane->backend->drop_cache)
			return lane_fail(lane, -ENOTSUP, "drop_cache");
		error = lane->backend->drop_cache(lane->file);
		if (error < 0)
			return lane_fail(lane, error, "drop_cache");
	}
	return lane_read_records(lane);
}

/* One pass with its own open and close. */
static int run_pass_reopened(struct workload_lane *lane)
{
	const struct workload_test *test = lane->cell->test;
	int error;

	if (test->new_file && (error = lane_unlink_file(lane)))
		return error;
	error = lane_open_file(lane, pass_flags(test));
	if (!error)
		error = run_pass(lane);
	if (!error)
		error = lane_close_file(lane);
	if (!error && test->new_file)
		lane->layout = lane->cell->record_size;
	return error;
}

static int run_passes(struct workload_lane *lane, uint64_t passes)
{
	const struct workload_cell *cell = lane->cell;
	bool own_open = cell->test->new_file || cell->reopen;
	bool ping = cell->test->action == WORKLOAD_PING;
	int error = 0;

	if (!ping && !own_open)
		error = lane_open_file(lane, pass_flags(cell->test));
	for (uint64_t i = 0; i < passes && !error; i++) {
		error = ping       ? lane_ping(lane)
		        : own_open ? run_pass_reopened(lane)
		                   : run_pass(lane);
		if (!error) {
			lane->tally.passes++;
			if (i + 1 < passes)
				error = past_deadline(lane);
		}
	}
	if (!error && !ping && !own_open)
		error = lane_close_file(lane);
	return error;
}

int workload_slice(struct workload_lane *lane, uint64_t passes)
{
	int error;

	memset(&lane->tally, 0, sizeof lane->tally);
	lane->tally.start_ns = clock_now_ns();
	error = run_passes(lane, passes);
	lane->tally.end_ns = clock_now_ns();
	lane_drop_file(lane);
	/* After a broken rewrite nobody knows what the file holds. */
	if (error && lane->cell->test->action == WORKLOAD_WRITE)
		lane->layout = 0;
	return error;
}

void workload_clear(struct workload_lane *lane)
{
	free(lane->why);
	lane->why = NULL;
	lane->error = 0;
}

int workload_close(struct workload_lane *lane)
{
	int error = 0;

	lane_drop_file(lane);
	if (lane->session)
		error = lane_unlink_file(lane);
	free(lane->order);
	lane->order = NULL;
	pipeline_free(lane->pipeline);
	lane->pipeline = NULL;
	data_pool_close(&lane->data);
	return error;
}
