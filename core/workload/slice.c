/* slice.c - the life of a lane: buffers, file, passes, removal. */
#include "workload/lane.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "workload/operate.h"
#include "workload/order.h"
#include "workload/pipeline.h"
#include "workload/verify.h"

static int past_deadline(struct workload_lane *lane)
{
	return workload_now_ns(lane) > lane->deadline_ns ? -ETIMEDOUT : 0;
}

static bool past_end(const struct workload_lane *lane)
{
	int64_t now;

	if (!lane->until_ns)
		return false;
	now = workload_now_ns(lane);
	return now >= lane->until_ns ||
	       (now == lane->tally.start_ns &&
	        lane->tally.passes >= WORKLOAD_EMPTY_PASSES);
}

int workload_open(struct workload_lane *lane)
{
	const struct workload_cell *cell = lane->cell;
	unsigned depth = cell->depth > 1 ? cell->depth : 1;
	struct data_shape shape = {.record_size = cell->record_size,
	                           .depth = depth,
	                           .buffers = cell->buffers,
	                           .seed = cell->seed,
	                           .lane = lane->index,
	                           .zeroes = cell->zeroes,
	                           .compressible = cell->compressible,
	                           .dedupable = cell->dedupable};
	int error = data_pool_open(&lane->data, &shape);

	if (!error && depth > 1) {
		lane->pipeline = pipeline_new(depth);
		error = lane->pipeline ? 0 : -ENOMEM;
	}
	return error ? lane_fail(lane, error, "record buffers") : 0;
}

/* Is there a file that is open while a pass runs? */
static bool has_file(const struct workload_test *test)
{
	return workload_has_sizes(test) && !test->own_files;
}

/* Does each pass open the file anew, and close it? */
static bool has_own_open(const struct workload_cell *cell)
{
	return cell->test->new_file || cell->reopen || cell->close_to_open;
}

static int make_order(struct workload_lane *lane)
{
	const struct workload_cell *cell = lane->cell;

	free(lane->order);
	lane->order = NULL;
	if (cell->test->order != WORKLOAD_RANDOM ||
	    order_records(cell->file_size, cell->record_size) > ORDER_TABLE_MOST)
		return 0;
	lane->order =
	        order_random(order_records(cell->file_size, cell->record_size),
	                     cell->seed + lane->index);
	return lane->order ? 0 : lane_fail(lane, -ENOMEM, "order of records");
}

/* What the last test of its own left is removed. */
static int finish_own(struct workload_lane *lane)
{
	const struct workload_test *test = lane->prepared;

	lane->prepared = NULL;
	return test && test->finish ? test->finish(lane) : 0;
}

static int prepare_own(struct workload_lane *lane)
{
	lane->prepared = lane->cell->test;
	return lane->prepared->prepare ? lane->prepared->prepare(lane) : 0;
}

static int prepare_file(struct workload_lane *lane)
{
	const struct workload_cell *cell = lane->cell;
	uint64_t layout = cell->layout ? cell->layout : cell->record_size;
	int error = make_order(lane);

	if (!error)
		error = buffered_prepare(lane);
	if (!error)
		error = verify_prepare(lane);
	if (error || cell->test->new_file || lane->layout == layout)
		return error;
	if (!cell->share_file || lane->index == 0)
		return lane_fill_file(lane);
	/* The first lane has filled it. */
	lane->layout = layout;
	return 0;
}

int workload_prepare(struct workload_lane *lane)
{
	const struct workload_cell *cell = lane->cell;
	const char *lacks = workload_lacks_for_cell(cell, lane->backend, NULL);
	int error = finish_own(lane);

	if (error)
		return error;
	if (lacks)
		return lane_fail_with(lane, -ENOTSUP, text_copy(lacks));
	if (has_file(cell->test))
		error = prepare_file(lane);
	return error ? error : prepare_own(lane);
}

/* The passes' records and their flush. */
static int run_pass(struct workload_lane *lane)
{
	const struct workload_cell *cell = lane->cell;
	bool writes = workload_writes(cell->test);
	int error = verify_start_pass(lane);

	if (!error && cell->drop_cache && workload_reads(cell->test)) {
		if (!lane->backend->drop_cache)
			return lane_fail(lane, -ENOTSUP, "drop_cache");
		error = lane->backend->drop_cache(lane->file);
		if (error < 0)
			return lane_fail(lane, error, "drop_cache");
		error = 0;
	}
	if (!error)
		error = lane_run_records(lane);
	lane->drawn++;
	if (!error && writes && !lane->tally.cut) {
		verify_end_pass(lane);
		error = lane_flush_file(lane);
	}
	return error;
}

/* One pass with its own open and close. */
static int run_pass_reopened(struct workload_lane *lane)
{
	const struct workload_test *test = lane->cell->test;
	int error;

	if (test->new_file) {
		error = lane_unlink_file(lane);
		if (error)
			return error;
		verify_new_file(lane);
	}
	error = lane_open_file(lane, lane_flags(test));
	if (!error)
		error = run_pass(lane);
	if (!error)
		error = lane_close_file(lane);
	if (!error && test->new_file)
		lane->layout = lane->cell->record_size;
	return error;
}

static int run_one(struct workload_lane *lane)
{
	const struct workload_cell *cell = lane->cell;

	if (!has_file(cell->test))
		return lane_run_records(lane);
	return has_own_open(cell) ? run_pass_reopened(lane) : run_pass(lane);
}

static bool told_to_stop(const struct workload_lane *lane)
{
	return lane->stop && atomic_load_explicit(lane->stop, memory_order_relaxed);
}

static int run_passes(struct workload_lane *lane, uint64_t passes)
{
	const struct workload_cell *cell = lane->cell;
	bool one_open = has_file(cell->test) && !has_own_open(cell);
	int error = one_open ? lane_open_file(lane, lane_flags(cell->test)) : 0;

	while (!error && lane->tally.passes < passes) {
		error = run_one(lane);
		if (error || lane->tally.cut)
			break;
		lane->tally.passes++;
		if (told_to_stop(lane) || past_end(lane))
			break;
		if (lane->tally.passes < passes)
			error = past_deadline(lane);
	}
	/* Before the close: the others need not wait for that. */
	if (lane->stop)
		atomic_store_explicit(lane->stop, true, memory_order_relaxed);
	if (!error && one_open)
		error = lane_close_file(lane);
	return error;
}

int workload_slice(struct workload_lane *lane, uint64_t passes)
{
	int error;

	memset(&lane->tally, 0, sizeof lane->tally);
	lane->behind = 0;
	lane->tally.start_ns = workload_now_ns(lane);
	error = run_passes(lane, passes);
	lane->tally.end_ns = workload_now_ns(lane);
	lane_drop_file(lane);
	/* After a broken rewrite nobody knows what the file holds. */
	if (error && workload_writes(lane->cell->test))
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
	if (lane->session) {
		int left = finish_own(lane);

		error = lane_unlink_file(lane);
		error = left ? left : error;
	}
	free(lane->order);
	lane->order = NULL;
	verify_forget(lane);
	buffered_close(lane);
	pipeline_free(lane->pipeline);
	lane->pipeline = NULL;
	data_pool_close(&lane->data);
	return error;
}
