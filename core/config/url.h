/* url.h - which backend a URL or a path belongs to, and how it fills the
 * options.  Inside of config only. */
#ifndef BENCH_CONFIG_URL_H
#define BENCH_CONFIG_URL_H

#include "config/config.h"

/* The backend that answers to the text's scheme (to `path` for a plain path),
 * or NULL and a sentence with the schemes that there are. */
const struct bench_backend *
url_backend(const struct config_vocabulary *vocabulary, const char *text,
            char **why);
/* Has the backend fill the options.  The sentence is the backend's own, or that
 * of the value that did not fit. */
int url_expand(const struct config_vocabulary *vocabulary, const char *url,
               struct options *options, char **why);
/* A copy with the password of `scheme://user:password@host` starred; other text
 * as it is.  The caller frees it. */
char *url_masked(const char *text);

#endif
