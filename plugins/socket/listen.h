/* listen.h - the sockets on which the far end waits for clients. */
#ifndef SOCKET_LISTEN_H
#define SOCKET_LISTEN_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include "bench_plugin.h"
#include "config.h"

#define LISTEN_MAX 8

struct listeners {
	int fds[LISTEN_MAX];
	size_t count;
	char *where[LISTEN_MAX]; /* as people write it */
	char *path;              /* of the Unix socket file, if it is ours */
	dev_t device;
	ino_t inode;
};

/* A path; the addresses of the host that is given; or both loopbacks. */
int listeners_open(const struct socket_config *config, struct bench_ctx *ctx,
                   struct listeners *out);
void listeners_close(struct listeners *listeners);

#endif
