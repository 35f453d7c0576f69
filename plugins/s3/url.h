/* url.h - from s3:// to options, and from options to the URLs asked for. */
#ifndef S3_URL_H
#define S3_URL_H

#include <stdbool.h>
#include <stdio.h>
#include "bench_plugin.h"
#include "config.h"

struct urls {
	char *label;  /* "127.0.0.1:9000", for sentences */
	char *bucket; /* ends with a slash */
	char *base;   /* what objects' names are put behind */
	bool tls;
};

/* s3://BUCKET[/PREFIX] becomes options. */
int url_read(const char *url, struct bench_ctx *ctx,
             int (*set)(void *arg, const char *key, const char *value),
             void *arg);
/* Are bucket and endpoint such as can be?  Fills *urls, which the caller
 * clears whatever came of it. */
int url_make(const struct s3_config *config, struct bench_ctx *ctx,
             struct urls *urls);
void url_clear(struct urls *urls);
/* Percent-encodes as signatures want it; slashes too, if they are to be. */
void url_encode(FILE *out, const char *text, bool slashes);

#endif
