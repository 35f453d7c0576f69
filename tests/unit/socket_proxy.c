/* socket_proxy.c - a way to a far end that turns one bit over. */
#include "socket_proxy.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>
#include "unit.h"

static bool send_all(int fd, const unsigned char *bytes, size_t length)
{
	while (length > 0) {
		ssize_t sent = send(fd, bytes, length, MSG_NOSIGNAL);

		if (sent <= 0)
			return false;
		bytes += sent;
		length -= (size_t)sent;
	}
	return true;
}

/* What is there to be passed on; false at the end. */
static bool pass(struct proxy *proxy, enum proxy_way way)
{
	int from = way == PROXY_THERE ? proxy->client : proxy->server;
	int to = way == PROXY_THERE ? proxy->server : proxy->client;
	unsigned char bytes[65536];
	ssize_t got = recv(from, bytes, sizeof(bytes), 0);
	int64_t due = atomic_load(&proxy->spoil[way]);

	if (got <= 0)
		return false;
	if (due >= 0 && due < got)
		bytes[due] ^= 0x10;
	if (due >= 0)
		atomic_store(&proxy->spoil[way], due < got ? -1 : due - got);
	return send_all(to, bytes, (size_t)got);
}

static void *proxy_main(void *arg)
{
	struct proxy *proxy = arg;
	struct pollfd polls[2];
	bool on;

	proxy->client = accept(proxy->listener, NULL, NULL);
	on = proxy->client >= 0 && proxy->server >= 0;
	polls[PROXY_THERE] = (struct pollfd){.fd = proxy->client, .events = POLLIN};
	polls[PROXY_BACK] = (struct pollfd){.fd = proxy->server, .events = POLLIN};
	while (on && poll(polls, 2, 20000) > 0) {
		if (polls[PROXY_THERE].revents)
			on = pass(proxy, PROXY_THERE);
		if (on && polls[PROXY_BACK].revents)
			on = pass(proxy, PROXY_BACK);
	}
	close(proxy->client);
	close(proxy->server);
	return NULL;
}

void proxy_start(struct proxy *proxy, const struct rig *rig)
{
	struct sockaddr_in address = {.sin_family = AF_INET,
	                              .sin_addr = {htonl(INADDR_LOOPBACK)}};
	socklen_t size = sizeof(address);

	atomic_init(&proxy->spoil[PROXY_THERE], -1);
	atomic_init(&proxy->spoil[PROXY_BACK], -1);
	proxy->server = rig_dial(rig);
	CU_ASSERT_FATAL(proxy->server >= 0);
	proxy->listener = socket(AF_INET, SOCK_STREAM, 0);
	CU_ASSERT_EQUAL_FATAL(bind(proxy->listener, (void *)&address, size), 0);
	CU_ASSERT_EQUAL_FATAL(listen(proxy->listener, 4), 0);
	CU_ASSERT_EQUAL_FATAL(getsockname(proxy->listener, (void *)&address, &size),
	                      0);
	snprintf(proxy->port, sizeof(proxy->port), "port=%d",
	         ntohs(address.sin_port));
	CU_ASSERT_EQUAL_FATAL(
	        pthread_create(&proxy->thread, NULL, proxy_main, proxy), 0);
}

void proxy_spoil(struct proxy *proxy, enum proxy_way way, int64_t number)
{
	atomic_store(&proxy->spoil[way], number);
}

bool proxy_spoilt(struct proxy *proxy, enum proxy_way way)
{
	return atomic_load(&proxy->spoil[way]) < 0;
}

void proxy_end(struct proxy *proxy)
{
	pthread_join(proxy->thread, NULL);
	close(proxy->listener);
}
