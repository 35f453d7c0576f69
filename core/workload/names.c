/* names.c - the create-and-delete loop.
 *
 * The clock is read once after each verb: the end of one is the start of the
 * next, and the end of the last one that of the loop.  Names are made before
 * the first loop.  What the clock said goes to the histograms after the pass:
 * each of them would be another page to look up within a loop, whose system
 * calls have just thrown the processor's page table entries away. */
#include "workload/names.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "plugin/host.h"
#include "workload/lane.h"
#include "workload/timing.h"

#define INLINE     static inline __attribute__((always_inline))
#define SELDOM(is) __builtin_expect(is, 0)

enum verb { CREATE, WRITE, CLOSE, UNLINK, VERBS };

const char *const names_verbs[] = {
        [CREATE] = "create", [WRITE] = "write", [CLOSE] = "close",
        [UNLINK] = "unlink", [VERBS] = NULL,
};

static const char sentence[NAMES_BYTES] =
        "A short sentence, written to a file that is removed.";

struct turns {
	char *names[NAMES_IN_TURN];
	unsigned next;
	const char *there; /* the name of the file that exists; NULL: none */
	uint64_t ends[NAMES_LOOPS][VERBS]; /* of a pass, in ticks */
};

char *names_in_turn(const char *lane_name, unsigned n)
{
	return text_format("%s.file_name_%u", lane_name, n + 1);
}

int names_prepare(struct workload_lane *lane)
{
	struct turns *turns = lane->own = calloc(1, sizeof *turns);

	if (!turns)
		return lane_fail(lane, -ENOMEM, "names");
	for (unsigned i = 0; i < NAMES_IN_TURN; i++) {
		turns->names[i] = names_in_turn(lane->name, i);
		if (!turns->names[i])
			return lane_fail(lane, -ENOMEM, "names");
	}
	return 0;
}

int names_finish(struct workload_lane *lane)
{
	struct turns *turns = lane->own;
	int error = 0;

	if (!turns)
		return 0;
	if (turns->there) {
		host_ctx_clear(lane->ctx);
		error = lane->backend->unlink(lane->session, turns->there);
	}
	for (unsigned i = 0; i < NAMES_IN_TURN; i++)
		free(turns->names[i]);
	free(turns);
	lane->own = NULL;
	return error < 0 && error != -ENOENT ? lane_fail(lane, error, "unlink") : 0;
}

/* What a loop has come to. */
struct loop {
	uint64_t ends[VERBS]; /* ticks; here since the stack is at hand anyway */
	int64_t result;
	enum verb verb; /* that gave this result */
};

INLINE void take_time(const struct workload_lane *lane, enum tick_kind kind,
                      struct loop *loop, enum verb verb)
{
	loop->ends[verb] = tick_now(lane, kind);
	loop->verb = verb;
}

/* One loop over a name.  Is it complete? */
INLINE bool go_round(struct workload_lane *lane, enum tick_kind kind,
                     struct turns *turns, struct loop *loop)
{
	const struct bench_backend *backend = lane->backend;
	const char *name = turns->names[turns->next];
	void *file = NULL;

	loop->result = backend->open(lane->session, name,
	                             BENCH_O_WRITE | BENCH_O_CREATE |
	                                     BENCH_O_TRUNC | BENCH_O_SEQUENTIAL,
	                             NAMES_BYTES, &file);
	take_time(lane, kind, loop, CREATE);
	if (SELDOM(loop->result < 0))
		return false;
	turns->there = name;
	loop->result = backend->write(file, sentence, NAMES_BYTES, 0);
	take_time(lane, kind, loop, WRITE);
	if (SELDOM(loop->result != NAMES_BYTES)) {
		(void)backend->close(file);
		return false;
	}
	loop->result = backend->close(file);
	take_time(lane, kind, loop, CLOSE);
	if (SELDOM(loop->result < 0))
		return false;
	loop->result = backend->unlink(lane->session, name);
	take_time(lane, kind, loop, UNLINK);
	if (SELDOM(loop->result < 0))
		return false;
	turns->there = NULL;
	turns->next = (turns->next + 1) % NAMES_IN_TURN;
	return true;
}

static int broken(struct workload_lane *lane, const struct loop *loop)
{
	if (loop->result < 0)
		return lane_fail(lane, loop->result, names_verbs[loop->verb]);
	return lane_fail(lane, -EIO, "short write");
}

/* After the pass, in no time. */
static void record(struct workload_lane *lane, uint64_t last, uint64_t done)
{
	const struct turns *turns = lane->own;

	for (uint64_t i = 0; i < done; i++) {
		uint64_t start = last;

		for (unsigned verb = 0; verb < VERBS; verb++) {
			uint64_t end = turns->ends[i][verb];

			if (lane->verbs)
				histogram_record(&lane->verbs[verb], tick_between(last, end));
			last = end;
		}
		histogram_record(lane->latency, tick_between(start, last));
	}
}

/* The time of a loop that was not completed is in none of the figures. */
INLINE int run(struct workload_lane *lane, enum tick_kind kind)
{
	struct turns *turns = lane->own;
	const uint64_t deadline = tick_deadline(lane, kind);
	const atomic_bool never = false;
	const atomic_bool *stop = lane_stop(lane) ? lane_stop(lane) : &never;
	uint64_t start = tick_now(lane, kind), last = start, done = 0;
	struct loop loop = {0};
	bool end = false, whole = true;

	while (!end) {
		whole = go_round(lane, kind, turns, &loop);
		if (SELDOM(!whole))
			break;
		last = loop.ends[UNLINK];
		memcpy(turns->ends[done], loop.ends, sizeof loop.ends);
		end = ++done == NAMES_LOOPS || last > deadline ||
		      atomic_load_explicit(stop, memory_order_relaxed);
	}
	lane->tally.ops += done;
	lane->tally.io_ns += tick_to_ns(lane, kind, tick_between(start, last));
	record(lane, start, done);
	return whole ? lane_finish(lane, done, NAMES_LOOPS, last > deadline)
	             : broken(lane, &loop);
}

#define LOOP(kind)                                                             \
	static int run_##kind(struct workload_lane *lane)                          \
	{                                                                          \
		return run(lane, TICK_##kind);                                         \
	}
LOOP(TSC)
LOOP(SYSTEM)
LOOP(BACKEND)

int names_pass(struct workload_lane *lane)
{
	static int (*const loops[TICK_KINDS])(struct workload_lane *) = {
	        [TICK_TSC] = run_TSC,
	        [TICK_SYSTEM] = run_SYSTEM,
	        [TICK_BACKEND] = run_BACKEND,
	};

	host_ctx_clear(lane->ctx);
	return loops[tick_kind(lane)](lane);
}
