/* trace_rig.c - the backend that only takes notes. */
#include "trace_rig.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "measure/clock.h"
#include "plugin/host.h"
#include "unit.h"

/* Records that are longer are neither hashed nor filled. */
#define SMALL 65536

static struct trace_rig the;

uint64_t trace_hash(const unsigned char *bytes, size_t length)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < length; i++)
		hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
	return hash;
}

unsigned char trace_byte(const struct trace_rig *rig, uint64_t offset)
{
	return (unsigned char)(offset * 31 + (offset >> 8) * 7 + rig->pattern);
}

static struct trace_call *note(char what, size_t length, uint64_t offset)
{
	static struct trace_call spare;
	struct trace_call *call =
	        the.count < TRACE_MOST ? &the.calls[the.count] : &spare;

	the.count++;
	if (the.count == the.stop_at)
		atomic_store(&the.stop, true);
	*call = (struct trace_call){
	        .what = what, .length = length, .offset = offset};
	return call;
}

static int64_t moved(size_t length)
{
	return (int64_t)length - (the.count == the.short_at);
}

static int open_file(void *session, const char *name, unsigned flags,
                     uint64_t size_hint, void **file)
{
	(void)name;
	(void)size_hint;
	note('o', 0, 0)->flags = flags;
	*file = session;
	return 0;
}

static int close_file(void *file)
{
	(void)file;
	note('c', 0, 0);
	return 0;
}

static int flush_file(void *file)
{
	(void)file;
	note('f', 0, 0);
	return 0;
}

static int unlink_file(void *session, const char *name)
{
	(void)session;
	(void)name;
	note('u', 0, 0);
	return 0;
}

static void look_at(struct trace_call *call, const unsigned char *bytes)
{
	call->at = bytes;
	memcpy(&call->first, bytes,
	       call->length < sizeof call->first ? call->length
	                                         : sizeof call->first);
	if (call->length <= SMALL)
		call->hash = trace_hash(bytes, call->length);
}

static int64_t read_file(void *file, void *buf, size_t len, uint64_t off)
{
	struct trace_call *call = note('r', len, off);
	unsigned char *bytes = buf;

	(void)file;
	for (size_t i = 0; i < len && len <= SMALL; i++)
		bytes[i] = trace_byte(&the, off + i);
	look_at(call, bytes);
	return moved(len);
}

static int64_t write_file(void *file, const void *buf, size_t len, uint64_t off)
{
	(void)file;
	look_at(note('w', len, off), buf);
	return moved(len);
}

static int ping(void *session)
{
	(void)session;
	note('p', 0, 0);
	return 0;
}

struct trace_rig *trace_set_up(const char *test, uint64_t file, uint64_t record,
                               bool filled)
{
	memset(&the, 0, sizeof the);
	the.backend = (struct bench_backend){.open = open_file,
	                                     .close = close_file,
	                                     .read = read_file,
	                                     .write = write_file,
	                                     .flush = flush_file,
	                                     .unlink = unlink_file,
	                                     .ping = ping};
	the.cell = (struct workload_cell){.test = workload_find(test),
	                                  .file_size = file,
	                                  .record_size = record,
	                                  .mix = 0.7,
	                                  .seed = 1};
	histogram_reset(&the.latency);
	the.lane = (struct workload_lane){.backend = &the.backend,
	                                  .ctx = host_ctx_new(NULL),
	                                  .session = &the,
	                                  .name = (char *)"file-0",
	                                  .cell = &the.cell,
	                                  .latency = &the.latency,
	                                  .stop = &the.stop,
	                                  .made = filled,
	                                  .layout = filled ? record : 0,
	                                  .deadline_ns = INT64_MAX};
	CU_ASSERT_PTR_NOT_NULL_FATAL(the.cell.test);
	CU_ASSERT_PTR_NOT_NULL_FATAL(the.lane.ctx);
	the.cell.flush = the.cell.test->include & WORKLOAD_INCLUDE_FLUSH;
	the.cell.reopen = the.cell.test->include & WORKLOAD_INCLUDE_CLOSE;
	CU_ASSERT_EQUAL_FATAL(workload_open(&the.lane), 0);
	CU_ASSERT_EQUAL_FATAL(workload_prepare(&the.lane), 0);
	the.count = 0;
	return &the;
}

void trace_tear_down(struct trace_rig *rig)
{
	CU_ASSERT_EQUAL(workload_close(&rig->lane), 0);
	workload_clear(&rig->lane);
	host_ctx_free(rig->lane.ctx);
}

void trace_slice(struct trace_rig *rig)
{
	rig->count = 0;
	CU_ASSERT_EQUAL(workload_slice(&rig->lane, 1), 0);
	CU_ASSERT_PTR_NULL(rig->lane.why);
	if (rig->lane.why)
		printf("\n    %s\n", rig->lane.why);
}

char *trace_text(const struct trace_rig *rig)
{
	struct text text = {0};

	for (size_t i = 0; i < rig->count && i < TRACE_MOST; i++) {
		const struct trace_call *call = &rig->calls[i];

		if (i)
			text_add(&text, " ");
		if (call->what == 'o')
			text_add(&text, "open%s%s%s%s",
			         call->flags & BENCH_O_CREATE ? "+new" : "",
			         call->flags & BENCH_O_READ ? "+r" : "",
			         call->flags & BENCH_O_WRITE ? "+w" : "",
			         call->flags & BENCH_O_SEQUENTIAL ? "+seq" : "");
		else if (call->what == 'r' || call->what == 'w')
			text_add(&text, "%c%" PRIu64 "+%zu", call->what, call->offset,
			         call->length);
		else
			text_add(&text, "%s",
			         call->what == 'f'   ? "flush"
			         : call->what == 'c' ? "close"
			         : call->what == 'u' ? "unlink"
			                             : "ping");
	}
	return text_take(&text);
}

void trace_called(const struct trace_rig *rig, const char *calls)
{
	char *were = trace_text(rig);

	CU_ASSERT_PTR_NOT_NULL_FATAL(were);
	CU_ASSERT_STRING_EQUAL(were, calls);
	if (strcmp(were, calls) != 0)
		printf("\n    %s\n    instead of\n    %s\n", were, calls);
	free(were);
}
