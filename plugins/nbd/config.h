/* config.h - the options of a target, as bench fills them in. */
#ifndef NBD_CONFIG_H
#define NBD_CONFIG_H

#include <stdint.h>
#include "bench_plugin.h"

struct nbd_config {
	char *host;   /* NULL: by a socket of this machine */
	char *socket; /* path; NULL: by TCP */
	char *export; /* name; NULL is the server's default */
	int64_t port;
	int overwrite;
	int64_t timeout; /* ns */
};

/* url.c: nbd://HOST[:PORT]/EXPORT and nbd+unix:///EXPORT?socket=PATH become
 * options. */
int url_read(const char *url, struct bench_ctx *ctx,
             int (*set)(void *arg, const char *key, const char *value),
             void *arg);

#endif
