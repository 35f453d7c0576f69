/* ftp_rig.h - FTP servers and clients of the ftp backend, for the tests. */
#ifndef BENCH_TESTS_FTP_RIG_H
#define BENCH_TESTS_FTP_RIG_H

#include "script_rig.h"

/* As script_server_start(). */
bool ftp_server_start(struct script_server *server, const char *root,
                      const char *const *words);

/* As script_client_open(). */
int ftp_client_open(struct script_client *client, const char *const *settings);
/* The server's /upload. */
int ftp_client_reach(struct script_client *client,
                     const struct script_server *server);
const struct bench_backend *ftp_backend(void);

#endif
