/* store.c - names, sizes and, with memory = yes, bytes; in the memory of one
 * worker, so that each begins with nothing. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "sim.h"

struct sim_node *sim_find(struct sim_target *target, const char *name)
{
	struct sim_node *node = target->nodes;

	while (node && strcmp(node->name, name) != 0)
		node = node->next;
	return node;
}

struct sim_node *sim_put_in(struct sim_target *target, const char *name,
                            int is_dir)
{
	struct sim_node *node = (struct sim_node *)calloc(1, sizeof(*node));

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

void sim_let_go(struct sim_node *node)
{
	if (--node->holders > 0)
		return;
	free(node->name);
	free(node->bytes);
	free(node);
}

void sim_take_out(struct sim_target *target, struct sim_node *node)
{
	struct sim_node **slot = &target->nodes;

	while (*slot != node)
		slot = &(*slot)->next;
	*slot = node->next;
	sim_let_go(node);
}

int64_t sim_store_read(const struct sim_target *target,
                       const struct sim_node *node, void *buf, size_t len,
                       uint64_t off)
{
	size_t there = 0;

	if (off < node->size)
		there = node->size - off < len ? (size_t)(node->size - off) : len;
	if (there > 0 && target->config->memory)
		memcpy(buf, node->bytes + off, there);
	return (int64_t)there;
}

/* Room for so many bytes, those behind the end being zero. */
static int reserve(struct sim_node *node, uint64_t size)
{
	size_t room = node->room ? node->room : 4096;
	unsigned char *bytes;

	if (size <= node->room)
		return 0;
	if (size > SIZE_MAX / 2)
		return -EFBIG;
	while (room < size)
		room *= 2;
	bytes = (unsigned char *)realloc(node->bytes, room);
	if (!bytes)
		return -ENOMEM;
	memset(bytes + node->room, 0, room - node->room);
	node->bytes = bytes;
	node->room = room;
	return 0;
}

int64_t sim_store_write(const struct sim_target *target, struct sim_node *node,
                        const void *buf, size_t len, uint64_t off)
{
	if (len > INT64_MAX || off > (uint64_t)INT64_MAX - len)
		return -EFBIG;
	if (target->config->memory && len > 0) {
		int error = reserve(node, off + len);

		if (error)
			return error;
		memcpy(node->bytes + off, buf, len);
	}
	if (len > 0 && off + len > node->size)
		node->size = off + len;
	return (int64_t)len;
}
