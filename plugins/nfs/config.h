/* config.h - the options of a target, as bench fills them in. */
#ifndef NFS_CONFIG_H
#define NFS_CONFIG_H

#include <stdint.h>
#include "bench_plugin.h"

struct nfs_config {
	char *host;
	char *export;             /* path that is mounted */
	int64_t port, mount_port; /* 0: ask the portmapper */
	int64_t version;
	int64_t uid, gid; /* -1: the process's */
	int64_t timeout;  /* ns */
};

/* url.c: nfs://HOST[:PORT]/EXPORT becomes options. */
int url_read(const char *url, struct bench_ctx *ctx,
             int (*set)(void *arg, const char *key, const char *value),
             void *arg);

#endif
