/* net.h - connecting, and whole transfers over a blocking socket.
 *
 * Errors are negative errno: -ETIMEDOUT when no byte moved for as long as
 * net_set_timeout() said, -ECONNRESET when the far end is gone.  SIGPIPE is
 * never raised. */
#ifndef FTP_NET_H
#define FTP_NET_H

#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/uio.h>

/* A blocking socket that is connected before the deadline (ns), with its waits
 * limited to `timeout`; or why not. */
int net_connect(const struct sockaddr *address, socklen_t length,
                int64_t deadline, int64_t timeout);
/* Sends all that the vector names; the vector is used up. */
int net_send_all(int fd, struct iovec *vector, int count);
int net_send(int fd, const void *buffer, size_t length);
/* Fills the buffer unless the stream ends before; returns how much came. */
int64_t net_receive(int fd, void *buffer, size_t length);
/* What there is, at least one byte; 0 at the end of the stream. */
int64_t net_receive_some(int fd, void *buffer, size_t length);

#endif
