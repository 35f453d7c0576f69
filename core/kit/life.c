/* life.c - a target and its sessions, opened and closed in the order of the
 * contract. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kit/parts.h"
#include "plugin/host.h"

/* In flight where caps() names no limit, and at most. */
#define DEPTH_MOST 256u

static int start(struct kit *kit)
{
	const struct bench_backend *backend = kit->backend;
	struct kit_lane *lane = &kit->lane;
	int result = 0;

	/* Once in a process, however many targets there are one after the other.
	 */
	if (backend->init && !kit->inited) {
		kit_call(lane, "init()");
		result = backend->init();
		kit_back(lane);
	}
	if (result < 0)
		return kit_came(lane, result, "0");
	kit->inited = true;
	if (backend->check) {
		kit_call(lane, "check(the options as given)");
		result = backend->check(kit->options->config, lane->ctx);
		kit_back(lane);
	}
	return result < 0 ? kit_came(lane, result, "0") : 0;
}

static int open_target(struct kit *kit)
{
	const struct bench_backend *backend = kit->backend;
	struct kit_lane *lane = &kit->lane;
	int result;

	kit_call(lane, "target_open()");
	result =
	        backend->target_open(kit->options->config, lane->ctx, &kit->target);
	kit_back(lane);
	if (result < 0)
		return kit_came(lane, result, "0");
	kit->has_target = true;
	kit->caps = (struct bench_caps){.size = sizeof kit->caps};
	kit_call(lane, "caps()");
	result = backend->caps(kit->target, &kit->caps);
	kit_back(lane);
	return result < 0 ? kit_came(lane, result, "0") : 0;
}

int kit_target_open(struct kit *kit)
{
	struct kit_lane *lane = &kit->lane;

	lane->kit = kit;
	if (!lane->ctx)
		lane->ctx = host_ctx_new(NULL);
	if (!lane->ctx)
		return kit_found(lane, NULL, "memory");
	return start(kit) ? -1 : open_target(kit);
}

void kit_target_close(struct kit *kit)
{
	struct kit_lane *lane = &kit->lane;

	if (kit->has_target) {
		kit_call(lane, "target_close()");
		kit->backend->target_close(kit->target);
		kit_back(lane);
	}
	kit->has_target = false;
	host_ctx_free(lane->ctx);
	lane->ctx = NULL;
}

void kit_finish(struct kit *kit)
{
	if (!kit->inited || !kit->backend->fini)
		return;
	kit_call(&kit->lane, "fini()");
	kit->backend->fini();
	kit_back(&kit->lane);
	kit->inited = false;
}

int kit_session_open(struct kit_lane *lane, unsigned depth)
{
	struct kit *kit = lane->kit;
	struct bench_who who = {.size = sizeof who,
	                        .ranks = 1,
	                        .worker = lane->number,
	                        .workers = lane->number + 1,
	                        .depth = depth};
	int result;

	if (!lane->ctx)
		lane->ctx = host_ctx_new(NULL);
	if (!lane->ctx)
		return kit_found(lane, NULL, "memory");
	kit_call(lane, "session_open(worker %u, depth %u)", lane->number, depth);
	result = kit->backend->session_open(kit->target, &who, lane->ctx,
	                                    &lane->session);
	kit_back(lane);
	if (result < 0)
		return kit_came(lane, result, "0");
	lane->has_session = true;
	return 0;
}

void kit_session_close(struct kit_lane *lane)
{
	if (lane->has_session) {
		kit_call(lane, "session_close(worker %u)", lane->number);
		lane->kit->backend->session_close(lane->session);
		kit_back(lane);
	}
	lane->has_session = false;
	if (lane == &lane->kit->lane)
		return;
	host_ctx_free(lane->ctx);
	lane->ctx = NULL;
}

unsigned kit_most_depth(const struct kit *kit)
{
	unsigned limit = kit->caps.max_depth;

	return limit && limit < DEPTH_MOST ? limit : DEPTH_MOST;
}

/* "One session in a process, no more": the harness never opens a second one
 * there, not even after the first. */
bool kit_many_sessions(const struct kit *kit)
{
	return kit->backend->threads != BENCH_ONE_PER_PROCESS;
}

int kit_begin(struct kit *kit, bool deep)
{
	int result;

	if (kit_target_open(kit) ||
	    kit_session_open(&kit->lane, deep ? kit_most_depth(kit) : 1))
		return -1;
	if (!kit->backend->mkdir)
		return 0;
	result = kit_mkdir(&kit->lane, kit->directory);
	if (result < 0 && result != -EEXIST)
		return kit_came(&kit->lane, result, "0");
	return 0;
}

/* What is left counts only where nothing else was found. */
static void remove_all(struct kit *kit)
{
	struct kit_board *board = kit->board;
	struct text left = {0};

	kit_remove_names(&kit->lane, &left);
	if (left.bytes && !board->left[0] && !atomic_load(&board->settled))
		snprintf(board->left, KIT_WORDS, "%s", left.bytes);
	text_free(&left);
}

void kit_end(struct kit *kit)
{
	if (kit->lane.has_session)
		remove_all(kit);
	kit_session_close(&kit->lane);
	kit_target_close(kit);
}
