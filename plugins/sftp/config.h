/* config.h - the options of a target, as bench fills them in. */
#ifndef SFTP_CONFIG_H
#define SFTP_CONFIG_H

#include <stdint.h>
#include "bench_plugin.h"

enum host_key { HOST_KEY_CHECK, HOST_KEY_ACCEPT };

struct sftp_config {
	char *host, *path, *user;
	char *password, *key, *passphrase; /* NULL where not given */
	char *known_hosts, *ciphers;       /* NULL: libssh's own */
	int64_t port;
	int host_key;
	uint64_t packet;
	int64_t connect_timeout, timeout; /* ns */
};

/* url.c: sftp://[USER[:PASSWORD]@]HOST[:PORT][/PATH] becomes options. */
int url_read(const char *url, struct bench_ctx *ctx,
             int (*set)(void *arg, const char *key, const char *value),
             void *arg);

#endif
