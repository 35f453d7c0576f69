/* http_rig.c - what is different in HTTP servers and clients. */
#include "http_rig.h"

#include <stdio.h>

static struct script_kind kind = {.plugin = "http",
                                  .script = "nginx.sh",
                                  .served = "",
                                  .state = "bench-nginx"};

bool http_server_start(struct script_server *server, const char *root,
                       const char *const *words)
{
	return script_server_start(server, &kind, root, words);
}

int http_client_open(struct script_client *client, const char *const *settings)
{
	return script_client_open(client, &kind, settings);
}

int http_client_reach(struct script_client *client,
                      const struct script_server *server)
{
	char port[32];

	snprintf(port, sizeof port, "port=%d", server->port);
	return http_client_open(
	        client, (const char *const[]){"host=127.0.0.1", port, "timeout=3s",
	                                      "connect_timeout=8s", NULL});
}

const struct bench_backend *http_backend(void)
{
	return script_backend(&kind);
}
