/* wrap_call.c - one call through a wrapper: before, after, and the wait until
 * it is due. */
#include "plugin/wrap_parts.h"

#include <errno.h>
#include <string.h>
#include <time.h>
#include "measure/clock.h"
#include "plugin/host.h"

/* How long a wait goes on at most before it looks whether it is still wanted.
 */
#define LOOK_NS INT64_C(20000000)

int64_t wrap_now(const struct wrap_session *session)
{
	const struct bench_backend *inner = session->inner_table;

	return inner->clock_ns ? inner->clock_ns(session->inner) : clock_now_ns();
}

static bool is_unwanted(const struct wrap_session *session)
{
	return atomic_load(&session->cancelled) ||
	       host_table()->stopping(session->ctx);
}

static void sleep_until(int64_t ns)
{
	struct timespec until = {.tv_sec = (time_t)(ns / CLOCK_NS_PER_S),
	                         .tv_nsec = (long)(ns % CLOCK_NS_PER_S)};

	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) ==
	       EINTR)
		;
}

static int wait_here(const struct wrap_session *session, int64_t until_ns)
{
	int64_t now = clock_now_ns();

	while (until_ns - now > WRAP_SPIN_NS) {
		int64_t left = until_ns - now - WRAP_SPIN_NS;

		if (is_unwanted(session)) {
			host_table()->fail(session->ctx, "cancelled while it was held "
			                                 "back");
			return -ECANCELED;
		}
		sleep_until(now + (left < LOOK_NS ? left : LOOK_NS));
		now = clock_now_ns();
	}
	while (clock_now_ns() < until_ns)
		;
	return 0;
}

int wrap_wait(struct wrap_session *session, int64_t until_ns)
{
	const struct bench_backend *inner = session->inner_table;

	/* Never is never on any clock. */
	if (!inner->clock_ns || until_ns == BENCH_NEVER)
		return wait_here(session, until_ns);
	if (inner->wait_until)
		return inner->wait_until(session->inner, until_ns);
	host_table()->fail(session->ctx,
	                   "the backend's own clock cannot be waited on");
	return -ENOTSUP;
}

int wrap_begin(struct wrap_session *session, struct bench_call *call)
{
	call->size = (uint32_t)sizeof(*call);
	call->own_clock = session->inner_table->clock_ns != NULL;
	call->start_ns = wrap_now(session);
	if (!call->in_flight)
		atomic_store(&session->cancelled, false);
	return session->wrapper->before
	               ? session->wrapper->before(session->own, call)
	               : 0;
}

void wrap_after(struct wrap_session *session, struct bench_call *call,
                int64_t result, int64_t end_ns)
{
	call->result = result;
	call->end_ns = call->due_ns = end_ns;
	if (session->wrapper->after)
		session->wrapper->after(session->own, call);
}

int64_t wrap_end(struct wrap_session *session, struct bench_call *call,
                 int64_t result)
{
	int error = 0;

	wrap_after(session, call, result, wrap_now(session));
	if (call->due_ns > call->end_ns)
		error = wrap_wait(session, call->due_ns);
	return error < 0 ? error : call->result;
}

/* Words for calls -------------------------------------------------------- */

static const char *const words[BENCH_CALLS] = {
        [BENCH_CALL_READ] = "read",     [BENCH_CALL_WRITE] = "write",
        [BENCH_CALL_FLUSH] = "flush",   [BENCH_CALL_OPEN] = "open",
        [BENCH_CALL_CLOSE] = "close",   [BENCH_CALL_DROP_CACHE] = "drop_cache",
        [BENCH_CALL_STAT] = "stat",     [BENCH_CALL_RENAME] = "rename",
        [BENCH_CALL_UNLINK] = "unlink", [BENCH_CALL_MKDIR] = "mkdir",
        [BENCH_CALL_RMDIR] = "rmdir",   [BENCH_CALL_READDIR] = "readdir",
        [BENCH_CALL_PING] = "ping",
};

const char *wrap_call_name(int what)
{
	return what >= 0 && what < BENCH_CALLS ? words[what] : NULL;
}

/* The bits of one word; 0: it is none. */
static uint32_t read_word(const char *word, size_t length)
{
	if (length == 3 && strncmp(word, "all", 3) == 0)
		return (UINT32_C(1) << BENCH_CALLS) - 1;
	for (int i = 0; i < BENCH_CALLS; i++)
		if (strlen(words[i]) == length && strncmp(words[i], word, length) == 0)
			return UINT32_C(1) << i;
	return 0;
}

int wrap_calls_read(struct bench_ctx *ctx, const char *list, uint32_t *calls)
{
	uint32_t all = 0;

	while (list && *(list += strspn(list, " \t,")) != '\0') {
		size_t length = strcspn(list, " \t,");
		uint32_t bits = read_word(list, length);

		if (!bits) {
			host_table()->fail(ctx,
			                   "`%.*s` is no operation; there are read, write, "
			                   "flush, open, close, drop_cache, stat, rename, "
			                   "unlink, mkdir, rmdir, readdir, ping and all",
			                   (int)length, list);
			return -EINVAL;
		}
		all |= bits;
		list += length;
	}
	if (!all) {
		host_table()->fail(ctx, "no operation is named; write read, write, "
		                        "ping, ... or all");
		return -EINVAL;
	}
	*calls = all;
	return 0;
}
