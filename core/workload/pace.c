/* pace.c - sleeps up to a moment before the time, then looks at the clock until
 * it has come. */
#include "workload/pace.h"

#include <errno.h>
#include <time.h>
#include "workload/lane.h"

/* A sleep ends late, by this much at most, mostly. */
#define SPIN_NS (60 * CLOCK_NS_PER_S / 1000000)
/* The longest sleep, because somebody may say stop. */
#define NAP_NS (10 * CLOCK_NS_PER_S / 1000)

bool pace_wanted(const struct workload_cell *cell)
{
	return cell->rate_ops > 0 ||
	       (cell->rate_bytes > 0 && cell->test->action != WORKLOAD_PING);
}

void pace_start(struct pace *pace, const struct workload_lane *lane,
                enum tick_kind kind, uint64_t start)
{
	const struct workload_cell *cell = lane->cell;
	double per_s = 1e9 * tick_per_ns(lane, kind);

	*pace = (struct pace){.on = pace_wanted(cell),
	                      .kind = kind,
	                      .start = start,
	                      .deadline = tick_deadline(lane, kind),
	                      .stop = lane_stop(lane),
	                      .due = lane->behind};
	if (cell->rate_ops > 0)
		pace->per_op = per_s / cell->rate_ops;
	else if (pace->on)
		pace->per_byte = per_s / cell->rate_bytes;
}

uint64_t pace_due(const struct pace *pace)
{
	/* Rounded to the nearest; the time before start is negative. */
	return pace->start +
	       (uint64_t)(int64_t)(pace->due + (pace->due < 0 ? -0.5 : 0.5));
}

int64_t pace_left_ns(const struct pace *pace, const struct workload_lane *lane)
{
	uint64_t now = tick_now(lane, pace->kind);

	return tick_to_ns(lane, pace->kind, tick_between(now, pace_due(pace)));
}

void pace_next(struct pace *pace, size_t length)
{
	pace->due += pace->per_op + pace->per_byte * (double)length;
}

static void sleep_for(int64_t ns)
{
	int64_t until = clock_now_ns() + (ns < NAP_NS ? ns : NAP_NS);
	struct timespec at = {.tv_sec = until / CLOCK_NS_PER_S,
	                      .tv_nsec = until % CLOCK_NS_PER_S};

	/* Whoever is woken early looks at the clock anyway. */
	(void)clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL);
}

/* Lets the backend's clock go on, but not past the deadline. */
static int wait_on_backend(struct workload_lane *lane, int64_t until)
{
	bool late = until > lane->deadline_ns;
	int error = lane->backend->wait_until(lane->session,
	                                      late ? lane->deadline_ns : until);

	if (error < 0)
		return lane_fail(lane, error, "wait_until");
	return late ? -ETIMEDOUT : 0;
}

static int wait_until(const struct pace *pace, struct workload_lane *lane,
                      uint64_t due)
{
	uint64_t now = tick_now(lane, pace->kind);

	if (pace->kind == TICK_BACKEND)
		return now < due ? wait_on_backend(lane, (int64_t)due) : 0;
	while (now < due) {
		int64_t left = tick_to_ns(lane, pace->kind, due - now);

		if (now > pace->deadline)
			return -ETIMEDOUT;
		if (pace->stop &&
		    atomic_load_explicit(pace->stop, memory_order_relaxed))
			return PACE_STOPPED;
		if (left > SPIN_NS)
			sleep_for(left - SPIN_NS);
		now = tick_now(lane, pace->kind);
	}
	return 0;
}

int pace_wait(const struct pace *pace, struct workload_lane *lane)
{
	return wait_until(pace, lane, pace_due(pace));
}

int pace_pause(const struct pace *pace, struct workload_lane *lane, int64_t ns)
{
	double ticks = (double)ns * tick_per_ns(lane, pace->kind);

	return wait_until(pace, lane,
	                  tick_now(lane, pace->kind) + (uint64_t)(ticks + 0.5));
}

uint64_t pace_end(const struct pace *pace, struct workload_lane *lane)
{
	uint64_t now;

	/* Whatever ends the wait early, the records are all done. */
	(void)pace_wait(pace, lane);
	now = tick_now(lane, pace->kind);
	/* With its fraction, which would add up to a drift.  Above 1 only after a
	 * wait that did not come to its end. */
	lane->behind = pace->due - (double)tick_between(pace->start, now);
	if (lane->behind > 1)
		lane->behind = 0;
	return now;
}
