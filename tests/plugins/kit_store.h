/* kit_store.h - a correct store in memory with every operation that the
 * conformance kit tries, from which each planted fault is made by replacing
 * one operation:
 *
 *     #include "kit_store.h"
 *     static int64_t loses(void *file, ...) { ... }
 *     KIT_FAULT("kit_loses", write, loses)
 *
 * The store itself is that of toy.h.  What is added here: sentences, what
 * stands below a directory, records in flight and cancel().  A name needs no
 * directory above it, because each process has a store of its own. */
#ifndef KIT_STORE_H
#define KIT_STORE_H

#include <stdio.h>
#include "toy.h"

#define KIT_DEPTH 32u

/* One record in flight, and the offset that it is done at. */
struct kit_flight {
	struct bench_io *io;
	uint64_t off;
};

struct kit_session {
	struct toy_session toy; /* first: the calls of toy.h take it for theirs */
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct kit_flight flights[KIT_DEPTH];
	unsigned count;
	int cancelled;
};

/* Sentences -------------------------------------------------------------- */

TOY const char *kit_words(int64_t rc)
{
	switch (-rc) {
	case ENOENT:
		return "no such name";
	case EEXIST:
		return "the name is taken";
	case EISDIR:
		return "it is a directory";
	case ENOTDIR:
		return "it is no directory";
	case ENOTEMPTY:
		return "the directory is not empty";
	case ENOSPC:
		return "the store is full";
	case ENOMEM:
		return "no memory";
	case EBADF:
		return "it was not opened for that";
	case ECANCELED:
		return "cancelled";
	}
	return "it went wrong";
}

/* Hands a result on, with its sentence if it is an error. */
TOY int64_t kit_tell(void *session, int64_t rc, const char *verb,
                     const char *name)
{
	if (rc < 0)
		bench->fail(((struct toy_session *)session)->ctx, "%s %s: %s", verb,
		            name, kit_words(rc));
	return rc;
}

/* Target and session ----------------------------------------------------- */

TOY int kit_caps(void *target, struct bench_caps *caps)
{
	caps->max_depth = KIT_DEPTH;
	caps->max_size = ((struct toy_target *)target)->config->limit;
	return toy_caps(target, caps);
}

TOY int kit_session_open(void *target, const struct bench_who *who,
                         struct bench_ctx *ctx, void **session)
{
	struct kit_session *kit = (struct kit_session *)calloc(1, sizeof(*kit));
	pthread_condattr_t attributes;

	(void)who;
	if (!kit) {
		bench->fail(ctx, "no memory for a session");
		return -ENOMEM;
	}
	kit->toy.target = (struct toy_target *)target;
	kit->toy.ctx = ctx;
	pthread_mutex_init(&kit->lock, NULL);
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(&kit->changed, &attributes);
	pthread_condattr_destroy(&attributes);
	*session = kit;
	return 0;
}

TOY void kit_session_close(void *session)
{
	struct kit_session *kit = (struct kit_session *)session;

	pthread_cond_destroy(&kit->changed);
	pthread_mutex_destroy(&kit->lock);
	free(kit);
}

TOY int kit_cancel(void *session)
{
	struct kit_session *kit = (struct kit_session *)session;

	pthread_mutex_lock(&kit->lock);
	kit->cancelled = 1;
	pthread_cond_broadcast(&kit->changed);
	pthread_mutex_unlock(&kit->lock);
	return 0;
}

/* Files ------------------------------------------------------------------ */

TOY int kit_open(void *session, const char *name, unsigned flags,
                 uint64_t size_hint, void **file)
{
	return (int)kit_tell(session,
	                     toy_open(session, name, flags, size_hint, file),
	                     "open", name);
}

TOY int64_t kit_read(void *file, void *buf, size_t len, uint64_t off)
{
	struct toy_file *handle = (struct toy_file *)file;
	int64_t rc = -EBADF;

	if (handle->flags & BENCH_O_READ)
		rc = toy_read(file, buf, len, off);
	return kit_tell(handle->session, rc, "read", handle->node->name);
}

TOY int64_t kit_write(void *file, const void *buf, size_t len, uint64_t off)
{
	struct toy_file *handle = (struct toy_file *)file;
	int64_t rc = -EBADF;

	if (handle->flags & BENCH_O_WRITE)
		rc = toy_write(file, buf, len, off);
	return kit_tell(handle->session, rc, "write", handle->node->name);
}

/* Records in flight ------------------------------------------------------ */

