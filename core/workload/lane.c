/* lane.c - open, flush, close and remove, timed apart from the records. */
#include "workload/lane.h"

#include <errno.h>
#include <stdlib.h>
#include "base/text.h"
#include "plugin/host.h"
#include "workload/timing.h"

int lane_fail(struct workload_lane *lane, int64_t error, const char *what)
{
	if (!lane->why) {
		lane->error = error < 0 ? (int)error : -EIO;
		lane->why = host_ctx_explain(lane->ctx, lane->error, what);
	}
	return lane->error;
}

int lane_fail_with(struct workload_lane *lane, int error, char *sentence)
{
	if (lane->why) {
		free(sentence);
		return lane->error;
	}
	lane->error = error;
	lane->why = sentence;
	return error;
}

int64_t workload_now_ns(const struct workload_lane *lane)
{
	return lane->backend->clock_ns ? lane->backend->clock_ns(lane->session)
	                               : clock_now_ns();
}

/* The promise to go forward only is kept where nothing else is needed. */
unsigned lane_flags(const struct workload_test *test)
{
	unsigned flags = (workload_reads(test) ? BENCH_O_READ : 0u) |
	                 (workload_writes(test) ? BENCH_O_WRITE : 0u);

	if (!(test->needs & WORKLOAD_NEEDS_RANDOM))
		flags |= BENCH_O_SEQUENTIAL;
	if (test->new_file)
		flags |= BENCH_O_CREATE | BENCH_O_EXCL;
	return flags;
}

/* Only the first lane makes and removes a file that all go over. */
static const char *file_name(const struct workload_lane *lane)
{
	return lane->cell->share_file && !lane->cell->test->own_files
	               ? lane->shared_name
	               : lane->name;
}

int lane_open_file(struct workload_lane *lane, unsigned flags)
{
	const struct workload_cell *cell = lane->cell;
	int64_t start;
	int error;

	host_ctx_clear(lane->ctx);
	start = workload_now_ns(lane);
	error = lane->backend->open(lane->session, file_name(lane),
	                            flags | cell->open_flags, cell->file_size,
	                            &lane->file);
	lane->tally.open_ns += workload_now_ns(lane) - start;
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
	start = workload_now_ns(lane);
	error = lane->backend->flush(lane->file);
	lane->tally.flush_ns += workload_now_ns(lane) - start;
	return error < 0 ? lane_fail(lane, error, "flush") : 0;
}

int lane_close_file(struct workload_lane *lane)
{
	int64_t start;
	int error;

	if (!lane->file)
		return 0;
	start = workload_now_ns(lane);
	error = lane->backend->close(lane->file);
	lane->tally.close_ns += workload_now_ns(lane) - start;
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

/* A writing pass that has phases of its own is ended, else the flush of what it
 * wrote would be in no time. */
static bool may_be_cut(const struct workload_cell *cell)
{
	if (cell->test->shared)
		return false;
	if (cell->test->own_files)
		return cell->test->include == 0;
	return !workload_writes(cell->test) ||
	       !(cell->test->new_file || cell->flush || cell->flush_every ||
	         cell->reopen || cell->close_to_open);
}

const atomic_bool *lane_stop(const struct workload_lane *lane)
{
	return may_be_cut(lane->cell) ? lane->stop : NULL;
}

int64_t lane_end_ns(const struct workload_lane *lane)
{
	bool sooner = lane->until_ns && lane->until_ns < lane->deadline_ns;

	return sooner && may_be_cut(lane->cell) ? lane->until_ns
	                                        : lane->deadline_ns;
}

int lane_finish(struct workload_lane *lane, uint64_t done, uint64_t records,
                bool late)
{
	/* The end of a slice is no failure. */
	if (late && (lane_end_ns(lane) == lane->deadline_ns ||
	             workload_now_ns(lane) > lane->deadline_ns))
		return -ETIMEDOUT;
	lane->tally.cut = done < records;
	return 0;
}
