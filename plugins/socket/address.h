/* address.h - where the far end is: reading, resolving and printing addresses,
 * and the socket options that a target asks for. */
#ifndef SOCKET_ADDRESS_H
#define SOCKET_ADDRESS_H

#include <netdb.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <sys/un.h>
#include "bench_plugin.h"
#include "config.h"

struct address {
	char *host; /* without brackets; NULL: none was given */
	int64_t port;
};

/* Reads host, host:port, [::1], [::1]:port, ::1, fe80::1%lo.  port is used
 * where the text has none.  Free with address_free(). */
int address_parse(const char *text, int64_t port, struct bench_ctx *ctx,
                  struct address *out);
void address_free(struct address *address);
/* All addresses of that host, for connecting or (passive) for listening. */
int address_resolve(const struct address *address, bool passive,
                    struct bench_ctx *ctx, struct addrinfo **list);
/* Of a Unix socket; fails where the path is too long for one. */
int address_unix(const char *path, struct bench_ctx *ctx,
                 struct sockaddr_un *out);
/* "127.0.0.1", or with the port "127.0.0.1:5201" and "[::1]:5201".  NULL
 * without memory; the caller frees it. */
char *address_print(const struct sockaddr *address, socklen_t length,
                    bool with_port);
/* Fills host, port or path from tcp://HOST[:PORT] and unix:///PATH. */
int address_from_url(const char *url, struct bench_ctx *ctx,
                     int (*set)(void *arg, const char *key, const char *value),
                     void *arg);

/* Buffers, segment size, congestion control and TCP_NODELAY, before the socket
 * connects or listens. */
int address_tune(int fd, int family, const struct socket_config *config,
                 struct bench_ctx *ctx);

#endif
