/* hello.h - the first words of both ends: who speaks which version, and a
 * sentence for everyone who cannot be served. */
#ifndef SOCKET_HELLO_H
#define SOCKET_HELLO_H

#include "bench_plugin.h"

/* The client's side, within `limit` ns for each wait.  *version is what the far
 * end calls itself; the caller frees it. */
int hello_client(int fd, const char *peer, int64_t limit, struct bench_ctx *ctx,
                 char **version);
/* The server's side.  refusal: why a client that speaks the protocol is sent
 * away all the same, or NULL.  On failure *why (may be NULL without memory) is
 * for the log; the caller frees it. */
int hello_server(int fd, int64_t limit, const char *refusal, char **why);

#endif
