/* pipeline.c - keeps `depth` records in flight.
 *
 * Each slot owns an io and a share of the lane's buffers, so that a record may
 * come back in any order. */
#include "workload/pipeline.h"

#include <errno.h>
#include <stdlib.h>
#include "workload/walk.h"

/* How long the drain after a failure may take. */
#define DRAIN_NS (2 * CLOCK_NS_PER_S)

struct slot {
	struct bench_io io; /* first: an io that comes back is its slot */
	int64_t start_ns;
	size_t number, turn; /* which of the slot's buffers comes next */
};

struct pipeline {
	unsigned depth;
	struct slot *slots;
	struct slot **idle; /* stack */
	unsigned idle_count;
	struct bench_io **queue; /* filled, not yet taken by submit; in order */
	unsigned queued, flying;
	struct bench_io **done;
	bool stuck; /* records never came back */
};

struct pipeline *pipeline_new(unsigned depth)
{
	struct pipeline *pipeline = calloc(1, sizeof *pipeline);

	if (!pipeline)
		return NULL;
	pipeline->depth = depth;
	pipeline->slots = calloc(depth, sizeof *pipeline->slots);
	pipeline->idle = calloc(depth, sizeof *pipeline->idle);
	pipeline->queue = calloc(depth, sizeof *pipeline->queue);
	pipeline->done = calloc(depth, sizeof *pipeline->done);
	if (!pipeline->slots || !pipeline->idle || !pipeline->queue ||
	    !pipeline->done) {
		pipeline_free(pipeline);
		return NULL;
	}
	for (unsigned i = 0; i < depth; i++) {
		pipeline->slots[i].number = i;
		pipeline->idle[pipeline->idle_count++] = &pipeline->slots[i];
	}
	return pipeline;
}

void pipeline_free(struct pipeline *pipeline)
{
	if (!pipeline)
		return;
	free(pipeline->slots);
	free(pipeline->idle);
	free(pipeline->queue);
	free(pipeline->done);
	free(pipeline);
}

/* A slot takes its buffers in turn, so that what is written does not repeat
 * within a compressor's window. */
static void *next_buffer(struct workload_lane *lane, struct slot *slot,
                         enum bench_op op, size_t length)
{
	struct data_pool *data = &lane->data;
	size_t number = slot->number + slot->turn * lane->pipeline->depth;

	if (op == BENCH_OP_READ)
		return data->bytes + slot->number * data->record;
	slot->turn++;
	if (slot->number + slot->turn * lane->pipeline->depth >= data->slots)
		slot->turn = 0;
	return data_slot(data, number, length);
}

static void fill_queue(struct workload_lane *lane, enum bench_op op,
                       const struct walk *walk, uint64_t *next)
{
	struct pipeline *pipeline = lane->pipeline;

	while (*next < walk->records && pipeline->idle_count) {
		struct slot *slot = pipeline->idle[--pipeline->idle_count];
		uint64_t offset = walk_offset(walk, (*next)++);
		size_t length = walk_length(walk, offset);

		slot->io = (struct bench_io){.op = op,
		                             .file = lane->file,
		                             .buf = next_buffer(lane, slot, op, length),
		                             .len = length,
		                             .off = offset};
		pipeline->queue[pipeline->queued++] = &slot->io;
	}
}

/* Hands the queue over, as much of it as is taken. */
static int submit_queue(struct workload_lane *lane)
{
	struct pipeline *pipeline = lane->pipeline;
	int64_t now = clock_now_ns();
	int taken;

	if (!pipeline->queued)
		return 0;
	for (unsigned i = 0; i < pipeline->queued; i++)
		((struct slot *)pipeline->queue[i])->start_ns = now;
	taken = lane->backend->submit(lane->session, pipeline->queue,
	                              pipeline->queued);
	if (taken < 0)
		return lane_fail(lane, taken, "submit");
	if (taken == 0 && !pipeline->flying)
		return lane_fail(lane, -EIO, "submit took no record");
	pipeline->queued -= (unsigned)taken;
	pipeline->flying += (unsigned)taken;
	for (unsigned i = 0; i < pipeline->queued; i++)
		pipeline->queue[i] = pipeline->queue[i + (unsigned)taken];
	return 0;
}

/* Waits for one at least, and books all that came. */
static int reap_some(struct workload_lane *lane, struct walk *walk,
                     int64_t timeout_ns, bool book)
{
	struct pipeline *pipeline = lane->pipeline;
	int got = lane->backend->reap(lane->session, pipeline->done, 1,
	                              pipeline->depth, timeout_ns);
	int error = 0;

	if (got < 0)
		return lane_fail(lane, got, "reap");
	walk->last_ns = clock_now_ns();
	for (int i = 0; i < got; i++) {
		struct slot *slot = (struct slot *)pipeline->done[i];
		int64_t end = slot->io.done_ns ? slot->io.done_ns : walk->last_ns;

		pipeline->flying--;
		pipeline->idle[pipeline->idle_count++] = slot;
		if (slot->io.result != (int64_t)slot->io.len) {
			error = slot->io.result < 0 ? (int)slot->io.result : -EIO;
			continue;
		}
		if (!book)
			continue;
		histogram_record(lane->latency, (uint64_t)(end - slot->start_ns));
		lane->tally.bytes += slot->io.len;
		lane->tally.ops++;
	}
	if (error)
		return lane_fail(lane, error, "record in flight");
	return got ? 0 : -ETIMEDOUT;
}

/* Gets back what is in flight after something went wrong. */
static void drain(struct workload_lane *lane, struct walk *walk)
{
	struct pipeline *pipeline = lane->pipeline;
	int64_t end = clock_now_ns() + DRAIN_NS;

	while (pipeline->queued)
		pipeline->idle[pipeline->idle_count++] =
		        (struct slot *)pipeline->queue[--pipeline->queued];
	while (pipeline->flying && clock_now_ns() < end)
		(void)reap_some(lane, walk, end - clock_now_ns(), false);
	pipeline->stuck = pipeline->flying > 0;
}

int pipeline_run(struct workload_lane *lane, enum bench_op op)
{
	struct pipeline *pipeline = lane->pipeline;
	struct walk walk;
	uint64_t next = 0;
	int error = 0;

	if (pipeline->stuck)
		return lane_fail(lane, -EIO,
		                 "records of an earlier test never came back");
	walk_start(&walk, lane);
	while (!error &&
	       (next < walk.records || pipeline->queued || pipeline->flying)) {
		fill_queue(lane, op, &walk, &next);
		error = submit_queue(lane);
		if (!error)
			error = reap_some(lane, &walk, lane->deadline_ns - walk.last_ns,
			                  true);
		if (!error && walk.last_ns > lane->deadline_ns)
			error = -ETIMEDOUT;
	}
	lane->tally.io_ns += walk.last_ns - walk.start_ns;
	if (error)
		drain(lane, &walk);
	return error;
}
