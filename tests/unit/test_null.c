/* test_null.c - the null plugin through its loaded table: success at once, and
 * nothing touched. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "plugin/host.h"
#include "plugin/loader.h"
#include "unit.h"

#define RECORDS 5u

/* One opened target with one session and one file. */
struct life {
	struct plugin *plugin;
	const struct bench_backend *b;
	struct bench_ctx *ctx;
	void *target, *session, *file;
};

static void load(struct life *life)
{
	char *path = text_format("%s/null.so", PLUGIN_DIR), *why = NULL;
	struct host_sinks sinks = {.arg = NULL};

	memset(life, 0, sizeof(*life));
	if (plugin_load(path, &life->plugin, &why) != 0)
		fprintf(stderr, "\n%s\n", why);
	CU_ASSERT_PTR_NOT_NULL_FATAL(life->plugin);
	life->b = &life->plugin->backend;
	life->ctx = host_ctx_new(&sinks);
	free(path);
}

static void unload(struct life *life)
{
	host_ctx_free(life->ctx);
	plugin_free(life->plugin);
}

static void begin(struct life *life)
{
	struct bench_who who = {sizeof(who), 0, 1, 0, 1, RECORDS};
	unsigned flags =
	        BENCH_O_READ | BENCH_O_WRITE | BENCH_O_CREATE | BENCH_O_EXCL;

	load(life);
	CU_ASSERT_EQUAL_FATAL(life->b->target_open(NULL, life->ctx, &life->target),
	                      0);
	CU_ASSERT_EQUAL_FATAL(life->b->session_open(life->target, &who, life->ctx,
	                                            &life->session),
	                      0);
	CU_ASSERT_EQUAL(life->b->open(life->session, "a", flags, 4096, &life->file),
	                0);
	CU_ASSERT_PTR_NOT_NULL_FATAL(life->file);
}

static void end(struct life *life)
{
	CU_ASSERT_EQUAL(life->b->close(life->file), 0);
	life->b->session_close(life->session);
	life->b->target_close(life->target);
	CU_ASSERT_PTR_NULL(host_ctx_failure(life->ctx));
	unload(life);
}

static void takes_every_cell(void)
{
	struct bench_caps caps = {.size = sizeof(caps)};
	struct life life;

	begin(&life);
	CU_ASSERT_STRING_EQUAL(life.b->name, "null");
	CU_ASSERT_EQUAL(life.b->threads, BENCH_FREE);
	CU_ASSERT_PTR_NULL(life.b->options);
	CU_ASSERT_EQUAL(life.b->caps(life.target, &caps), 0);
	CU_ASSERT_EQUAL(caps.size, sizeof(caps));
	CU_ASSERT_EQUAL(caps.props, BENCH_RANDOM | BENCH_REWRITE | BENCH_SHARED |
	                                    BENCH_DIRECT | BENCH_MEMORY);
	CU_ASSERT_EQUAL(caps.durable, BENCH_DUR_NONE);
	CU_ASSERT_EQUAL(caps.max_depth, 0);
	CU_ASSERT_EQUAL(caps.align, 0);
	CU_ASSERT_EQUAL(caps.max_size, 0);
	CU_ASSERT_EQUAL(caps.free_bytes, 0);
	end(&life);
}

static int set_nothing(void *arg, const char *key, const char *value)
{
	(void)key;
	(void)value;
	++*(int *)arg;
	return 0;
}

static void reads_its_url(void)
{
	static const struct {
		const char *url;
		int result;
	} cases[] = {
	        {"null://", 0},           {"NULL://", 0},
	        {"null:///", -EINVAL},    {"null://host", -EINVAL},
	        {"null://a/b", -EINVAL},  {"nulls://", -EINVAL},
	        {"file://null", -EINVAL}, {"", -EINVAL},
	};
	struct life life;
	int calls = 0;

	load(&life);
	CU_ASSERT_STRING_EQUAL(life.b->schemes, "null");
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		host_ctx_clear(life.ctx);
		CU_ASSERT_EQUAL(
		        life.b->from_url(cases[i].url, life.ctx, set_nothing, &calls),
		        cases[i].result);
		CU_ASSERT_EQUAL(host_ctx_failure(life.ctx) == NULL,
		                cases[i].result == 0);
	}
	CU_ASSERT_EQUAL(calls, 0);
	unload(&life);
}

