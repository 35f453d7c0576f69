/* wrap_parts.h - what the files of a wrapped backend share. */
#ifndef BENCH_PLUGIN_WRAP_PARTS_H
#define BENCH_PLUGIN_WRAP_PARTS_H

#include <stdatomic.h>
#include <stdbool.h>
#include "plugin/wrap.h"

/* A record in flight: the caller's, and what the backend has in its stead. */
struct wrap_slot {
	struct bench_io io; /* first, so that what comes back is the slot */
	struct bench_io *outer;
	struct bench_call call;
	struct wrap_slot *next; /* of the idle, or of those that are held back */
	struct wrap_slot *made_before;
};

struct wrap_target {
	const struct wrap *wrap;
	struct bench_ctx *ctx;
	void *inner, *own; /* the backend's and the wrapper's */
};

struct wrap_session {
	const struct bench_backend *inner_table, *wrapper;
	struct bench_ctx *ctx;
	void *inner, *own;
	atomic_bool cancelled; /* since the call in progress began */
	/* Records in flight. */
	struct wrap_slot *made, *idle;
	struct wrap_slot *held;    /* back, by due_ns */
	struct bench_io **pending; /* not yet taken by the backend */
	struct bench_io **back;    /* room for what it gives back */
	unsigned slots, pending_count, flying;
};

struct wrap_file {
	struct wrap_session *session;
	void *inner;
};

/* wrap_call.c: the two halves of a call. */
/* What the session's times are told by. */
int64_t wrap_now(const struct wrap_session *session);
/* Fills the call but for what it is about; the result of before(). */
int wrap_begin(struct wrap_session *session, struct bench_call *call);
/* after(), once the backend is done; does not wait. */
void wrap_after(struct wrap_session *session, struct bench_call *call,
                int64_t result, int64_t end_ns);
/* The same for a call that is not in flight, and waits until it is due; returns
 * its result. */
int64_t wrap_end(struct wrap_session *session, struct bench_call *call,
                 int64_t result);
/* 0, or -ECANCELED, or why that clock cannot go on. */
int wrap_wait(struct wrap_session *session, int64_t until_ns);
/* On the machine's clock the end of a wait is not slept, since a sleep ends
 * late: so much of it. */
#define WRAP_SPIN_NS INT64_C(60000)

/* wrap_flight.c */
int wrap_submit(void *session, struct bench_io *const *v, unsigned n);
int wrap_reap(void *session, struct bench_io **done, unsigned min, unsigned max,
              int64_t timeout_ns);
void wrap_free_slots(struct wrap_session *session);

#endif
