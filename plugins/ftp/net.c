/* net.c - connecting, and whole transfers over a blocking socket. */
#include "net.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/time.h>
#include <unistd.h>
#include "bench_plugin.h"

/* A timeout shows as EAGAIN; a closed connection has many names. */
static int meaning(int error)
{
	if (error == EAGAIN || error == EWOULDBLOCK)
		return -ETIMEDOUT;
	if (error == EPIPE)
		return -ECONNRESET;
	return -error;
}

static int await_connect(int fd, int64_t deadline)
{
	struct pollfd waiting = {.fd = fd, .events = POLLOUT};
	socklen_t length = sizeof(int);
	int error = 0, ready;

	do {
		int64_t left = (deadline - bench->now_ns() + 999999) / 1000000;

		ready = poll(&waiting, 1, left > 0 ? (int)left : 0);
	} while (ready < 0 && errno == EINTR);
	if (ready < 0)
		return -errno;
	if (ready == 0)
		return -ETIMEDOUT;
	if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length))
		return -errno;
	return -error;
}

/* Non-blocking as long as it connects. */
static int connect_until(int fd, const struct sockaddr *address,
                         socklen_t length, int64_t deadline)
{
	int flags = fcntl(fd, F_GETFL), error = 0;

	if (flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0)
		return -errno;
	if (connect(fd, address, length) < 0) {
		error = -errno;
		if (error == -EINPROGRESS || error == -EINTR)
			error = await_connect(fd, deadline);
	}
	if (!error && fcntl(fd, F_SETFL, flags) < 0)
		error = -errno;
	return error;
}

static int set_timeout(int fd, int64_t ns)
{
	struct timeval limit = {(time_t)(ns / 1000000000),
	                        (suseconds_t)(ns % 1000000000 / 1000)};

	if (setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit)) ||
	    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof(limit)))
		return -errno;
	return 0;
}

int net_connect(const struct sockaddr *address, socklen_t length,
                int64_t deadline, int64_t timeout)
{
	int fd = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int error;

	if (fd < 0)
		return -errno;
	error = connect_until(fd, address, length, deadline);
	if (!error)
		error = set_timeout(fd, timeout);
	if (!error)
		return fd;
	close(fd);
	return error;
}

/* Moves the vector past `done` bytes. */
static void advance(struct iovec **vector, int *count, size_t done)
{
	while (*count > 0 && done >= (*vector)->iov_len) {
		done -= (*vector)->iov_len;
		(*vector)++;
		(*count)--;
	}
	if (*count > 0) {
		(*vector)->iov_base = (char *)(*vector)->iov_base + done;
		(*vector)->iov_len -= done;
	}
}

int net_send_all(int fd, struct iovec *vector, int count)
{
	while (count > 0) {
		struct msghdr message = {.msg_iov = vector,
		                         .msg_iovlen = (size_t)count};
		ssize_t sent = sendmsg(fd, &message, MSG_NOSIGNAL);

		if (sent < 0 && errno == EINTR)
			continue;
		if (sent < 0)
			return meaning(errno);
		advance(&vector, &count, (size_t)sent);
	}
	return 0;
}

int net_send(int fd, const void *buffer, size_t length)
{
	const char *place = buffer;

	while (length > 0) {
		ssize_t sent = send(fd, place, length, MSG_NOSIGNAL);

		if (sent < 0 && errno == EINTR)
			continue;
		if (sent < 0)
			return meaning(errno);
		place += sent;
		length -= (size_t)sent;
	}
	return 0;
}

int64_t net_receive(int fd, void *buffer, size_t length)
{
	size_t done = 0;

	while (done < length) {
		ssize_t got =
		        recv(fd, (char *)buffer + done, length - done, MSG_WAITALL);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return meaning(errno);
		if (got == 0)
			break;
		done += (size_t)got;
	}
	return (int64_t)done;
}

int64_t net_receive_some(int fd, void *buffer, size_t length)
{
	for (;;) {
		ssize_t got = recv(fd, buffer, length, 0);

		if (got >= 0)
			return got;
		if (errno != EINTR)
			return meaning(errno);
	}
}
