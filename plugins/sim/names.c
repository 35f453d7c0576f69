/* names.c - operations on names, and the round trip. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "sim.h"

/* Each operation on a name takes its time, then the lock. */
static struct sim_target *enter(struct sim_session *sim)
{
	sim_go_on(sim, sim->now_ns + sim_time(sim, sim->target->config->name_time));
	pthread_mutex_lock(&sim->target->lock);
	return sim->target;
}

static int leave(struct sim_target *target, int result)
{
	pthread_mutex_unlock(&target->lock);
	return result;
}

int sim_stat(void *session, const char *name, struct bench_stat *st)
{
	struct sim_target *target = enter((struct sim_session *)session);
	const struct sim_node *node = sim_find(target, name);

	if (!node)
		return leave(target, -ENOENT);
	st->is_dir = node->is_dir;
	st->bytes = node->size;
	st->mtime_ns = 0;
	return leave(target, 0);
}

int sim_rename(void *session, const char *from, const char *to)
{
	struct sim_target *target = enter((struct sim_session *)session);
	struct sim_node *node = sim_find(target, from);
	struct sim_node *taken = sim_find(target, to);
	char *name;

	if (!node)
		return leave(target, -ENOENT);
	if (taken == node)
		return leave(target, 0);
	if (taken && taken->is_dir != node->is_dir)
		return leave(target, taken->is_dir ? -EISDIR : -ENOTDIR);
	name = strdup(to);
	if (!name)
		return leave(target, -ENOMEM);
	if (taken)
		sim_take_out(target, taken);
	free(node->name);
	node->name = name;
	return leave(target, 0);
}

/* What stands directly below the directory: its name, else NULL. */
static const char *entry_below(const struct sim_node *node, const char *name)
{
	size_t length = strcmp(name, ".") == 0 ? 0 : strlen(name);
	const char *entry = node->name;

	if (length > 0) {
		if (strncmp(entry, name, length) != 0 || entry[length] != '/')
			return NULL;
		entry += length + 1;
	}
	return strchr(entry, '/') ? NULL : entry;
}

static int take_away(struct sim_session *sim, const char *name, int is_dir)
{
	struct sim_target *target = enter(sim);
	struct sim_node *node = sim_find(target, name);

	if (!node)
		return leave(target, -ENOENT);
	if (node->is_dir != is_dir)
		return leave(target, is_dir ? -ENOTDIR : -EISDIR);
	for (const struct sim_node *at = target->nodes; is_dir && at; at = at->next)
		if (entry_below(at, name))
			return leave(target, -ENOTEMPTY);
	sim_take_out(target, node);
	return leave(target, 0);
}

int sim_unlink(void *session, const char *name)
{
	return take_away((struct sim_session *)session, name, 0);
}

int sim_rmdir(void *session, const char *name)
{
	return take_away((struct sim_session *)session, name, 1);
}

int sim_mkdir(void *session, const char *name)
{
	struct sim_target *target = enter((struct sim_session *)session);

	if (sim_find(target, name))
		return leave(target, -EEXIST);
	return leave(target, sim_put_in(target, name, 1) ? 0 : -ENOMEM);
}

int sim_readdir(void *session, const char *name,
                int (*each)(void *arg, const char *entry), void *arg)
{
	struct sim_target *target = enter((struct sim_session *)session);
	const struct sim_node *dir = sim_find(target, name);
	int result = 0;

	if (strcmp(name, ".") != 0 && !dir)
		return leave(target, -ENOENT);
	if (dir && !dir->is_dir)
		return leave(target, -ENOTDIR);
	for (const struct sim_node *node = target->nodes; node && result == 0;
	     node = node->next) {
		const char *entry = entry_below(node, name);

		if (entry)
			result = each(arg, entry);
	}
	return leave(target, result);
}

int sim_ping(void *session)
{
	struct sim_session *sim = (struct sim_session *)session;
	int64_t start = sim->now_ns;

	sim_go_on(sim, start + sim_time(sim, sim->target->config->ping_time));
	sim_log(sim, "ping", 0, start, sim->now_ns);
	return 0;
}
