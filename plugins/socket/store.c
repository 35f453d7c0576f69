/* store.c - files and directories in memory, shared by all clients. */
#include "store.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "tree.h"
#include "wire.h"

struct store {
	pthread_mutex_t lock; /* of the tree and each node's members */
	struct pool pool;
	struct tree tree;
};

int store_new(uint64_t memory, struct store **out)
{
	struct store *store = calloc(1, sizeof(*store));
	int error = store ? pool_init(&store->pool, memory) : -ENOMEM;

	if (!error)
		error = tree_init(&store->tree, &store->pool);
	if (error) {
		if (store)
			pool_free(&store->pool);
		free(store);
		return error;
	}
	pthread_mutex_init(&store->lock, NULL);
	*out = store;
	return 0;
}

void store_free(struct store *store)
{
	if (!store)
		return;
	tree_free(&store->tree);
	pool_free(&store->pool);
	pthread_mutex_destroy(&store->lock);
	free(store);
}

/* Fresh contents; whoever is busy with the old ones keeps them. */
static int truncate_node(struct store *store, struct node *node)
{
	struct data *fresh;

	if (data_size(node->data) == 0)
		return 0;
	fresh = data_new(&store->pool);
	if (!fresh)
		return -ENOMEM;
	data_release(node->data);
	node->data = fresh;
	return 0;
}

static int open_locked(struct store *store, const char *name, unsigned flags,
                       struct node **out)
{
	struct node *parent, *node;
	const char *last;
	int error = tree_parent(&store->tree, name, &parent, &last);

	if (error)
		return error == -EPERM ? -EISDIR : error;
	node = tree_child(&store->tree, parent, last, strlen(last));
	if (node && (flags & WIRE_CREATE) && (flags & WIRE_EXCL))
		return -EEXIST;
	if (node && node->directory)
		return -EISDIR;
	if (!node && !(flags & WIRE_CREATE))
		return -ENOENT;
	if (!node)
		error = tree_add(&store->tree, parent, last, false, &node);
	else if (flags & WIRE_TRUNC)
		error = truncate_node(store, node);
	if (error)
		return error;
	node->opened++;
	*out = node;
	return 0;
}

int store_open(struct store *store, const char *name, unsigned flags,
               struct node **out)
{
	int error;

	pthread_mutex_lock(&store->lock);
	error = open_locked(store, name, flags, out);
	pthread_mutex_unlock(&store->lock);
	return error;
}

void store_close(struct store *store, struct node *node)
{
	pthread_mutex_lock(&store->lock);
	node->opened--;
	tree_drop(&store->tree, node);
	pthread_mutex_unlock(&store->lock);
}

struct data *store_data(struct store *store, struct node *node)
{
	struct data *data;

	pthread_mutex_lock(&store->lock);
	data = data_hold(node->data);
	pthread_mutex_unlock(&store->lock);
	return data;
}

int store_stat(struct store *store, const char *name, struct store_stat *out)
{
	struct node *node;
	int error;

	pthread_mutex_lock(&store->lock);
	error = tree_find(&store->tree, name, &node);
	if (!error && node->directory)
		*out = (struct store_stat){true, 0, node->changed};
	else if (!error)
		*out = (struct store_stat){false, data_size(node->data),
		                           data_changed(node->data)};
	pthread_mutex_unlock(&store->lock);
	return error;
}

int store_mkdir(struct store *store, const char *name)
{
	struct node *parent, *node;
	const char *last;
	int error;

	pthread_mutex_lock(&store->lock);
	error = tree_parent(&store->tree, name, &parent, &last);
	if (error == -EPERM)
		error = -EEXIST;
	if (!error && tree_child(&store->tree, parent, last, strlen(last)))
		error = -EEXIST;
	if (!error)
		error = tree_add(&store->tree, parent, last, true, &node);
	pthread_mutex_unlock(&store->lock);
	return error;
}

static int remove_node(struct store *store, const char *name, bool directory)
{
	struct node *node;
	int error;

	pthread_mutex_lock(&store->lock);
	error = tree_find(&store->tree, name, &node);
	if (!error && node == &store->tree.root)
		error = -EPERM;
	else if (!error && node->directory != directory)
		error = directory ? -ENOTDIR : -EISDIR;
	else if (!error && node->children)
		error = -ENOTEMPTY;
	if (!error) {
		tree_unlink(&store->tree, node);
		tree_drop(&store->tree, node);
	}
	pthread_mutex_unlock(&store->lock);
	return error;
}

int store_rmdir(struct store *store, const char *name)
{
	return remove_node(store, name, true);
}

int store_unlink(struct store *store, const char *name)
{
	return remove_node(store, name, false);
}

static int rename_locked(struct store *store, const char *from, const char *to)
{
	struct node *node, *parent, *taken;
	const char *last;
	int error = tree_find(&store->tree, from, &node);

	if (!error)
		error = tree_parent(&store->tree, to, &parent, &last);
	if (error)
		return error;
	/* A directory cannot move below itself; this covers the root too. */
	for (const struct node *up = parent; up; up = up->parent)
		if (up == node)
			return -EINVAL;
	taken = tree_child(&store->tree, parent, last, strlen(last));
	if (taken == node)
		return 0;
	if (taken && (taken->directory || node->directory))
		return -EEXIST;
	error = tree_rename(&store->tree, node, parent, last);
	if (!error && taken) {
		tree_unlink(&store->tree, taken);
		tree_drop(&store->tree, taken);
	}
	return error;
}

int store_rename(struct store *store, const char *from, const char *to)
{
	int error;

	pthread_mutex_lock(&store->lock);
	error = rename_locked(store, from, to);
	pthread_mutex_unlock(&store->lock);
	return error;
}

static int list_locked(const struct node *directory, char **bytes,
                       size_t *length)
{
	char *place;

	*length = 0;
	for (const struct node *n = directory->children; n; n = n->after)
		*length += strlen(n->name) + 1;
	if (*length > WIRE_LIST_MAX)
		return -EINVAL;
	*bytes = place = malloc(*length + 1);
	if (!place)
		return -ENOMEM;
	for (const struct node *n = directory->children; n; n = n->after)
		place = stpcpy(place, n->name) + 1;
	return 0;
}

int store_list(struct store *store, const char *name, char **bytes,
               size_t *length)
{
	struct node *node;
	int error;

	pthread_mutex_lock(&store->lock);
	error = tree_find(&store->tree, name, &node);
	if (!error && !node->directory)
		error = -ENOTDIR;
	if (!error)
		error = list_locked(node, bytes, length);
	pthread_mutex_unlock(&store->lock);
	return error;
}

void store_space(struct store *store, uint64_t *left, uint64_t *total)
{
	*left = pool_left(&store->pool);
	*total = pool_total(&store->pool);
}

int64_t store_reserve(struct store *store)
{
	return pool_reserve(&store->pool);
}
