/* session.h - one thread's own mount: a connection, the root of the export,
 * and what is in flight on it. */
#ifndef NFS_SESSION_H
#define NFS_SESSION_H

#include "calls.h"

struct piece;
struct record;

struct session {
	struct link link;
	char *peer; /* numeric address */
	struct handle root;
	struct server_limits limits;
	uint32_t rsize, wsize; /* bytes in one READ and WRITE */

	/* The directory that the last name stood in, so that names cost one
	 * call each; NULL while there is none. */
	char *near_name;
	struct handle near;

	/* records.c: what is done and waits for reap(), and memory for more. */
	struct record *done, **done_end;
	struct record *spare_records;
	struct piece *spare_pieces;
	unsigned flying; /* records */

	/* Since the session began. */
	uint64_t split_records, short_replies;
};

/* mount.c */
int session_mount(const struct nfs_config *config, struct bench_ctx *ctx,
                  struct session **out);
void session_unmount(struct session *session);
/* The address without its brackets; -EINVAL says why. */
int session_check_host(const char *host, struct bench_ctx *ctx);

/* place.c: the directory and the last part of a name. */
struct place {
	const struct handle *dir;
	const char *last; /* "" is the root itself */
	bool was_near;    /* remembered: it may be gone since */
	struct handle own;
};
int place_find(struct session *session, const char *name, struct place *out);
/* Whether a call at a remembered place failed because the directory is gone,
 * and is to be tried again from the root.  Forgets it. */
bool place_is_stale(struct session *session, const struct place *place,
                    int error);
void place_forget(struct session *session);

/* records.c */
void records_init(struct session *session);
void records_free(struct session *session);

#endif
