/* config.h - the options of a target, as bench fills them in. */
#ifndef HTTP_CONFIG_H
#define HTTP_CONFIG_H

#include <stdint.h>

#define HTTP_VERSION "1.0"

struct http_config {
	char *host;
	int64_t port; /* 0: what the scheme has */
	char *path;   /* NULL: the root */
	int tls;
	char *user, *password; /* NULL: none */
	char *ca_file;         /* NULL: the system's */
	int insecure;
	int64_t connect_timeout, timeout; /* ns */
};

#endif
