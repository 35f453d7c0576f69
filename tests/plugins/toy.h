/* toy.h - a complete little backend over a store in the process's memory, from
 * which each toy is made by replacing one operation:
 *
 *     #include "toy.h"
 *     static int64_t fails(void *file, ...) { ... }
 *     #define TOY_WRITE fails
 *     #include "toy_backend.h"
 *     BENCH_REGISTER(backend)
 *
 * The store is the worker's own, so it is empty in each new process. */
#ifndef TOY_H
#define TOY_H

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "bench_plugin.h"

#define TOY static inline

struct toy_config {
	uint64_t limit; /* bytes of the store */
	char *label;
};

struct toy_node {
	struct toy_node *next;
	char *name, *bytes;
	size_t size, room;
	unsigned holders; /* the store's own hold and the open handles */
	int is_dir;
};

struct toy_target {
	pthread_mutex_t lock;
	const struct toy_config *config;
	struct bench_ctx *ctx;
	struct toy_node *nodes;
	uint64_t used;
};

struct toy_session {
	struct toy_target *target;
	struct bench_ctx *ctx;
};

struct toy_file {
	struct toy_session *session;
	struct toy_node *node;
	unsigned flags;
	uint64_t next; /* where the last read ended; for toys that are streams */
};

/* Nodes, under the lock -------------------------------------------------- */

TOY struct toy_node **toy_slot(struct toy_target *target, const char *name)
{
	struct toy_node **slot = &target->nodes;

	while (*slot && strcmp((*slot)->name, name) != 0)
		slot = &(*slot)->next;
	return slot;
}

TOY void toy_let_go(struct toy_target *target, struct toy_node *node)
{
	if (--node->holders > 0)
		return;
	target->used -= node->room;
	free(node->name);
	free(node->bytes);
	free(node);
}

/* Out of the store; an open handle keeps the bytes. */
TOY void toy_take_out(struct toy_target *target, struct toy_node **slot)
{
	struct toy_node *node = *slot;

	*slot = node->next;
	toy_let_go(target, node);
}

TOY struct toy_node *toy_put_in(struct toy_target *target, const char *name,
                                int is_dir)
{
	struct toy_node *node = (struct toy_node *)calloc(1, sizeof(*node));

	if (!node)
		return NULL;
	node->name = strdup(name);
	if (!node->name) {
		free(node);
		return NULL;
	}
	node->is_dir = is_dir;
	node->holders = 1;
	node->next = target->nodes;
	target->nodes = node;
	return node;
}

TOY int toy_reserve(struct toy_target *target, struct toy_node *node,
                    size_t size)
{
	char *bytes;

	if (size <= node->room)
		return 0;
	if (size - node->room > target->config->limit - target->used)
		return -ENOSPC;
	bytes = (char *)realloc(node->bytes, size);
	if (!bytes)
		return -ENOMEM;
	memset(bytes + node->room, 0, size - node->room);
	target->used += size - node->room;
	node->bytes = bytes;
	node->room = size;
	return 0;
}

/* Target and session ----------------------------------------------------- */

/* toy://LABEL */
TOY int toy_from_url(const char *url, struct bench_ctx *ctx,
                     int (*set)(void *arg, const char *key, const char *value),
                     void *arg)
{
	const char *label = strstr(url, "://");

	if (!label) {
		bench->fail(ctx, "%s is not of the form toy://LABEL", url);
		return -EINVAL;
	}
	return set(arg, "label", label + 3);
}

TOY int toy_target_open(const void *config, struct bench_ctx *ctx,
                        void **target)
{
	struct toy_target *toy = (struct toy_target *)calloc(1, sizeof(*toy));

	if (!toy)
		return -ENOMEM;
	pthread_mutex_init(&toy->lock, NULL);
	toy->config = (const struct toy_config *)config;
	toy->ctx = ctx;
	*target = toy;
	return 0;
}

