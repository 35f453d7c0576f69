/* wire.c - the library's own socket, seen from outside.
 *
 * The library shows neither its socket nor whether it encrypts.  The socket is
 * the one of this process that is connected to the server; the kernel counts
 * its bytes and its retransmits. */
#include <dirent.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include "names.h"

/* Bytes of a reply "no such name", plain and in its wrapping. */
enum { PLAIN_LEAST = 72, PLAIN_MOST = 84, WRAPPING = 52, LOOKS = 3 };

static bool same_peer(const struct connection *connection, int fd)
{
	struct sockaddr_storage peer;
	const struct sockaddr_in *four = (const struct sockaddr_in *)&peer;
	const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)&peer;
	const void *wanted = &connection->address;
	socklen_t length = sizeof(peer);

	memset(&peer, 0, sizeof(peer));
	if (getpeername(fd, (struct sockaddr *)&peer, &length) ||
	    peer.ss_family != connection->address.ss_family)
		return false;
	if (peer.ss_family == AF_INET)
		return four->sin_port ==
		               ((const struct sockaddr_in *)wanted)->sin_port &&
		       memcmp(&four->sin_addr,
		              &((const struct sockaddr_in *)wanted)->sin_addr,
		              sizeof(four->sin_addr)) == 0;
	return peer.ss_family == AF_INET6 &&
	       six->sin6_port == ((const struct sockaddr_in6 *)wanted)->sin6_port &&
	       memcmp(&six->sin6_addr,
	              &((const struct sockaddr_in6 *)wanted)->sin6_addr,
	              sizeof(six->sin6_addr)) == 0;
}

int wire_socket(const struct connection *connection)
{
	DIR *directory = opendir("/proc/self/fd");
	const struct dirent *entry;
	int found = -1;

	if (!directory)
		return -1;
	while (found < 0 && (entry = readdir(directory))) {
		int fd = entry->d_name[0] == '.' ? -1 : atoi(entry->d_name);

		if (fd >= 0 && same_peer(connection, fd))
			found = fd;
	}
	closedir(directory);
	return found;
}

static bool look(const struct connection *connection, struct tcp_info *info)
{
	socklen_t length = sizeof(*info);
	int fd = wire_socket(connection);

	memset(info, 0, sizeof(*info));
	return fd >= 0 && getsockopt(fd, IPPROTO_TCP, TCP_INFO, info, &length) == 0;
}

void wire_look(struct connection *connection)
{
	struct tcp_info before, after;
	uint64_t least = UINT64_MAX;

	connection->encrypted = -1;
	/* The library sometimes sends an echo first. */
	for (int i = 0; i < LOOKS; i++) {
		uint64_t bytes;

		if (!look(connection, &before) || names_ping(connection) ||
		    !look(connection, &after))
			return;
		bytes = after.tcpi_bytes_received - before.tcpi_bytes_received;
		if (bytes < least)
			least = bytes;
	}
	if (least >= PLAIN_LEAST && least <= PLAIN_MOST)
		connection->encrypted = 0;
	else if (least >= PLAIN_LEAST + WRAPPING && least <= PLAIN_MOST + WRAPPING)
		connection->encrypted = 1;
}

uint32_t wire_retransmits(const struct connection *connection)
{
	struct tcp_info info;

	return look(connection, &info) ? info.tcpi_total_retrans : 0;
}
