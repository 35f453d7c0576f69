/* metadata.h - what is done to names: create, stat, open, rename, readdir,
 * unlink, mkdir, rmdir, one entry of a lane's tree after the other. */
#ifndef BENCH_WORKLOAD_METADATA_H
#define BENCH_WORKLOAD_METADATA_H

#include "workload/workload.h"

/* For tests that go over files that are there; the others begin with
 * tree_make(), and all end with tree_remove() (tree.h). */
int metadata_prepare_files(struct workload_lane *lane);
/* The same; -ENOTSUP for a target that lists nothing of what is there. */
int metadata_prepare_lists(struct workload_lane *lane);

int metadata_create(struct workload_lane *lane);
int metadata_stat(struct workload_lane *lane);
int metadata_open(struct workload_lane *lane);
int metadata_rename(struct workload_lane *lane);
int metadata_readdir(struct workload_lane *lane);
int metadata_unlink(struct workload_lane *lane);
int metadata_mkdir(struct workload_lane *lane);
int metadata_rmdir(struct workload_lane *lane);

#endif
