/* pipeline.c - keeps `depth` records in flight.
 *
 * Each slot owns an io and a share of the lane's buffers, so that a record may
 * come back in any order. */
#include "workload/pipeline.h"

#include <errno.h>
#include <stdlib.h>
#include "workload/flight.h"

/* How long the drain after a failure may take. */
#define DRAIN_NS (2 * CLOCK_NS_PER_S)
/* How early a wait ends before a record is due. */
#define POLLED_NS (CLOCK_NS_PER_S / 1000)

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

/* How long a reap may take: until the next record is due, if there is room for
 * it.  Waits of the system end a moment late, so the last of it is polled. */
static int64_t patience(const struct flight *flight, bool *due_next)
{
	struct workload_lane *lane = flight->lane;
	int64_t left = lane->deadline_ns - workload_now_ns(lane);
	int64_t due;

	*due_next = flight->pace.on && flight->pipeline->ready;
	if (!*due_next)
		return left;
	due = pace_left_ns(&flight->pace, lane);
	if (flight->kind != TICK_BACKEND)
		due = due > 2 * POLLED_NS ? due - POLLED_NS : 0;
	return due < left ? due : left;
}

/* Something comes back, or a record becomes due.  0, PACE_STOPPED, or a
 * failure. */
static int wait_for_next(struct flight *flight)
{
	struct workload_lane *lane = flight->lane;
	bool due_next;
	int64_t timeout;
	int got;

	if (!flight->pipeline->flying)
		return flight->pipeline->ready ? pace_wait(&flight->pace, lane) : 0;
	timeout = patience(flight, &due_next);
	got = flight_reap(flight, timeout, true);
	if (got < 0)
		return got;
	if ((got == 0 && !due_next) ||
	    tick_now(lane, flight->kind) > flight->pace.deadline)
		return -ETIMEDOUT;
	return 0;
}

/* Gets back what is in flight after something went wrong. */
static void drain(struct flight *flight)
{
	struct pipeline *pipeline = flight->pipeline;
	int64_t now = workload_now_ns(flight->lane), end = now + DRAIN_NS;

	flight_stop_taking(flight);
	while (pipeline->flying && now < end) {
		(void)flight_reap(flight, end - now, false);
		now = workload_now_ns(flight->lane);
	}
	pipeline->stuck = pipeline->flying > 0;
}

static bool told_to_stop(const struct flight *flight)
{
	return flight->pace.stop &&
	       atomic_load_explicit(flight->pace.stop, memory_order_relaxed);
}

static int fly(struct flight *flight)
{
	struct pipeline *pipeline = flight->pipeline;
	int error = 0;

	while (!error && flight->done < flight->walk.records &&
	       !(flight->cut && !pipeline->flying)) {
		flight_fill(flight);
		error = flight_submit(flight);
		if (!error)
			error = wait_for_next(flight);
		if (error == PACE_STOPPED || (!error && told_to_stop(flight))) {
			flight_stop_taking(flight);
			error = 0;
		}
	}
	return error;
}

int pipeline_run(struct workload_lane *lane)
{
	struct flight flight = {.lane = lane,
	                        .pipeline = lane->pipeline,
	                        .kind = tick_kind(lane),
	                        .walk = walk_of(lane)};
	uint64_t end;
	int error;

	if (lane->pipeline->stuck)
		return lane_fail(lane, -EIO,
		                 "records of an earlier test never came back");
	flight_make_ready(&flight);
	flight.last = tick_now(lane, flight.kind);
	pace_start(&flight.pace, lane, flight.kind, flight.last);
	error = fly(&flight);
	end = flight.last;
	if (!error && flight.pace.on && !flight.cut)
		end = pace_end(&flight.pace, lane);
	lane->tally.io_ns +=
	        tick_to_ns(lane, flight.kind, tick_between(flight.pace.start, end));
	if (error)
		drain(&flight);
	if (error < 0 && error != -ETIMEDOUT)
		return error;
	return lane_finish(lane, flight.done, flight.walk.records, error != 0);
}
