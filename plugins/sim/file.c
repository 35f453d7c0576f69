/* file.c - files and records, one at a time and several in flight. */
#include <errno.h>
#include <stdlib.h>
#include "sim.h"

/* Does what the session's clock has already been charged for. */
static int take_node(struct sim_target *target, const char *name,
                     unsigned flags, struct sim_node **out)
{
	struct sim_node *node = sim_find(target, name);

	if (node && node->is_dir)
		return -EISDIR;
	if (node && (flags & BENCH_O_CREATE) && (flags & BENCH_O_EXCL))
		return -EEXIST;
	if (!node && !(flags & BENCH_O_CREATE))
		return -ENOENT;
	if (!node)
		node = sim_put_in(target, name, 0);
	if (!node)
		return -ENOMEM;
	if (flags & BENCH_O_TRUNC) {
		free(node->bytes);
		node->bytes = NULL;
		node->room = 0;
		node->size = 0;
	}
	node->holders++;
	*out = node;
	return 0;
}

int sim_open(void *session, const char *name, unsigned flags,
             uint64_t size_hint, void **file)
{
	struct sim_session *sim = (struct sim_session *)session;
	struct sim_file *handle = (struct sim_file *)calloc(1, sizeof(*handle));
	int error;

	(void)size_hint;
	if (!handle)
		return -ENOMEM;
	handle->session = sim;
	handle->flags = flags;
	sim_go_on(sim, sim->now_ns + sim_time(sim, sim->target->config->open_time));
	pthread_mutex_lock(&sim->target->lock);
	error = take_node(sim->target, name, flags, &handle->node);
	pthread_mutex_unlock(&sim->target->lock);
	if (error)
		free(handle);
	else
		*file = handle;
	return error;
}

int sim_close(void *file)
{
	struct sim_file *handle = (struct sim_file *)file;
	struct sim_session *sim = handle->session;

	sim_go_on(sim,
	          sim->now_ns + sim_time(sim, sim->target->config->close_time));
	pthread_mutex_lock(&sim->target->lock);
	sim_let_go(handle->node);
	pthread_mutex_unlock(&sim->target->lock);
	free(handle);
	return 0;
}

static int64_t move(struct sim_file *handle, enum bench_op op, void *buf,
                    const void *from, size_t len, uint64_t off)
{
	struct sim_target *target = handle->session->target;
	unsigned needed = op == BENCH_OP_READ ? BENCH_O_READ : BENCH_O_WRITE;
	int64_t moved;

	if (!(handle->flags & needed))
		return -EBADF;
	pthread_mutex_lock(&target->lock);
	moved = op == BENCH_OP_READ
	                ? sim_store_read(target, handle->node, buf, len, off)
	                : sim_store_write(target, handle->node, from, len, off);
	pthread_mutex_unlock(&target->lock);
	return moved;
}

/* What a write adds where it must be stable before it returns. */
static int64_t stable_time(const struct sim_file *handle, enum bench_op op)
{
	if (op != BENCH_OP_WRITE || !(handle->flags & BENCH_O_SYNC))
		return 0;
	return sim_time(handle->session,
	                handle->session->target->config->flush_time);
}

static const char *op_name(enum bench_op op)
{
	return op == BENCH_OP_READ    ? "read"
	       : op == BENCH_OP_WRITE ? "write"
	                              : "flush";
}

/* When an operation that begins now is done; what failed moves no bytes. */
static int64_t pass_time(struct sim_file *handle, enum bench_op op,
                         int64_t moved)
{
	struct sim_session *sim = handle->session;
	int64_t start = sim->now_ns, done;

	if (op == BENCH_OP_FLUSH) {
		done = sim_idle(sim) + sim_time(sim, sim->target->config->flush_time);
		for (int64_t i = 0; i < sim->target->config->channels; i++)
			sim->free_ns[i] = done;
	} else {
		done = sim_record(sim, moved > 0 ? (size_t)moved : 0, start,
		                  stable_time(handle, op));
	}
	sim_log(sim, op_name(op), moved > 0 ? (size_t)moved : 0, start, done);
	return done;
}

int64_t sim_read(void *file, void *buf, size_t len, uint64_t off)
{
	struct sim_file *handle = (struct sim_file *)file;
	int64_t moved = move(handle, BENCH_OP_READ, buf, NULL, len, off);

	sim_go_on(handle->session, pass_time(handle, BENCH_OP_READ, moved));
	return moved;
}

int64_t sim_write(void *file, const void *buf, size_t len, uint64_t off)
{
	struct sim_file *handle = (struct sim_file *)file;
	int64_t moved = move(handle, BENCH_OP_WRITE, NULL, buf, len, off);

	sim_go_on(handle->session, pass_time(handle, BENCH_OP_WRITE, moved));
	return moved;
}

int sim_flush(void *file)
{
	struct sim_file *handle = (struct sim_file *)file;

	sim_go_on(handle->session, pass_time(handle, BENCH_OP_FLUSH, 0));
	return 0;
}

/* Several in flight ------------------------------------------------------ */

/* Kept by the time at which they are done; equal ones in order of submission.
 */
static void put_in_flight(struct sim_session *sim, struct bench_io *io)
{
	struct bench_io *before = NULL, *at = sim->flying;

	while (at && at->done_ns <= io->done_ns) {
		before = at;
		at = (struct bench_io *)at->priv;
	}
	io->priv = at;
	if (before)
		before->priv = io;
	else
		sim->flying = io;
}

int sim_submit(void *session, struct bench_io *const *v, unsigned n)
{
	struct sim_session *sim = (struct sim_session *)session;

	for (unsigned i = 0; i < n; i++) {
		struct sim_file *handle = (struct sim_file *)v[i]->file;

		v[i]->result = v[i]->op == BENCH_OP_FLUSH
		                       ? 0
		                       : move(handle, v[i]->op, v[i]->buf, v[i]->buf,
		                              v[i]->len, v[i]->off);
		v[i]->done_ns = pass_time(handle, v[i]->op, v[i]->result);
		put_in_flight(sim, v[i]);
	}
	return (int)n;
}

/* Lets the clock go on until `min` are done, or the patience ends. */
static void wait_for(struct sim_session *sim, unsigned min, int64_t timeout_ns)
{
	const struct bench_io *last = sim->flying;
	int64_t end = timeout_ns > INT64_MAX - sim->now_ns
	                      ? INT64_MAX
	                      : sim->now_ns + (timeout_ns > 0 ? timeout_ns : 0);

	for (unsigned i = 1; last && i < min && last->priv; i++)
		last = (const struct bench_io *)last->priv;
	if (last && min > 0)
		sim_go_on(sim, last->done_ns < end ? last->done_ns : end);
}

int sim_reap(void *session, struct bench_io **done, unsigned min, unsigned max,
             int64_t timeout_ns)
{
	struct sim_session *sim = (struct sim_session *)session;
	unsigned got = 0;

	wait_for(sim, min, timeout_ns);
	while (got < max && sim->flying && sim->flying->done_ns <= sim->now_ns) {
		done[got] = sim->flying;
		sim->flying = (struct bench_io *)sim->flying->priv;
		done[got++]->priv = NULL;
	}
	return (int)got;
}
