/* ftp_rig.c - what is different in FTP servers and clients. */
#include "ftp_rig.h"

#include <stdio.h>

static struct script_kind kind = {.plugin = "ftp",
                                  .script = "ftpd.sh",
                                  .served = "/upload",
                                  .state = "bench-ftpd"};

bool ftp_server_start(struct script_server *server, const char *root,
                      const char *const *words)
{
	return script_server_start(server, &kind, root, words);
}

int ftp_client_open(struct script_client *client, const char *const *settings)
{
	return script_client_open(client, &kind, settings);
}

int ftp_client_reach(struct script_client *client,
                     const struct script_server *server)
{
	char port[32];

	snprintf(port, sizeof port, "port=%d", server->port);
	return ftp_client_open(client,
	                       (const char *const[]){"host=127.0.0.1", port,
	                                             "path=/upload", "timeout=8s",
	                                             "connect_timeout=8s", NULL});
}

const struct bench_backend *ftp_backend(void)
{
	return script_backend(&kind);
}
