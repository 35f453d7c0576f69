/* s3_rig.h - S3 servers and clients of the s3 backend, for the tests. */
#ifndef BENCH_TESTS_S3_RIG_H
#define BENCH_TESTS_S3_RIG_H

#include "script_rig.h"

/* As script_server_start(): it has the bucket `bench` and the keys of
 * s3_client_reach().  False with a message where there is no Python, too. */
bool s3_server_start(struct script_server *server, const char *const *words);

/* As script_client_open(). */
int s3_client_open(struct script_client *client, const char *const *settings);
/* The server's bucket, below the prefix `dir`, with its keys. */
int s3_client_reach(struct script_client *client,
                    const struct script_server *server);
const struct bench_backend *s3_backend(void);

#endif
