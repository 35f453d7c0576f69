/* check_target.c - target and session: their life, and what caps() says. */
#include <errno.h>
#include <string.h>
#include "kit/parts.h"
#include "plugin/host.h"

#define KNOWN_PROPS                                                            \
	((unsigned)BENCH_RANDOM | BENCH_REWRITE | BENCH_KEEPS | BENCH_SHARED |     \
	 BENCH_DIRECT | BENCH_MEMORY | BENCH_DONTCACHE | BENCH_CACHES |            \
	 BENCH_REOPENS)

static int live_once(struct kit *kit)
{
	struct kit_lane *lane = &kit->lane;
	int result, error = kit_target_open(kit);

	if (!error && kit->backend->describe) {
		kit_call(lane, "describe()");
		result = kit->backend->describe(kit->target);
		kit_back(lane);
		if (result < 0)
			error = kit_came(lane, result, "0");
	}
	kit_target_close(kit);
	return error;
}

int kit_target(struct kit *kit)
{
	int error;

	kit->board->hopeless = true;
	error = live_once(kit);
	if (error)
		return error;
	kit->board->hopeless = false;
	return live_once(kit);
}

/* caps() --------------------------------------------------------------- */

/* With what must not be written to behind it. */
struct guarded {
	struct bench_caps caps;
	unsigned char guard[64];
};

static int ask(struct kit_lane *lane, struct guarded *room)
{
	int result;

	memset(room, 0, sizeof *room);
	memset(room->guard, 0x5a, sizeof room->guard);
	room->caps.size = sizeof room->caps;
	kit_call(lane, "caps()");
	result = lane->kit->backend->caps(lane->kit->target, &room->caps);
	kit_back(lane);
	if (result < 0)
		return kit_came(lane, result, "0");
	for (size_t i = 0; i < sizeof room->guard; i++)
		if (room->guard[i] != 0x5a)
			return kit_found(lane, text_copy("bytes behind it were changed"),
			                 "nothing written beyond the struct's size");
	if (room->caps.size != sizeof room->caps)
		return kit_found(lane, text_format("%u", (unsigned)room->caps.size),
		                 "size left as it was, %zu", sizeof room->caps);
	return 0;
}

static int check_sizes(struct kit_lane *lane, const struct bench_caps *caps)
{
	const struct {
		const char *low_name, *high_name;
		uint64_t low, high;
	} orders[] = {
	        {"min_io", "max_io", caps->min_io, caps->max_io},
	        {"min_io", "best_io", caps->min_io, caps->best_io},
	        {"best_io", "max_io", caps->best_io, caps->max_io},
	        {"min_io", "max_size", caps->min_io, caps->max_size},
	};

	for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++)
		if (orders[i].high && orders[i].low > orders[i].high)
			return kit_found(lane,
			                 text_format("%llu and %llu",
			                             (unsigned long long)orders[i].low,
			                             (unsigned long long)orders[i].high),
			                 "%s not above %s", orders[i].low_name,
			                 orders[i].high_name);
	return 0;
}

static int check_values(struct kit_lane *lane, const struct bench_caps *caps)
{
	if (caps->props & ~KNOWN_PROPS)
		return kit_found(lane, text_format("props = 0x%x", caps->props),
		                 "properties of the contract only (0x%x)", KNOWN_PROPS);
	if (caps->align & (caps->align - 1))
		return kit_found(lane, text_format("align = %u", caps->align),
		                 "align a power of two, or 0");
	if (caps->durable != BENCH_DUR_NONE && caps->durable != BENCH_DUR_PEER &&
	    caps->durable != BENCH_DUR_STABLE)
		return kit_found(lane, text_format("durable = %d", (int)caps->durable),
		                 "a value of enum bench_durable");
	return check_sizes(lane, caps);
}

int kit_caps(struct kit *kit)
{
	struct kit_lane *lane = &kit->lane;
	struct guarded first, second;
	int error = ask(lane, &first);

	if (!error)
		error = check_values(lane, &first.caps);
	if (!error)
		error = ask(lane, &second);
	if (!error && (first.caps.props != second.caps.props ||
	               first.caps.max_size != second.caps.max_size ||
	               first.caps.max_depth != second.caps.max_depth))
		error = kit_found(lane, text_copy("other properties or limits"),
		                  "the same answer the second time");
	return error;
}

