/* tree.h - a lane's own tree of names: a directory with groups of 100 entries,
 * each a file, a directory, or not there.  What is there is known entry by
 * entry, so that a pass that was cut or failed can be made good. */
#ifndef BENCH_WORKLOAD_TREE_H
#define BENCH_WORKLOAD_TREE_H

#include "workload/workload.h"

#define TREE_GROUP 100

enum tree_entry {
	TREE_NOTHING,
	TREE_FILE,
	TREE_RENAMED, /* a file with its other name */
	TREE_DIRECTORY
};

struct tree {
	uint64_t entries, groups;
	/* All of one length, one after the other. */
	char *names, *others, *group_names, *root;
	size_t name_step, group_step;
	unsigned char *state; /* enum tree_entry */
	uint64_t groups_made;
	bool root_made;
};

/* The lane's tree with its empty groups, in lane->own.  What was made of it
 * before a failure is tree_remove()'s. */
int tree_make(struct workload_lane *lane);
/* Makes all entries files, directories, or nothing; a renamed file is a file.
 * 0, TREE_STOPPED, -ETIMEDOUT at the deadline, or the failure. */
int tree_fill(struct workload_lane *lane, enum tree_entry want);
#define TREE_STOPPED 1
/* Removes and forgets all of it, whatever state it is in. */
int tree_remove(struct workload_lane *lane);

static inline const char *tree_name(const struct tree *tree, uint64_t entry)
{
	return tree->names + entry * tree->name_step;
}

static inline const char *tree_other(const struct tree *tree, uint64_t entry)
{
	return tree->others + entry * tree->name_step;
}

static inline const char *tree_group(const struct tree *tree, uint64_t group)
{
	return tree->group_names + group * tree->group_step;
}

/* How many entries a group has when it is full; the last may have less. */
static inline uint64_t tree_group_size(const struct tree *tree, uint64_t group)
{
	uint64_t left = tree->entries - group * TREE_GROUP;

	return left < TREE_GROUP ? left : TREE_GROUP;
}

/* The verbs of an entry, by its state, which they change.  0 or negative
 * errno. */
int tree_make_file(struct workload_lane *lane, uint64_t entry);
int tree_make_directory(struct workload_lane *lane, uint64_t entry);
int tree_rename(struct workload_lane *lane, uint64_t entry);
int tree_unlink(struct workload_lane *lane, uint64_t entry);
int tree_rmdir(struct workload_lane *lane, uint64_t entry);

#endif
