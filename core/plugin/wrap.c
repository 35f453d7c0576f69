/* wrap.c - the table of a wrapped backend: target, session, files and names.
 *
 * Each operation is the backend's own between the two of the wrapper; what the
 * backend lacks is NULL here as well. */
#include "plugin/wrap.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include "plugin/host.h"
#include "plugin/wrap_parts.h"

/* Target ----------------------------------------------------------------- */

int wrap_check(const void *config, struct bench_ctx *ctx)
{
	const struct wrap *wrap = config;
	int error = 0;

	if (wrap->inner->check)
		error = wrap->inner->check(wrap->inner_config, ctx);
	if (error >= 0 && wrap->wrapper && wrap->wrapper->check)
		error = wrap->wrapper->check(wrap->wrapper_config, ctx);
	return error;
}

static int wrap_target_open(const void *config, struct bench_ctx *ctx,
                            void **target)
{
	const struct wrap *wrap = config;
	struct wrap_target *made = calloc(1, sizeof(*made));
	int error;

	if (!made)
		return -ENOMEM;
	made->wrap = wrap;
	made->ctx = ctx;
	error = wrap->inner->target_open(wrap->inner_config, ctx, &made->inner);
	if (error < 0)
		goto failed;
	error = wrap->wrapper->target_open(wrap->wrapper_config, ctx, &made->own);
	if (error < 0)
		goto close_inner;
	*target = made;
	return error;
close_inner:
	wrap->inner->target_close(made->inner);
failed:
	free(made);
	return error;
}

static void wrap_target_close(void *handle)
{
	struct wrap_target *target = handle;

	target->wrap->wrapper->target_close(target->own);
	target->wrap->inner->target_close(target->inner);
	free(target);
}

static int wrap_caps(void *handle, struct bench_caps *caps)
{
	struct wrap_target *target = handle;

	return target->wrap->inner->caps(target->inner, caps);
}

/* So that no figure is taken for the bare backend's. */
static int wrap_describe(void *handle)
{
	struct wrap_target *target = handle;
	const struct wrap *wrap = target->wrap;
	int error = 0;

	if (wrap->inner->describe)
		error = wrap->inner->describe(target->inner);
	if (error >= 0 && wrap->wrapper->describe)
		error = wrap->wrapper->describe(target->own);
	if (error >= 0)
		host_table()->fact(target->ctx, "wrap", "%s", wrap->wrapper->name);
	return error;
}

/* Session ---------------------------------------------------------------- */

static int wrap_session_open(void *handle, const struct bench_who *who,
                             struct bench_ctx *ctx, void **session)
{
	struct wrap_target *target = handle;
	const struct wrap *wrap = target->wrap;
	struct wrap_session *made = calloc(1, sizeof(*made));
	int error;

	if (!made)
		return -ENOMEM;
	made->inner_table = wrap->inner;
	made->wrapper = wrap->wrapper;
	made->ctx = ctx;
	error = wrap->inner->session_open(target->inner, who, ctx, &made->inner);
	if (error < 0)
		goto failed;
	error = wrap->wrapper->session_open(target->own, who, ctx, &made->own);
	if (error < 0)
		goto close_inner;
	*session = made;
	return error;
close_inner:
	wrap->inner->session_close(made->inner);
failed:
	free(made);
	return error;
}

static void wrap_session_close(void *handle)
{
	struct wrap_session *session = handle;

	session->wrapper->session_close(session->own);
	session->inner_table->session_close(session->inner);
	wrap_free_slots(session);
	free(session);
}

static int wrap_cancel(void *handle)
{
	struct wrap_session *session = handle;

	atomic_store(&session->cancelled, true);
	return session->inner_table->cancel
	               ? session->inner_table->cancel(session->inner)
	               : 0;
}

static int wrap_counters(void *handle)
{
	struct wrap_session *session = handle;
	int error = 0;

	if (session->inner_table->counters)
		error = session->inner_table->counters(session->inner);
	if (error >= 0 && session->wrapper->counters)
		error = session->wrapper->counters(session->own);
	if (error >= 0)
		host_table()->fact(session->ctx, "wrap", "%s", session->wrapper->name);
	return error;
}

static int64_t wrap_clock_ns(void *handle)
{
	return wrap_now(handle);
}

static int wrap_wait_until(void *handle, int64_t ns)
{
	struct wrap_session *session = handle;

	return session->inner_table->wait_until(session->inner, ns);
}

/* Files ------------------------------------------------------------------ */

static int wrap_open(void *handle, const char *name, unsigned flags,
                     uint64_t size_hint, void **file)
{
	struct wrap_session *session = handle;
	const struct bench_backend *inner = session->inner_table;
	struct bench_call call = {.what = BENCH_CALL_OPEN, .name = name};
	struct wrap_file *made = calloc(1, sizeof(*made));
	int error, opened = -ECANCELED;

	if (!made)
		return -ENOMEM;
	made->session = session;
	error = wrap_begin(session, &call);
	if (error >= 0) {
		opened = inner->open(session->inner, name, flags, size_hint,
		                     &made->inner);
		error = (int)wrap_end(session, &call, opened);
	}
	if (error >= 0 && opened >= 0) {
		*file = made;
		return error;
	}
	if (opened >= 0)
		inner->close(made->inner);
	free(made);
	return error < 0 ? error : opened;
}

/* Whatever before() says, the handle is gone. */
static int wrap_close(void *handle)
{
	struct wrap_file *file = handle;
	struct wrap_session *session = file->session;
	struct bench_call call = {.what = BENCH_CALL_CLOSE};
	int error = wrap_begin(session, &call);
	int closed = session->inner_table->close(file->inner);

	free(file);
	return error < 0 ? error : (int)wrap_end(session, &call, closed);
}