/* Sessions --------------------------------------------------------------- */

/* A word with the far end, if there is any way to have one. */
static int use(struct kit_lane *lane)
{
	const struct bench_backend *backend = lane->kit->backend;
	struct bench_stat st;
	int result;

	if (backend->ping)
		return kit_want(lane, kit_ping(lane), 0);
	if (!backend->stat || !kit_keeps(lane->kit))
		return 0;
	result = kit_stat(lane, "bench-kit-nothing", &st);
	return kit_want(lane, result, -ENOENT);
}

/* Two at once, the first of them closed first. */
static int two_sessions(struct kit *kit)
{
	struct kit_lane second = {.kit = kit, .number = 1};
	int error = kit_session_open(&kit->lane, 1);

	if (!error)
		error = kit_session_open(&second, 1);
	if (!error)
		error = use(&second);
	if (!error)
		error = use(&kit->lane);
	kit_session_close(&kit->lane);
	if (!error)
		error = use(&second);
	kit_session_close(&second);
	return error;
}

static int one_session(struct kit *kit)
{
	int error = kit_session_open(&kit->lane, 1);

	if (!error)
		error = use(&kit->lane);
	kit_session_close(&kit->lane);
	return error;
}

int kit_session(struct kit *kit)
{
	int error;

	kit->board->hopeless = true;
	error = kit_target_open(kit);
	if (!error)
		error = one_session(kit);
	if (!error)
		kit->board->hopeless = false;
	if (!error && kit_many_sessions(kit))
		error = one_session(kit);
	if (!error && kit_many_sessions(kit))
		error = two_sessions(kit);
	kit_target_close(kit);
	return error;
}

/* Round trips ------------------------------------------------------------ */

int kit_pings(struct kit *kit)
{
	for (unsigned i = 0; i < 20; i++) {
		int error = kit_want(&kit->lane, kit_ping(&kit->lane), 0);

		if (error)
			return error;
	}
	return 0;
}

/* What is unusual, and still in the order of the contract. */

/* Two files of a session at once, the first of them closed first. */
static int two_files(struct kit_lane *lane, unsigned first_flags,
                     unsigned second_flags)
{
	struct kit_file first = {lane, kit_name(lane->kit, "order-a"), NULL};
	struct kit_file second = {lane, kit_name(lane->kit, "order-b"), NULL};
	int error = kit_must_open(&first, first_flags, 0);

	if (error)
		return error;
	error = kit_must_open(&second, second_flags, 0);
	if (error) {
		(void)kit_close(&first);
		return error;
	}
	error = kit_must_close(&first);
	return kit_must_close(&second) ? -1 : error;
}

/* A session that did nothing, and one whose only call failed. */
static int idle_sessions(struct kit *kit)
{
	struct kit_file missing = {&kit->lane, kit_name(kit, "order-none"), NULL};
	int error;

	kit_session_close(&kit->lane);
	error = kit_session_open(&kit->lane, 1);
	if (error)
		return error;
	kit_session_close(&kit->lane);
	error = kit_session_open(&kit->lane, 1);
	if (!error && kit_keeps(kit) && kit_open(&missing, BENCH_O_READ, 0) >= 0)
		error = kit_found(&kit->lane, text_copy("success"), "-2 (ENOENT)");
	return error;
}

int kit_order(struct kit *kit)
{
	const unsigned create = BENCH_O_CREATE | BENCH_O_WRITE;
	struct kit_lane *lane = &kit->lane;
	int error = kit_many_sessions(kit) ? idle_sessions(kit) : 0;

	if (!error && kit->backend->write)
		error = two_files(lane, create, create);
	if (!error && kit->backend->write && kit->backend->read && kit_keeps(kit))
		error = two_files(lane, BENCH_O_READ, BENCH_O_READ);
	if (error || !kit_many_sessions(kit))
		return error;
	/* And the target after a session that has just closed its files. */
	kit_remove_names(lane, NULL);
	kit_session_close(lane);
	kit_target_close(kit);
	return kit_begin(kit, false);
}
