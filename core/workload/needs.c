/* needs.c - what a test, or a cell, needs of a backend and of its target, and
 * the sentence for what is not there. */
#include "workload/workload.h"

static bool has_operation(const struct bench_backend *backend, unsigned need)
{
	switch (need) {
	case WORKLOAD_NEEDS_OPEN:
		return backend->open && backend->close;
	case WORKLOAD_NEEDS_READ:
		return backend->read;
	case WORKLOAD_NEEDS_WRITE:
		return backend->write;
	case WORKLOAD_NEEDS_FLUSH:
		return backend->flush;
	case WORKLOAD_NEEDS_STAT:
		return backend->stat;
	case WORKLOAD_NEEDS_RENAME:
		return backend->rename;
	case WORKLOAD_NEEDS_UNLINK:
		return backend->unlink;
	case WORKLOAD_NEEDS_MKDIR:
		return backend->mkdir;
	case WORKLOAD_NEEDS_RMDIR:
		return backend->rmdir;
	case WORKLOAD_NEEDS_READDIR:
		return backend->readdir;
	case WORKLOAD_NEEDS_PING:
		return backend->ping;
	default:
		return true;
	}
}

static const struct {
	unsigned need;
	const char *sentence;
} operations[] = {
        {WORKLOAD_NEEDS_PING, "the backend has no ping operation"},
        {WORKLOAD_NEEDS_OPEN, "the backend has no open and close operations"},
        {WORKLOAD_NEEDS_READ, "the backend has no read operation"},
        {WORKLOAD_NEEDS_WRITE, "the backend has no write operation"},
        {WORKLOAD_NEEDS_FLUSH, "the backend has no flush operation"},
        {WORKLOAD_NEEDS_STAT, "the backend has no stat operation"},
        {WORKLOAD_NEEDS_RENAME, "the backend has no rename operation"},
        {WORKLOAD_NEEDS_UNLINK, "the backend has no unlink operation"},
        {WORKLOAD_NEEDS_MKDIR, "the backend has no mkdir operation"},
        {WORKLOAD_NEEDS_RMDIR, "the backend has no rmdir operation"},
        {WORKLOAD_NEEDS_READDIR, "the backend has no readdir operation"},
};

const char *workload_lacks_operation(const struct workload_test *test,
                                     const struct bench_backend *backend)
{
	for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
		unsigned need = operations[i].need;

		if (!(test->needs & need) || has_operation(backend, need))
			continue;
		if (need == WORKLOAD_NEEDS_UNLINK && test->new_file)
			return "the backend has no unlink operation to make new files "
			       "with";
		return operations[i].sentence;
	}
	return NULL;
}

const char *workload_lacks_property(const struct workload_test *test,
                                    const struct bench_caps *caps)
{
	if (test->needs & WORKLOAD_NEEDS_RANDOM && !(caps->props & BENCH_RANDOM))
		return "the target is a stream: offsets only go forward";
	if (test->needs & WORKLOAD_NEEDS_REWRITE && !(caps->props & BENCH_REWRITE))
		return "the target cannot write a range again";
	if (test->needs & WORKLOAD_NEEDS_KEEPS && !(caps->props & BENCH_KEEPS))
		return "the target does not keep what is written to it";
	return NULL;
}

static const char *lacks_for_flushes(const struct workload_cell *cell,
                                     const struct bench_backend *backend)
{
	if (!cell->flush_every)
		return NULL;
	if (!backend->flush)
		return "the backend has no flush operation, for sync = each";
	if (cell->depth > 1)
		return "sync = each needs depth = 1: which records a flush is for is "
		       "not known while several are in flight";
	return NULL;
}

static const char *lacks_for_verify(const struct workload_cell *cell,
                                    const struct bench_backend *backend,
                                    const struct bench_caps *caps)
{
	enum workload_action action = cell->test->action;

	if (!cell->verify)
		return NULL;
	if (action == WORKLOAD_MODIFY || action == WORKLOAD_SEEK)
		return "the test changes a word of what it reads, which no pattern "
		       "knows: it cannot be verified";
	if (cell->zeroes || cell->compressible > 0 || cell->dedupable > 0)
		return "verification writes patterns of its own, which are random: "
		       "fill, compressible and dedupable do not go with it";
	if (!backend->read || !backend->write)
		return "verification needs a backend that both reads and writes";
	if (caps && !(caps->props & BENCH_KEEPS))
		return "verification needs a target that keeps what is written to it";
	return NULL;
}

static const char *lacks_for_think(const struct workload_cell *cell,
                                   const struct bench_backend *backend)
{
	if (cell->think_ns <= 0)
		return NULL;
	if (cell->test->pass)
		return "the test does its work in a way of its own and makes no pause "
		       "to think";
	if (cell->depth > 1)
		return "think needs depth = 1: with several records in flight there "
		       "is no time between two of them";
	if (backend->clock_ns && !backend->wait_until)
		return "the backend has a clock of its own and no way to wait on it, "
		       "which think needs";
	return NULL;
}

static const char *lacks_for_share(const struct workload_cell *cell,
                                   const struct bench_caps *caps)
{
	if (!cell->share_file || cell->test->own_files)
		return NULL;
	if (cell->test->new_file)
		return "sharing = one: the test makes a new file in each pass, which "
		       "threads cannot do together";
	if (cell->verify)
		return "sharing = one: threads write over each other's patterns, so "
		       "nothing can be verified";
	if (caps && !(caps->props & BENCH_SHARED))
		return "sharing = one: the target lets one session have a file open";
	return NULL;
}

static const char *lacks_for_pace(const struct workload_cell *cell,
                                  const struct bench_backend *backend)
{
	if (cell->rate_bytes <= 0 && cell->rate_ops <= 0)
		return NULL;
	if (cell->test->pass)
		return "the test does its work in a way of its own and keeps no rate";
	if (backend->clock_ns && !backend->wait_until)
		return "the backend has a clock of its own and no way to wait on it, "
		       "which a rate needs";
	return NULL;
}

/* Round trips are one after the other whatever the depth. */
static const char *lacks_for_depth(const struct workload_cell *cell)
{
	const struct workload_test *test = cell->test;

	if (cell->depth < 2 || test->action == WORKLOAD_PING)
		return NULL;
	if (test->pass || test->layer != WORKLOAD_BARE ||
	    test->action == WORKLOAD_MODIFY || test->action == WORKLOAD_SEEK)
		return "the test does one thing after the other: it needs depth = 1";
	return NULL;
}

const char *workload_lacks_for_cell(const struct workload_cell *cell,
                                    const struct bench_backend *backend,
                                    const struct bench_caps *caps)
{
	const char *lacks = lacks_for_pace(cell, backend);

	if (!lacks)
		lacks = lacks_for_depth(cell);
	if (!lacks)
		lacks = lacks_for_think(cell, backend);
	if (!lacks)
		lacks = lacks_for_share(cell, caps);
	if (lacks || !workload_has_sizes(cell->test) || cell->test->pass)
		return lacks;
	lacks = lacks_for_flushes(cell, backend);
	return lacks ? lacks : lacks_for_verify(cell, backend, caps);
}
