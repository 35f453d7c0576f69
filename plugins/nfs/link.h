/* link.h - one connection to a server's program: libnfs' context, driven by
 * our own loop, so that nothing hangs or spins when the server dies. */
#ifndef NFS_LINK_H
#define NFS_LINK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <sys/time.h>
#include <nfsc/libnfs.h>
#include <nfsc/libnfs-raw.h>
#include "config.h"

struct link {
	const struct nfs_config *config;
	struct bench_ctx *ctx;
	/* NULL before the connection and once it is lost. */
	struct rpc_context *rpc;
	char *label;   /* "the NFS server 10.0.0.2:2049" */
	bool is_up;    /* connected, not connecting */
	int lost;      /* negative errno; why rpc is NULL */
	int64_t quiet; /* ns without a byte from or to the server */
	atomic_int fd;
	atomic_bool cancelled;
};

/* One call to the server that somebody waits for. */
struct call {
	struct link *link;
	const char *what; /* name of the procedure */
	const char *name; /* of the file, for people; "" where there is none */
	bool is_done;
	int error;
	void *out; /* where the answer goes */
};

/* Connects to the program: at the port, or by the portmapper where it is 0.
 * address is numeric.  what is for people: "the NFS server". */
int link_open(struct link *link, const char *address, int64_t port, int program,
              int version, const char *what);
/* All that is in flight ends with an error first. */
void link_close(struct link *link);
/* From any thread: whoever waits comes back soon. */
void link_cancel(struct link *link);

/* Sends what is queued as far as the socket takes it. */
int link_push(struct link *link);
/* Waits for the socket, `most` ns or less, and lets libnfs work.  A link that
 * fails is lost: all that is in flight ends with its error. */
int link_turn(struct link *link, int64_t most);

/* queued: what libnfs said when it took the call. */
int call_wait(struct call *call, int queued);
/* For libnfs' callbacks: the answer if the server's status in it is good, else
 * NULL; done with in either way. */
void *call_answer(struct call *call, int status, void *data);

/* Says why and returns the errno of a status of NFS version 3. */
int status_failure(struct bench_ctx *ctx, int status, const char *what,
                   const char *name);
/* The same for the MOUNT protocol. */
int status_mount_failure(const struct nfs_config *config, struct bench_ctx *ctx,
                         int status);

#endif
