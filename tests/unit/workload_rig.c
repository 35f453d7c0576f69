/* workload_rig.c - the backend in memory. */
#include "workload_rig.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "plugin/host.h"
#include "unit.h"

static struct workload_rig the;

/* Time passes with each operation; what else happens at this one. */
static int begin(void)
{
	the.ops++;
	the.now += the.op_ns + (the.ops == the.slow_at ? the.slow_ns : 0);
	if (the.ops == the.stop_at)
		atomic_store(&the.stop, true);
	return the.ops == the.fail_at ? -EIO : 0;
}

static int open_file(void *session, const char *name, unsigned flags,
                     uint64_t size_hint, void **file)
{
	(void)name;
	(void)size_hint;
	the.now += the.open_ns;
	if (flags & BENCH_O_EXCL && the.exists)
		return -EEXIST;
	if (!(flags & BENCH_O_CREATE) && !the.exists)
		return -ENOENT;
	text_add(&the.calls, "open%s%s%s ", flags & BENCH_O_CREATE ? "+new" : "",
	         flags & BENCH_O_SEQUENTIAL ? "+seq" : "",
	         flags & BENCH_O_READ ? "+read" : "");
	the.exists = true;
	*file = session;
	return 0;
}

static int close_file(void *file)
{
	(void)file;
	the.now += the.close_ns;
	text_add(&the.calls, "close ");
	return 0;
}

static int64_t move(enum bench_op op, void *into, const void *from, size_t len,
                    uint64_t off)
{
	int error = begin();

	if (error)
		return error;
	text_add(&the.calls, "%c%d ", op == BENCH_OP_READ ? 'r' : 'w', (int)off);
	if (the.ops == the.lie_at)
		return (int64_t)len;
	if (op == BENCH_OP_WRITE) {
		memcpy(the.file + off, from, len);
		the.size = off + len > the.size ? off + len : the.size;
		return (int64_t)len;
	}
	if (off > the.size || len > the.size - off)
		len = off > the.size ? 0 : (size_t)(the.size - off);
	memcpy(into, the.file + off, len);
	return (int64_t)len;
}

static int64_t read_file(void *file, void *buf, size_t len, uint64_t off)
{
	(void)file;
	return move(BENCH_OP_READ, buf, NULL, len, off);
}

static int64_t write_file(void *file, const void *buf, size_t len, uint64_t off)
{
	(void)file;
	return move(BENCH_OP_WRITE, NULL, buf, len, off);
}

static int flush_file(void *file)
{
	(void)file;
	the.now += the.flush_ns;
	text_add(&the.calls, "flush ");
	return 0;
}

static int drop_file(void *file)
{
	(void)file;
	the.dropped++;
	return 0;
}

static int unlink_file(void *session, const char *name)
{
	(void)session;
	(void)name;
	if (!the.exists)
		return -ENOENT;
	the.exists = false;
	the.size = 0;
	text_add(&the.calls, "unlink ");
	return 0;
}

static int ping(void *session)
{
	(void)session;
	return begin();
}

/* Each record is done op_ns after it was submitted, however many there are. */
static int submit(void *session, struct bench_io *const *v, unsigned n)
{
	unsigned taken = 0;

	(void)session;
	while (taken < n && the.flying_count < RIG_DEPTH) {
		int64_t now = the.now;

		v[taken]->result = move(v[taken]->op, v[taken]->buf, v[taken]->buf,
		                        v[taken]->len, v[taken]->off);
		v[taken]->done_ns = the.now;
		the.now = now;
		the.flying[the.flying_count++] = v[taken++];
	}
	return (int)taken;
}

/* The one that is done first; of several the last. */
static unsigned first_done(void)
{
	unsigned first = 0;

	for (unsigned i = 1; i < the.flying_count; i++)
		if (the.flying[i]->done_ns <= the.flying[first]->done_ns)
			first = i;
	return first;
}

