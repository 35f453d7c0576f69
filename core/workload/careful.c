/* careful.c - prepare a record, wait for its time, do it, check it; only what
 * is between the waiting and the checking is timed. */
#include "workload/careful.h"

#include <errno.h>
#include "workload/lane.h"
#include "workload/operate.h"
#include "workload/pace.h"
#include "workload/verify.h"
#include "workload/walk.h"

/* One record and how it went; ticks. */
struct step {
	uint64_t number, offset;
	size_t length;
	enum workload_action action;
	unsigned char *buffer;
	uint64_t intended, began, ended;
};

struct careful {
	struct workload_lane *lane;
	enum tick_kind kind;
	struct walk walk;
	struct pace pace;
	bool started;         /* the pass's clock runs: from the first record on */
	uint64_t done;        /* records */
	uint64_t busy, flush; /* ticks in operations with their flushes, in these */
	uint64_t unflushed;   /* records */
};

bool careful_wanted(const struct workload_cell *cell)
{
	return pace_wanted(cell) || cell->think_ns > 0 ||
	       (cell->test->action != WORKLOAD_PING &&
	        (cell->verify || cell->flush_every));
}

static void prepare(struct careful *careful, struct step *step)
{
	struct workload_lane *lane = careful->lane;
	struct data_pool *data = &lane->data;

	*step = (struct step){.number = walk_number(&careful->walk, careful->done),
	                      .action = walk_action(&careful->walk, careful->done),
	                      .offset = walk_offset(&careful->walk, careful->done)};
	if (step->action == WORKLOAD_PING)
		return;
	step->length = walk_length(&careful->walk, step->offset);
	if (step->action != WORKLOAD_WRITE) {
		step->buffer = data_read_room(data);
		verify_spoil(lane, step->number, step->buffer, step->length);
	} else if (lane->cell->verify) {
		step->buffer = data_write_room(data);
		verify_make(lane, step->buffer, step->length, step->offset);
	} else {
		step->buffer = data_next(data, step->length);
	}
}

/* Waits for the record's time: a pause, or a pace. */
static int await(struct careful *careful, struct step *step)
{
	struct workload_lane *lane = careful->lane;
	int error = 0;

	if (!careful->started)
		pace_start(&careful->pace, lane, careful->kind,
		           tick_now(lane, careful->kind));
	careful->started = true;
	/* Between the operations of a slice, also of two passes. */
	if (lane->cell->think_ns > 0 && lane->tally.ops)
		error = pace_pause(&careful->pace, lane, lane->cell->think_ns);
	if (careful->pace.on) {
		error = pace_wait(&careful->pace, lane);
		step->intended = pace_due(&careful->pace);
	}
	step->began = tick_now(lane, careful->kind);
	return error;
}

/* The flush behind every so many records, and behind the last. */
static int flush_within(struct careful *careful, enum workload_action action)
{
	struct workload_lane *lane = careful->lane;
	uint64_t every = lane->cell->flush_every;
	bool last = careful->done + 1 == careful->walk.records;
	uint64_t start;
	int error;

	careful->unflushed += action != WORKLOAD_READ;
	if (!every || !careful->unflushed || (careful->unflushed < every && !last))
		return 0;
	careful->unflushed = 0;
	start = tick_now(lane, careful->kind);
	error = lane->backend->flush(lane->file);
	careful->flush += tick_between(start, tick_now(lane, careful->kind));
	return error < 0 ? lane_fail(lane, error, "flush") : 0;
}

/* The record and what belongs to it, timed. */
static int carry_out(struct careful *careful, struct step *step)
{
	struct workload_lane *lane = careful->lane;
	int64_t result = operate(lane, step->action, step->buffer, step->length,
	                         step->offset);
	bool good = result == (int64_t)step->length;
	int error = good ? flush_within(careful, step->action) : 0;

	step->ended = tick_now(lane, careful->kind);
	careful->busy += tick_between(step->began, step->ended);
	if (step->action != WORKLOAD_READ)
		verify_wrote(lane, step->number, good);
	if (!good)
		return operate_failed(lane, step->action, result);
	return error;
}

static void book(struct careful *careful, const struct step *step)
{
	struct workload_lane *lane = careful->lane;
	uint64_t service = tick_between(step->began, step->ended);

	histogram_record(lane->latency,
	                 careful->pace.on
	                         ? tick_between(step->intended, step->ended)
	                         : service);
	if (careful->pace.on && lane->service)
		histogram_record(lane->service, service);
	lane->tally.bytes += step->length;
	lane->tally.ops++;
	lane->tally.reads += careful->walk.action == WORKLOAD_MIX &&
	                     step->action == WORKLOAD_READ;
	careful->done++;
	pace_next(&careful->pace, step->length);
}

/* 0 to go on, PACE_STOPPED, or a failure. */
static int do_record(struct careful *careful)
{
	struct workload_lane *lane = careful->lane;
	const atomic_bool *stop;
	struct step step;
	int error;

	prepare(careful, &step);
	error = await(careful, &step);
	if (!error)
		error = carry_out(careful, &step);
	if (error)
		return error;
	book(careful, &step);
	if (step.action == WORKLOAD_READ &&
	    (error = verify_check(lane, step.number, step.buffer, step.length,
	                          step.offset)))
		return error;
	if (step.ended > careful->pace.deadline)
		return -ETIMEDOUT;
	stop = careful->pace.stop;
	return stop && atomic_load_explicit(stop, memory_order_relaxed)
	               ? PACE_STOPPED
	               : 0;
}

static void take_times(struct careful *careful)
{
	struct workload_lane *lane = careful->lane;
	uint64_t span = careful->busy;

	if (careful->pace.on && careful->done == careful->walk.records)
		span = pace_end(&careful->pace, lane) - careful->pace.start;
	else if (careful->pace.on)
		span = tick_now(lane, careful->kind) - careful->pace.start;
	lane->tally.flush_ns += tick_to_ns(lane, careful->kind, careful->flush);
	lane->tally.io_ns +=
	        tick_to_ns(lane, careful->kind, tick_between(careful->flush, span));
}

int careful_run(struct workload_lane *lane)
{
	struct careful careful = {
	        .lane = lane, .kind = tick_kind(lane), .walk = walk_of(lane)};
	int error = 0;

	while (!error && careful.done < careful.walk.records)
		error = do_record(&careful);
	take_times(&careful);
	if (error < 0 && error != -ETIMEDOUT)
		return error;
	return lane_finish(lane, careful.done, careful.walk.records,
	                   error == -ETIMEDOUT);
}
