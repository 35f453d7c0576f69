/* session.h - one thread's own connection to the export, and what is in flight
 * on it. */
#ifndef NBD_SESSION_H
#define NBD_SESSION_H

#include <libnbd.h>
#include <stdatomic.h>
#include <stdbool.h>
#include "config.h"
#include "place.h"

struct flight;

/* What the server said of the export. */
struct traits {
	uint64_t size;
	uint64_t block_min, block_best, block_most; /* 0: not said */
	bool reads_only, can_flush, can_fua, is_coherent;
};

struct session {
	const struct nbd_config *config;
	struct bench_ctx *ctx;
	struct place *place; /* the target's; NULL for a target's own questions */
	char *label;         /* the server in words */
	struct nbd_handle *nbd; /* NULL once it is lost */
	int lost;               /* why */
	bool is_up;
	int64_t quiet; /* ns since the server was last heard of */
	atomic_int fd; /* for cancel() */
	atomic_bool cancelled;
	struct traits traits;

	/* flights.c */
	struct flight *flying, *done, **done_end, *spare;
	unsigned count; /* in flight, or done and not reaped */
};

/* link.c */
int session_connect(const struct nbd_config *config, struct bench_ctx *ctx,
                    struct session **out);
void session_close(struct session *session);
void session_cancel(struct session *session);
/* Waits for the server, `most` ns at most, and takes what comes.  Fails when
 * the connection is lost: all that was in flight has failed then. */
int session_turn(struct session *session, int64_t most);
/* A call of the library's failed: -errno with its sentence. */
int session_failure(struct session *session, const char *what);

/* flights.c */
void flights_init(struct session *session);
/* The connection is gone: they all end with that error. */
void flights_fail(struct session *session, int error);
void flights_free(struct session *session);
/* Sends one request and waits for its answer. */
int64_t flights_do(struct session *session, struct bench_io *io);
int flights_submit(void *session, struct bench_io *const *v, unsigned n);
int flights_reap(void *session, struct bench_io **done, unsigned min,
                 unsigned max, int64_t timeout_ns);

#endif
