/* lane.c - open, flush, close and remove, timed apart from the records. */
#include "workload/lane.h"

#include <errno.h>
#include <stdlib.h>
#include "base/text.h"
#include "measure/clock.h"
#include "plugin/host.h"

int lane_fail(struct workload_lane *lane, int64_t error, const char *what)
{
	if (!lane->why) {
		lane->error = error < 0 ? (int)error : -EIO;
		lane->why = host_ctx_explain(lane->ctx, lane->error, what);
	}
	return lane->error;
}

int lane_open_file(struct workload_lane *lane, unsigned flags)
{
	const struct workload_cell *cell = lane->cell;
	int64_t start;
	int error;

	host_ctx_clear(lane->ctx);
	start = clock_now_ns();
	error = lane->backend->open(lane->session, lane->name,
	                            flags | cell->open_flags, cell->file_size,
	                            &lane->file);
	lane->tally.open_ns += clock_now_ns() - start;
	if (error < 0) {
		lane->file = NULL;
		return lane_fail(lane, error, "open");
	}
	if (flags & BENCH_O_CREATE)
		lane->made = true;
	return 0;
}

int lane_flush_file(struct workload_lane *lane)
{
	int64_t start;
	int error;

	if (!lane->cell->flush || !lane->backend->flush)
		return 0;
	start = clock_now_ns();
	error = lane->backend->flush(lane->file);
	lane->tally.flush_ns += clock_now_ns() - start;
	return error < 0 ? lane_fail(lane, error, "flush") : 0;
}

int lane_close_file(struct workload_lane *lane)
{
	int64_t start;
	int error;

	if (!lane->file)
		return 0;
	start = clock_now_ns();
	error = lane->backend->close(lane->file);
	lane->tally.close_ns += clock_now_ns() - start;
	lane->file = NULL;
	return error < 0 ? lane_fail(lane, error, "close") : 0;
}

void lane_drop_file(struct workload_lane *lane)
{
	if (lane->file)
		(void)lane->backend->close(lane->file);
	lane->file = NULL;
}

int lane_unlink_file(struct workload_lane *lane)
{
	int error;

	if (!lane->made || !lane->backend->unlink)
		return 0;
	host_ctx_clear(lane->ctx);
	error = lane->backend->unlink(lane->session, lane->name);
	if (error < 0 && error != -ENOENT)
		return lane_fail(lane, error, "unlink");
	lane->made = false;
	lane->layout = 0;
	return 0;
}