static int reap(void *session, struct bench_io **done, unsigned min,
                unsigned max, int64_t timeout_ns)
{
	unsigned got = 0;

	(void)session;
	(void)min;
	while (the.flying_count && got < max) {
		unsigned first = first_done();
		int64_t when = the.flying[first]->done_ns;

		if (when > the.now && got)
			break;
		if (when > the.now && when - the.now > timeout_ns) {
			the.now += timeout_ns;
			break;
		}
		the.now = when > the.now ? when : the.now;
		done[got++] = the.flying[first];
		the.flying[first] = the.flying[--the.flying_count];
	}
	return (int)got;
}

static int64_t clock_ns(void *session)
{
	(void)session;
	return the.now;
}

static int wait_until(void *session, int64_t ns)
{
	(void)session;
	the.now = ns > the.now ? ns : the.now;
	return 0;
}

static int expect(void *file, const struct bench_pattern *pattern)
{
	(void)file;
	the.expected = *pattern;
	the.expects++;
	return 0;
}

struct workload_rig *rig_set_up(const char *test, uint64_t file,
                                uint64_t record)
{
	memset(&the, 0, sizeof(the));
	the.backend = (struct bench_backend){.open = open_file,
	                                     .close = close_file,
	                                     .read = read_file,
	                                     .write = write_file,
	                                     .flush = flush_file,
	                                     .drop_cache = drop_file,
	                                     .submit = submit,
	                                     .reap = reap,
	                                     .unlink = unlink_file,
	                                     .ping = ping,
	                                     .clock_ns = clock_ns,
	                                     .wait_until = wait_until,
	                                     .expect = expect};
	the.cell = (struct workload_cell){.test = workload_find(test),
	                                  .file_size = file,
	                                  .record_size = record,
	                                  .seed = 1};
	the.lane = (struct workload_lane){.backend = &the.backend,
	                                  .ctx = host_ctx_new(NULL),
	                                  .session = &the,
	                                  .name = "file-0",
	                                  .cell = &the.cell,
	                                  .latency = &the.latency,
	                                  .service = &the.service,
	                                  .deadline_ns = INT64_MAX};
	the.op_ns = 1000;
	histogram_reset(&the.latency);
	histogram_reset(&the.service);
	CU_ASSERT_PTR_NOT_NULL_FATAL(the.cell.test);
	CU_ASSERT_PTR_NOT_NULL_FATAL(the.lane.ctx);
	return &the;
}

void rig_prepare(struct workload_rig *rig)
{
	CU_ASSERT_EQUAL_FATAL(workload_open(&rig->lane), 0);
	CU_ASSERT_EQUAL_FATAL(workload_prepare(&rig->lane), 0);
	text_free(&rig->calls);
	rig->ops = 0;
}

void rig_go_on(struct workload_rig *rig, const char *test)
{
	rig->cell.test = workload_find(test);
	CU_ASSERT_PTR_NOT_NULL_FATAL(rig->cell.test);
	workload_clear(&rig->lane);
	CU_ASSERT_EQUAL(workload_prepare(&rig->lane), 0);
	text_free(&rig->calls);
	rig->ops = 0;
}

void rig_tear_down(struct workload_rig *rig)
{
	CU_ASSERT_EQUAL(workload_close(&rig->lane), 0);
	CU_ASSERT_FALSE(rig->exists);
	workload_clear(&rig->lane);
	host_ctx_free(rig->lane.ctx);
	text_free(&rig->calls);
}

void rig_called(const struct workload_rig *rig, const char *calls)
{
	const char *were = rig->calls.bytes ? rig->calls.bytes : "";

	CU_ASSERT_STRING_EQUAL(were, calls);
	if (strcmp(were, calls) != 0)
		printf("\n    %s\n    instead of\n    %s\n", were, calls);
}

void rig_says(const struct workload_rig *rig, const char *words)
{
	const char *why = rig->lane.why ? rig->lane.why : "(nothing)";

	CU_ASSERT_PTR_NOT_NULL(strstr(why, words));
	if (!strstr(why, words))
		printf("\n    %s\n    lacks: %s\n", why, words);
}
