/* net.c - whole transfers over a blocking socket. */
#include "net.h"

#include <errno.h>
#include <sys/socket.h>
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

/* Moves the vector past `done` bytes, leaving empty parts behind. */
static void advance(struct iovec **vector, int *count, size_t done)
{
	while (*count > 0 && done >= (*vector)->iov_len) {
		done -= (*vector)->iov_len;
		(*vector)->iov_len = 0;
		(*vector)++;
		(*count)--;
	}
	if (*count > 0) {
		(*vector)->iov_base = (char *)(*vector)->iov_base + done;
		(*vector)->iov_len -= done;
	}
}

int net_set_timeout(int fd, int64_t ns)
{
	struct timeval limit = {(time_t)(ns / 1000000000),
	                        (suseconds_t)(ns % 1000000000 / 1000)};

	if (setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit)) ||
	    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof(limit)))
		return -errno;
	return 0;
}

static int send_all(int fd, struct iovec *vector, int count, int flags)
{
	while (count > 0) {
		struct msghdr message = {.msg_iov = vector,
		                         .msg_iovlen = (size_t)count};
		ssize_t sent = sendmsg(fd, &message, flags | MSG_NOSIGNAL);

		if (sent < 0 && errno == EINTR)
			continue;
		if (sent < 0)
			return meaning(errno);
		advance(&vector, &count, (size_t)sent);
	}
	return 0;
}

int net_send(int fd, struct iovec *vector, int count)
{
	return send_all(fd, vector, count, 0);
}

int net_send_more(int fd, struct iovec *vector, int count)
{
	return send_all(fd, vector, count, MSG_MORE);
}

int net_receive(int fd, void *buffer, size_t length)
{
	char *place = buffer;

	while (length > 0) {
		ssize_t got = recv(fd, place, length, 0);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return meaning(errno);
		if (got == 0)
			return -ECONNRESET;
		place += got;
		length -= (size_t)got;
	}
	return 0;
}

/* In vain: don't do it for a while, and longer each time. */
static void watch_less(struct net_watch *watch)
{
	watch->pause = watch->pause ? watch->pause * 2 : 1;
	if (watch->pause > NET_PAUSE_MAX)
		watch->pause = NET_PAUSE_MAX;
	watch->skip = watch->pause;
}

ssize_t net_receive_watching(int fd, struct msghdr *message,
                             struct net_watch *watch)
{
	int64_t until = 0;

	if (!watch || watch->limit_ns == 0)
		return recvmsg(fd, message, 0);
	if (watch->skip > 0) {
		watch->skip--;
		return recvmsg(fd, message, 0);
	}
	for (;;) {
		ssize_t got = recvmsg(fd, message, MSG_DONTWAIT);
		int64_t now;

		if (got >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK)) {
			if (until > 0)
				watch->pause = 0;
			return got;
		}
		now = bench->now_ns();
		if (until == 0)
			until = now + watch->limit_ns;
		if (now >= until)
			break;
	}
	watch_less(watch);
	return recvmsg(fd, message, 0);
}

int64_t net_scatter(int fd, struct iovec *vector, int count, size_t least,
                    struct net_watch *watch)
{
	size_t done = 0;

	while (done < least) {
		struct msghdr message = {.msg_iov = vector,
		                         .msg_iovlen = (size_t)count};
		ssize_t got = net_receive_watching(fd, &message, watch);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return meaning(errno);
		if (got == 0)
			return -ECONNRESET;
		done += (size_t)got;
		advance(&vector, &count, (size_t)got);
	}
	return (int64_t)done;
}

int64_t net_send_some(int fd, struct iovec *vector, int count)
{
	struct msghdr message = {.msg_iov = vector, .msg_iovlen = (size_t)count};
	ssize_t sent;

	do
		sent = sendmsg(fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
	while (sent < 0 && errno == EINTR);
	if (sent >= 0)
		return sent;
	return errno == EAGAIN || errno == EWOULDBLOCK ? -EAGAIN : meaning(errno);
}

int64_t net_receive_some(int fd, struct iovec *vector, int count, int flags)
{
	struct msghdr message = {.msg_iov = vector, .msg_iovlen = (size_t)count};
	ssize_t got;

	do
		got = recvmsg(fd, &message, flags);
	while (got < 0 && errno == EINTR);
	if (got == 0)
		return -ECONNRESET;
	if (got > 0)
		return got;
	return errno == EAGAIN || errno == EWOULDBLOCK ? -EAGAIN : meaning(errno);
}

int net_discard(int fd, uint64_t length)
{
	char scratch[65536];

	while (length > 0) {
		size_t piece =
		        length < sizeof(scratch) ? (size_t)length : sizeof(scratch);
		int error = net_receive(fd, scratch, piece);

		if (error)
			return error;
		length -= piece;
	}
	return 0;
}

void net_close_gently(int fd)
{
	shutdown(fd, SHUT_WR);
	if (net_set_timeout(fd, 200000000) == 0) {
		char scratch[16384];

		for (int i = 0; i < 5; i++)
			if (recv(fd, scratch, sizeof(scratch), 0) <= 0)
				break;
	}
	close(fd);
}