/* 0 when there is no room for one more. */
TOY int kit_take(struct kit_session *kit, struct bench_io *io, uint64_t off)
{
	int taken = 0;

	pthread_mutex_lock(&kit->lock);
	if (kit->count < KIT_DEPTH) {
		kit->flights[kit->count].io = io;
		kit->flights[kit->count++].off = off;
		taken = 1;
	}
	pthread_mutex_unlock(&kit->lock);
	return taken;
}

TOY int kit_submit(void *session, struct bench_io *const *v, unsigned n)
{
	unsigned taken = 0;

	while (taken < n &&
	       kit_take((struct kit_session *)session, v[taken], v[taken]->off))
		taken++;
	return (int)taken;
}

TOY void kit_do(const struct kit_flight *flight)
{
	struct bench_io *io = flight->io;

	if (io->op == BENCH_OP_READ)
		io->result = kit_read(io->file, io->buf, io->len, flight->off);
	else if (io->op == BENCH_OP_WRITE)
		io->result = kit_write(io->file, io->buf, io->len, flight->off);
	else
		io->result = toy_flush(io->file);
	io->done_ns = bench->now_ns();
}

/* Waits until so many are in flight; under the lock.  In a store in memory
 * what is not there does not come, so this ends by time or by cancel(). */
TOY void kit_await(struct kit_session *kit, unsigned min, int64_t timeout_ns)
{
	struct timespec end;

	clock_gettime(CLOCK_MONOTONIC, &end);
	if (timeout_ns < 0 || timeout_ns > INT64_C(3600000000000))
		timeout_ns = INT64_C(3600000000000);
	end.tv_sec += (time_t)(timeout_ns / 1000000000);
	end.tv_nsec += (long)(timeout_ns % 1000000000);
	if (end.tv_nsec >= 1000000000) {
		end.tv_nsec -= 1000000000;
		end.tv_sec++;
	}
	while (kit->count < min && !kit->cancelled)
		if (pthread_cond_timedwait(&kit->changed, &kit->lock, &end) != 0)
			break;
}

/* The last one that was taken comes back first. */
TOY int kit_reap(void *session, struct bench_io **done, unsigned min,
                 unsigned max, int64_t timeout_ns)
{
	struct kit_session *kit = (struct kit_session *)session;
	unsigned got = 0;
	int cancelled;

	pthread_mutex_lock(&kit->lock);
	if (kit->count < min && timeout_ns != 0)
		kit_await(kit, min, timeout_ns);
	while (kit->count > 0 && got < max) {
		kit_do(&kit->flights[--kit->count]);
		done[got++] = kit->flights[kit->count].io;
	}
	cancelled = kit->cancelled && got == 0 && min > 0;
	pthread_mutex_unlock(&kit->lock);
	if (cancelled)
		return (int)kit_tell(session, -ECANCELED, "reap", "a record");
	return (int)got;
}

#include "kit_names.h"

/* The table -------------------------------------------------------------- */

static struct bench_opt kit_options[] = {
        BENCH_OPT_RANGE(struct toy_config, limit, BENCH_SIZE, 0, "8m",
                        "most bytes that the store takes", 4096, 1e12),
        BENCH_OPT(struct toy_config, label, BENCH_STR, 0, NULL,
                  "a word that describe() repeats"),
        {.key = NULL},
};

static struct bench_backend kit_backend = {
        .config_size = sizeof(struct toy_config),
        .name = "kit_none",
        .version = "1",
        .summary = "a store for the tests of the conformance kit",
        .license = "MIT",
        .options = kit_options,
        .threads = BENCH_PER_WORKER,
        .target_open = toy_target_open,
        .target_close = toy_target_close,
        .caps = kit_caps,
        .describe = toy_describe,
        .session_open = kit_session_open,
        .session_close = kit_session_close,
        .cancel = kit_cancel,
        .open = kit_open,
        .close = toy_close,
        .read = kit_read,
        .write = kit_write,
        .flush = toy_flush,
        .submit = kit_submit,
        .reap = kit_reap,
        .stat = kit_stat,
        .rename = kit_rename,
        .unlink = kit_unlink,
        .mkdir = kit_mkdir,
        .rmdir = kit_rmdir,
        .readdir = kit_readdir,
        .ping = toy_ping,
};

/* The store with one member of its table, or of what the table points to, set
 * to something else. */
#define KIT_TOY(toy_name, change)                                              \
	static struct bench_backend *kit_changed(void)                             \
	{                                                                          \
		kit_backend.name = toy_name;                                           \
		change;                                                                \
		return &kit_backend;                                                   \
	}                                                                          \
	BENCH_REGISTER(*kit_changed())

#define KIT_FAULT(toy_name, member, function)                                  \
	KIT_TOY(toy_name, kit_backend.member = function)

#endif
