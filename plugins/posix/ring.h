/* ring.h - what ring.c and flight.c share: a session's ring and what is in
 * flight on it. */
#ifndef POSIX_RING_H
#define POSIX_RING_H

#include "posix.h"

#ifdef HAVE_LIBURING
#include <liburing.h>
#include <stdatomic.h>
#include <stdbool.h>

/* Files that a ring knows by number, which saves a look-up in each record. */
#define RING_SLOTS 64

struct ring {
	struct io_uring uring;
	struct bench_ctx *ctx;
	unsigned entries; /* room for records in flight, and one entry is left */
	unsigned flying;  /* handed to the kernel, or about to be */
	/* Records that came back while another was waited for, linked by priv. */
	struct bench_io *first, *last;
	int broken;          /* negative errno: the kernel takes nothing more */
	uint64_t free_slots; /* one bit each */
	atomic_bool cancelled;
	bool told; /* the kernel was asked to end what is in flight */
};

/* Waits until nothing is in flight; what came is kept for the next reap.  end:
 * what has not begun need not. */
void flight_settle(struct ring *ring, bool end);

#endif
#endif
