/* http_rig.h - HTTP servers and clients of the http backend, for the tests. */
#ifndef BENCH_TESTS_HTTP_RIG_H
#define BENCH_TESTS_HTTP_RIG_H

#include "script_rig.h"

/* As script_server_start(). */
bool http_server_start(struct script_server *server, const char *root,
                       const char *const *words);

/* As script_client_open(). */
int http_client_open(struct script_client *client, const char *const *settings);
/* The server's root; timeouts of some seconds. */
int http_client_reach(struct script_client *client,
                      const struct script_server *server);
const struct bench_backend *http_backend(void);

#endif
