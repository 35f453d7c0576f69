/* wrap_flight.c - records in flight through a wrapper.
 *
 * Each is given to the backend in a copy.  One that is back before it is due is
 * held, so that a wrapper's delay does not keep others from flying. */
#include "plugin/wrap_parts.h"

#include <errno.h>
#include <stdlib.h>

static struct wrap_slot *slot_of(struct bench_io *io)
{
	return (struct wrap_slot *)(void *)io;
}

/* Room for one more in each list. */
static int grow(struct bench_io ***list, unsigned count)
{
	struct bench_io **more = realloc(*list, (count + 1) * sizeof(*more));

	if (!more)
		return -ENOMEM;
	*list = more;
	return 0;
}

static struct wrap_slot *take_slot(struct wrap_session *session)
{
	struct wrap_slot *slot = session->idle;

	if (slot) {
		session->idle = slot->next;
		return slot;
	}
	if (grow(&session->pending, session->slots) ||
	    grow(&session->back, session->slots))
		return NULL;
	slot = calloc(1, sizeof(*slot));
	if (!slot)
		return NULL;
	slot->made_before = session->made;
	session->made = slot;
	session->slots++;
	return slot;
}

void wrap_free_slots(struct wrap_session *session)
{
	while (session->made) {
		struct wrap_slot *slot = session->made;

		session->made = slot->made_before;
		free(slot);
	}
	free(session->pending);
	free(session->back);
}

/* Behind those that are due at the same time. */
static void hold(struct wrap_session *session, struct wrap_slot *slot)
{
	struct wrap_slot **at = &session->held;

	while (*at && (*at)->call.due_ns <= slot->call.due_ns)
		at = &(*at)->next;
	slot->next = *at;
	*at = slot;
}

/* It never reached the backend. */
static void refuse(struct wrap_session *session, struct wrap_slot *slot,
                   int error)
{
	slot->call.result = error;
	slot->call.end_ns = slot->call.due_ns = wrap_now(session);
	hold(session, slot);
}

static void send_off(struct wrap_session *session, struct wrap_slot *slot,
                     struct bench_io *outer)
{
	static const enum bench_what whats[] = {[BENCH_OP_READ] = BENCH_CALL_READ,
	                                        [BENCH_OP_WRITE] = BENCH_CALL_WRITE,
	                                        [BENCH_OP_FLUSH] =
	                                                BENCH_CALL_FLUSH};
	const struct wrap_file *file = outer->file;
	int error;

	slot->outer = outer;
	slot->io = (struct bench_io){.op = outer->op,
	                             .file = file->inner,
	                             .buf = outer->buf,
	                             .len = outer->len,
	                             .off = outer->off};
	slot->call = (struct bench_call){.what = whats[outer->op],
	                                 .buf = outer->buf,
	                                 .len = outer->len,
	                                 .off = outer->off,
	                                 .in_flight = 1};
	error = wrap_begin(session, &slot->call);
	if (error < 0)
		refuse(session, slot, error);
	else
		session->pending[session->pending_count++] = &slot->io;
}

static void refuse_pending(struct wrap_session *session, int error)
{
	for (unsigned i = 0; i < session->pending_count; i++) {
		struct wrap_slot *slot = slot_of(session->pending[i]);

		/* What before() changed is to be put back. */
		wrap_after(session, &slot->call, error, wrap_now(session));
		slot->call.result = error;
		hold(session, slot);
	}
	session->pending_count = 0;
}

/* Gives the backend what it takes of the pending ones. */
static void push(struct wrap_session *session)
{
	const struct bench_backend *inner = session->inner_table;
	int taken = 1;

	while (session->pending_count && taken > 0) {
		taken = inner->submit(session->inner, session->pending,
		                      session->pending_count);
		if (taken <= 0)
			break;
		session->flying += (unsigned)taken;
		session->pending_count -= (unsigned)taken;
		for (unsigned i = 0; i < session->pending_count; i++)
			session->pending[i] = session->pending[i + (unsigned)taken];
	}
	if (taken < 0)
		refuse_pending(session, taken);
	else if (session->pending_count && !session->flying)
		refuse_pending(session, -EIO);
}

int wrap_submit(void *handle, struct bench_io *const *v, unsigned n)
{
	struct wrap_session *session = handle;
	unsigned taken = 0;

	while (taken < n) {
		struct wrap_slot *slot = take_slot(session);

		if (!slot)
			break;
		send_off(session, slot, v[taken++]);
	}
	push(session);
	return taken || !n ? (int)taken : -ENOMEM;
}

/* Coming back ------------------------------------------------------------ */

/* Takes what the backend is done with, waiting until then at most. */
static int collect(struct wrap_session *session, int64_t until_ns)
{
	int64_t left = until_ns - wrap_now(session), now;
	int got;

	/* A wait of the backend's may end late as well. */
	if (!session->inner_table->clock_ns)
		left -= WRAP_SPIN_NS;
	if (left < 0)
		left = 0;
	got = session->inner_table->reap(session->inner, session->back, left > 0,
	                                 session->slots, left);
	if (got <= 0)
		return got;
	now = wrap_now(session);
	session->flying -= (unsigned)got;
	for (int i = 0; i < got; i++) {
		struct wrap_slot *slot = slot_of(session->back[i]);

		wrap_after(session, &slot->call, slot->io.result,
		           slot->io.done_ns ? slot->io.done_ns : now);
		hold(session, slot);
	}
	return got;
}

/* Those that are due. */
static unsigned deliver(struct wrap_session *session, struct bench_io **done,
                        unsigned max)
{
	int64_t now = wrap_now(session);
	unsigned got = 0;

	while (got < max && session->held && session->held->call.due_ns <= now) {
		struct wrap_slot *slot = session->held;

		session->held = slot->next;
		slot->outer->result = slot->call.result;
		slot->outer->done_ns = slot->call.due_ns;
		done[got++] = slot->outer;
		slot->next = session->idle;
		session->idle = slot;
	}
	return got;
}

static int64_t earlier(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

int wrap_reap(void *handle, struct bench_io **done, unsigned min, unsigned max,
              int64_t timeout_ns)
{
	struct wrap_session *session = handle;
	int64_t now = wrap_now(session);
	int64_t end = timeout_ns > INT64_MAX - now
	                      ? INT64_MAX
	                      : now + (timeout_ns > 0 ? timeout_ns : 0);
	unsigned got = 0;

	atomic_store(&session->cancelled, false);
	for (;;) {
		int64_t until = end;
		int error = 0;

		push(session);
		got += deliver(session, done + got, max - got);
		if (got >= min)
			until = 0;
		else if (session->held)
			until = earlier(end, session->held->call.due_ns);
		if (session->flying)
			error = collect(session, until);
		else if (got < min && session->held)
			error = wrap_wait(session, until);
		if (error < 0)
			return got ? (int)got : error;
		got += deliver(session, done + got, max - got);
		if (got >= min || (!session->flying && !session->held) ||
		    wrap_now(session) >= end || atomic_load(&session->cancelled))
			return (int)got;
	}
}
