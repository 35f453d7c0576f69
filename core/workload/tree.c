/* tree.c - makes and removes a lane's tree, outside of all times.
 *
 * All names are made at once, so that none has to be put together while the
 * clock runs. */
#include "workload/tree.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "plugin/host.h"
#include "workload/lane.h"

/* As "t0.tree/d00012/f00001234": room for what is behind the root's name. */
#define GROUP_ROOM 24
#define NAME_ROOM  (GROUP_ROOM + 24)
#define ENTRIES    (UINT64_C(1) << 32)

int tree_make_file(struct workload_lane *lane, uint64_t entry)
{
	struct tree *tree = lane->own;
	void *file = NULL;
	int error = lane->backend->open(lane->session, tree_name(tree, entry),
	                                BENCH_O_WRITE | BENCH_O_CREATE |
	                                        BENCH_O_EXCL | BENCH_O_SEQUENTIAL,
	                                0, &file);

	if (error < 0)
		return error;
	tree->state[entry] = TREE_FILE;
	error = lane->backend->close(file);
	return error < 0 ? error : 0;
}

int tree_make_directory(struct workload_lane *lane, uint64_t entry)
{
	struct tree *tree = lane->own;
	int error = lane->backend->mkdir(lane->session, tree_name(tree, entry));

	if (error < 0)
		return error;
	tree->state[entry] = TREE_DIRECTORY;
	return 0;
}

int tree_rename(struct workload_lane *lane, uint64_t entry)
{
	struct tree *tree = lane->own;
	bool back = tree->state[entry] == TREE_RENAMED;
	const char *name = tree_name(tree, entry), *other = tree_other(tree, entry);
	int error = lane->backend->rename(lane->session, back ? other : name,
	                                  back ? name : other);

	if (error < 0)
		return error;
	tree->state[entry] = back ? TREE_FILE : TREE_RENAMED;
	return 0;
}

int tree_unlink(struct workload_lane *lane, uint64_t entry)
{
	struct tree *tree = lane->own;
	const char *name = tree->state[entry] == TREE_RENAMED
	                           ? tree_other(tree, entry)
	                           : tree_name(tree, entry);
	int error = lane->backend->unlink(lane->session, name);

	if (error < 0)
		return error;
	tree->state[entry] = TREE_NOTHING;
	return 0;
}

int tree_rmdir(struct workload_lane *lane, uint64_t entry)
{
	struct tree *tree = lane->own;
	int error = lane->backend->rmdir(lane->session, tree_name(tree, entry));

	if (error < 0)
		return error;
	tree->state[entry] = TREE_NOTHING;
	return 0;
}

static int empty(struct workload_lane *lane, uint64_t entry)
{
	const struct tree *tree = lane->own;

	switch (tree->state[entry]) {
	case TREE_FILE:
	case TREE_RENAMED:
		return tree_unlink(lane, entry);
	case TREE_DIRECTORY:
		return tree_rmdir(lane, entry);
	default:
		return 0;
	}
}

/* Makes an entry what it is to be.  *what is what was tried last. */
static int convert(struct workload_lane *lane, uint64_t entry,
                   enum tree_entry want, const char **what)
{
	const struct tree *tree = lane->own;
	int error = 0;

	if (tree->state[entry] == (unsigned)want)
		return 0;
	*what = "rename";
	if (tree->state[entry] == TREE_RENAMED && want == TREE_FILE)
		return tree_rename(lane, entry);
	*what = "removal of an entry";
	error = empty(lane, entry);
	if (error || want == TREE_NOTHING)
		return error;
	*what = want == TREE_FILE ? "create" : "mkdir";
	return want == TREE_FILE ? tree_make_file(lane, entry)
	                         : tree_make_directory(lane, entry);
}

int tree_fill(struct workload_lane *lane, enum tree_entry want)
{
	const struct tree *tree = lane->own;
	const atomic_bool *stop = lane_stop(lane);

	host_ctx_clear(lane->ctx);
	for (uint64_t i = 0; i < tree->entries; i++) {
		const char *what = NULL;
		int error = convert(lane, i, want, &what);

		if (error)
			return lane_fail(lane, error, what);
		if (stop && atomic_load_explicit(stop, memory_order_relaxed))
			return TREE_STOPPED;
		if (workload_now_ns(lane) > lane_end_ns(lane))
			return lane_finish(lane, i, tree->entries, true) ? -ETIMEDOUT
			                                                 : TREE_STOPPED;
	}
	return 0;
}