static void moves_all_and_touches_nothing(void)
{
	static const size_t lengths[] = {0, 1, 4096, 4097};
	unsigned char buffer[4097], before[sizeof(buffer)];
	struct life life;

	memset(buffer, 0xa5, sizeof(buffer));
	memcpy(before, buffer, sizeof(buffer));
	begin(&life);
	for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		int64_t length = (int64_t)lengths[i];

		CU_ASSERT_EQUAL(life.b->write(life.file, buffer, lengths[i], i),
		                length);
		CU_ASSERT_EQUAL(
		        life.b->read(life.file, buffer, lengths[i], UINT64_MAX - i),
		        length);
	}
	/* A record larger than all memory costs nothing either. */
	CU_ASSERT_EQUAL(life.b->read(life.file, buffer, SIZE_MAX / 2, 0),
	                (int64_t)(SIZE_MAX / 2));
	CU_ASSERT_EQUAL(life.b->flush(life.file), 0);
	CU_ASSERT_EQUAL(memcmp(buffer, before, sizeof(buffer)), 0);
	end(&life);
}

static int count_entry(void *arg, const char *entry)
{
	(void)entry;
	++*(int *)arg;
	return 0;
}

static void has_every_name_and_none(void)
{
	struct bench_stat st = {sizeof(st), 1, 1, 1};
	struct life life;
	int entries = 0;

	begin(&life);
	CU_ASSERT_EQUAL(life.b->mkdir(life.session, "d"), 0);
	CU_ASSERT_EQUAL(life.b->mkdir(life.session, "d"), 0);
	CU_ASSERT_EQUAL(life.b->stat(life.session, "d/a", &st), 0);
	CU_ASSERT_EQUAL(st.size, sizeof(st));
	CU_ASSERT_EQUAL(st.is_dir, 0);
	CU_ASSERT_EQUAL(st.bytes, 0);
	CU_ASSERT_EQUAL(st.mtime_ns, 0);
	CU_ASSERT_EQUAL(life.b->rename(life.session, "d/a", "d/b"), 0);
	CU_ASSERT_EQUAL(life.b->readdir(life.session, "d", count_entry, &entries),
	                0);
	CU_ASSERT_EQUAL(entries, 0);
	CU_ASSERT_EQUAL(life.b->unlink(life.session, "d/b"), 0);
	CU_ASSERT_EQUAL(life.b->rmdir(life.session, "d"), 0);
	CU_ASSERT_EQUAL(life.b->ping(life.session), 0);
	end(&life);
}

/* Marks each that came back; none may come twice. */
static void mark(struct bench_io *const *done, int count,
                 const struct bench_io *first, unsigned *marks)
{
	for (int i = 0; i < count; i++) {
		long at = done[i] - first;

		CU_ASSERT_FATAL(at >= 0 && at < (long)RECORDS);
		CU_ASSERT_EQUAL(*marks & 1u << at, 0);
		*marks |= 1u << at;
	}
}

static void hands_records_back(void)
{
	struct bench_io io[RECORDS], *v[RECORDS], *done[RECORDS];
	unsigned marks = 0;
	struct life life;

	begin(&life);
	CU_ASSERT_EQUAL(life.b->reap(life.session, done, 0, RECORDS, 0), 0);
	for (unsigned i = 0; i < RECORDS; i++) {
		io[i] = (struct bench_io){.op = i == 1   ? BENCH_OP_WRITE
		                                : i == 2 ? BENCH_OP_FLUSH
		                                         : BENCH_OP_READ,
		                          .file = life.file,
		                          .len = 100 + i,
		                          .result = -EIO,
		                          .done_ns = 1};
		v[i] = &io[i];
	}
	CU_ASSERT_EQUAL(life.b->submit(life.session, v, 3), 3);
	CU_ASSERT_EQUAL(life.b->reap(life.session, done, 1, 2, 0), 2);
	mark(done, 2, io, &marks);
	CU_ASSERT_EQUAL(life.b->submit(life.session, v + 3, RECORDS - 3),
	                (int)RECORDS - 3);
	CU_ASSERT_EQUAL(life.b->reap(life.session, done, 1, RECORDS, 0), 3);
	mark(done, 3, io, &marks);
	CU_ASSERT_EQUAL(marks, (1u << RECORDS) - 1);
	for (unsigned i = 0; i < RECORDS; i++) {
		CU_ASSERT_EQUAL(io[i].result, i == 2 ? 0 : (int64_t)io[i].len);
		CU_ASSERT_EQUAL(io[i].done_ns, 0);
	}
	CU_ASSERT_EQUAL(life.b->reap(life.session, done, 0, RECORDS, 0), 0);
	end(&life);
}

static CU_TestInfo cases[] = {
        {"takes every cell", takes_every_cell},
        {"reads its URL", reads_its_url},
        {"moves all and touches nothing", moves_all_and_touches_nothing},
        {"has every name and none", has_every_name_and_none},
        {"hands records back", hands_records_back},
        CU_TEST_INFO_NULL,
};

UNIT_SUITE(null, cases)
