/* check_cancel.c - a call that waits comes back soon when another thread
 * cancels its session. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include "kit/parts.h"
#include "measure/clock.h"

/* A cancelled call returns within this time. */
#define CANCEL_NS (2 * CLOCK_NS_PER_S)
/* Before it is said to be waiting at all. */
#define SETTLE_NS (CLOCK_NS_PER_S / 10)

struct blocked {
	struct kit_lane *lane;
	struct bench_io *room[1];
	atomic_bool done;
};

static void nap(void)
{
	const struct timespec pause = {.tv_nsec = 2000000};

	nanosleep(&pause, NULL);
}

/* Nothing is in flight, so nothing will ever come. */
static void *wait_for_nothing(void *arg)
{
	struct blocked *blocked = arg;

	(void)kit_reap(blocked->lane, blocked->room, 1, 1, 60 * CLOCK_NS_PER_S);
	atomic_store(&blocked->done, true);
	return NULL;
}

/* Round trips until one fails, which they do once the session is cancelled. */
static void *go_on(void *arg)
{
	struct blocked *blocked = arg;
	int64_t end_ns = clock_now_ns() + 3 * SETTLE_NS;

	while (clock_now_ns() < end_ns && kit_ping(blocked->lane) >= 0)
		continue;
	atomic_store(&blocked->done, true);
	return NULL;
}

static bool ends_within(const struct blocked *blocked, int64_t ns)
{
	int64_t end_ns = clock_now_ns() + ns;

	while (!atomic_load(&blocked->done)) {
		if (clock_now_ns() > end_ns)
			return false;
		nap();
	}
	return true;
}

/* The words on the board stay those of the call that waits. */
static int cancel(struct kit_lane *lane, struct blocked *blocked)
{
	int result = lane->kit->backend->cancel(lane->session);

	if (!ends_within(blocked, CANCEL_NS))
		return kit_found(lane, text_copy("no return within 2 s of cancel()"),
		                 "to return soon after cancel() from another thread");
	kit_call(lane, "cancel()");
	kit_back(lane);
	if (result == -ENOTSUP)
		return kit_skip(lane, "cancel() is not offered with these options "
		                      "(-ENOTSUP)");
	return result < 0 ? kit_came(lane, result, "0") : 0;
}

/* *stuck: the thread is in a call that nothing ends. */
static int cancel_while(struct kit_lane *lane, void *(*life)(void *),
                        bool *stuck)
{
	struct blocked *blocked = calloc(1, sizeof *blocked);
	pthread_t thread;
	int error = 0;

	if (!blocked)
		return kit_found(lane, NULL, "memory");
	blocked->lane = lane;
	if (pthread_create(&thread, NULL, life, blocked)) {
		free(blocked);
		return kit_found(lane, NULL, "a thread");
	}
	if (!ends_within(blocked, SETTLE_NS))
		error = cancel(lane, blocked);
	*stuck = !atomic_load(&blocked->done);
	if (*stuck)
		return error;
	pthread_join(thread, NULL);
	free(blocked);
	return error;
}

/* A cancelled session can be closed, and the next one is as good as new. */
static int renew(struct kit_lane *lane)
{
	int error;

	kit_session_close(lane);
	error = kit_session_open(lane, 1);
	if (!error && lane->kit->backend->ping)
		error = kit_want(lane, kit_ping(lane), 0);
	return error;
}

int kit_cancel(struct kit *kit)
{
	const struct bench_backend *backend = kit->backend;
	struct kit_lane *lane = &kit->lane;
	bool stuck = false;
	int error = 0;

	if (backend->reap)
		error = cancel_while(lane, wait_for_nothing, &stuck);
	if (!error && kit_many_sessions(kit))
		error = renew(lane);
	if (!error && backend->ping)
		error = cancel_while(lane, go_on, &stuck);
	if (!error && kit_many_sessions(kit))
		error = renew(lane);
	/* There is no closing a session that another thread is still in: the
	 * process ends as it is, and another one removes what it made. */
	if (stuck)
		_exit(0);
	return error;
}
