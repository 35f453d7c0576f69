/* session.h - one thread's own connection, logged in, with SFTP on it. */
#ifndef SFTP_SESSION_H
#define SFTP_SESSION_H

#include <libssh/libssh.h>
#include <libssh/sftp.h>
#include "config.h"
#include "watch.h"

struct record;
struct piece;

struct session {
	const struct sftp_config *config;
	struct bench_ctx *ctx;
	struct watch *watch;
	struct watched watched;
	atomic_bool cancelled;
	char *peer; /* numeric address */
	int fd;     /* handed to the library; -1: none */
	ssh_session ssh;
	sftp_session sftp;
	int lost; /* why the connection is of no use any more, or 0 */
	bool can_fsync, can_statvfs;

	/* reads.c */
	struct piece *pieces, **pieces_end, *spare_pieces;
	struct record *issuing, *done, **done_end, *spare_records;
	unsigned flying; /* pieces that were asked for */
	unsigned count;  /* records submitted and not reaped */
};

/* session.c */
int session_connect(const struct sftp_config *config, struct watch *watch,
                    struct bench_ctx *ctx, struct session **out);
void session_close(struct session *session);
void session_cancel(struct session *session);

/* Around each call of the library's that waits.  The first one fails where the
 * connection is lost. */
int session_begin(struct session *session);
void session_end(struct session *session);
/* After a call that failed: -errno and its sentence, in the protocol's words.
 */
int session_failure(struct session *session, const char *what,
                    const char *name);
/* The same where SSH itself failed, before there is SFTP. */
int session_broken(struct session *session, const char *what);

/* login.c: from the greeting to the login. */
int login(struct session *session);

/* reads.c */
void reads_init(struct session *session);
void reads_free(struct session *session);
/* Waits for all that was asked for: nothing else may be asked before, because
 * the library would lose the answers. */
void reads_settle(struct session *session);
int reads_submit(void *session, struct bench_io *const *v, unsigned n);
int reads_reap(void *session, struct bench_io **done, unsigned min,
               unsigned max, int64_t timeout_ns);

#endif
