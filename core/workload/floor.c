/* floor.c - a lane over operations that do nothing. */
#include "workload/floor.h"

#include <errno.h>
#include <stdlib.h>
#include "measure/clock.h"
#include "workload/lane.h"
#include "workload/order.h"
#include "workload/pipeline.h"

#define SLICES       5
#define MOST_RECORDS UINT64_C(65536)
#define MOST_BYTES   (UINT64_C(8) << 20)

/* Nothing here looks at what it is given. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* The session: a chain of what is in flight, through the records' own priv. */
struct inert {
	struct bench_io *chain;
};

static int64_t inert_read(void *file, void *buf, size_t len, uint64_t off)
{
	return (int64_t)len;
}

static int64_t inert_write(void *file, const void *buf, size_t len,
                           uint64_t off)
{
	return (int64_t)len;
}

static int inert_ping(void *session)
{
	return 0;
}

static int inert_submit(void *session, struct bench_io *const *v, unsigned n)
{
	struct inert *inert = session;

	for (unsigned i = 0; i < n; i++) {
		v[i]->result = (int64_t)v[i]->len;
		v[i]->priv = inert->chain;
		inert->chain = v[i];
	}
	return (int)n;
}

static int inert_reap(void *session, struct bench_io **done, unsigned min,
                      unsigned max, int64_t timeout_ns)
{
	struct inert *inert = session;
	unsigned got = 0;

	while (inert->chain && got < max) {
		done[got] = inert->chain;
		inert->chain = done[got++]->priv;
	}
	return (int)got;
}

static const struct bench_backend inert_backend = {.read = inert_read,
                                                   .write = inert_write,
                                                   .submit = inert_submit,
                                                   .reap = inert_reap,
                                                   .ping = inert_ping};

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* The same shape, not larger than the question needs. */
static struct workload_cell small_cell(const struct workload_cell *cell)
{
	unsigned depth = cell->depth > 1 ? cell->depth : 1;
	struct workload_cell small = {.test = cell->test,
	                              .depth = depth,
	                              .buffers = least(cell->buffers, MOST_BYTES),
	                              .mix = cell->mix,
	                              .seed = cell->seed};
	uint64_t records;

	if (!workload_has_sizes(cell->test))
		return small;
	records = order_records(cell->file_size, cell->record_size);
	small.record_size = cell->record_size;
	if (small.record_size > MOST_BYTES / depth)
		small.record_size = MOST_BYTES / depth;
	small.file_size = least(records, MOST_RECORDS) * small.record_size;
	return small;
}

/* Is there no table of the order? */
static bool is_computed(const struct workload_cell *cell)
{
	return cell->test->order == WORKLOAD_RANDOM &&
	       order_records(cell->file_size, cell->record_size) > ORDER_TABLE_MOST;
}

/* What is written there is numbered anew before it is used again. */
static int open_lane(struct workload_lane *lane, const struct data_pool *room,
                     bool computed)
{
	const struct workload_cell *cell = lane->cell;
	struct data_shape shape = {.record_size = cell->record_size,
	                           .depth = cell->depth,
	                           .buffers = cell->buffers};

	if (room)
		lane->data = *room;
	else if (data_pool_map(&lane->data, &shape))
		return -ENOMEM;
	if (cell->depth > 1 && !(lane->pipeline = pipeline_new(cell->depth)))
		return -ENOMEM;
	if (cell->test->order != WORKLOAD_RANDOM || computed ||
	    cell->record_size == 0)
		return 0;
	lane->order = order_random(cell->file_size / cell->record_size, cell->seed);
	return lane->order ? 0 : -ENOMEM;
}

static void close_lane(struct workload_lane *lane)
{
	free(lane->order);
	pipeline_free(lane->pipeline);
	free(lane->latency);
	workload_clear(lane);
}

/* Passes until they have taken that long; ns per operation. */
static int run_slice(struct workload_lane *lane, int64_t ns, double *per_op)
{
	int error = 0;

	lane->tally = (struct workload_tally){0};
	while (!error && lane->tally.io_ns < ns)
		error = lane_run_records(lane);
	*per_op = lane->tally.ops
	                  ? (double)lane->tally.io_ns / (double)lane->tally.ops
	                  : 0;
	return error;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

int workload_floor(const struct workload_cell *cell,
                   const struct clock_source *clock, int64_t slice_ns,
                   const struct data_pool *room, double *ns_per_op)
{
	struct workload_cell small = small_cell(cell);
	struct inert inert = {0};
	struct workload_lane lane = {.backend = &inert_backend,
	                             .session = &inert,
	                             .cell = &small,
	                             .clock = clock,
	                             .deadline_ns = INT64_MAX};
	double values[SLICES + 1];
	int error;

	if (cell->test->own_files || cell->test->own_work)
		return -ENOTSUP;
	lane.latency = malloc(sizeof *lane.latency);
	error = lane.latency ? open_lane(&lane, room, is_computed(cell)) : -ENOMEM;

	if (!error)
		histogram_reset(lane.latency);
	/* The first one fetches pages and code. */
	for (unsigned i = 0; i <= SLICES && !error; i++)
		error = run_slice(&lane, slice_ns, &values[i]);
	if (!error) {
		qsort(values + 1, SLICES, sizeof *values, by_value);
		*ns_per_op = values[1 + SLICES / 2];
	}
	if (!room)
		data_pool_close(&lane.data);
	close_lane(&lane);
	return error;
}
