/* net.h - the TCP connection below SSH. */
#ifndef SFTP_NET_H
#define SFTP_NET_H

#include "config.h"

/* Sets *fd and the far end's numeric address, which is the caller's. */
int net_connect(const struct sftp_config *config, struct bench_ctx *ctx,
                int *fd, char **peer);

#endif
