/* tree.c - the names of the store: nodes, found by parent and name. */
#include "tree.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "wire.h"

static int64_t wall_clock(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* FNV-1a over the parent's address and the name. */
static size_t bucket(const struct node *parent, const char *name, size_t length)
{
	uint64_t hash = UINT64_C(14695981039346656037) ^ (uintptr_t)parent;

	hash *= UINT64_C(1099511628211);
	for (size_t i = 0; i < length; i++)
		hash = (hash ^ (unsigned char)name[i]) * UINT64_C(1099511628211);
	return (size_t)(hash >> 32) % TREE_BUCKETS;
}

static size_t cost(const char *name)
{
	return sizeof(struct node) + 128 + strlen(name);
}

int tree_init(struct tree *tree, struct pool *pool)
{
	*tree = (struct tree){.pool = pool};
	tree->root.directory = true;
	tree->root.changed = wall_clock();
	tree->buckets = calloc(TREE_BUCKETS, sizeof(struct node *));
	return tree->buckets ? 0 : -ENOMEM;
}

static void free_node(struct tree *tree, struct node *node)
{
	pool_credit(tree->pool, cost(node->name));
	data_release(node->data);
	free(node->name);
	free(node);
}

void tree_free(struct tree *tree)
{
	for (size_t i = 0; tree->buckets && i < TREE_BUCKETS; i++) {
		while (tree->buckets[i]) {
			struct node *node = tree->buckets[i];

			tree->buckets[i] = node->chain;
			free_node(tree, node);
		}
	}
	free(tree->buckets);
}

/* Of one part: "." and ".." would lead astray. */
static bool is_name(const char *part, size_t length)
{
	if (length == 0 || length > WIRE_NAME_MAX)
		return false;
	return part[0] != '.' || !(length == 1 || (length == 2 && part[1] == '.'));
}

struct node *tree_child(const struct tree *tree, const struct node *parent,
                        const char *name, size_t length)
{
	struct node *node = tree->buckets[bucket(parent, name, length)];

	while (node &&
	       (node->parent != parent || strncmp(node->name, name, length) != 0 ||
	        node->name[length] != '\0'))
		node = node->chain;
	return node;
}

int tree_parent(struct tree *tree, const char *path, struct node **parent,
                const char **last)
{
	const char *slash;

	*parent = &tree->root;
	if (path[0] == '\0' || strcmp(path, ".") == 0)
		return -EPERM;
	while ((slash = strchr(path, '/')) != NULL) {
		size_t length = (size_t)(slash - path);

		if (!is_name(path, length))
			return -EINVAL;
		*parent = tree_child(tree, *parent, path, length);
		if (!*parent)
			return -ENOENT;
		if (!(*parent)->directory)
			return -ENOTDIR;
		path = slash + 1;
	}
	*last = path;
	return is_name(path, strlen(path)) ? 0 : -EINVAL;
}

int tree_find(struct tree *tree, const char *path, struct node **out)
{
	struct node *parent;
	const char *last;
	int error = tree_parent(tree, path, &parent, &last);

	if (error == -EPERM) {
		*out = &tree->root;
		return 0;
	}
	if (error)
		return error;
	*out = tree_child(tree, parent, last, strlen(last));
	return *out ? 0 : -ENOENT;
}

void tree_link(struct tree *tree, struct node *parent, struct node *node)
{
	size_t index = bucket(parent, node->name, strlen(node->name));

	node->chain = tree->buckets[index];
	tree->buckets[index] = node;
	node->parent = parent;
	node->before = NULL;
	node->after = parent->children;
	if (node->after)
		node->after->before = node;
	parent->children = node;
	parent->changed = wall_clock();
}

void tree_unlink(struct tree *tree, struct node *node)
{
	struct node *parent = node->parent;
	struct node **place =
	        &tree->buckets[bucket(parent, node->name, strlen(node->name))];

	while (*place != node)
		place = &(*place)->chain;
	*place = node->chain;
	if (node->before)
		node->before->after = node->after;
	else
		parent->children = node->after;
	if (node->after)
		node->after->before = node->before;
	node->parent = NULL;
	parent->changed = wall_clock();
}

int tree_add(struct tree *tree, struct node *parent, const char *name,
             bool directory, struct node **out)
{
	struct node *node;
	int error = pool_charge(tree->pool, cost(name));

	if (error)
		return error;
	node = calloc(1, sizeof(*node));
	if (!node)
		goto no_node;
	node->name = strdup(name);
	node->data = directory ? NULL : data_new(tree->pool);
	if (!node->name || (!directory && !node->data))
		goto no_parts;
	node->directory = directory;
	node->changed = wall_clock();
	tree_link(tree, parent, node);
	*out = node;
	return 0;
no_parts:
	data_release(node->data);
	free(node->name);
	free(node);
no_node:
	pool_credit(tree->pool, cost(name));
	return -ENOMEM;
}

int tree_rename(struct tree *tree, struct node *node, struct node *parent,
                const char *name)
{
	char *copy;
	int error = pool_charge(tree->pool, cost(name));

	if (error)
		return error;
	copy = strdup(name);
	if (!copy) {
		pool_credit(tree->pool, cost(name));
		return -ENOMEM;
	}
	tree_unlink(tree, node);
	pool_credit(tree->pool, cost(node->name));
	free(node->name);
	node->name = copy;
	tree_link(tree, parent, node);
	return 0;
}

void tree_drop(struct tree *tree, struct node *node)
{
	if (!node->parent && node->opened == 0)
		free_node(tree, node);
}
