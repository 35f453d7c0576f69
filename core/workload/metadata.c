/* metadata.c - passes over the entries of a tree, in the order in which they
 * were made.
 *
 * What a pass needs to be there, or not to be there, is seen to before its
 * clock starts.  One clock read an operation, as in records.c. */
#include "workload/metadata.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include "base/text.h"
#include "plugin/host.h"
#include "workload/lane.h"
#include "workload/timing.h"
#include "workload/tree.h"

/* The operation on the nth entry, or group. */
typedef int act(struct workload_lane *lane, uint64_t n);

static int run(struct workload_lane *lane, uint64_t count, act *operation)
{
	const enum tick_kind kind = tick_kind(lane);
	const uint64_t deadline = tick_deadline(lane, kind);
	const atomic_bool never = false;
	const atomic_bool *stop = lane_stop(lane) ? lane_stop(lane) : &never;
	uint64_t start, last, done = 0;
	bool end = count == 0;
	int error = 0;

	host_ctx_clear(lane->ctx);
	start = last = tick_now(lane, kind);
	while (!end) {
		uint64_t now;

		error = operation(lane, done);
		now = tick_now(lane, kind);
		if (error < 0) {
			last = now;
			break;
		}
		histogram_record(lane->latency, tick_between(last, now));
		last = now;
		end = ++done == count || now > deadline ||
		      atomic_load_explicit(stop, memory_order_relaxed);
	}
	lane->tally.ops += done;
	lane->tally.io_ns += tick_to_ns(lane, kind, tick_between(start, last));
	return end ? lane_finish(lane, done, count, last > deadline)
	           : lane_fail(lane, error, lane->cell->test->name);
}

static int run_entries(struct workload_lane *lane, act *operation)
{
	const struct tree *tree = lane->own;

	return run(lane, tree->entries, operation);
}

/* Over a tree that is made so before each pass. */
static int run_filled(struct workload_lane *lane, enum tree_entry before,
                      act *operation)
{
	int result = tree_fill(lane, before);

	if (result == TREE_STOPPED) {
		const struct tree *tree = lane->own;

		return lane_finish(lane, 0, tree->entries, false);
	}
	return result ? result : run_entries(lane, operation);
}

int metadata_create(struct workload_lane *lane)
{
	return run_filled(lane, TREE_NOTHING, tree_make_file);
}

int metadata_unlink(struct workload_lane *lane)
{
	return run_filled(lane, TREE_FILE, tree_unlink);
}

int metadata_mkdir(struct workload_lane *lane)
{
	return run_filled(lane, TREE_NOTHING, tree_make_directory);
}

int metadata_rmdir(struct workload_lane *lane)
{
	return run_filled(lane, TREE_DIRECTORY, tree_rmdir);
}

int metadata_prepare_files(struct workload_lane *lane)
{
	int error = tree_make(lane);

	return error ? error : tree_fill(lane, TREE_FILE);
}

/* From one name to the other, and in the next pass back. */
int metadata_rename(struct workload_lane *lane)
{
	return run_entries(lane, tree_rename);
}

static int look_at(struct workload_lane *lane, uint64_t entry)
{
	const struct tree *tree = lane->own;
	struct bench_stat found = {.size = sizeof found};

	return lane->backend->stat(lane->session, tree_name(tree, entry), &found);
}

int metadata_stat(struct workload_lane *lane)
{
	return run_entries(lane, look_at);
}

static int open_and_close(struct workload_lane *lane, uint64_t entry)
{
	const struct tree *tree = lane->own;
	void *file = NULL;
	int error =
	        lane->backend->open(lane->session, tree_name(tree, entry),
	                            BENCH_O_READ | BENCH_O_SEQUENTIAL, 0, &file);

	return error < 0 ? error : lane->backend->close(file);
}

int metadata_open(struct workload_lane *lane)
{
	return run_entries(lane, open_and_close);
}

/* Not every backend leaves the directory itself and its parent out. */
static int count_entry(void *arg, const char *entry)
{
	uint64_t *count = arg;

	*count += strcmp(entry, ".") != 0 && strcmp(entry, "..") != 0;
	return 0;
}

/* A list that lacks names is no list. */
static int list(struct workload_lane *lane, uint64_t group)
{
	const struct tree *tree = lane->own;
	uint64_t count = 0, size = tree_group_size(tree, group);
	int error = lane->backend->readdir(lane->session, tree_group(tree, group),
	                                   count_entry, &count);

	if (error < 0 || count == size)
		return error;
	return lane_fail_with(lane, -EIO,
	                      text_format("readdir: %s lists %" PRIu64
	                                  " names instead of %" PRIu64,
	                                  tree_group(tree, group), count, size));
}

int metadata_readdir(struct workload_lane *lane)
{
	const struct tree *tree = lane->own;

	return run(lane, tree->groups, list);
}

int metadata_prepare_lists(struct workload_lane *lane)
{
	uint64_t count = 0;
	int error = metadata_prepare_files(lane);

	if (error)
		return error;
	error = lane->backend->readdir(lane->session, tree_group(lane->own, 0),
	                               count_entry, &count);
	if (error < 0)
		return lane_fail(lane, error, "readdir");
	if (count)
		return 0;
	return lane_fail_with(lane, -ENOTSUP,
	                      text_copy("the target lists none of the names that "
	                                "were made on it"));
}
