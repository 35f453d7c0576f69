/* cell_rig.c - a backend on a clock of its own, and a team on it. */
#include "cell_rig.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "plugin/host.h"

struct session {
	const struct rig_script *script;
	struct bench_ctx *ctx;
	unsigned lane;
	int64_t now;
	uint64_t records;
	unsigned char bytes[RIG_FILE];
};

static void pass_time(struct session *session, int64_t ns)
{
	struct timespec nap = {.tv_nsec = (long)ns};

	session->now += ns;
	if (session->script->real && ns)
		(void)nanosleep(&nap, NULL);
}

static void take_record(struct session *session)
{
	const struct rig_script *script = session->script;
	int64_t factor = script->factor[session->lane];
	int64_t ns =
	        script->nth_ns ? script->nth_ns(session->records) : script->op_ns;

	session->records++;
	pass_time(session, ns * (factor ? factor : 1));
}

static int64_t clock_of(void *handle)
{
	return ((struct session *)handle)->now;
}

static int wait_until(void *handle, int64_t ns)
{
	struct session *session = handle;

	if (ns > session->now)
		session->now = ns;
	return 0;
}

static int open_session(void *target, const struct bench_who *who,
                        struct bench_ctx *ctx, void **out)
{
	struct session *session = calloc(1, sizeof *session);

	if (!session)
		return -ENOMEM;
	session->script = target;
	session->ctx = ctx;
	session->lane = who->worker;
	/* No two of them agree on the time. */
	session->now = 1000 + 77777 * (int64_t)who->worker;
	*out = session;
	return 0;
}

static void close_session(void *handle)
{
	free(handle);
}

static int open_file(void *handle, const char *name, unsigned flags,
                     uint64_t hint, void **file)
{
	struct session *session = handle;

	(void)name;
	(void)flags;
	(void)hint;
	pass_time(session, session->script->open_ns);
	*file = session;
	return 0;
}

static int close_file(void *file)
{
	return file ? 0 : -EBADF;
}

static int64_t read_record(void *file, void *buffer, size_t length,
                           uint64_t offset)
{
	struct session *session = file;

	take_record(session);
	memcpy(buffer, session->bytes + offset, length);
	return (int64_t)length;
}

static int64_t write_record(void *file, const void *buffer, size_t length,
                            uint64_t offset)
{
	struct session *session = file;
	uint64_t flip = session->script->flip;

	take_record(session);
	memcpy(session->bytes + offset, buffer, length);
	if (flip >= offset && flip < offset + length && flip)
		session->bytes[flip] ^= 1;
	return (int64_t)length;
}

static int flush_file(void *file)
{
	struct session *session = file;

	pass_time(session, session->script->flush_ns);
	return 0;
}

static int drop_cache(void *file)
{
	struct session *session = file;
	const struct rig_script *script = session->script;

	if (script->resident)
		host_table()->fact(session->ctx, "resident", "%s", script->resident);
	if (script->drop_result)
		host_table()->fail(session->ctx, "half of it stays");
	return script->drop_result;
}

static int unlink_file(void *handle, const char *name)
{
	return handle && name ? 0 : -EINVAL;
}

static int ping(void *handle)
{
	take_record(handle);
	return 0;
}

static int reach(void *arg, void **target, char **why)
{
	(void)why;
	if (target)
		*target = arg;
	return 0;
}

static void leave(void *arg)
{
	(void)arg;
}

void rig_init(struct rig *rig)
{
	*rig = (struct rig){
	        .script = {.op_ns = 1000},
	        .backend = {.name = "rig",
	                    .threads = BENCH_PER_WORKER,
	                    .session_open = open_session,
	                    .session_close = close_session,
	                    .open = open_file,
	                    .close = close_file,
	                    .read = read_record,
	                    .write = write_record,
	                    .flush = flush_file,
	                    .drop_cache = drop_cache,
	                    .unlink = unlink_file,
	                    .ping = ping,
	                    .clock_ns = clock_of,
	                    .wait_until = wait_until},
	        .caps = {.props = BENCH_RANDOM | BENCH_REWRITE | BENCH_KEEPS},
	        .job = {.directory = "rig",
	                .file_size = RIG_FILE,
	                .record_size = RIG_RECORD,
	                .threads = 1,
	                .depth = 1,
	                .cell_count = 1,
	                .slices = 3,
	                .slice_ns = 10 * RIG_RECORDS * 1000,
	                .time_limit_ns = CLOCK_NS_PER_S,
	                .sync = CONFIG_SYNC_FSYNC,
	                .include = CONFIG_INCLUDE_FLUSH,
	                .warmup = true,
	                .seed = 1}};
	rig->job.tests = &rig->test;
	rig->caps.size = sizeof rig->caps;
	result_row_init(&rig->event.row);
}

int rig_open(struct rig *rig)
{
	struct team_target target = {&rig->script, reach, leave};
	int error;

	if (rig->script.real)
		rig->backend.clock_ns = NULL;
	error = team_make(&rig->team, &rig->job, &rig->backend, &target, &rig->why);
	rig->place = (struct cell_place){
	        .team = &rig->team, .job = &rig->job, .caps = &rig->caps};
	return error ? error : team_open(&rig->team, &rig->why);
}

const struct result_row *rig_measure(struct rig *rig, const char *test)
{
	event_free(&rig->event);
	result_row_init(&rig->event.row);
	rig->event.latency = malloc(sizeof *rig->event.latency);
	histogram_reset(rig->event.latency);
	rig->test = (char *)test;
	cell_measure(&rig->place, 0, &rig->event);
	return &rig->event.row;
}

void rig_close(struct rig *rig)
{
	event_free(&rig->event);
	team_close(&rig->team);
	free(rig->why);
	rig->why = NULL;
}
