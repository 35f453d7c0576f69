/* link.c - route, then interface, then its speed. */
#include "run/link.h"

#include <ifaddrs.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include "base/text.h"

/* The local address that a datagram to the peer would have; none is sent. */
static bool local_address(const char *peer, struct sockaddr_storage *local)
{
	struct addrinfo hints = {.ai_socktype = SOCK_DGRAM,
	                         .ai_flags = AI_NUMERICHOST};
	struct addrinfo *found;
	socklen_t size = sizeof *local;
	bool done = false;
	int fd;

	if (getaddrinfo(peer, "9", &hints, &found))
		return false;
	fd = socket(found->ai_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd >= 0) {
		done = connect(fd, found->ai_addr, found->ai_addrlen) == 0 &&
		       getsockname(fd, (struct sockaddr *)local, &size) == 0;
		close(fd);
	}
	freeaddrinfo(found);
	return done;
}

static socklen_t address_size(const struct sockaddr *address)
{
	return address->sa_family == AF_INET    ? sizeof(struct sockaddr_in)
	       : address->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6)
	                                        : 0;
}

static bool same_address(const struct sockaddr *a, const struct sockaddr *b)
{
	char x[NI_MAXHOST], y[NI_MAXHOST];
	socklen_t size = a ? address_size(a) : 0;

	return size && a->sa_family == b->sa_family &&
	       getnameinfo(a, size, x, sizeof x, NULL, 0, NI_NUMERICHOST) == 0 &&
	       getnameinfo(b, size, y, sizeof y, NULL, 0, NI_NUMERICHOST) == 0 &&
	       strcmp(x, y) == 0;
}

static double interface_speed(const char *name)
{
	char *path = text_format("/sys/class/net/%s/speed", name);
	FILE *file = path ? fopen(path, "re") : NULL;
	long megabits = 0;

	if (file) {
		if (fscanf(file, "%ld", &megabits) != 1)
			megabits = 0;
		fclose(file);
	}
	free(path);
	return megabits > 0 ? (double)megabits * 1e6 : 0;
}

double link_speed_to(const char *address)
{
	struct sockaddr_storage local = {0};
	struct ifaddrs *all;
	double speed = 0;

	if (!local_address(address, &local) || getifaddrs(&all))
		return 0;
	for (struct ifaddrs *one = all; one && speed == 0; one = one->ifa_next)
		if (same_address(one->ifa_addr, (struct sockaddr *)&local))
			speed = interface_speed(one->ifa_name);
	freeifaddrs(all);
	return speed;
}

/* Packets to an address of this machine's own leave by that very address; those
 * to the rest of 127/8 by another of them. */
bool link_is_here(const char *address)
{
	struct sockaddr_storage local = {0};
	char name[NI_MAXHOST];

	if (!local_address(address, &local) ||
	    getnameinfo((struct sockaddr *)&local,
	                address_size((struct sockaddr *)&local), name, sizeof name,
	                NULL, 0, NI_NUMERICHOST))
		return false;
	return strcmp(name, address) == 0 || strncmp(name, "127.", 4) == 0;
}
