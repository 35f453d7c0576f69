/* timing.h - the clock of a lane, in ticks and in ns.
 *
 * The kind is asked for once a pass and handed on as a constant, so that each
 * loop is compiled for its clock. */
#ifndef BENCH_WORKLOAD_TIMING_H
#define BENCH_WORKLOAD_TIMING_H

#include "measure/clock.h"
#include "workload/lane.h"

enum tick_kind {
	TICK_TSC,
	TICK_SYSTEM,  /* ns of CLOCK_MONOTONIC */
	TICK_BACKEND, /* ns of the backend's own clock */
	TICK_KINDS
};

static inline enum tick_kind tick_kind(const struct workload_lane *lane)
{
	if (lane->backend->clock_ns)
		return TICK_BACKEND;
	return lane->clock && lane->clock->kind == CLOCK_TSC ? TICK_TSC
	                                                     : TICK_SYSTEM;
}

static inline uint64_t tick_now(const struct workload_lane *lane,
                                enum tick_kind kind)
{
	switch (kind) {
	case TICK_TSC:
		return clock_ticks_tsc();
	case TICK_BACKEND:
		return (uint64_t)lane->backend->clock_ns(lane->session);
	default:
		return (uint64_t)clock_now_ns();
	}
}

/* A clock that went back, if one ever does, is a 0 and not 600 years. */
static inline uint64_t tick_between(uint64_t start, uint64_t end)
{
	return end > start ? end - start : 0;
}

static inline int64_t tick_to_ns(const struct workload_lane *lane,
                                 enum tick_kind kind, uint64_t ticks)
{
	return kind == TICK_TSC ? clock_ticks_to_ns(lane->clock, ticks)
	                        : (int64_t)ticks;
}

/* ns as ticks, with their fraction. */
static inline double tick_per_ns(const struct workload_lane *lane,
                                 enum tick_kind kind)
{
	return kind == TICK_TSC ? 1 / lane->clock->ns_per_tick : 1;
}

/* The end of the lane's passes; one that is centuries away is never. */
static inline uint64_t tick_deadline(const struct workload_lane *lane,
                                     enum tick_kind kind)
{
	int64_t end = lane_end_ns(lane);

	if (end <= 0)
		return 0;
	if (kind != TICK_TSC)
		return (uint64_t)end;
	if (end > INT64_MAX / 4)
		return UINT64_MAX;
	return clock_ticks_at(lane->clock, end);
}

#endif
