/* socket_batch.c - several records at once, for tests of submit and reap. */
#include "socket_batch.h"

#include <stdlib.h>
#include "unit.h"

#define WAIT_NS INT64_C(20000000000)

void batch_make(struct batch *batch, unsigned count, size_t record)
{
	batch->count = count;
	batch->ios = calloc(count, sizeof(*batch->ios));
	batch->list = calloc(count, sizeof(*batch->list));
	batch->done = calloc(count, sizeof(*batch->done));
	batch->bytes = calloc(count, record);
	CU_ASSERT_FATAL(batch->ios && batch->list && batch->done && batch->bytes);
	for (unsigned i = 0; i < count; i++) {
		batch->list[i] = &batch->ios[i];
		batch->ios[i].buf = batch->bytes + i * record;
		batch->ios[i].len = record;
		batch->ios[i].off = (uint64_t)i * record;
	}
}

void batch_free(struct batch *batch)
{
	free(batch->ios);
	free(batch->list);
	free(batch->done);
	free(batch->bytes);
}

void batch_aim(struct batch *batch, enum bench_op op, void *file)
{
	for (unsigned i = 0; i < batch->count; i++) {
		batch->ios[i].op = op;
		batch->ios[i].file = file;
		batch->ios[i].result = -1;
	}
}

void *rig_open_file(struct rig_client *c, const char *name, unsigned flags)
{
	void *file = NULL;

	CU_ASSERT_EQUAL_FATAL(c->backend->open(c->session, name, flags, 0, &file),
	                      0);
	return file;
}

unsigned batch_run(struct rig_client *c, struct batch *batch)
{
	unsigned back = 0;

	CU_ASSERT_EQUAL_FATAL(
	        c->backend->submit(c->session, batch->list, batch->count),
	        (int)batch->count);
	while (back < batch->count) {
		int got = c->backend->reap(c->session, batch->done + back, 1,
		                           batch->count - back, WAIT_NS);

		if (got <= 0)
			break;
		back += (unsigned)got;
	}
	return back;
}