static int write_names(struct tree *tree)
{
	size_t root = strlen(tree->root);

	tree->group_step = root + GROUP_ROOM;
	tree->name_step = root + NAME_ROOM;
	tree->group_names = calloc(tree->groups, tree->group_step);
	tree->names = calloc(tree->entries, tree->name_step);
	tree->others = calloc(tree->entries, tree->name_step);
	tree->state = calloc(tree->entries, 1);
	if (!tree->group_names || !tree->names || !tree->others || !tree->state)
		return -ENOMEM;
	for (uint64_t i = 0; i < tree->groups; i++)
		snprintf(tree->group_names + i * tree->group_step, tree->group_step,
		         "%s/d%05" PRIu64, tree->root, i);
	for (uint64_t i = 0; i < tree->entries; i++) {
		const char *group = tree_group(tree, i / TREE_GROUP);

		snprintf(tree->names + i * tree->name_step, tree->name_step,
		         "%s/f%08" PRIu64, group, i);
		snprintf(tree->others + i * tree->name_step, tree->name_step,
		         "%s/g%08" PRIu64, group, i);
	}
	return 0;
}

static int make_directories(struct workload_lane *lane, struct tree *tree)
{
	int error;

	host_ctx_clear(lane->ctx);
	error = lane->backend->mkdir(lane->session, tree->root);
	if (error < 0)
		return lane_fail(lane, error, "mkdir");
	tree->root_made = true;
	while (tree->groups_made < tree->groups) {
		error = lane->backend->mkdir(lane->session,
		                             tree_group(tree, tree->groups_made));
		if (error < 0)
			return lane_fail(lane, error, "mkdir");
		tree->groups_made++;
		if (workload_now_ns(lane) > lane->deadline_ns)
			return -ETIMEDOUT;
	}
	return 0;
}

int tree_make(struct workload_lane *lane)
{
	uint64_t files = lane->cell->files;
	struct tree *tree = lane->own = calloc(1, sizeof *tree);

	if (!tree)
		return lane_fail(lane, -ENOMEM, "tree");
	tree->entries = files ? files : WORKLOAD_FILES;
	tree->groups = (tree->entries + TREE_GROUP - 1) / TREE_GROUP;
	if (tree->entries > ENTRIES)
		return lane_fail_with(lane, -EINVAL,
		                      text_copy("a tree has at most 2^32 files"));
	tree->root = text_format("%s.tree", lane->name);
	if (!tree->root || write_names(tree))
		return lane_fail(lane, -ENOMEM, "names of a tree");
	return make_directories(lane, tree);
}

static void free_tree(struct tree *tree)
{
	free(tree->names);
	free(tree->others);
	free(tree->group_names);
	free(tree->root);
	free(tree->state);
	free(tree);
}

/* What is gone is gone; the first other failure is told of, and the rest of
 * the tree removed all the same. */
static void note_failure(struct workload_lane *lane, int error, int *first)
{
	if (error < 0 && error != -ENOENT && !*first)
		*first = lane_fail(lane, error, "removal of the tree");
}

int tree_remove(struct workload_lane *lane)
{
	struct tree *tree = lane->own;
	int first = 0;

	if (!tree)
		return 0;
	host_ctx_clear(lane->ctx);
	for (uint64_t i = 0; i < tree->groups_made * TREE_GROUP; i++)
		if (i < tree->entries)
			note_failure(lane, empty(lane, i), &first);
	for (uint64_t i = 0; i < tree->groups_made; i++)
		note_failure(lane,
		             lane->backend->rmdir(lane->session, tree_group(tree, i)),
		             &first);
	if (tree->root_made)
		note_failure(lane, lane->backend->rmdir(lane->session, tree->root),
		             &first);
	free_tree(tree);
	lane->own = NULL;
	return first;
}
