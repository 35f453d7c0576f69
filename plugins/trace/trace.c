/* trace.c - a wrapper that writes a line for each operation into a file.
 *
 * Lines are gathered in a session's own buffer and written whole, at the end of
 * a file that all sessions of all processes have open. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "bench_plugin.h"

/* A buffer is written once it is so full that a line may not fit. */
#define ROOM 65536
/* Of a line without its name. */
#define NUMBERS 192

struct trace_config {
	char *file;
};

struct trace_target {
	const char *path;
	int fd;
};

struct trace_session {
	const struct trace_target *target;
	struct bench_ctx *ctx;
	unsigned worker;
	size_t used;
	char bytes[ROOM];
};

static const struct bench_opt options[] = {
        BENCH_OPT(struct trace_config, file, BENCH_PATH, BENCH_REQUIRED, NULL,
                  "lines are added to this file, one for each operation; it is "
                  "made if it is not there"),
        {.key = NULL},
};

static int trace_target_open(const void *config, struct bench_ctx *ctx,
                             void **target)
{
	const struct trace_config *given = config;
	struct trace_target *trace = calloc(1, sizeof(*trace));
	int error;

	if (!trace)
		return -ENOMEM;
	trace->path = given->file;
	trace->fd =
	        open(trace->path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	if (trace->fd >= 0) {
		*target = trace;
		return 0;
	}
	error = -errno;
	bench->fail(ctx, "trace.file %s: %s", trace->path, strerrordesc_np(-error));
	free(trace);
	return error;
}

static void trace_target_close(void *target)
{
	struct trace_target *trace = target;

	close(trace->fd);
	free(trace);
}

static int trace_session_open(void *target, const struct bench_who *who,
                              struct bench_ctx *ctx, void **session)
{
	struct trace_session *trace = malloc(sizeof(*trace));

	if (!trace)
		return -ENOMEM;
	trace->target = target;
	trace->ctx = ctx;
	trace->worker = who->worker;
	trace->used = 0;
	*session = trace;
	return 0;
}

static int put_bytes(const struct trace_session *trace, const char *bytes,
                     size_t length)
{
	while (length > 0) {
		ssize_t put = write(trace->target->fd, bytes, length);

		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0) {
			int error = -errno;

			bench->fail(trace->ctx, "trace.file %s: %s", trace->target->path,
			            strerrordesc_np(-error));
			return error;
		}
		bytes += put;
		length -= (size_t)put;
	}
	return 0;
}

static int put_all(struct trace_session *trace)
{
	size_t length = trace->used;

	trace->used = 0;
	return put_bytes(trace, trace->bytes, length);
}

static void trace_session_close(void *session)
{
	(void)put_all(session);
	free(session);
}

/* Once a cell is done its lines are in the file. */
static int trace_counters(void *session)
{
	return put_all(session);
}

/* Names are bench's own, and short; of a longer one the end is missing. */
static void add_line(struct trace_session *trace, const struct bench_call *call)
{
	char *line = trace->bytes + trace->used;
	size_t room = sizeof(trace->bytes) - trace->used;
	int length = snprintf(
	        line, room, "%lld %lld %u %s %llu %zu %lld %s",
	        (long long)call->start_ns,
	        (long long)(call->end_ns - call->start_ns), trace->worker,
	        bench->call_name((int)call->what), (unsigned long long)call->off,
	        call->len, (long long)call->result, call->name ? call->name : "-");

	if (length < 0)
		return;
	if ((size_t)length > room - 1)
		length = (int)room - 1;
	line[length] = '\n';
	trace->used += (size_t)length + 1;
}

/* A trace with holes is worth nothing: where it cannot be written the operation
 * fails. */
static void trace_after(void *session, struct bench_call *call)
{
	struct trace_session *trace = session;
	size_t most = NUMBERS + (call->name ? strlen(call->name) : 0);
	int error = 0;

	if (sizeof(trace->bytes) - trace->used < most)
		error = put_all(trace);
	add_line(trace, call);
	if (error < 0 && call->result >= 0)
		call->result = error;
}

static struct bench_backend trace = {
        .config_size = sizeof(struct trace_config),
        .name = "trace",
        .version = "1.0",
        .summary = "wraps a backend: a line for each operation in a file",
        .options = options,
        .threads = BENCH_FREE,
        .target_open = trace_target_open,
        .target_close = trace_target_close,
        .session_open = trace_session_open,
        .session_close = trace_session_close,
        .counters = trace_counters,
        .wraps = 1,
        .after = trace_after,
};

BENCH_REGISTER(trace)
