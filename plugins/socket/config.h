/* config.h - the options of a target, as bench fills them in. */
#ifndef SOCKET_CONFIG_H
#define SOCKET_CONFIG_H

#include <stdint.h>

#define SOCKET_VERSION "1.0"
#define SOCKET_PORT    5201

struct socket_config {
	char *host; /* NULL: loopback */
	int64_t port;
	char *path;                           /* of a Unix socket; NULL: TCP */
	int keep;                             /* what is written, at the far end */
	uint64_t send_buffer, receive_buffer; /* 0: the kernel's */
	int nodelay;
	int64_t mss;                      /* 0: the kernel's */
	char *congestion;                 /* NULL: the kernel's */
	int64_t connect_timeout, timeout; /* ns */
	uint64_t memory;                  /* 0: a quarter of the machine's */
	uint64_t reserve;  /* of that, touched before the first client */
	int64_t busy_poll; /* ns */
	int64_t clients;
};

#endif
