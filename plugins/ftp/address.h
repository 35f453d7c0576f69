/* address.h - hosts as people write them, URLs, addresses as they are printed.
 */
#ifndef FTP_ADDRESS_H
#define FTP_ADDRESS_H

#include <netdb.h>
#include <stdbool.h>
#include <sys/socket.h>
#include "bench_plugin.h"

/* HOST, ADDRESS, [ADDRESS], HOST:PORT or [ADDRESS]:PORT; *port changes only
 * where one is given.  The caller frees *host. */
int address_parse(const char *text, struct bench_ctx *ctx, char **host,
                  int64_t *port);
/* The caller frees the list with freeaddrinfo(). */
int address_resolve(const char *host, int64_t port, struct bench_ctx *ctx,
                    struct addrinfo **list);
/* "127.0.0.1", "[::1]:21"; NULL without memory.  The caller frees it. */
char *address_print(const struct sockaddr *address, socklen_t length,
                    bool with_port);
/* ftp://[USER[:PASSWORD]@]HOST[:PORT][/PATH] becomes options. */
int address_from_url(const char *url, struct bench_ctx *ctx,
                     int (*set)(void *arg, const char *key, const char *value),
                     void *arg);

#endif