TOY void toy_target_close(void *target)
{
	struct toy_target *toy = (struct toy_target *)target;

	while (toy->nodes)
		toy_take_out(toy, &toy->nodes);
	pthread_mutex_destroy(&toy->lock);
	free(toy);
}

TOY int toy_caps(void *target, struct bench_caps *caps)
{
	struct toy_target *toy = (struct toy_target *)target;

	caps->props = BENCH_RANDOM | BENCH_REWRITE | BENCH_KEEPS | BENCH_SHARED |
	              BENCH_MEMORY;
	caps->durable = BENCH_DUR_NONE;
	caps->free_bytes = toy->config->limit - toy->used;
	return 0;
}

TOY int toy_describe(void *target)
{
	struct toy_target *toy = (struct toy_target *)target;

	bench->fact(toy->ctx, "store", "memory of the process");
	if (toy->config->label)
		bench->fact(toy->ctx, "label", "%s", toy->config->label);
	return 0;
}

TOY int toy_session_open(void *target, const struct bench_who *who,
                         struct bench_ctx *ctx, void **session)
{
	struct toy_session *toy = (struct toy_session *)calloc(1, sizeof(*toy));

	(void)who;
	if (!toy)
		return -ENOMEM;
	toy->target = (struct toy_target *)target;
	toy->ctx = ctx;
	*session = toy;
	return 0;
}

TOY void toy_session_close(void *session)
{
	free(session);
}

/* Files ------------------------------------------------------------------ */

/* Finds or makes the node as the flags say. */
TOY int toy_open_node(struct toy_target *target, const char *name,
                      unsigned flags, struct toy_node **out)
{
	struct toy_node *node = *toy_slot(target, name);

	if (node && node->is_dir)
		return -EISDIR;
	if (node && (flags & BENCH_O_CREATE) && (flags & BENCH_O_EXCL))
		return -EEXIST;
	if (!node && !(flags & BENCH_O_CREATE))
		return -ENOENT;
	if (!node)
		node = toy_put_in(target, name, 0);
	if (!node)
		return -ENOMEM;
	if (flags & BENCH_O_TRUNC)
		node->size = 0;
	node->holders++;
	*out = node;
	return 0;
}

TOY int toy_open(void *session, const char *name, unsigned flags,
                 uint64_t size_hint, void **file)
{
	struct toy_session *toy = (struct toy_session *)session;
	struct toy_file *handle = (struct toy_file *)calloc(1, sizeof(*handle));
	int rc;

	(void)size_hint;
	if (!handle)
		return -ENOMEM;
	handle->session = toy;
	handle->flags = flags;
	pthread_mutex_lock(&toy->target->lock);
	rc = toy_open_node(toy->target, name, flags, &handle->node);
	pthread_mutex_unlock(&toy->target->lock);
	if (rc != 0)
		free(handle);
	else
		*file = handle;
	return rc;
}

TOY int toy_close(void *file)
{
	struct toy_file *handle = (struct toy_file *)file;
	struct toy_target *target = handle->session->target;

	pthread_mutex_lock(&target->lock);
	toy_let_go(target, handle->node);
	pthread_mutex_unlock(&target->lock);
	free(handle);
	return 0;
}

TOY int64_t toy_read(void *file, void *buf, size_t len, uint64_t off)
{
	struct toy_file *handle = (struct toy_file *)file;
	struct toy_target *target = handle->session->target;
	size_t there = 0;

	pthread_mutex_lock(&target->lock);
	if (off < handle->node->size)
		there = handle->node->size - (size_t)off;
	if (there > len)
		there = len;
	if (there > 0)
		memcpy(buf, handle->node->bytes + off, there);
	pthread_mutex_unlock(&target->lock);
	return (int64_t)there;
}

