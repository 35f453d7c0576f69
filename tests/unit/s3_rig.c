/* s3_rig.c - what is different in S3 servers and clients. */
#include "s3_rig.h"

#include <stdio.h>
#include <unistd.h>
#include "unit.h"
static const char *const keys[] = {"--access-key", "me", "--secret-key",
                                   "hu/sh+", NULL};
static struct script_kind kind = {.plugin = "s3",
                                  .script = "s3stub.py",
                                  .words = keys,
                                  .is_server = true};

bool s3_server_start(struct script_server *server, const char *const *words)
{
	if (access("/usr/bin/python3", X_OK) != 0) {
		CU_PASS("skipped: there is no Python");
		return false;
	}
	return script_server_start(server, &kind, NULL, words);
}

int s3_client_open(struct script_client *client, const char *const *settings)
{
	return script_client_open(client, &kind, settings);
}

int s3_client_reach(struct script_client *client,
                    const struct script_server *server)
{
	char endpoint[64];

	snprintf(endpoint, sizeof endpoint, "endpoint=http://127.0.0.1:%d",
	         server->port);
	return s3_client_open(client,
	                      (const char *const[]){"bucket=bench", "prefix=dir",
	                                            endpoint, "access_key=me",
	                                            "secret_key=hu/sh+",
	                                            "timeout=8s", NULL});
}

const struct bench_backend *s3_backend(void)
{
	return script_backend(&kind);
}
