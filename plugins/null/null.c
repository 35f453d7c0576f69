/* null.c - a backend that does nothing, at once and with success.
 *
 * What is measured here is what bench itself adds to every figure on this
 * machine: the loop, the reading of the clock, the histogram, the call through
 * the table.  So no call here may do more than it must: nothing is kept,
 * nothing is copied, a read leaves the buffer as it is. */
#include <errno.h>
#include <strings.h>
#include "bench_plugin.h"

/* Nothing here looks at what it is given. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* Records that were submitted and not reaped, chained by their priv; the last
 * one comes back first. */
struct null_session {
	struct bench_io *chain;
};

static int null_from_url(const char *url, struct bench_ctx *ctx,
                         int (*set)(void *arg, const char *key,
                                    const char *value),
                         void *arg)
{
	if (strcasecmp(url, "null://") == 0)
		return 0;
	bench->fail(ctx, "%s: expected null:// and nothing behind it", url);
	return -EINVAL;
}

/* There is nothing to reach: the context stands for the target. */
static int null_target_open(const void *config, struct bench_ctx *ctx,
                            void **target)
{
	*target = ctx;
	return 0;
}

static void null_target_close(void *target)
{
}

/* All that a test may ask for, so that no cell is left out.  But nothing is
 * kept, so there is nothing that could be verified. */
static int null_caps(void *target, struct bench_caps *caps)
{
	caps->props = BENCH_RANDOM | BENCH_REWRITE | BENCH_SHARED | BENCH_DIRECT |
	              BENCH_MEMORY;
	caps->durable = BENCH_DUR_NONE;
	return 0;
}

static int null_session_open(void *target, const struct bench_who *who,
                             struct bench_ctx *ctx, void **session)
{
	struct null_session *null =
	        (struct null_session *)bench->alloc(0, sizeof(*null));

	if (!null)
		return -ENOMEM;
	null->chain = NULL;
	*session = null;
	return 0;
}

static void null_session_close(void *session)
{
	bench->free(session);
}

/* Files and records ------------------------------------------------------ */

/* Every name is there, and every name is free. */
static int null_open(void *session, const char *name, unsigned flags,
                     uint64_t size_hint, void **file)
{
	*file = session;
	return 0;
}

static int64_t null_read(void *file, void *buf, size_t len, uint64_t off)
{
	return (int64_t)len;
}

static int64_t null_write(void *file, const void *buf, size_t len, uint64_t off)
{
	return (int64_t)len;
}

/* close, flush and ping. */
static int null_done(void *handle)
{
	return 0;
}

static int null_submit(void *session, struct bench_io *const *v, unsigned n)
{
	struct null_session *null = (struct null_session *)session;

	for (unsigned i = 0; i < n; i++) {
		v[i]->result = v[i]->op == BENCH_OP_FLUSH ? 0 : (int64_t)v[i]->len;
		v[i]->done_ns = 0;
		v[i]->priv = null->chain;
		null->chain = v[i];
	}
	return (int)n;
}

static int null_reap(void *session, struct bench_io **done, unsigned min,
                     unsigned max, int64_t timeout_ns)
{
	struct null_session *null = (struct null_session *)session;
	unsigned got = 0;

	while (null->chain && got < max) {
		done[got] = null->chain;
		null->chain = (struct bench_io *)done[got++]->priv;
	}
	return (int)got;
}

/* Names ------------------------------------------------------------------ */

/* unlink, mkdir and rmdir. */
static int null_name(void *session, const char *name)
{
	return 0;
}

static int null_rename(void *session, const char *from, const char *to)
{
	return 0;
}

static int null_stat(void *session, const char *name, struct bench_stat *st)
{
	st->is_dir = 0;
	st->bytes = 0;
	st->mtime_ns = 0;
	return 0;
}

static int null_readdir(void *session, const char *name,
                        int (*each)(void *arg, const char *entry), void *arg)
{
	return 0;
}

static struct bench_backend backend = {
        .name = "null",
        .version = "1.0",
        .summary = "does nothing: what bench itself costs on this machine",
        .schemes = "null",
        .threads = BENCH_FREE,
        .from_url = null_from_url,
        .target_open = null_target_open,
        .target_close = null_target_close,
        .caps = null_caps,
        .session_open = null_session_open,
        .session_close = null_session_close,
        .open = null_open,
        .close = null_done,
        .read = null_read,
        .write = null_write,
        .flush = null_done,
        .submit = null_submit,
        .reap = null_reap,
        .stat = null_stat,
        .rename = null_rename,
        .unlink = null_name,
        .mkdir = null_name,
        .rmdir = null_name,
        .readdir = null_readdir,
        .ping = null_done,
};

BENCH_REGISTER(backend)
