/* socket_proxy.h - a way to a far end that turns one bit over, for the tests.
 */
#ifndef BENCH_TESTS_SOCKET_PROXY_H
#define BENCH_TESTS_SOCKET_PROXY_H

#include <pthread.h>
#include <stdatomic.h>
#include "socket_rig.h"

enum proxy_way { PROXY_THERE, PROXY_BACK };

struct proxy {
	pthread_t thread;
	int listener, client, server;
	char port[32]; /* as an option: port=N */
	/* The byte of that number that passes from now on is spoilt; below 0:
	 * none. */
	_Atomic int64_t spoil[2];
};

/* For one connection to the rig. */
void proxy_start(struct proxy *proxy, const struct rig *rig);
/* Nothing may be on the way. */
void proxy_spoil(struct proxy *proxy, enum proxy_way way, int64_t number);
/* Was that byte there? */
bool proxy_spoilt(struct proxy *proxy, enum proxy_way way);
/* Waits for the client to go. */
void proxy_end(struct proxy *proxy);

#endif
