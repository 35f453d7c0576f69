/* tree.h - the names of the store: nodes, found by parent and name.
 *
 * Not thread-safe; store.c holds its lock around each call. */
#ifndef SOCKET_TREE_H
#define SOCKET_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "data.h"

#define TREE_BUCKETS ((size_t)32768)

struct node {
	struct node *parent;         /* NULL: unlinked, or the root */
	struct node *after, *before; /* in the parent's list */
	struct node *children;
	struct node *chain; /* in the bucket */
	char *name;         /* one part, without '/' */
	bool directory;
	unsigned opened;   /* handles */
	struct data *data; /* NULL for a directory */
	int64_t changed;   /* of a directory */
};

struct tree {
	struct pool *pool;
	struct node root;
	struct node **buckets;
};

int tree_init(struct tree *tree, struct pool *pool);
void tree_free(struct tree *tree);
/* -ENOENT, -ENOTDIR, -EINVAL for a name that none can have.  "" and "." are the
 * root. */
int tree_find(struct tree *tree, const char *path, struct node **out);
/* The directory that path stands in and its last part.  The root has none:
 * -EPERM. */
int tree_parent(struct tree *tree, const char *path, struct node **parent,
                const char **last);
struct node *tree_child(const struct tree *tree, const struct node *parent,
                        const char *name, size_t length);
int tree_add(struct tree *tree, struct node *parent, const char *name,
             bool directory, struct node **out);
/* Takes the node's name away; the node itself stays. */
void tree_unlink(struct tree *tree, struct node *node);
/* Gives the unlinked node a place again. */
void tree_link(struct tree *tree, struct node *parent, struct node *node);
int tree_rename(struct tree *tree, struct node *node, struct node *parent,
                const char *name);
/* Frees a node that is unlinked and closed; does nothing otherwise. */
void tree_drop(struct tree *tree, struct node *node);

#endif
