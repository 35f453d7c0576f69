/* fill.c - the file that reading and rewriting tests go over. */
#include <errno.h>
#include <stdlib.h>
#include "workload/lane.h"
#include "workload/verify.h"

/* What a lane is while it fills a file: a plain writer of new files, with
 * buffers and a histogram that nobody looks at. */
struct filler {
	struct workload_test test;
	struct workload_cell cell;
	struct histogram latency;
	struct workload_lane lane;
};

static int open_filler(struct filler *filler, struct workload_lane *lane)
{
	const struct workload_cell *cell = lane->cell;
	uint64_t record = cell->layout ? cell->layout : cell->record_size;
	struct data_shape shape = {
	        .record_size = record < cell->file_size ? record : cell->file_size,
	        .seed = cell->seed,
	        /* Other bytes than those of any lane's tests. */
	        .lane = ~lane->index,
	        .zeroes = cell->zeroes,
	        .compressible = cell->compressible,
	        .dedupable = cell->dedupable};

	filler->test =
	        (struct workload_test){.action = WORKLOAD_WRITE, .new_file = true};
	filler->cell = (struct workload_cell){.test = &filler->test,
	                                      .file_size = cell->file_size,
	                                      .record_size = record,
	                                      .open_flags = cell->open_flags,
	                                      .verify = cell->verify,
	                                      .seed = cell->seed};
	histogram_reset(&filler->latency);
	filler->lane = *lane;
	filler->lane.cell = &filler->cell;
	filler->lane.latency = &filler->latency;
	filler->lane.service = NULL;
	filler->lane.stop = NULL;
	filler->lane.until_ns = 0;
	filler->lane.order = NULL;
	filler->lane.pipeline = NULL;
	filler->lane.buffer = NULL;
	/* The book has records of another size. */
	filler->lane.written = NULL;
	return data_pool_open(&filler->lane.data, &shape);
}

static int write_file(struct workload_lane *lane)
{
	int error = lane_open_file(lane, lane_flags(lane->cell->test));

	if (!error)
		error = verify_start_pass(lane);
	if (!error)
		error = lane_run_records(lane);
	if (!error && lane->backend->flush) {
		int result = lane->backend->flush(lane->file);

		if (result < 0)
			error = lane_fail(lane, result, "flush");
	}
	if (!error)
		error = lane_close_file(lane);
	lane_drop_file(lane);
	return error;
}

/* What came of it is the lane's. */
static void take_over(struct workload_lane *lane, struct workload_lane *filled)
{
	lane->made = filled->made;
	lane->generation = filled->generation;
	if (!lane->why) {
		lane->error = filled->error;
		lane->why = filled->why;
	}
}

int lane_fill_file(struct workload_lane *lane)
{
	struct filler *filler;
	int error = lane_unlink_file(lane);

	if (error)
		return error;
	if (!lane->backend->write)
		return lane_fail(lane, -ENOTSUP, "make the file");
	verify_new_file(lane);
	filler = malloc(sizeof *filler);
	if (!filler || open_filler(filler, lane)) {
		free(filler);
		return lane_fail(lane, -ENOMEM, "buffers to fill the file with");
	}
	error = write_file(&filler->lane);
	take_over(lane, &filler->lane);
	if (!error) {
		verify_filled(lane);
		lane->layout = filler->cell.record_size;
	}
	data_pool_close(&filler->lane.data);
	free(filler);
	return error;
}