TOY int64_t toy_write(void *file, const void *buf, size_t len, uint64_t off)
{
	struct toy_file *handle = (struct toy_file *)file;
	struct toy_target *target = handle->session->target;
	struct toy_node *node = handle->node;
	int rc;

	pthread_mutex_lock(&target->lock);
	rc = toy_reserve(target, node, (size_t)off + len);
	if (rc == 0 && off > node->size)
		memset(node->bytes + node->size, 0, (size_t)off - node->size);
	if (rc == 0 && len > 0)
		memcpy(node->bytes + off, buf, len);
	if (rc == 0 && off + len > node->size)
		node->size = (size_t)off + len;
	pthread_mutex_unlock(&target->lock);
	if (rc == -ENOSPC)
		bench->fail(handle->session->ctx, "the store is full");
	return rc == 0 ? (int64_t)len : rc;
}

TOY int toy_flush(void *file)
{
	(void)file;
	return 0;
}

/* Names ------------------------------------------------------------------ */

TOY int toy_stat(void *session, const char *name, struct bench_stat *st)
{
	struct toy_target *target = ((struct toy_session *)session)->target;
	struct toy_node *node;

	pthread_mutex_lock(&target->lock);
	node = *toy_slot(target, name);
	if (node) {
		st->is_dir = node->is_dir;
		st->bytes = node->size;
		st->mtime_ns = 0;
	}
	pthread_mutex_unlock(&target->lock);
	return node ? 0 : -ENOENT;
}

TOY int toy_rename(void *session, const char *from, const char *to)
{
	struct toy_target *target = ((struct toy_session *)session)->target;
	struct toy_node *node, **taken;
	char *name = strdup(to);

	if (!name)
		return -ENOMEM;
	pthread_mutex_lock(&target->lock);
	node = *toy_slot(target, from);
	taken = toy_slot(target, to);
	if (node && *taken && *taken != node)
		toy_take_out(target, taken);
	if (node) {
		free(node->name);
		node->name = name;
	}
	pthread_mutex_unlock(&target->lock);
	if (!node)
		free(name);
	return node ? 0 : -ENOENT;
}

TOY int toy_remove(void *session, const char *name, int is_dir)
{
	struct toy_target *target = ((struct toy_session *)session)->target;
	struct toy_node **slot;
	int rc = 0;

	pthread_mutex_lock(&target->lock);
	slot = toy_slot(target, name);
	if (!*slot)
		rc = -ENOENT;
	else if ((*slot)->is_dir != is_dir)
		rc = is_dir ? -ENOTDIR : -EISDIR;
	else
		toy_take_out(target, slot);
	pthread_mutex_unlock(&target->lock);
	return rc;
}

TOY int toy_unlink(void *session, const char *name)
{
	return toy_remove(session, name, 0);
}

TOY int toy_rmdir(void *session, const char *name)
{
	return toy_remove(session, name, 1);
}

TOY int toy_mkdir(void *session, const char *name)
{
	struct toy_target *target = ((struct toy_session *)session)->target;
	int rc = 0;

	pthread_mutex_lock(&target->lock);
	if (*toy_slot(target, name))
		rc = -EEXIST;
	else if (!toy_put_in(target, name, 1))
		rc = -ENOMEM;
	pthread_mutex_unlock(&target->lock);
	return rc;
}

/* What stands directly below the directory. */
TOY int toy_readdir(void *session, const char *name,
                    int (*each)(void *arg, const char *entry), void *arg)
{
	struct toy_target *target = ((struct toy_session *)session)->target;
	size_t length = strcmp(name, ".") == 0 ? 0 : strlen(name);
	int rc = 0;

	pthread_mutex_lock(&target->lock);
	if (length > 0 && !*toy_slot(target, name))
		rc = -ENOENT;
	for (struct toy_node *node = target->nodes; node && rc == 0;
	     node = node->next) {
		const char *entry = node->name;

		if (length > 0) {
			if (strncmp(entry, name, length) != 0 || entry[length] != '/')
				continue;
			entry += length + 1;
		}
		if (!strchr(entry, '/'))
			rc = each(arg, entry);
	}
	pthread_mutex_unlock(&target->lock);
	return rc;
}

TOY int toy_ping(void *session)
{
	return session ? 0 : -EINVAL;
}

#endif
