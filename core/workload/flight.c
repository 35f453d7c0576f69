/* flight.c - makes records, sends them off, and books them when they are back.
 */
#include "workload/flight.h"

#include <errno.h>
#include "workload/verify.h"

/* A slot takes its buffers in turn, so that what is written does not repeat
 * within a compressor's window. */
static unsigned char *next_buffer(struct flight *flight, struct slot *slot)
{
	struct data_pool *data = &flight->lane->data;
	size_t depth = flight->pipeline->depth;
	bool reads = slot->io.op == BENCH_OP_READ;
	size_t slots = reads ? data->read_slots : data->slots;
	size_t number = slot->number + slot->turn * depth;

	/* Fewer are for reads. */
	if (number >= slots) {
		slot->turn = 0;
		number = slot->number;
	}
	slot->turn = number + depth < slots ? slot->turn + 1 : 0;
	return (reads ? data->reads : data->bytes) + number * data->record;
}

static void prepare_data(struct flight *flight, const struct slot *slot)
{
	struct workload_lane *lane = flight->lane;

	if (slot->io.op == BENCH_OP_READ)
		verify_spoil(lane, slot->record, slot->io.buf, slot->io.len);
	else if (lane->cell->verify)
		verify_make(lane, slot->io.buf, slot->io.len, slot->io.off);
	else
		data_stamp(&lane->data, slot->io.buf, slot->io.len);
}

bool flight_make_ready(struct flight *flight)
{
	struct pipeline *pipeline = flight->pipeline;
	uint64_t offset;
	struct slot *slot;

	if (pipeline->ready)
		return true;
	if (flight->cut || flight->next == flight->walk.records ||
	    !pipeline->idle_count)
		return false;
	slot = pipeline->ready = pipeline->idle[--pipeline->idle_count];
	offset = walk_offset(&flight->walk, flight->next);
	slot->io.op = walk_action(&flight->walk, flight->next) == WORKLOAD_READ
	                      ? BENCH_OP_READ
	                      : BENCH_OP_WRITE;
	slot->record = walk_number(&flight->walk, flight->next++);
	slot->io = (struct bench_io){.op = slot->io.op,
	                             .file = flight->lane->file,
	                             .buf = next_buffer(flight, slot),
	                             .len = walk_length(&flight->walk, offset),
	                             .off = offset};
	prepare_data(flight, slot);
	return true;
}

void flight_fill(struct flight *flight)
{
	struct pipeline *pipeline = flight->pipeline;

	while (flight_make_ready(flight)) {
		struct slot *slot = pipeline->ready;

		if (!slot)
			return;
		slot->intended = pace_due(&flight->pace);
		if (flight->pace.on &&
		    tick_now(flight->lane, flight->kind) < slot->intended)
			return;
		pace_next(&flight->pace, slot->io.len);
		pipeline->queue[pipeline->queued++] = &slot->io;
		pipeline->ready = NULL;
	}
}

int flight_submit(struct flight *flight)
{
	struct workload_lane *lane = flight->lane;
	struct pipeline *pipeline = flight->pipeline;
	uint64_t now;
	int taken;

	if (!pipeline->queued)
		return 0;
	now = tick_now(lane, flight->kind);
	for (unsigned i = 0; i < pipeline->queued; i++)
		((struct slot *)pipeline->queue[i])->began = now;
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

/* When a record was done: as the backend says, by a clock in ns, or now. */
static uint64_t end_of(const struct flight *flight, const struct bench_io *io,
                       int64_t now_ns)
{
	double ago;

	if (!io->done_ns || io->done_ns > now_ns)
		return flight->last;
	ago = (double)(now_ns - io->done_ns) *
	      tick_per_ns(flight->lane, flight->kind);
	return flight->last - (uint64_t)(ago + 0.5);
}

static void book(struct flight *flight, const struct slot *slot, int64_t now_ns)
{
	struct workload_lane *lane = flight->lane;
	uint64_t end = end_of(flight, &slot->io, now_ns);
	uint64_t service = tick_between(slot->began, end);

	histogram_record(lane->latency, flight->pace.on
	                                        ? tick_between(slot->intended, end)
	                                        : service);
	if (flight->pace.on && lane->service)
		histogram_record(lane->service, service);
	lane->tally.bytes += slot->io.len;
	lane->tally.ops++;
	lane->tally.reads +=
	        flight->walk.action == WORKLOAD_MIX && slot->io.op == BENCH_OP_READ;
	flight->done++;
}

/* One record is back. */
static int land(struct flight *flight, struct slot *slot, int64_t now_ns,
                bool counts)
{
	struct workload_lane *lane = flight->lane;
	struct bench_io *io = &slot->io;
	bool good = io->result == (int64_t)io->len;

	flight->pipeline->flying--;
	flight->pipeline->idle[flight->pipeline->idle_count++] = slot;
	if (io->op == BENCH_OP_WRITE)
		verify_wrote(lane, slot->record, good);
	if (!good)
		return io->result < 0 ? (int)io->result : -EIO;
	if (counts)
		book(flight, slot, now_ns);
	return 0;
}

/* After the whole batch is booked, because it takes its time. */
static int check(struct flight *flight, int got)
{
	int error = 0;

	for (int i = 0; i < got && !error; i++) {
		const struct slot *slot =
		        (const struct slot *)flight->pipeline->done[i];

		if (slot->io.op == BENCH_OP_READ)
			error = verify_check(flight->lane, slot->record, slot->io.buf,
			                     slot->io.len, slot->io.off);
	}
	return error;
}

int flight_reap(struct flight *flight, int64_t timeout_ns, bool counts)
{
	struct workload_lane *lane = flight->lane;
	struct pipeline *pipeline = flight->pipeline;
	int got = lane->backend->reap(lane->session, pipeline->done, 1,
	                              pipeline->depth,
	                              timeout_ns > 0 ? timeout_ns : 0);
	int64_t now_ns = 0;
	int error = 0;

	if (got < 0)
		return lane_fail(lane, got, "reap");
	if (got > 0)
		flight->last = tick_now(lane, flight->kind);
	for (int i = 0; i < got; i++) {
		int result;

		if (pipeline->done[i]->done_ns && !now_ns)
			now_ns = workload_now_ns(lane);
		result = land(flight, (struct slot *)pipeline->done[i], now_ns, counts);
		error = error ? error : result;
	}
	if (error)
		return lane_fail(lane, error, "record in flight");
	if (counts)
		error = check(flight, got);
	return error ? error : got;
}

void flight_stop_taking(struct flight *flight)
{
	struct pipeline *pipeline = flight->pipeline;

	flight->cut = true;
	while (pipeline->queued)
		pipeline->idle[pipeline->idle_count++] =
		        (struct slot *)pipeline->queue[--pipeline->queued];
	if (pipeline->ready)
		pipeline->idle[pipeline->idle_count++] = pipeline->ready;
	pipeline->ready = NULL;
}
