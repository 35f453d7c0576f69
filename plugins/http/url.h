/* url.h - from URLs to options, and from options to URLs. */
#ifndef HTTP_URL_H
#define HTTP_URL_H

#include "bench_plugin.h"
#include "config.h"

/* http[s]://[USER[:PASSWORD]@]HOST[:PORT][/PATH] becomes options. */
int url_read(const char *url, struct bench_ctx *ctx,
             int (*set)(void *arg, const char *key, const char *value),
             void *arg);
/* Can there be such a host?  Else says why. */
int url_check_host(const char *host, struct bench_ctx *ctx);
/* The directory's own URL, with a slash at its end; NULL without memory.  The
 * caller frees it. */
char *url_base(const struct http_config *config);
/* "HOST:PORT", for sentences; NULL without memory.  The caller frees it. */
char *url_label(const struct http_config *config);

#endif