static int64_t wrap_read(void *handle, void *buf, size_t len, uint64_t off)
{
	struct wrap_file *file = handle;
	struct wrap_session *session = file->session;
	struct bench_call call = {
	        .what = BENCH_CALL_READ, .buf = buf, .len = len, .off = off};
	int error = wrap_begin(session, &call);

	if (error < 0)
		return error;
	return wrap_end(session, &call,
	                session->inner_table->read(file->inner, buf, len, off));
}

static int64_t wrap_write(void *handle, const void *buf, size_t len,
                          uint64_t off)
{
	struct wrap_file *file = handle;
	struct wrap_session *session = file->session;
	/* A wrapper may change them for a while; see the contract. */
	struct bench_call call = {.what = BENCH_CALL_WRITE,
	                          .buf = (void *)(uintptr_t)buf,
	                          .len = len,
	                          .off = off};
	int error = wrap_begin(session, &call);

	if (error < 0)
		return error;
	return wrap_end(session, &call,
	                session->inner_table->write(file->inner, buf, len, off));
}

static int on_file(struct wrap_file *file, enum bench_what what,
                   int (*operation)(void *file))
{
	struct bench_call call = {.what = what};
	int error = wrap_begin(file->session, &call);

	if (error < 0)
		return error;
	return (int)wrap_end(file->session, &call, operation(file->inner));
}

static int wrap_flush(void *handle)
{
	struct wrap_file *file = handle;

	return on_file(file, BENCH_CALL_FLUSH, file->session->inner_table->flush);
}

static int wrap_drop_cache(void *handle)
{
	struct wrap_file *file = handle;

	return on_file(file, BENCH_CALL_DROP_CACHE,
	               file->session->inner_table->drop_cache);
}

static int wrap_expect(void *handle, const struct bench_pattern *pattern)
{
	struct wrap_file *file = handle;

	return file->session->inner_table->expect(file->inner, pattern);
}

/* Names ------------------------------------------------------------------ */

static int wrap_stat(void *handle, const char *name, struct bench_stat *st)
{
	struct wrap_session *session = handle;
	struct bench_call call = {.what = BENCH_CALL_STAT, .name = name};
	int error = wrap_begin(session, &call);

	if (error < 0)
		return error;
	return (int)wrap_end(session, &call,
	                     session->inner_table->stat(session->inner, name, st));
}

static int wrap_rename(void *handle, const char *from, const char *to)
{
	struct wrap_session *session = handle;
	struct bench_call call = {.what = BENCH_CALL_RENAME, .name = from};
	int error = wrap_begin(session, &call);

	if (error < 0)
		return error;
	return (int)wrap_end(
	        session, &call,
	        session->inner_table->rename(session->inner, from, to));
}

static int on_name(struct wrap_session *session, enum bench_what what,
                   const char *name,
                   int (*operation)(void *session, const char *name))
{
	struct bench_call call = {.what = what, .name = name};
	int error = wrap_begin(session, &call);

	if (error < 0)
		return error;
	return (int)wrap_end(session, &call, operation(session->inner, name));
}

static int wrap_unlink(void *handle, const char *name)
{
	struct wrap_session *session = handle;

	return on_name(session, BENCH_CALL_UNLINK, name,
	               session->inner_table->unlink);
}

static int wrap_mkdir(void *handle, const char *name)
{
	struct wrap_session *session = handle;

	return on_name(session, BENCH_CALL_MKDIR, name,
	               session->inner_table->mkdir);
}

static int wrap_rmdir(void *handle, const char *name)
{
	struct wrap_session *session = handle;

	return on_name(session, BENCH_CALL_RMDIR, name,
	               session->inner_table->rmdir);
}

static int wrap_readdir(void *handle, const char *name,
                        int (*each)(void *arg, const char *entry), void *arg)
{
	struct wrap_session *session = handle;
	struct bench_call call = {.what = BENCH_CALL_READDIR, .name = name};
	int error = wrap_begin(session, &call);

	if (error < 0)
		return error;
	return (int)wrap_end(
	        session, &call,
	        session->inner_table->readdir(session->inner, name, each, arg));
}

static int wrap_ping(void *handle)
{
	struct wrap_session *session = handle;
	struct bench_call call = {.what = BENCH_CALL_PING};
	int error = wrap_begin(session, &call);

	if (error < 0)
		return error;
	return (int)wrap_end(session, &call,
	                     session->inner_table->ping(session->inner));
}

void wrap_make_table(const struct wrap *wrap, struct bench_backend *table)
{
	const struct bench_backend *inner = wrap->inner;

	*table = *inner;
	table->config_size = (uint32_t)sizeof(*wrap);
	table->options = NULL;
	table->from_url = NULL;
	table->serve = NULL;
	table->check = wrap_check;
	table->target_open = wrap_target_open;
	table->target_close = wrap_target_close;
	table->caps = wrap_caps;
	table->describe = wrap_describe;
	table->session_open = wrap_session_open;
	table->session_close = wrap_session_close;
	table->cancel = wrap_cancel;
	table->counters = wrap_counters;
#define WRAP(operation)                                                        \
	table->operation = inner->operation ? wrap_##operation : NULL
	WRAP(open);
	WRAP(close);
	WRAP(read);
	WRAP(write);
	WRAP(flush);
	WRAP(drop_cache);
	WRAP(submit);
	WRAP(reap);
	WRAP(stat);
	WRAP(rename);
	WRAP(unlink);
	WRAP(mkdir);
	WRAP(rmdir);
	WRAP(readdir);
	WRAP(ping);
	WRAP(clock_ns);
	WRAP(wait_until);
	WRAP(expect);
#undef WRAP
}
