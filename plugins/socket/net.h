/* net.h - whole transfers over a blocking socket.
 *
 * Each takes interrupted and partial calls on itself, never raises SIGPIPE and
 * returns 0 or a negative errno: -ETIMEDOUT when no byte moved for as long as
 * net_set_timeout() said, -ECONNRESET when the far end is gone. */
#ifndef SOCKET_NET_H
#define SOCKET_NET_H

#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/uio.h>

/* Limits each wait of the socket without a system call per transfer. */
int net_set_timeout(int fd, int64_t ns);
/* Sends all that the vector names; the vector is used up. */
int net_send(int fd, struct iovec *vector, int count);
/* The same where more is to follow at once: TCP may hold what does not fill a
 * segment until it does.  The last word of a talk must not be sent so. */
int net_send_more(int fd, struct iovec *vector, int count);
/* Fills the buffer.  Takes what is there, call by call, so that the sender goes
 * on meanwhile: one call for all of a large record (MSG_WAITALL) was slower. */
int net_receive(int fd, void *buffer, size_t length);
/* Whoever receives faster than the other end sends falls asleep again and
 * again, and the sender pays for each time it is woken: over loopback more than
 * the bytes cost.  So it looks for more for a while before it sleeps; where
 * that is in vain, as on a slow wire, less and less often.  Zero but for the
 * limit. */
struct net_watch {
	int64_t limit_ns;     /* of one look; 0: sleeps at once */
	unsigned skip, pause; /* waits without a look: still to come; at a time */
};

/* At most so many waits without a look. */
#define NET_PAUSE_MAX 1024

/* recvmsg(), but watching; watch may be NULL. */
ssize_t net_receive_watching(int fd, struct msghdr *message,
                             struct net_watch *watch);

/* Receives at least `least` bytes of what the vector names and returns how
 * many.  Parts that were filled get length 0 and the others are moved along,
 * also on failure: what is left in the vector is what did not come. */
int64_t net_scatter(int fd, struct iovec *vector, int count, size_t least,
                    struct net_watch *watch);
/* What goes or comes in one call, at least one byte; -EAGAIN where nothing
 * does.  Sending never waits; receiving does as the flags of recvmsg() say. */
int64_t net_send_some(int fd, struct iovec *vector, int count);
int64_t net_receive_some(int fd, struct iovec *vector, int count, int flags);
/* Receives and forgets. */
int net_discard(int fd, uint64_t length);
/* A close that lets the far end read the last words: without it unread input
 * would reset the connection. */
void net_close_gently(int fd);

#endif
